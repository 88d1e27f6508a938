#include "text/code_points.hpp"

#include "text/utf8.hpp"

namespace rigy::base {
namespace {

// The sequence length that the first byte announces; 1 for bytes that cannot start a sequence.
std::size_t promised_length(unsigned char lead) {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

}  // namespace

char32_t next_code_point(std::string_view utf8, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(utf8[at]);
  if (lead < 0x80) {
    ++at;
    return lead;
  }
  const std::size_t length = promised_length(lead);
  const std::string_view sequence = utf8.substr(at, length);
  if (sequence.size() != length || !is_valid_utf8(sequence)) {
    ++at;
    return replacement_character;
  }
  char32_t point = lead & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    point = (point << 6) | (static_cast<unsigned char>(sequence[i]) & 0x3fu);
  }
  at += length;
  return point;
}

void append_code_point(std::string& out, char32_t point) {
  const auto append = [&out](char32_t byte) { out += static_cast<char>(byte); };
  const auto continuation = [&](int shift) { append(0x80 | ((point >> shift) & 0x3f)); };
  if (point < 0x80) {
    append(point);
  } else if (point < 0x800) {
    append(0xc0 | (point >> 6));
    continuation(0);
  } else if (point < 0x10000) {
    append(0xe0 | (point >> 12));
    continuation(6);
    continuation(0);
  } else {
    append(0xf0 | (point >> 18));
    continuation(12);
    continuation(6);
    continuation(0);
  }
}

std::string on_one_line(std::string text) {
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at)) {
    text.replace(at, 1, "\\n");
  }
  return text;
}

std::string shortened(std::string_view utf8, std::size_t max_bytes) {
  if (utf8.size() <= max_bytes) return std::string(utf8);
  std::size_t end = max_bytes;
  while (end > 0 && (static_cast<unsigned char>(utf8[end]) & 0xc0u) == 0x80u) --end;
  return std::string(utf8.substr(0, end)).append("…");
}

}  // namespace rigy::base
