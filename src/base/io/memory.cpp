#include <optional>

#include "common/limits.hpp"
#include "io/paths.hpp"
#include "rigy/files.hpp"

namespace rigy {
using namespace base;
namespace {

bool is_folder(const std::map<std::string, std::string>& files, const std::string& path) {
  if (path.empty()) return true;
  const auto below = files.lower_bound(path + "/");
  return below != files.end() && below->first.starts_with(path + "/");
}

FileResult look_up(const std::map<std::string, std::string>& files, std::string_view folder,
                   std::string_view path) {
  if (path.empty()) return FileError::NotFound;
  const std::optional<std::string> name = resolve_path(folder, path);
  if (!name) return FileError::OutsideRoot;
  const auto found = files.find(*name);
  if (found == files.end()) {
    return is_folder(files, *name) ? FileError::NotRegular : FileError::NotFound;
  }
  if (found->second.size() > max_file_size) return FileError::TooLarge;
  return FileContents{found->second, *name, *name};
}

}  // namespace

FileResult MemoryFiles::read_entry(const std::string& path) { return look_up(files_, {}, path); }

FileResult MemoryFiles::read_relative(const std::string& from, const std::string& path) {
  return look_up(files_, folder_of(from), path);
}

}  // namespace rigy
