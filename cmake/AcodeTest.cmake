# One function for all tests in C++:
#
#   acode_add_test(NAME json_reader_test SOURCES reader_test.cc [LIBRARIES …] [LABELS unit])
#
# makes a GoogleTest program that sees the public and the private headers and the helpers in tests/support, and tells
# ctest of each test in it. The label is one of: unit, property, conformance, cli, packaging, house.

find_package(GTest REQUIRED)
include(GoogleTest)

# A test that takes longer than this hangs.
set(ACODE_TEST_TIMEOUT 180)

function(acode_add_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBRARIES;LABELS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_NAME OR NOT arg_SOURCES)
    message(FATAL_ERROR "acode_add_test needs NAME and SOURCES; not understood: '${arg_UNPARSED_ARGUMENTS}'")
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS unit)
  endif()
  # gtest_discover_tests() cannot hand on a list; and a test that is two things is two tests.
  if(NOT arg_LABELS MATCHES "^(unit|property|conformance|cli|packaging|house)$")
    message(FATAL_ERROR "acode_add_test: LABELS is one of the labels above, not '${arg_LABELS}'")
  endif()

  # Where there are fuzz targets, random texts are theirs; and the rules of the house know no compiler.
  if(ACODE_BUILD_FUZZERS AND arg_LABELS MATCHES "^(property|house)$")
    return()
  endif()

  add_executable(${arg_NAME} ${arg_SOURCES})
  target_include_directories(${arg_NAME} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
  # What is tested is optimised; the tests themselves need not be, and are built in half the time. Those that try many
  # random texts work a lot themselves.
  if(arg_LABELS STREQUAL "property")
    target_compile_options(${arg_NAME} PRIVATE -O1)
  else()
    target_compile_options(${arg_NAME} PRIVATE -O0)
  endif()
  target_compile_definitions(${arg_NAME} PRIVATE ACODE_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(${arg_NAME} PRIVATE ${arg_LIBRARIES} acode::acode acode_test_support GTest::gtest_main)

  gtest_discover_tests(
    ${arg_NAME}
    DISCOVERY_MODE PRE_TEST
    TEST_PREFIX "${arg_NAME}."
    PROPERTIES TIMEOUT ${ACODE_TEST_TIMEOUT} LABELS ${arg_LABELS})
endfunction()
