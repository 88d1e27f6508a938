# find_package(Rigy) provides rigy_add_asset.
include("${CMAKE_CURRENT_LIST_DIR}/RigyAddAsset.cmake")
