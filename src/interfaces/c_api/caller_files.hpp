// Files that a function of the caller finds.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"
#include "rigy/files.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {

class CallerFiles final : public FileReader {
 public:
  CallerFiles(rigy_reader reader, void* context) : reader_(reader), context_(context) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override;
  [[nodiscard]] FileResult read_relative(const std::string& from, const std::string& path) override;

 private:
  [[nodiscard]] FileResult read(std::string_view folder, std::string_view path);

  rigy_reader reader_;
  void* context_;
};

// What a reader of the caller finds; of rigy_disk_reader, the files on disk themselves, so that
// paths, messages and links are those of the program.
[[nodiscard]] std::unique_ptr<FileReader> files_from(rigy_reader reader, void* context);

}  // namespace rigy::interfaces
