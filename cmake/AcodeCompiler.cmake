# The language, the warnings and the sanitizers. Set for the directories below and for nothing else, so that a project
# which takes acode in with add_subdirectory() keeps its own.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# Only a shared library pays for position independence: with it g++ may not inline across what could be replaced.
if(BUILD_SHARED_LIBS)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

set(CMAKE_COMPILE_WARNING_AS_ERROR ${ACODE_WARNINGS_AS_ERRORS})
add_compile_options(
  -Wall
  -Wextra
  -Wpedantic
  -Wcast-align
  -Wcast-qual
  -Wconversion
  -Wdouble-promotion
  -Wextra-semi
  -Wformat=2
  -Wimplicit-fallthrough
  -Wnon-virtual-dtor
  -Wold-style-cast
  -Woverloaded-virtual
  -Wshadow
  -Wsign-conversion
  -Wundef
  -Wunused)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wduplicated-cond -Wlogical-op)
  # g++ 12 sees overlapping copies inside std::string that are not there (GCC bug 105329).
  if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_compile_options(-Wno-restrict)
  endif()
endif()
# std::stable_sort() of libstdc++ 12 uses what is deprecated since C++17, and clang 15 and later blame its user.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 15)
  add_compile_options(-Wno-deprecated-declarations)
endif()

# How packages are built: watched at work first, then once more with what was seen (scripts/build-profiled.sh). Objects hold
# machine code besides what the linker optimises, so that whoever links the library need not have the same compiler.
if(ACODE_PROFILE AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  message(FATAL_ERROR "ACODE_PROFILE needs clang++ as the compiler")
endif()
if(ACODE_PROFILE STREQUAL "collect")
  add_compile_options(-fprofile-generate)
  add_link_options(-fprofile-generate)
elseif(ACODE_PROFILE)
  add_compile_options("-fprofile-use=${ACODE_PROFILE}" -flto=thin -ffat-lto-objects)
  add_link_options("-fprofile-use=${ACODE_PROFILE}" -flto=thin -ffat-lto-objects -fuse-ld=lld)
endif()

if(ACODE_SANITIZE)
  add_compile_definitions(ACODE_UNDER_SANITIZER)
  add_compile_options(-fsanitize=${ACODE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${ACODE_SANITIZE})
  # The checks that g++ puts in make it lose sight of what was set.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized)
  else()
    # Its check of calls through pointers cannot be put into coroutines: clang 14 writes code that does not assemble.
    add_compile_options(-fno-sanitize=function)
  endif()
endif()

# The standard library checks indexes and iterators wherever speed is not what is being built for.
if(ACODE_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()
