#include "fuzz/disguise.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr int expressions_since = 12;

// A computed number of another size could become zero or infinite.
bool may_be_computed(double value) {
  return value == 0 || (std::abs(value) > 1e-6 && std::abs(value) < 1e6);
}

// Texts that are read before params are replaced.
bool stays(std::string_view key) {
  static constexpr std::string_view names[] = {"version", "as", "macro"};
  return std::find(std::begin(names), std::end(names), key) != std::end(names);
}

// Its cutouts fit exactly, to the last bit.
bool is_wall(const Value& value) {
  return !value.fields.empty() && value.fields[0].first == "macro" &&
         value.fields[0].second.text == "box_decompose";
}

class Disguise {
 public:
  Disguise(int minor, Decisions& decisions) : minor_(minor), decisions_(decisions) {}

  // Exact values may become params, but not expressions.
  void change(Value& value, bool exact);
  Value take_params() { return std::move(params_); }

 private:
  // Its number.
  std::size_t add_param(Value value);
  Value computed(double value);

  int minor_;
  Decisions& decisions_;
  Value params_ = Value::map();
};

std::size_t Disguise::add_param(Value value) {
  const std::size_t number = params_.fields.size();
  params_.fields.emplace_back(fmt::format("p{}", number), std::move(value));
  return number;
}

// An expression whose value is about `value`.
Value Disguise::computed(double value) {
  switch (decisions_.below(6)) {
    case 0:
      return fmt::format("={:.17g}", value);
    case 1:
      return fmt::format("=$p{0}*2 - $p{0}", add_param(value));
    case 2:
      return fmt::format("=({:.17g}+1)/2+({:.17g}-1)/2", value, value);
    case 3:
      return fmt::format("=-(-$p{})", add_param(value));
    case 4:
      return fmt::format("=clamp({:.17g}, -1e7, max(1e7, sqrt(4)))*cos(sin(0))", value);
    default:
      return fmt::format("=rad2deg(deg2rad({:.17g}))+atan2(0,1)+tan(0)+abs(min(0,1))", value);
  }
}

void Disguise::change(Value& value, bool exact) {
  exact = exact || is_wall(value);
  for (Value& item : value.items) change(item, exact);
  for (auto& [key, field] : value.fields) {
    if (!stays(key)) change(field, exact || key == "range" || key == "scale");
  }
  if (value.kind == Value::Kind::Real && decisions_.one_in(6)) {
    const bool computes = !exact && minor_ >= expressions_since && may_be_computed(value.real);
    value = computes && decisions_.flip() ? computed(value.real)
                                          : Value(fmt::format("$p{}", add_param(value)));
  } else if (value.kind == Value::Kind::Text && decisions_.one_in(16) &&
             value.text.find_first_of("$=") == std::string::npos) {
    value = Value(fmt::format("$p{}", add_param(value)));
  }
}

}  // namespace

void disguise(Value& document, int minor, Decisions& decisions) {
  Disguise work(minor, decisions);
  work.change(document, false);
  Value params = work.take_params();
  if (!params.fields.empty()) document.fields.emplace_back("params", std::move(params));
}

}  // namespace rigy::fuzz
