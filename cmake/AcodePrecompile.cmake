# The headers that nearly every file reads, read once for each target: a third of the time that a build takes. Only where it
# is asked for. The preset `release` asks for it for the tests alone, so that every file of the library and of the program
# is seen to include what it uses.
set(ACODE_COMMON_HEADERS
    <algorithm>
    <array>
    <chrono>
    <cstddef>
    <cstdint>
    <functional>
    <map>
    <memory>
    <optional>
    <string>
    <string_view>
    <utility>
    <variant>
    <vector>)

# acode_precompile(DIRECTORY): for the targets of a directory and of those below it that have some files of their own.
function(acode_precompile directory)
  get_property(targets DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(NOT type MATCHES "^(STATIC_LIBRARY|OBJECT_LIBRARY|EXECUTABLE)$")
      continue()
    endif()
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cc$")
    list(LENGTH sources count)
    if(count LESS 4)
      continue()
    endif()
    # To g++, what was read beforehand is not the system's, and of what it then sees there while it optimises it warns.
    # Tests are not optimised.
    get_target_property(libraries ${target} LINK_LIBRARIES)
    if(CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT "${libraries}" MATCHES "GTest::")
      continue()
    endif()
    target_precompile_headers(${target} PRIVATE ${ACODE_COMMON_HEADERS})
    if("${libraries}" MATCHES "GTest::")
      target_precompile_headers(${target} PRIVATE <gtest/gtest.h>)
    endif()
  endforeach()
  get_property(below DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
  foreach(each IN LISTS below)
    acode_precompile("${each}")
  endforeach()
endfunction()
