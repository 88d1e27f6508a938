#include "cli/path_below.hpp"

#include "platform/files.hpp"

namespace rigy::interfaces::cli {

std::optional<std::string> path_below(const std::filesystem::path& path,
                                      const std::filesystem::path& folder) {
  const std::filesystem::path relative = path.lexically_relative(folder);
  if (relative.empty() || *relative.begin() == "..") return std::nullopt;
  return relative == "." ? std::string() : platform::to_text(relative);
}

}  // namespace rigy::interfaces::cli
