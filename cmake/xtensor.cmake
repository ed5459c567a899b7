# softmark_xtensor: headers of xtensor and xtl, whichever version the machine has.
#
# The packages' own CMake configs are not used: some demand a CMake newer than the distributions carry,
# and headers are all that is needed. -DSOFTMARK_FETCH=ON downloads pinned versions instead.

option(SOFTMARK_FETCH "Download pinned versions of the libraries instead of using installed ones" OFF)

if(SOFTMARK_FETCH)
  include(FetchContent)
  # SOURCE_SUBDIR names a folder that does not exist, so that only the sources are fetched.
  FetchContent_Declare(xtl GIT_REPOSITORY https://github.com/xtensor-stack/xtl
    GIT_TAG a7c1c5444dfc57f76620391af4c94785ff82c8d6 SOURCE_SUBDIR headers-only)
  FetchContent_Declare(xtensor GIT_REPOSITORY https://github.com/xtensor-stack/xtensor
    GIT_TAG 3634f2ded19e0cf38208c8b86cea9e1d7c8e397d SOURCE_SUBDIR headers-only)
  FetchContent_MakeAvailable(xtl xtensor)
  set(XTENSOR_INCLUDE_DIRS ${xtl_SOURCE_DIR}/include ${xtensor_SOURCE_DIR}/include)
else()
  find_path(XTENSOR_INCLUDE_DIR NAMES xtensor/containers/xtensor.hpp xtensor/xtensor.hpp)
  find_path(XTL_INCLUDE_DIR NAMES xtl/xtl_config.hpp HINTS ${XTENSOR_INCLUDE_DIR})
  set(XTENSOR_INCLUDE_DIRS ${XTENSOR_INCLUDE_DIR} ${XTL_INCLUDE_DIR})
  if(NOT XTENSOR_INCLUDE_DIR OR NOT XTL_INCLUDE_DIR)
    message(FATAL_ERROR "xtensor or xtl not found. Install libxtensor-dev (./grade does), "
      "or configure with -DSOFTMARK_FETCH=ON.")
  endif()
endif()

list(REMOVE_DUPLICATES XTENSOR_INCLUDE_DIRS)
# Folders that the compiler searches anyway must not be named: it would change their order.
set(SOFTMARK_XTENSOR_FLAGS "")
foreach(folder IN LISTS XTENSOR_INCLUDE_DIRS)
  if(NOT folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
    list(APPEND SOFTMARK_XTENSOR_FLAGS -isystem ${folder})
  endif()
endforeach()
