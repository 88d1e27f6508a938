// Files that a function of the caller finds.
#pragma once

#include <string>
#include <string_view>

#include "rigy/files.hpp"
#include "rigy/rigy.h"

namespace rigy {

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

}  // namespace rigy
