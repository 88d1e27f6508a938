// --trust-links: files on disk whose paths are taken as they are written.
#pragma once

#include <optional>
#include <string>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

// Build systems lay out the inputs of a command as links to files that lie elsewhere. DiskFiles
// would follow them, and then find files beside those, which are not among the inputs, or refuse
// them as outside the root. Here a link counts as the file that it leads to: only paths are
// compared, "a/../b" is "b", and a path may not leave the root.
class LinkedFiles final : public FileReader {
 public:
  // An empty root is the working directory.
  explicit LinkedFiles(const std::string& root);

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;
  [[nodiscard]] std::optional<FileLocation> locate(const std::string& from,
                                                   const std::string& path) override;

 private:
  std::string root_;
};

// The identity of the file at a path from the working directory.
[[nodiscard]] std::string linked_identity(const std::string& path);

}  // namespace rigy::interfaces::cli
