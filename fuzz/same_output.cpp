#include "fuzz/same_output.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::size_t json_begin = 20;

bool same_number(double a, double b) {
  return std::abs(a - b) <= 1e-6 * std::max({1.0, std::abs(a), std::abs(b)});
}

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  for (std::size_t i = 4; i > 0; --i) {
    word = word << 8 | static_cast<unsigned char>(bytes[at + i - 1]);
  }
  return word;
}

// The number that begins here, which is taken off.
double take_number(std::string_view& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(std::max<std::size_t>(1, static_cast<std::size_t>(end - text.data())));
  return value;
}

bool begins_number(std::string_view text, char before) {
  constexpr std::string_view first = "-0123456789";
  return std::string_view("[,:").find(before) != std::string_view::npos &&
         first.find(text.front()) != std::string_view::npos;
}

bool same_json(std::string_view a, std::string_view b) {
  char before = 0;
  while (!a.empty() && !b.empty()) {
    if (begins_number(a, before) && begins_number(b, before)) {
      if (!same_number(take_number(a), take_number(b))) return false;
      before = 0;
      continue;
    }
    if (a.front() != b.front()) return false;
    before = a.front();
    a.remove_prefix(1);
    b.remove_prefix(1);
  }
  return a.empty() && b.empty();
}

// Words that are not numbers, such as indices, are equal.
bool same_binary(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t at = 0; at + 4 <= a.size(); at += 4) {
    const std::uint32_t one = word_at(a, at);
    const std::uint32_t other = word_at(b, at);
    if (one == other) continue;
    const auto value = std::bit_cast<float>(one);
    const auto other_value = std::bit_cast<float>(other);
    // Indices and joints, read as numbers, are denormal.
    if (std::fpclassify(value) == FP_SUBNORMAL || std::fpclassify(other_value) == FP_SUBNORMAL) {
      return false;
    }
    if (!same_number(value, other_value)) return false;
  }
  return true;
}

struct Chunks {
  std::string_view json;
  std::string_view binary;
};

Chunks chunks_of(std::string_view glb) {
  if (glb.size() < json_begin) return {};
  const std::size_t size = std::min<std::size_t>(word_at(glb, 12), glb.size() - json_begin);
  std::string_view json = glb.substr(json_begin, size);
  json = json.substr(0, json.find_last_not_of(' ') + 1);
  const std::size_t rest = json_begin + size + 8;
  return {json, rest < glb.size() ? glb.substr(rest) : std::string_view()};
}

}  // namespace

bool same_output(std::string_view a, std::string_view b) {
  const Chunks one = chunks_of(a);
  const Chunks other = chunks_of(b);
  return same_json(one.json, other.json) && same_binary(one.binary, other.binary);
}

}  // namespace rigy::fuzz
