// FBX's binary container: a tree of records, each with a name, typed properties and nested records,
// written in order into one string. No tree is built, so large arrays exist only in the output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "canonical/little_endian.hpp"

namespace rigy::outputs {

// 7.5 differs from 7.4 in having 64-bit offsets and counts. More programs read 7.4.
enum class FbxVersion : std::uint32_t { V74 = 7400, V75 = 7500 };

// A file states when it was made, and repeats that in two codes: its FileId and one in its footer.
// Readers compare them, so these three belong together.
inline constexpr std::string_view fbx_creation_time = "1970-01-01 10:00:00:000";
inline constexpr std::string_view fbx_file_id =
    "\x28\xb3\x2a\xeb\xb6\x24\xcc\xc2\xbf\xc8\xb0\x2a\xa9\x2b\xfc\xf1";
inline constexpr std::string_view fbx_footer_id =
    "\xfa\xbc\xab\x09\xd0\xc8\xd4\x66\xb1\x76\xfb\x83\x1c\xf7\x26\x7e";

class FbxRecordWriter {
 public:
  explicit FbxRecordWriter(FbxVersion version);

  // Records may be nested; a record's properties come before its nested records.
  void begin(std::string_view name);
  void end();
  // Some readers expect a list of nested records even where it is empty.
  void begin_list();

  void boolean(bool value) { property('C', static_cast<std::uint8_t>(value)); }
  void int32(std::int32_t value) { property('I', value); }
  void int64(std::int64_t value) { property('L', value); }
  void real(double value) { property('D', value); }
  void text(std::string_view value);
  void raw(std::string_view bytes);

  // An array property of T: std::int32_t, std::int64_t, float or double. Its values follow in any
  // number of calls, each with value_of(0), value_of(1), ...
  template <class T>
  void begin_array(std::size_t count) {
    begin_property(array_type<T>());
    put(static_cast<std::uint32_t>(count));
    put(std::uint32_t{0});  // not compressed
    put(static_cast<std::uint32_t>(count * sizeof(T)));
  }
  template <class T, class ValueOf>
  void values(std::size_t count, const ValueOf& value_of) {
    const std::size_t place = out_.size();
    out_.resize(place + count * sizeof(T));
    put_all<T>(reinterpret_cast<std::byte*>(out_.data() + place), count, value_of);
  }
  template <class T, class ValueOf>
  void array(std::size_t count, const ValueOf& value_of) {
    begin_array<T>(count);
    values<T>(count, value_of);
  }

  [[nodiscard]] std::size_t size() const { return out_.size(); }
  // The file, footer included. All records must have ended.
  [[nodiscard]] std::string finish() &&;

 private:
  struct OpenRecord {
    std::size_t start = 0;
    std::size_t properties = 0;
    std::uint64_t property_count = 0;
    bool has_list = false;  // of nested records
  };

  template <class T>
  [[nodiscard]] static constexpr char array_type() {
    if constexpr (std::is_same_v<T, std::int32_t>) return 'i';
    if constexpr (std::is_same_v<T, std::int64_t>) return 'l';
    if constexpr (std::is_same_v<T, float>) return 'f';
    if constexpr (std::is_same_v<T, double>) return 'd';
  }
  template <class T>
  void put(T value) {
    value = to_little_endian(value);
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out_.append(bytes, sizeof(T));
  }
  template <class T>
  void property(char type, T value) {
    begin_property(type);
    put(value);
  }
  void begin_property(char type);
  void close_properties(const OpenRecord& record);
  void fill_field(std::size_t place, std::uint64_t value);
  void put_null_record();
  [[nodiscard]] std::size_t field_size() const { return version_ == FbxVersion::V74 ? 4 : 8; }

  std::string out_;
  std::vector<OpenRecord> open_;
  FbxVersion version_;
};

}  // namespace rigy::outputs
