#include "cli/picture_options.hpp"

#include <charconv>
#include <cstdint>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/exit_code.hpp"
#include "cli/numbers.hpp"

namespace rigy::interfaces::cli {
namespace {

std::optional<std::uint32_t> count_in(std::string_view text) {
  std::uint32_t value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = std::from_chars(begin, end, value);
  return error == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace

View parse_view(std::string_view option, std::string_view text) {
  if (std::optional<View> view = view_named(text)) return *view;
  throw UsageError(fmt::format("{}: '{}' is not a view; the views are {}, or AZ,EL in degrees",
                               option, text, fmt::join(view_names(), ", ")));
}

void parse_size(std::string_view text, RenderOptions& options) {
  const std::vector<std::string_view> parts = split(text, 'x');
  if (parts.size() == 2) {
    const auto width = count_in(parts[0]);
    const auto height = count_in(parts[1]);
    if (width && height) {
      options.width = *width;
      options.height = *height;
      return;
    }
  }
  throw UsageError(fmt::format("--size: '{}' is not a size like 800x600", text));
}

void add_background_option(Options& options, Background& background) {
  options.choice<Background>("--background", background,
                             {{"light", Background::Light},
                              {"dark", Background::Dark},
                              {"transparent", Background::Transparent}},
                             "Default: light");
}

void add_fit_option(Options& options, CameraFit& fit) {
  options.choice<CameraFit>("--fit", fit, {{"rest", CameraFit::Rest}, {"pose", CameraFit::Pose}},
                            "What the camera fits: the rest shape (default) or the pose");
}

}  // namespace rigy::interfaces::cli
