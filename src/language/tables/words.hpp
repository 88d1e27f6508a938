// The enumerations of the language, each with the words that stand for its values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string_view>

#include "implicit/surface.hpp"
#include "tables/features.hpp"

namespace rigy::language {

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define RIGY_SHAPE_SLIP(word, help)
enum class PrimitiveType : std::uint8_t {
#define RIGY_SHAPE(name, word, feature, ...) name,
#include "tables/shapes.def"
#undef RIGY_SHAPE
  ImplicitSurface
};
enum class Solver : std::uint8_t { Lbs, Dqs };
enum class Axis : std::uint8_t { X, Y, Z };
enum class AttachMode : std::uint8_t { Rigid, Uniform, Affine };
enum class OpKind : std::uint8_t { Add, Subtract };
enum class UvGenerator : std::uint8_t {
  PlanarXy,
  BoxProject,
  SphereLatlong,
  Cylindrical,
  CapsuleCylLatlong
};
enum class UvRoleName : std::uint8_t { Albedo, Detail, Directional, Radial, Decal, Lightmap };
enum class Macro : std::uint8_t { BoxDecompose, TrianglePrism };
// The part of a wall that is at 0.
enum class OffsetMode : std::uint8_t { Centerline, NegFace, PosFace };
// A turn about the slot's y axis.
enum class Yaw : std::uint8_t { Deg0, Deg90, Deg180, Deg270 };
// How a motion goes from one key to the next.
enum class Ease : std::uint8_t { Linear, Smooth, Step, Spline };

struct Word {
  std::string_view name;
  std::uint8_t value = 0;
  Feature feature = Feature::Basics;

  constexpr Word() = default;
  // A word that is the only one of its field.
  explicit constexpr Word(std::string_view only) : name(only) {}
  template <class Value>
  constexpr Word(std::string_view word, Value meaning, Feature added = Feature::Basics)
      : name(word), value(static_cast<std::uint8_t>(meaning)), feature(added) {}
};

// A word that a field does not allow, and what to write instead.
struct WordSlip {
  std::string_view name;
  std::string_view help;
};

// The words of an enumeration, in its order.
template <class Value>
inline constexpr std::span<const Word> words_of;

template <class Value>
[[nodiscard]] constexpr std::string_view word_for(Value value) {
  return words_of<Value>[static_cast<std::size_t>(value)].name;
}

template <class Value>
[[nodiscard]] constexpr std::optional<Value> value_of_word(std::string_view name) {
  for (const Word& word : words_of<Value>) {
    if (word.name == name) return static_cast<Value>(word.value);
  }
  return std::nullopt;
}

// Whether word i stands for value i.
[[nodiscard]] constexpr bool is_in_order(std::span<const Word> words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].value != i) return false;
  }
  return true;
}

inline constexpr Word primitive_type_words[] = {
#define RIGY_SHAPE(name, word, feature, ...) {#word, PrimitiveType::name, Feature::feature},
#include "tables/shapes.def"
#undef RIGY_SHAPE
    {"implicit_surface", PrimitiveType::ImplicitSurface, Feature::ImplicitSurfaces},
};
#undef RIGY_SHAPE_SLIP
// NOLINTEND(cppcoreguidelines-macro-usage)
// Those with dimensions.
inline constexpr auto shape_words =
    std::span(primitive_type_words).first<std::size(primitive_type_words) - 1>();
template <>
inline constexpr std::span<const Word> words_of<PrimitiveType> = primitive_type_words;

inline constexpr Word solver_words[] = {{"lbs", Solver::Lbs}, {"dqs", Solver::Dqs}};
template <>
inline constexpr std::span<const Word> words_of<Solver> = solver_words;

inline constexpr Word axis_words[] = {{"x", Axis::X}, {"y", Axis::Y}, {"z", Axis::Z}};
template <>
inline constexpr std::span<const Word> words_of<Axis> = axis_words;

// The axes that a wall can run along.
inline constexpr Word wall_axis_words[] = {axis_words[0], axis_words[2]};

inline constexpr Word attach_mode_words[] = {
    {"rigid", AttachMode::Rigid},
    {"uniform", AttachMode::Uniform},
    {"affine", AttachMode::Affine},
};
template <>
inline constexpr std::span<const Word> words_of<AttachMode> = attach_mode_words;

inline constexpr Word op_kind_words[] = {{"add", OpKind::Add}, {"subtract", OpKind::Subtract}};
template <>
inline constexpr std::span<const Word> words_of<OpKind> = op_kind_words;

inline constexpr Word field_kind_words[] = {
    {"metaball_sphere@1", FieldKind::MetaballSphere},
    {"metaball_capsule@1", FieldKind::MetaballCapsule},
    {"sdf_sphere@1", FieldKind::SdfSphere},
    {"sdf_capsule@1", FieldKind::SdfCapsule},
};
template <>
inline constexpr std::span<const Word> words_of<FieldKind> = field_kind_words;

inline constexpr Word uv_generator_words[] = {
    {"planar_xy@1", UvGenerator::PlanarXy},
    {"box_project@1", UvGenerator::BoxProject},
    {"sphere_latlong@1", UvGenerator::SphereLatlong},
    {"cylindrical@1", UvGenerator::Cylindrical},
    {"capsule_cyl_latlong@1", UvGenerator::CapsuleCylLatlong},
};
template <>
inline constexpr std::span<const Word> words_of<UvGenerator> = uv_generator_words;

inline constexpr Word uv_role_words[] = {
    {"albedo", UvRoleName::Albedo},
    {"detail", UvRoleName::Detail},
    {"directional", UvRoleName::Directional},
    {"radial", UvRoleName::Radial},
    {"decal", UvRoleName::Decal},
    {"lightmap", UvRoleName::Lightmap},
};
template <>
inline constexpr std::span<const Word> words_of<UvRoleName> = uv_role_words;

inline constexpr Word macro_words[] = {
    {"box_decompose", Macro::BoxDecompose, Feature::Macros},
    {"triangle_prism_on_plane", Macro::TrianglePrism, Feature::TrianglePrism},
};
template <>
inline constexpr std::span<const Word> words_of<Macro> = macro_words;

inline constexpr Word offset_mode_words[] = {
    {"centerline", OffsetMode::Centerline},
    {"neg_face", OffsetMode::NegFace},
    {"pos_face", OffsetMode::PosFace},
};
template <>
inline constexpr std::span<const Word> words_of<OffsetMode> = offset_mode_words;

inline constexpr Word yaw_words[] = {
    {"0deg", Yaw::Deg0}, {"90deg", Yaw::Deg90}, {"180deg", Yaw::Deg180}, {"270deg", Yaw::Deg270}};
template <>
inline constexpr std::span<const Word> words_of<Yaw> = yaw_words;

inline constexpr Word ease_words[] = {{"linear", Ease::Linear},
                                      {"smooth", Ease::Smooth},
                                      {"step", Ease::Step},
                                      {"spline", Ease::Spline}};
template <>
inline constexpr std::span<const Word> words_of<Ease> = ease_words;

static_assert(is_in_order(primitive_type_words) && is_in_order(solver_words) &&
              is_in_order(axis_words) && is_in_order(attach_mode_words) &&
              is_in_order(op_kind_words) && is_in_order(field_kind_words) &&
              is_in_order(uv_generator_words) && is_in_order(uv_role_words) &&
              is_in_order(macro_words) && is_in_order(offset_mode_words) && is_in_order(yaw_words) && is_in_order(ease_words));

}  // namespace rigy::language
