// Objects of an FBX file: their ids, the start of their records, and their properties.
#pragma once

#include <cstdint>
#include <string_view>

#include "fbx/record_writer.hpp"
#include "math/affine.hpp"
#include "math/vec.hpp"

namespace rigy::outputs {

enum class FbxKind : std::uint8_t {
  Document = 1,
  NodeAttribute,
  Geometry,
  Model,
  Pose,
  Material,
  Skin,
  Cluster,
  AnimationStack,
  AnimationLayer,
  AnimationCurveNode,
  AnimationCurve,
};

// Objects of each kind are numbered, so their ids are the same in every run.
[[nodiscard]] constexpr std::int64_t fbx_id(FbxKind kind, std::uint64_t number) {
  constexpr std::int64_t ids_per_kind = 10'000'000'000;
  return static_cast<std::int64_t>(kind) * ids_per_kind + static_cast<std::int64_t>(number);
}

// The type of an object, in FBX's terms. The class follows its name, the subclass follows that.
struct FbxType {
  std::string_view record;
  std::string_view object_class;
  std::string_view subclass;
};

// The caller ends the record.
void begin_object(FbxRecordWriter& writer, const FbxType& type, std::int64_t id,
                  std::string_view name);

// A record with one property and nothing else.
void put_int32(FbxRecordWriter& writer, std::string_view record, std::int32_t value);
void put_int64(FbxRecordWriter& writer, std::string_view record, std::int64_t value);
void put_real(FbxRecordWriter& writer, std::string_view record, double value);
void put_text(FbxRecordWriter& writer, std::string_view record, std::string_view value);
void put_matrix(FbxRecordWriter& writer, std::string_view record, const Affine& transform);

// The settings of an object: P records within a Properties70 record, which the caller begins and
// ends. Curves may move the animatable ones.
void begin_settings(FbxRecordWriter& writer);
void set_bool(FbxRecordWriter& writer, std::string_view name, bool value);
void set_int(FbxRecordWriter& writer, std::string_view name, std::int32_t value);
void set_enum(FbxRecordWriter& writer, std::string_view name, std::int32_t value);
void set_real(FbxRecordWriter& writer, std::string_view name, double value);
void set_time(FbxRecordWriter& writer, std::string_view name, std::int64_t value);
void set_text(FbxRecordWriter& writer, std::string_view name, std::string_view value);
// What settings named "NAME|…" belong to.
void set_compound(FbxRecordWriter& writer, std::string_view name);
void set_color(FbxRecordWriter& writer, std::string_view name, const Vec3& value);
void set_animatable_number(FbxRecordWriter& writer, std::string_view name, double value);
void set_animatable_color(FbxRecordWriter& writer, std::string_view name, const Vec3& value);
// "Lcl Translation" and the like, whose type has the same name.
void set_local(FbxRecordWriter& writer, std::string_view name, const Vec3& value);

}  // namespace rigy::outputs
