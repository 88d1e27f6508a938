#include "diff/description.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "math/rotation.hpp"
#include "math/trig.hpp"

namespace rigy::tools {
namespace {

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b, double sign) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [sign](double x, double y) { return same_number(x, sign * y); });
}

bool same_value(const Aspect& a, const Aspect& b) {
  if (a.value.index() != b.value.index()) return false;
  if (const auto* number = std::get_if<double>(&a.value)) {
    return same_number(*number, std::get<double>(b.value));
  }
  const auto* numbers = std::get_if<std::vector<double>>(&a.value);
  if (numbers == nullptr) return a.value == b.value;
  const auto& others = std::get<std::vector<double>>(b.value);
  return same_numbers(*numbers, others, 1) || (a.is_rotation && same_numbers(*numbers, others, -1));
}

Vec3 vector_in(const DiffValue& value) {
  const auto& numbers = std::get<std::vector<double>>(value);
  return {numbers[0], numbers[1], numbers[2]};
}

Quaternion rotation_in(const DiffValue& value) {
  const auto& numbers = std::get<std::vector<double>>(value);
  return {numbers[0], numbers[1], numbers[2], numbers[3]};
}

bool has_numbers(const DiffValue& value, std::size_t count) {
  const auto* numbers = std::get_if<std::vector<double>>(&value);
  return numbers != nullptr && numbers->size() == count;
}

void measure_way(Change& change) {
  const Vec3 way = vector_in(change.after) - vector_in(change.before);
  change.by = {way.x, way.y, way.z};
  change.amount = length(way);
}

// The turn that leads from one rotation to the other, by at most half a turn.
void measure_turn(Change& change) {
  Quaternion turn = rotation_in(change.after) * conjugate(rotation_in(change.before));
  if (turn.w < 0) turn = -turn;
  const Vec3 axis{turn.x, turn.y, turn.z};
  const double size = length(axis);
  change.amount = 2 * atan2(size, turn.w) * degrees_per_radian;
  const Vec3 unit = size > 0 ? axis / size : Vec3{0, 1, 0};
  change.by = {unit.x, unit.y, unit.z};
}

Change change_of(const Aspect& aspect, DiffValue before, DiffValue after) {
  Change change;
  change.kind = aspect.kind;
  change.bone = aspect.bone;
  change.field = aspect.field;
  change.before = std::move(before);
  change.after = std::move(after);
  if (aspect.is_rotation) {
    if (has_numbers(change.before, 4) && has_numbers(change.after, 4)) measure_turn(change);
  } else if (aspect.kind == ChangeKind::Moved || aspect.kind == ChangeKind::Reposed) {
    if (has_numbers(change.before, 3) && has_numbers(change.after, 3)) measure_way(change);
  }
  return change;
}

using AspectKey = std::pair<std::string_view, std::string_view>;  // bone and field
AspectKey key_in(const Aspect& aspect) { return {aspect.bone, aspect.field}; }

std::map<AspectKey, const Aspect*> keys_in(const Description& description) {
  std::map<AspectKey, const Aspect*> places;
  for (const Aspect& aspect : description) places.emplace(key_in(aspect), &aspect);
  return places;
}

// Twelve digits: enough to tell values apart, few enough to hide rounding.
std::string key_of(double number) { return fmt::format("{:.11e} ", number == 0 ? 0.0 : number); }

std::string key_of(const DiffValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) return key_of(*number);
  std::string key;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    for (const double number : *numbers) key += key_of(number);
  }
  return key;
}

}  // namespace

bool same_number(double a, double b) {
  return std::abs(a - b) <= noise * std::max({1.0, std::abs(a), std::abs(b)});
}

bool same_point(const Vec3& a, const Vec3& b) {
  return same_number(a.x, b.x) && same_number(a.y, b.y) && same_number(a.z, b.z);
}

DiffValue value_of(const Vec3& vector) { return std::vector<double>{vector.x, vector.y, vector.z}; }

DiffValue value_of(const Quaternion& rotation) {
  return std::vector<double>{rotation.w, rotation.x, rotation.y, rotation.z};
}

void add_text(Description& to, ChangeKind kind, std::string field, std::string_view text) {
  if (!text.empty()) to.push_back({kind, std::move(field), std::string(text)});
}

void add_number(Description& to, ChangeKind kind, std::string field, double number) {
  to.push_back({kind, std::move(field), number});
}

void add_point(Description& to, ChangeKind kind, std::string field, const Vec3& point) {
  to.push_back({kind, std::move(field), value_of(point)});
}

void add_rotation(Description& to, std::string field, const Quaternion& rotation) {
  to.push_back({ChangeKind::Turned, std::move(field), value_of(rotation), {}, true});
}

std::vector<Change> changes_between(const Description& before, const Description& after) {
  std::vector<Change> changes;
  const std::map<AspectKey, const Aspect*> earlier = keys_in(before);
  for (const Aspect& aspect : after) {
    const auto found = earlier.find(key_in(aspect));
    if (found == earlier.end()) {
      changes.push_back(change_of(aspect, {}, aspect.value));
    } else if (!same_value(*found->second, aspect)) {
      changes.push_back(change_of(aspect, found->second->value, aspect.value));
    }
  }
  const std::map<AspectKey, const Aspect*> later = keys_in(after);
  for (const Aspect& aspect : before) {
    if (!later.contains(key_in(aspect))) changes.push_back(change_of(aspect, aspect.value, {}));
  }
  return changes;
}

std::vector<Property> properties_of(const Description& description) {
  std::vector<Property> properties;
  for (const Aspect& aspect : description) {
    if (aspect.is_rotation && rotation_in(aspect.value).w == 1) continue;  // not turned at all
    const std::string prefix = aspect.bone.empty() ? "" : fmt::format("bones.{}.", aspect.bone);
    properties.push_back({prefix + aspect.field, aspect.value});
  }
  return properties;
}

std::string key_of(const Description& description) {
  std::string key;
  for (const Aspect& aspect : description) {
    key.append(aspect.bone).append(1, '\0').append(aspect.field).append(1, '\0');
    key.append(key_of(aspect.value)).append(1, '\0');
  }
  return key;
}

}  // namespace rigy::tools
