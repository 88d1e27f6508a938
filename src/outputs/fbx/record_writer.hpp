// FBX's binary container: a tree of records, each with a name, typed properties and nested records,
// written in order, into one string or into a sink. No tree is built, so large arrays exist only in
// the output. Records begin with their sizes, so that for a sink everything is measured first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "canonical/little_endian.hpp"
#include "io/output_sink.hpp"

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

// What a record begins with.
struct FbxRecordFields {
  std::uint64_t end = 0;
  std::uint32_t property_count = 0;
  std::uint32_t property_size = 0;
};

// Of all records, in the order in which they begin. Many: a vector that grows would need twice the
// memory.
using FbxMeasures = std::deque<FbxRecordFields>;

class FbxRecordWriter {
 public:
  explicit FbxRecordWriter(FbxVersion version) : FbxRecordWriter(version, Mode::Keep) {}
  // Keeps nothing but the fields of records.
  static FbxRecordWriter measuring(FbxVersion version) { return {version, Mode::Measure}; }
  // Writes into the sink what was measured.
  static FbxRecordWriter streaming(FbxVersion version, FbxMeasures measures, OutputSink& sink) {
    return {version, Mode::Stream, std::move(measures), &sink};
  }

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
    if (mode_ == Mode::Measure) {
      written_ += count * sizeof(T);
      return;
    }
    constexpr std::size_t most = piece_size / sizeof(T);
    for (std::size_t first = 0; first < count; first += most) {
      const std::size_t some = std::min(most, count - first);
      const std::size_t place = out_.size();
      out_.resize(place + some * sizeof(T));
      put_all<T>(reinterpret_cast<std::byte*>(out_.data() + place), some,
                 [&](std::size_t i) { return value_of(first + i); });
      pass_on();
    }
  }
  template <class T, class ValueOf>
  void array(std::size_t count, const ValueOf& value_of) {
    begin_array<T>(count);
    values<T>(count, value_of);
  }

  [[nodiscard]] std::uint64_t size() const { return written_ + out_.size(); }
  // Whether values are only counted.
  [[nodiscard]] bool measures() const { return mode_ == Mode::Measure; }
  // Writes the footer. All records must have ended.
  void end_file();
  // The file, footer included.
  [[nodiscard]] std::string finish() && {
    end_file();
    return std::move(out_);
  }
  // After the end of the file.
  [[nodiscard]] FbxMeasures take_measures() && { return std::move(records_); }

 private:
  enum class Mode : std::uint8_t { Keep, Measure, Stream };
  static constexpr std::size_t piece_size = 1u << 18;

  FbxRecordWriter(FbxVersion version, Mode mode, FbxMeasures measures = {},
                  OutputSink* sink = nullptr);

  struct OpenRecord {
    std::size_t number = 0;  // of all records
    std::uint64_t start = 0;
    std::uint64_t properties = 0;
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
  void put_field(std::uint64_t value);
  void fill_field(std::uint64_t place, std::uint64_t value);
  // Lets go of what is written, if it need not be kept.
  void pass_on();
  void flush();
  void put_null_record();
  [[nodiscard]] std::size_t field_size() const { return version_ == FbxVersion::V74 ? 4 : 8; }

  std::string out_;
  std::uint64_t written_ = 0;  // before that
  std::vector<OpenRecord> open_;
  FbxVersion version_;
  Mode mode_;
  FbxMeasures records_;
  std::size_t record_count_ = 0;
  OutputSink* sink_;
  bool is_fine_ = true;
};

}  // namespace rigy::outputs
