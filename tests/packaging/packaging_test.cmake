# Installs acode, moves the installed tree to another place, and builds and runs the project in consumer/ against it, once
# through find_package() and once through pkg-config.
#
# Given: SOURCE_DIR, WORK_DIR, VERSION, CXX, HAS_CLI, and BUILD_DIR, the build that is installed. Without BUILD_DIR one is
# made: shared libraries, and acode built from source as a part of the stranger's own tree.
cmake_minimum_required(VERSION 3.25)

set(consumer "${SOURCE_DIR}/tests/packaging/consumer")
set(prefix "${WORK_DIR}/moved here")
set(expected "{\"path\": \"test.txt\"}\n")

# run(COMMAND…): stops the test if it fails; what it printed is in `output`.
function(run)
  execute_process(
    COMMAND ${ARGN}
    RESULT_VARIABLE result
    OUTPUT_VARIABLE output
    ERROR_VARIABLE errors)
  if(NOT result EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed with ${result}: ${command}\n${output}${errors}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_output)
  run(${ARGN})
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${ARGN} printed '${output}', not '${expected}'")
  endif()
endfunction()

function(build_consumer tree)
  run("${CMAKE_COMMAND}" -S "${consumer}" -B "${tree}" -G Ninja "-DCMAKE_CXX_COMPILER=${CXX}" -DCMAKE_BUILD_TYPE=Debug
      ${ARGN})
  run("${CMAKE_COMMAND}" --build "${tree}")
  expect_output("${tree}/consumer")
endfunction()

if(NOT BUILD_DIR)
  set(BUILD_DIR "${WORK_DIR}/from_source")
  build_consumer("${BUILD_DIR}" -DBUILD_SHARED_LIBS=ON "-DACODE_FROM_SOURCE=${SOURCE_DIR}" -DACODE_INSTALL=ON
                 -DACODE_BUILD_CLI=OFF -DACODE_PRECOMPILE=. -DCMAKE_CXX_FLAGS_DEBUG=)
endif()

# Moved after it was installed: nothing in it may remember where it was made.
file(REMOVE_RECURSE "${WORK_DIR}/installed" "${prefix}" "${WORK_DIR}/by_cmake")
run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${WORK_DIR}/installed")
file(RENAME "${WORK_DIR}/installed" "${prefix}")

file(GLOB_RECURSE pc_file "${prefix}/*/acode.pc")
file(GLOB_RECURSE package_files "${prefix}/*/cmake/acode/*.cmake")
file(GLOB_RECURSE library "${prefix}/*/libacode.*")
foreach(kind IN ITEMS pc_file package_files library)
  if(NOT ${kind})
    message(FATAL_ERROR "nothing was installed as ${kind}")
  endif()
endforeach()
foreach(file IN LISTS pc_file package_files)
  file(READ "${file}" text)
  foreach(place IN ITEMS "${SOURCE_DIR}" "${BUILD_DIR}" "${WORK_DIR}")
    string(FIND "${text}" "${place}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${file} remembers ${place}")
    endif()
  endforeach()
endforeach()
file(GLOB_RECURSE headers RELATIVE "${SOURCE_DIR}/include" "${SOURCE_DIR}/include/*.h")
foreach(header IN LISTS headers)
  if(NOT EXISTS "${prefix}/include/${header}")
    message(FATAL_ERROR "the header ${header} was not installed")
  endif()
endforeach()

build_consumer("${WORK_DIR}/by_cmake" "-DCMAKE_PREFIX_PATH=${prefix}")

cmake_path(GET pc_file PARENT_PATH pc_dir)
set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
run(pkg-config --modversion acode)
if(NOT output STREQUAL "${VERSION}\n")
  message(FATAL_ERROR "pkg-config says version '${output}', not '${VERSION}'")
endif()
run(pkg-config --cflags --libs acode)
separate_arguments(flags UNIX_COMMAND "${output}")
set(by_pkg_config "${WORK_DIR}/by_pkg_config")
run("${CXX}" -std=c++20 "${consumer}/main.cc" -o "${by_pkg_config}" ${flags})
list(GET library 0 a_library)
cmake_path(GET a_library PARENT_PATH library_dir)
set(ENV{LD_LIBRARY_PATH} "${library_dir}")
expect_output("${by_pkg_config}")
unset(ENV{LD_LIBRARY_PATH})

if(HAS_CLI)
  run("${prefix}/bin/acode" --version)
  if(NOT output MATCHES "${VERSION}")
    message(FATAL_ERROR "the installed program says '${output}', not version ${VERSION}")
  endif()
  foreach(file IN ITEMS man/man1/acode.1 bash-completion/completions/acode zsh/site-functions/_acode
                        fish/vendor_completions.d/acode.fish)
    file(READ "${prefix}/share/${file}" text)
    if(NOT text MATCHES "acode")
      message(FATAL_ERROR "share/${file} is empty")
    endif()
  endforeach()
endif()
