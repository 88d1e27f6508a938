// In place of files on disk, where there is no disk. Nobody asks: there is no root.
#include <map>

#include "service/rooted_files.hpp"

namespace rigy::interfaces {

std::unique_ptr<FileReader> files_below(const std::string& /*root*/,
                                        const std::optional<std::string>& /*entry_text*/) {
  return std::make_unique<MemoryFiles>(std::map<std::string, std::string>());
}

bool exists_below(const std::string& /*root*/, const std::string& /*path*/) { return false; }

std::shared_ptr<void> lock_root(const std::string& /*root*/) { return nullptr; }

std::string fault_below(const std::string& /*root*/, const std::string& /*path*/) { return {}; }

}  // namespace rigy::interfaces
