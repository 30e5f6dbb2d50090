# room(NAME n DEPENDS a b OWNS rocksdb/ LINK libs SOURCES ... HEADERS ...)
#
# One folder, one library, and one line in the table that the `layering` test
# reads. A room depends only on rooms declared before it, so the order of
# add_subdirectory() in the root CMakeLists.txt is the ladder, bottom first.
# OWNS names the third-party include prefixes that only this room may use, and
# only in its .cpp files; LINK is private for the same reason.
# PUBLIC_LINK is for the few libraries that stand in a room's headers.
set_property(GLOBAL PROPERTY ROOMS "")
add_library(project_warnings INTERFACE)
target_compile_options(
  project_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow
                             -Wnon-virtual-dtor -Woverloaded-virtual -Werror)

function(room)
  cmake_parse_arguments(R "" "NAME" "DEPENDS;LINK;PUBLIC_LINK;OWNS;SOURCES;HEADERS" ${ARGN})
  foreach(d IN LISTS R_DEPENDS)
    if(NOT TARGET ${d})
      message(FATAL_ERROR "room ${R_NAME} depends on ${d}, which is not declared below it")
    endif()
  endforeach()
  add_library(${R_NAME} STATIC ${R_SOURCES})
  target_link_libraries(${R_NAME} PRIVATE project_warnings ${R_LINK})
  target_include_directories(${R_NAME} PUBLIC ${CMAKE_SOURCE_DIR})
  if(NOT R_NAME STREQUAL base)
    list(APPEND R_DEPENDS base)
  endif()
  target_link_libraries(${R_NAME} PUBLIC ${R_DEPENDS} ${R_PUBLIC_LINK})
  file(RELATIVE_PATH dir ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE ";" " " deps "${R_DEPENDS}")
  string(REPLACE ";" " " owns "${R_OWNS}")
  set_property(GLOBAL APPEND PROPERTY ROOMS "${dir}: ${R_NAME}: ${deps}: ${owns}")
endfunction()

function(rooms_finish)
  get_property(rooms GLOBAL PROPERTY ROOMS)
  list(JOIN rooms "\n" text)
  file(WRITE ${CMAKE_BINARY_DIR}/rooms.txt "${text}\n")
  add_test(NAME layering
           COMMAND ${CMAKE_COMMAND} -D root=${CMAKE_SOURCE_DIR}
                   -D rooms=${CMAKE_BINARY_DIR}/rooms.txt -P
                   ${CMAKE_SOURCE_DIR}/cmake/check_layering.cmake)
  set_tests_properties(layering PROPERTIES LABELS unit)
endfunction()
