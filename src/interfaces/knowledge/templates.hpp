// The documents that `rigy init` writes: the files of templates/ and examples/guide/, put into the
// program when it is built.
#pragma once

#include <span>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

struct TemplateFile {
  std::string_view path;  // "box.rigy.yaml", "parts/room.rigy.yaml"
  std::string_view text;
};

[[nodiscard]] std::span<const TemplateFile> template_files();
[[nodiscard]] std::span<const TemplateFile> guide_files();

}  // namespace rigy::interfaces
