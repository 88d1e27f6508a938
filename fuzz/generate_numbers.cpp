// Numbers and names, including error-prone ones.
#include <fmt/format.h>

#include "fuzz/generate_parts.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// Each is followed by a number, which makes ids unique and lets some of them look like numbers.
constexpr std::string_view words[] = {
    "a",
    "bone",
    "L",
    "Ünï",
    "x y",
    "q\"uote",
    "it's",
    "😀",
    "a.b",
    "#hash",
    "- d",
    "k: v",
    "null",
    "0",
    "1.5",
    "\tt",
    "日本",
    " lead",
    "{b}",
    "[c",
    "b\\s",
    "\xc2\x85n",
    "none",
    "*alias",
    "&b",
    "!tag",
    "%d",
    "@at",
    "`t",
    "true ,",
    "? q",
    "a # b",
    "\x7f",
    "~",
    "e\xcc\x81",
    "<<",
    "long long long long long long long long long long long long long long long long name"};

constexpr double special_coordinates[] = {0.0,     -0.0,   1e-9,     0.1,
                                          1.0 / 3, 5e-324, 1e-40,    1e6,
                                          -1e30,   1e-320, 16777217, 0.30000000000000004};
constexpr double special_dimensions[] = {1,      0.1, 1e-3,    1e-9, 1e-40,
                                         1e-320, 1e5, 1.0 / 3, 1e30, 0.30000000000000004};
constexpr double special_weights[] = {0, 1, 0.5, 1e-3, 1.0 / 3, 0.1, 0.30000000000000004};
constexpr double tiny_weights[] = {0.0, 1e-40, 5e-324, 1e-60};

}  // namespace

double AssetMaker::coordinate() {
  const std::size_t kind = decisions_.below(8);
  const auto number = [this](std::size_t count) {
    return static_cast<double>(decisions_.below(2 * count + 1)) - static_cast<double>(count);
  };
  if (kind < 2) return number(4);
  if (kind < 4) return number(100) / 8;
  if (kind < 6) return number(5000) / 1000;
  return kind == 6 ? 4 * decisions_.fraction() - 2 : decisions_.pick(special_coordinates);
}

std::array<double, 3> AssetMaker::point() {
  const double x = coordinate();
  const double y = coordinate();
  return {x, y, coordinate()};
}

double AssetMaker::dimension() {
  const std::size_t kind = decisions_.below(4);
  if (kind == 0) return static_cast<double>(1 + decisions_.below(8)) / 4;
  if (kind == 1) return static_cast<double>(1 + decisions_.below(5000)) / 1000;
  return kind == 2 ? 0x1p-60 + decisions_.fraction() : decisions_.pick(special_dimensions);
}

double AssetMaker::weight() {
  const std::size_t kind = decisions_.below(5);
  if (kind < 2) return decisions_.pick(special_weights);
  if (kind == 2) return static_cast<double>(decisions_.below(11)) / 10;
  if (kind == 3) return decisions_.fraction();
  return decisions_.one_in(4) ? decisions_.pick(tiny_weights) : 1.0;
}

std::string AssetMaker::word() {
  return std::string(decisions_.flip() ? decisions_.pick(words) : words[1]);
}

std::string AssetMaker::unique_id(bool mirrored) {
  std::string id = mirrored && symmetry_ ? std::string(symmetry_->from) : std::string();
  return id + fmt::format("{}{}", word(), ids_++);
}

std::string AssetMaker::image_of(const std::string& id) const {
  return std::string(symmetry_->to) + id.substr(symmetry_->from.size());
}

Value AssetMaker::optional_name() { return decisions_.one_in(4) ? Value(word()) : Value(); }

}  // namespace rigy::fuzz
