// The arguments of rigy_render: what is wrong with them, and what they mean.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/render.hpp"
#include "rigy/rigy.h"

namespace rigy::interfaces {

// A sentence that names the argument; null if there is nothing wrong.
[[nodiscard]] const char* error_in_arguments(const char* entry, const rigy_file* files,
                                             std::size_t file_count,
                                             const rigy_render_options* options);

// "front,30,15,top": two numbers are one view. Nothing if a part is no view.
[[nodiscard]] std::optional<std::vector<View>> views_in(const char* text);
// Of RIGY_SHOW_...
[[nodiscard]] Overlays overlays_of(unsigned show);

// Only for arguments without errors.
[[nodiscard]] RenderOptions options_of(const rigy_render_options* given);

}  // namespace rigy::interfaces
