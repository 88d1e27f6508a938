#include "fbx_reader.hpp"

#include <bit>
#include <cstdio>

#include "fbx/record_writer.hpp"
#include "tests/every_floor.hpp"
#include "text/number_text.hpp"

namespace rigy {
namespace {

using std::string_view_literals::operator""sv;

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  FbxFile file() {
    FbxFile file;
    expect("Kaydara FBX Binary  \0\x1a\0"sv, "magic");
    file.version = static_cast<std::uint32_t>(number(4));
    field_size_ = file.version >= 7500 ? 8 : 4;
    file.records = list(bytes_.size());
    footer(file.version);
    file.problem = problem_;
    return file;
  }

 private:
  void fail(std::string_view what) {
    if (problem_.empty()) problem_ = std::string(what) + " at " + std::to_string(place_);
  }
  std::string_view take(std::size_t count) {
    if (count > bytes_.size() - place_) {
      fail("end of file");
      return {};
    }
    const std::string_view taken = bytes_.substr(place_, count);
    place_ += count;
    return taken;
  }
  void expect(std::string_view expected, std::string_view what) {
    if (take(expected.size()) != expected) fail(what);
  }
  std::uint64_t number(std::size_t size) {
    std::uint64_t value = 0;
    const std::string_view bytes = take(size);
    for (std::size_t i = bytes.size(); i-- > 0;) {
      value = (value << 8) | static_cast<unsigned char>(bytes[i]);
    }
    return value;
  }
  std::int32_t int32() { return static_cast<std::int32_t>(number(4)); }
  std::int64_t int64() { return static_cast<std::int64_t>(number(8)); }
  float binary32() { return std::bit_cast<float>(static_cast<std::uint32_t>(number(4))); }
  double binary64() { return std::bit_cast<double>(number(8)); }

  // Up to its NULL record.
  std::vector<FbxRecord> list(std::size_t end) {
    std::vector<FbxRecord> records;
    while (problem_.empty()) {
      const std::uint64_t record_end = number(field_size_);
      const std::uint64_t property_count = number(field_size_);
      const std::uint64_t property_size = number(field_size_);
      const std::string_view name = take(number(1));
      if (record_end == 0) {
        if (property_count != 0 || property_size != 0 || !name.empty()) fail("NULL record");
        return records;
      }
      if (record_end > end) fail("record longer than its parent");
      records.push_back(record(std::string(name), record_end, property_count, property_size));
    }
    return records;
  }

  FbxRecord record(std::string name, std::uint64_t end, std::uint64_t property_count,
                   std::uint64_t property_size) {
    FbxRecord record{.name = std::move(name), .properties = {}, .children = {}};
    const std::size_t properties_end = place_ + property_size;
    for (std::uint64_t i = 0; i < property_count && problem_.empty(); ++i) {
      record.properties.push_back(property());
    }
    if (place_ != properties_end) fail("length of the properties");
    if (place_ < end) {
      record.children = list(end);
      record.has_list = true;
    }
    if (place_ != end) fail("end of the record");
    return record;
  }

  FbxProperty property() {
    const std::string_view type = take(1);
    switch (type.empty() ? '?' : type[0]) {
      case 'C':
        return number(1) != 0;
      case 'I':
        return int32();
      case 'L':
        return int64();
      case 'D':
        return binary64();
      case 'S':
        return std::string(take(number(4)));
      case 'R':
        return FbxRaw{std::string(take(number(4)))};
      case 'i':
        return array<std::int32_t>([this] { return int32(); });
      case 'l':
        return array<std::int64_t>([this] { return int64(); });
      case 'f':
        return array<float>([this] { return binary32(); });
      case 'd':
        return array<double>([this] { return binary64(); });
      default:
        fail("type of a property");
        return false;
    }
  }

  template <class T, class Next>
  std::vector<T> array(const Next& next) {
    const std::uint64_t count = number(4);
    if (number(4) != 0) fail("compressed array");
    if (number(4) != count * sizeof(T)) fail("length of the array");
    std::vector<T> values;
    for (std::uint64_t i = 0; i < count && problem_.empty(); ++i) values.push_back(next());
    return values;
  }

  void footer(std::uint32_t version) {
    expect(fbx_footer_id, "code of the footer");
    if (number(4) != 0) fail("zeros of the footer");
    do {
      if (number(1) != 0) fail("padding");
    } while (place_ % 16 != 0 && problem_.empty());
    if (number(4) != version) fail("version in the footer");
    expect(std::string(120, '\0'), "zeros of the footer");
    expect("\xf8\x5a\x8c\x6a\xde\xf5\xd9\x7e\xec\xe9\x0c\xe3\x75\x8f\x29\x0b"sv, "last code");
    if (place_ != bytes_.size()) fail("bytes after the footer");
  }

  std::string_view bytes_;
  std::size_t place_ = 0;
  std::size_t field_size_ = 4;
  std::string problem_;
};

std::string quoted_text(std::string_view bytes) {
  std::string text = "'";
  for (const char byte : bytes) {
    const unsigned value = static_cast<unsigned char>(byte);
    if (value >= 0x20 && value < 0x7f) {
      text += byte;
    } else {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%o", value);
      text += octal;
    }
  }
  return text + "'";
}

std::string short_number(double value) {
  std::string text;
  append_number(text, value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

std::string short_number(float value) { return short_number(static_cast<double>(value)); }
std::string short_number(std::int32_t value) { return std::to_string(value); }
std::string short_number(std::int64_t value) { return std::to_string(value); }

template <class T>
std::string in_parentheses(char type, const std::vector<T>& values) {
  std::string text(1, type);
  text += '(';
  for (const T value : values) text += (text.size() > 2 ? " " : "") + short_number(value);
  return text + ')';
}

struct PropertyText {
  std::string operator()(bool value) const { return value ? "C1" : "C0"; }
  std::string operator()(std::int32_t value) const { return "I" + short_number(value); }
  std::string operator()(std::int64_t value) const { return "L" + short_number(value); }
  std::string operator()(double value) const { return "D" + short_number(value); }
  std::string operator()(const std::string& value) const { return "S" + quoted_text(value); }
  std::string operator()(const FbxRaw& value) const { return "R" + quoted_text(value.bytes); }
  std::string operator()(const std::vector<std::int32_t>& v) const {
    return in_parentheses('i', v);
  }
  std::string operator()(const std::vector<std::int64_t>& v) const {
    return in_parentheses('l', v);
  }
  std::string operator()(const std::vector<float>& v) const { return in_parentheses('f', v); }
  std::string operator()(const std::vector<double>& v) const { return in_parentheses('d', v); }
};

}  // namespace

FbxFile read_fbx(std::string_view bytes) { return Reader(bytes).file(); }

std::string to_text(const std::vector<FbxRecord>& records, int depth) {
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  std::string text;
  for (const FbxRecord& record : records) {
    text += indent + record.name;
    for (const FbxProperty& property : record.properties) {
      text += ' ' + std::visit(PropertyText{}, property);
    }
    if (record.children.empty()) {
      text += record.has_list ? " []\n" : "\n";
    } else {
      text += " [\n" + to_text(record.children, depth + 1) + indent + "]\n";
    }
  }
  return text;
}

}  // namespace rigy
