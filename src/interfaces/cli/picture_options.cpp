#include "cli/picture_options.hpp"

#include <charconv>
#include <cmath>

#include <fast_float/fast_float.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/exit_code.hpp"

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

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

std::optional<double> decimal_in(std::string_view text) {
  double value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, error] = fast_float::from_chars(begin, end, value);
  const bool whole = error == std::errc() && stop == end && std::isfinite(value);
  return whole ? std::optional(value) : std::nullopt;
}

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

}  // namespace rigy::interfaces::cli
