// Objects as lists of comparable values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "math/quaternion.hpp"
#include "math/vec.hpp"
#include "rigy/diff.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// A value, and what it is called when it changes.
struct Aspect {
  ChangeKind kind = ChangeKind::Changed;
  std::string field;
  DiffValue value;
  std::string bone = {};
  bool is_rotation = false;  // q and -q are the same
};

// Everything about an object except its id. Fields are unique for each bone.
using Description = std::vector<Aspect>;

// Numbers this close differ only by rounding: 0.1 + 0.2 is 0.3.
inline constexpr double noise = 1e-11;
[[nodiscard]] bool same_number(double a, double b);
[[nodiscard]] bool same_point(const Vec3& a, const Vec3& b);

[[nodiscard]] DiffValue value_of(const Vec3& vector);
[[nodiscard]] DiffValue value_of(const Quaternion& rotation);

// Shorthands for the functions that describe.
void add_text(Description& to, ChangeKind kind, std::string field, std::string_view text);
void add_number(Description& to, ChangeKind kind, std::string field, double number);
void add_point(Description& to, ChangeKind kind, std::string field, const Vec3& point);
void add_rotation(Description& to, std::string field, const Quaternion& rotation);

// What differs, in the order of `after`, then what only `before` has.
[[nodiscard]] std::vector<Change> changes_between(const Description& before,
                                                  const Description& after);
[[nodiscard]] std::vector<Property> properties_of(const Description& description);

// The same text for descriptions that are equal, apart from rounding in rare cases.
[[nodiscard]] std::string key_of(const Description& description);

}  // namespace rigy::tools
