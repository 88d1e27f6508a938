#include "fbx/objects.hpp"

#include <array>
#include <string>

#include "fbx/transform.hpp"

namespace rigy::outputs {
namespace {

constexpr std::string_view animatable = "A";

void begin_setting(FbxRecordWriter& writer, std::string_view name, std::string_view type,
                   std::string_view subtype, std::string_view flags) {
  writer.begin("P");
  writer.text(name);
  writer.text(type);
  writer.text(subtype);
  writer.text(flags);
}

void set_vector(FbxRecordWriter& writer, std::string_view name, std::string_view type,
                std::string_view subtype, std::string_view flags, const Vec3& value) {
  begin_setting(writer, name, type, subtype, flags);
  writer.real(value.x);
  writer.real(value.y);
  writer.real(value.z);
  writer.end();
}

// A NUL would end the name for most readers, and 0 1 separates it from the class.
std::string without_nul(std::string_view name) {
  constexpr std::string_view symbol_for_null = "\xe2\x90\x80";
  std::string text;
  for (const char byte : name) {
    if (byte == '\0') {
      text += symbol_for_null;
    } else {
      text += byte;
    }
  }
  return text;
}

}  // namespace

void begin_object(FbxRecordWriter& writer, const FbxType& type, std::int64_t id,
                  std::string_view name) {
  std::string full_name = without_nul(name);
  full_name += '\0';
  full_name += '\1';
  full_name += type.object_class;
  writer.begin(type.record);
  writer.int64(id);
  writer.text(full_name);
  writer.text(type.subclass);
  writer.begin_list();
}

void put_int32(FbxRecordWriter& writer, std::string_view record, std::int32_t value) {
  writer.begin(record);
  writer.int32(value);
  writer.end();
}

void put_int64(FbxRecordWriter& writer, std::string_view record, std::int64_t value) {
  writer.begin(record);
  writer.int64(value);
  writer.end();
}

void put_real(FbxRecordWriter& writer, std::string_view record, double value) {
  writer.begin(record);
  writer.real(value);
  writer.end();
}

void put_text(FbxRecordWriter& writer, std::string_view record, std::string_view value) {
  writer.begin(record);
  writer.text(value);
  writer.end();
}

void put_matrix(FbxRecordWriter& writer, std::string_view record, const Affine& transform) {
  const std::array<double, 16> matrix = fbx_matrix(transform);
  writer.begin(record);
  writer.array<double>(matrix.size(), [&matrix](std::size_t i) { return matrix[i]; });
  writer.end();
}

void begin_settings(FbxRecordWriter& writer) {
  writer.begin("Properties70");
  writer.begin_list();
}

void set_bool(FbxRecordWriter& writer, std::string_view name, bool value) {
  begin_setting(writer, name, "bool", "", "");
  writer.int32(value ? 1 : 0);
  writer.end();
}

void set_compound(FbxRecordWriter& writer, std::string_view name) {
  begin_setting(writer, name, "Compound", "", "");
  writer.end();
}

void set_int(FbxRecordWriter& writer, std::string_view name, std::int32_t value) {
  begin_setting(writer, name, "int", "Integer", "");
  writer.int32(value);
  writer.end();
}

void set_enum(FbxRecordWriter& writer, std::string_view name, std::int32_t value) {
  begin_setting(writer, name, "enum", "", "");
  writer.int32(value);
  writer.end();
}

void set_real(FbxRecordWriter& writer, std::string_view name, double value) {
  begin_setting(writer, name, "double", "Number", "");
  writer.real(value);
  writer.end();
}

void set_time(FbxRecordWriter& writer, std::string_view name, std::int64_t value) {
  begin_setting(writer, name, "KTime", "Time", "");
  writer.int64(value);
  writer.end();
}

void set_text(FbxRecordWriter& writer, std::string_view name, std::string_view value) {
  begin_setting(writer, name, "KString", "", "");
  writer.text(value);
  writer.end();
}

void set_color(FbxRecordWriter& writer, std::string_view name, const Vec3& value) {
  set_vector(writer, name, "ColorRGB", "Color", "", value);
}

void set_animatable_number(FbxRecordWriter& writer, std::string_view name, double value) {
  begin_setting(writer, name, "Number", "", animatable);
  writer.real(value);
  writer.end();
}

void set_animatable_color(FbxRecordWriter& writer, std::string_view name, const Vec3& value) {
  set_vector(writer, name, "Color", "", animatable, value);
}

void set_local(FbxRecordWriter& writer, std::string_view name, const Vec3& value) {
  set_vector(writer, name, name, "", animatable, value);
}

}  // namespace rigy::outputs
