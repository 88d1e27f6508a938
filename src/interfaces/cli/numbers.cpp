#include "cli/numbers.hpp"

#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>

namespace rigy::interfaces::cli {

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

}  // namespace rigy::interfaces::cli
