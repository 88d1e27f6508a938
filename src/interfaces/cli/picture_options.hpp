// The options of pictures that several commands have. Only with RIGY_RENDER.
#pragma once

#include <string_view>

#include "cli/options.hpp"
#include "interfaces_floor.hpp"
#include "rigy/render.hpp"

namespace rigy::interfaces::cli {

// These throw UsageError if the text means nothing.
[[nodiscard]] View parse_view(std::string_view option, std::string_view text);
void parse_size(std::string_view text, RenderOptions& options);

void add_background_option(Options& options, Background& background);
void add_fit_option(Options& options, CameraFit& fit);

}  // namespace rigy::interfaces::cli
