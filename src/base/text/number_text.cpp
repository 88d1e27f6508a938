#include "text/number_text.hpp"

#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace rigy::base {

void append_number(std::string& out, double value) {
  char buffer[32];
  const auto end = fmt::format_to(buffer, "{}", value);
  const std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
  out += text;
  if (text.find_first_of(".e") == std::string_view::npos) out += ".0";
}

void append_integer(std::string& out, std::uint64_t value) {
  const fmt::format_int text(value);
  out.append(text.data(), text.size());
}

void append_shortest(std::string& out, double value) {
  fmt::format_to(std::back_inserter(out), "{}", value + 0.0);
}

void append_shortest(std::string& out, float value) {
  fmt::format_to(std::back_inserter(out), "{}", value + 0.0f);
}

void append_six_decimals(std::string& out, float value) {
  // A binary32 is an exact binary64, and {fmt} rounds exact ties to even.
  fmt::format_to(std::back_inserter(out), "{:.6f}", static_cast<double>(value));
}

}  // namespace rigy::base
