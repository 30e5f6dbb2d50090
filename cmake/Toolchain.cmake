# ccache and a quick linker where they are installed; neither is needed.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()
# Files that include GDAL or protobuf need about 1 GiB each to compile.
set_property(GLOBAL PROPERTY JOB_POOLS heavy=2)
find_package(PkgConfig REQUIRED)
