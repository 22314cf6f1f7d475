# A Debian package, made by `scripts/build-profiled.sh package`: the program, its man page and completions, the
# gateway as a service of systemd with a configuration to begin with, and the library for those who build with it.
if(NOT TARGET acode_cli)
  return()
endif()

# Places of the system's, which only a package may fill: `cmake --install` leaves them alone.
install(
  FILES "${PROJECT_SOURCE_DIR}/packaging/acode-gateway.service"
  DESTINATION /lib/systemd/system
  COMPONENT system
  EXCLUDE_FROM_ALL)
install(
  FILES "${PROJECT_SOURCE_DIR}/packaging/config.yml"
  DESTINATION /etc/acode
  COMPONENT system
  EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified system)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_NAME acode)
set(CPACK_PACKAGE_VENDOR acode)
set(CPACK_PACKAGE_CONTACT "acode <acode@localhost>")
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ca-certificates)
# What a person has changed in it stays when the package is renewed.
set(conffiles "${CMAKE_CURRENT_BINARY_DIR}/conffiles")
file(WRITE "${conffiles}" "/etc/acode/config.yml\n")
file(
  CHMOD "${conffiles}"
  PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${conffiles}")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
include(CPack)
