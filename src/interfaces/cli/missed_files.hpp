// Reads files, and notes which were looked for in vain: whoever watches the files of a rejected
// document waits for them as well.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"

namespace rigy::interfaces::cli {

class MissedFiles final : public FileReader {
 public:
  explicit MissedFiles(FileReader& files) : files_(files) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;
  [[nodiscard]] std::optional<FileLocation> locate(const std::string& from,
                                                   const std::string& path) override {
    return files_.locate(from, path);
  }

  // Their paths as messages would show them, each once.
  [[nodiscard]] const std::vector<std::string>& missed() const { return missed_; }

 private:
  FileResult note(FileResult result);

  FileReader& files_;
  std::map<std::string, std::string> shown_;  // by identity
  std::vector<std::string> missed_;
};

}  // namespace rigy::interfaces::cli
