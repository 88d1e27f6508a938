// rigy_disk_reader in a library without a disk.
#include <memory>

#include "c_api/caller_files.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {

std::unique_ptr<FileReader> files_from(rigy_reader reader, void* context) {
  return std::make_unique<CallerFiles>(reader, context);
}

}  // namespace rigy::interfaces

int rigy_disk_reader(void*, const char*, const void**, size_t*) { return RIGY_FILE_NOT_FOUND; }
