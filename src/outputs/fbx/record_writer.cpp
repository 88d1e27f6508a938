#include "fbx/record_writer.hpp"

#include <utility>

namespace rigy::outputs {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view magic = "Kaydara FBX Binary  \0\x1a\0"sv;
constexpr std::string_view end_of_file =
    "\xf8\x5a\x8c\x6a\xde\xf5\xd9\x7e\xec\xe9\x0c\xe3\x75\x8f\x29\x0b"sv;
constexpr std::size_t alignment = 16;

}  // namespace

FbxRecordWriter::FbxRecordWriter(FbxVersion version) : out_(magic), version_(version) {
  put(static_cast<std::uint32_t>(version));
}

void FbxRecordWriter::begin(std::string_view name) {
  if (!open_.empty()) begin_list();
  const std::size_t start = out_.size();
  out_.append(3 * field_size(), '\0');
  out_ += static_cast<char>(name.size());
  out_ += name;
  open_.push_back({.start = start, .properties = out_.size()});
}

void FbxRecordWriter::begin_list() {
  OpenRecord& record = open_.back();
  if (record.has_list) return;
  record.has_list = true;
  close_properties(record);
}

void FbxRecordWriter::close_properties(const OpenRecord& record) {
  fill_field(record.start + field_size(), record.property_count);
  fill_field(record.start + 2 * field_size(), out_.size() - record.properties);
}

void FbxRecordWriter::end() {
  const OpenRecord record = open_.back();
  open_.pop_back();
  if (!record.has_list) close_properties(record);
  // A record with neither properties nor nested records has an empty list.
  if (record.has_list || record.property_count == 0) put_null_record();
  fill_field(record.start, out_.size());
}

void FbxRecordWriter::text(std::string_view value) {
  begin_property('S');
  put(static_cast<std::uint32_t>(value.size()));
  out_ += value;
}

void FbxRecordWriter::raw(std::string_view bytes) {
  begin_property('R');
  put(static_cast<std::uint32_t>(bytes.size()));
  out_ += bytes;
}

void FbxRecordWriter::begin_property(char type) {
  ++open_.back().property_count;
  out_ += type;
}

void FbxRecordWriter::fill_field(std::size_t place, std::uint64_t value) {
  for (std::size_t i = 0; i < field_size(); ++i) {
    out_[place + i] = static_cast<char>((value >> (8 * i)) & 0xff);
  }
}

void FbxRecordWriter::put_null_record() { out_.append(3 * field_size() + 1, '\0'); }

std::string FbxRecordWriter::finish() && {
  put_null_record();
  out_ += fbx_footer_id;
  put(std::uint32_t{0});
  // To the next multiple of 16, or by 16 if it is one already.
  out_.append(alignment - out_.size() % alignment, '\0');
  put(static_cast<std::uint32_t>(version_));
  out_.append(120, '\0');
  out_ += end_of_file;
  return std::move(out_);
}

}  // namespace rigy::outputs
