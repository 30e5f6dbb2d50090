# Hnswlib::headers: the header-only library hnswlib, 0.8 or later: of the
# system, of KEYBED_HNSWLIB_DIR (option or environment), or of build/hnswlib,
# where deploy/fetch-hnswlib puts it. stop_condition.h came with 0.8.0; 0.6.2
# of Debian 12 cannot filter.
set(KEYBED_HNSWLIB_DIR "$ENV{KEYBED_HNSWLIB_DIR}" CACHE PATH "where hnswlib/hnswlib.h is")
find_path(Hnswlib_INCLUDE_DIR hnswlib/stop_condition.h
          HINTS ${KEYBED_HNSWLIB_DIR} PATHS ${PROJECT_SOURCE_DIR}/build/hnswlib)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Hnswlib DEFAULT_MSG Hnswlib_INCLUDE_DIR)
mark_as_advanced(Hnswlib_INCLUDE_DIR)
if(Hnswlib_FOUND AND NOT TARGET Hnswlib::headers)
  add_library(Hnswlib::headers INTERFACE IMPORTED)
  target_include_directories(Hnswlib::headers SYSTEM INTERFACE ${Hnswlib_INCLUDE_DIR})
endif()
