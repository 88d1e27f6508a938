#include "export_model/files.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace rigy::outputs {
namespace {

struct Format {
  std::string_view name;
  std::string_view extension;
  bool has_bones;
  std::string (*side_file)(const std::string& export_name);
  std::vector<ExportedFile> (*write)(const ExportInput& input);
};

// In the order of the enumerators.
constexpr auto formats = std::to_array<Format>({
#define RIGY_EXPORT_FORMAT(enumerator, name, has_bones, side_file) \
  {#name, "." #name, has_bones, side_file, export_as_##name},
#include "rigy/export_formats.def"
#undef RIGY_EXPORT_FORMAT
});

const Format& row_of(ExportFormat format) { return formats[static_cast<std::size_t>(format)]; }

}  // namespace

std::string no_side_file(const std::string& /*export_name*/) { return {}; }

std::vector<ExportedFile> write_export(ExportFormat format, const ExportInput& input) {
  return row_of(format).write(input);
}

}  // namespace rigy::outputs

namespace rigy {
using namespace outputs;

std::string_view name_of(ExportFormat format) { return row_of(format).name; }

std::vector<ExportFormat> export_formats() {
  std::vector<ExportFormat> all;
  for (std::size_t i = 0; i < formats.size(); ++i) all.push_back(static_cast<ExportFormat>(i));
  return all;
}

std::string_view extension_of(ExportFormat format) { return row_of(format).extension; }

bool is_static(ExportFormat format) { return !row_of(format).has_bones; }

std::vector<std::string> export_file_names(ExportFormat format, const std::string& name) {
  std::vector<std::string> names{name + std::string(extension_of(format))};
  if (std::string side = row_of(format).side_file(name); !side.empty()) names.push_back(side);
  return names;
}

}  // namespace rigy
