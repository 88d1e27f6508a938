// The files of a document that comes from standard input.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

// The name of standard input in messages.
inline constexpr const char* stdin_name = "<stdin>";

// The entry is standard input; the files it names are read from disk, relative to the working
// directory.
class StdinFiles final : public FileReader {
 public:
  explicit StdinFiles(std::string root) : disk_(std::move(root)) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;
  [[nodiscard]] std::optional<FileLocation> locate(const std::string& from,
                                                   const std::string& path) override;

 private:
  DiskFiles disk_;
};

}  // namespace rigy::interfaces::cli
