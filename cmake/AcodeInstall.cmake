# What `cmake --install` puts where: the library, its headers, the program, and the two files by which other projects
# find it: a CMake package and acode.pc. Both look for their prefix from where they lie, so the tree can be moved.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(ACODE_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/acode")

install(
  TARGETS acode
  EXPORT acodeTargets
  FILE_SET HEADERS)
if(TARGET acode_cli)
  install(TARGETS acode_cli)
endif()

install(
  EXPORT acodeTargets
  NAMESPACE acode::
  DESTINATION "${ACODE_PACKAGE_DIR}")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/acodeConfig.cmake.in" acodeConfig.cmake
                              INSTALL_DESTINATION "${ACODE_PACKAGE_DIR}")
# Before 1.0 a new minor version may break what was.
write_basic_package_version_file(acodeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/acodeConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/acodeConfigVersion.cmake"
        DESTINATION "${ACODE_PACKAGE_DIR}")

# From the folder of acode.pc up to the prefix. An absolute libdir has no such way and is written as it is.
set(ACODE_PC_DIR "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}" OR IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
  set(ACODE_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
  set(ACODE_PC_LIBDIR "${CMAKE_INSTALL_FULL_LIBDIR}")
  set(ACODE_PC_INCLUDEDIR "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
else()
  file(RELATIVE_PATH way_up "/${ACODE_PC_DIR}" "/")
  string(REGEX REPLACE "/$" "" way_up "${way_up}")
  set(ACODE_PC_PREFIX "\${pcfiledir}/${way_up}")
  set(ACODE_PC_LIBDIR "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
  set(ACODE_PC_INCLUDEDIR "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
endif()
# A shared library has found its own already.
if(BUILD_SHARED_LIBS)
  set(ACODE_PC_REQUIRES "Requires.private")
else()
  set(ACODE_PC_REQUIRES "Requires")
endif()
configure_file("${PROJECT_SOURCE_DIR}/cmake/acode.pc.in" acode.pc @ONLY)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/acode.pc" DESTINATION "${ACODE_PC_DIR}")

install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
