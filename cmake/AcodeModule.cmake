# A module is a folder of src/ and an object library of the same name: src/json is acode_json.
#
#   acode_add_module(json reader.cc scan.cc scan_avx2.cc)
#
# A file whose name ends in an instruction set (scan_avx2.cc) is compiled for it on the processors that may have it, and
# left out elsewhere. The other files of the module then see ACODE_HAVE_AVX2 and decide at run time whether to call it.
# Such a file includes as little as it can: an inline function that it shares with others could be kept by the linker in
# its version and run where the instructions are missing.

set(ACODE_AVX2_FLAGS -mavx2 -mbmi -mbmi2)

function(acode_add_module name)
  set(sources ${ARGN})
  set(avx2_sources ${ARGN})
  list(FILTER avx2_sources INCLUDE REGEX "_avx2\\.cc$")
  list(FILTER sources EXCLUDE REGEX "_avx2\\.cc$")

  add_library(acode_${name} OBJECT ${sources})
  target_include_directories(acode_${name} PUBLIC "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/src")
  if(avx2_sources AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    target_sources(acode_${name} PRIVATE ${avx2_sources})
    set_source_files_properties(${avx2_sources} PROPERTIES COMPILE_OPTIONS "${ACODE_AVX2_FLAGS}")
    target_compile_definitions(acode_${name} PRIVATE ACODE_HAVE_AVX2=1)
  endif()
endfunction()
