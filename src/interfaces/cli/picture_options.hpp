// The options of pictures that several commands have. Only with RIGY_RENDER.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/render.hpp"

namespace rigy::interfaces::cli {

[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

// The number that is the whole text.
[[nodiscard]] std::optional<double> decimal_in(std::string_view text);

// These throw UsageError if the text means nothing.
[[nodiscard]] View parse_view(std::string_view option, std::string_view text);
void parse_size(std::string_view text, RenderOptions& options);

}  // namespace rigy::interfaces::cli
