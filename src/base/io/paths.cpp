#include "io/paths.hpp"

#include <vector>

namespace rigy::base {

std::optional<std::string> resolve_path(std::string_view folder, std::string_view path) {
  if (path.starts_with('/')) return std::nullopt;
  std::string whole(folder);
  whole.append("/").append(path);

  std::vector<std::string_view> parts;
  for (std::string_view rest = whole; !rest.empty();) {
    const std::size_t slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    rest = slash == std::string_view::npos ? std::string_view() : rest.substr(slash + 1);
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return std::nullopt;
    } else {
      parts.pop_back();
    }
  }

  std::string out;
  for (const std::string_view part : parts) {
    if (!out.empty()) out += '/';
    out += part;
  }
  return out;
}

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

}  // namespace rigy::base
