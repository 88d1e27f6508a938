#include "fbx/record_writer.hpp"

#include <span>
#include <utility>

namespace rigy::outputs {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::string_view magic = "Kaydara FBX Binary  \0\x1a\0"sv;
constexpr std::string_view end_of_file =
    "\xf8\x5a\x8c\x6a\xde\xf5\xd9\x7e\xec\xe9\x0c\xe3\x75\x8f\x29\x0b"sv;
constexpr std::size_t alignment = 16;

}  // namespace

FbxRecordWriter::FbxRecordWriter(FbxVersion version, Mode mode, FbxMeasures measures,
                                 OutputSink* sink)
    : out_(magic), version_(version), mode_(mode), records_(std::move(measures)), sink_(sink) {
  put(static_cast<std::uint32_t>(version));
}

void FbxRecordWriter::begin(std::string_view name) {
  if (!open_.empty()) begin_list();
  pass_on();
  const std::uint64_t start = size();
  const std::size_t number = record_count_++;
  if (mode_ == Mode::Measure) records_.emplace_back();
  const FbxRecordFields fields =
      mode_ == Mode::Stream && number < records_.size() ? records_[number] : FbxRecordFields{};
  put_field(fields.end);
  put_field(fields.property_count);
  put_field(fields.property_size);
  out_ += static_cast<char>(name.size());
  out_ += name;
  open_.push_back({.number = number, .start = start, .properties = size()});
}

void FbxRecordWriter::begin_list() {
  OpenRecord& record = open_.back();
  if (record.has_list) return;
  record.has_list = true;
  close_properties(record);
}

void FbxRecordWriter::close_properties(const OpenRecord& record) {
  const std::uint64_t property_size = size() - record.properties;
  if (mode_ == Mode::Measure) {
    // A file has at most 2^32 - 1 bytes.
    records_[record.number].property_count = static_cast<std::uint32_t>(record.property_count);
    records_[record.number].property_size = static_cast<std::uint32_t>(property_size);
  }
  fill_field(record.start + field_size(), record.property_count);
  fill_field(record.start + 2 * field_size(), property_size);
}

void FbxRecordWriter::end() {
  const OpenRecord record = open_.back();
  open_.pop_back();
  if (!record.has_list) close_properties(record);
  // A record with neither properties nor nested records has an empty list.
  if (record.has_list || record.property_count == 0) put_null_record();
  if (mode_ == Mode::Measure) records_[record.number].end = size();
  fill_field(record.start, size());
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

void FbxRecordWriter::put_field(std::uint64_t value) {
  for (std::size_t i = 0; i < field_size(); ++i) {
    out_ += static_cast<char>((value >> (8 * i)) & 0xff);
  }
}

// What does not stay was known when it was written.
void FbxRecordWriter::fill_field(std::uint64_t place, std::uint64_t value) {
  if (mode_ != Mode::Keep) return;
  for (std::size_t i = 0; i < field_size(); ++i) {
    out_[static_cast<std::size_t>(place) + i] = static_cast<char>((value >> (8 * i)) & 0xff);
  }
}

void FbxRecordWriter::pass_on() {
  if (mode_ == Mode::Measure || (mode_ == Mode::Stream && out_.size() >= piece_size)) flush();
}

void FbxRecordWriter::flush() {
  if (mode_ == Mode::Stream && is_fine_) {
    is_fine_ = sink_->write(written_, std::as_bytes(std::span(out_)));
  }
  written_ += out_.size();
  out_.clear();
}

void FbxRecordWriter::put_null_record() { out_.append(3 * field_size() + 1, '\0'); }

void FbxRecordWriter::end_file() {
  put_null_record();
  out_ += fbx_footer_id;
  put(std::uint32_t{0});
  // To the next multiple of 16, or by 16 if it is one already.
  out_.append(static_cast<std::size_t>(alignment - size() % alignment), '\0');
  put(static_cast<std::uint32_t>(version_));
  out_.append(120, '\0');
  out_ += end_of_file;
  if (mode_ != Mode::Keep) flush();
}

}  // namespace rigy::outputs
