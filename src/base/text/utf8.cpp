#include "text/utf8.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "text/lines.hpp"

namespace rigy::base {
namespace {

bool continues(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

// The length of the well-formed sequence at `at`, or 0 (Unicode, table 3-7).
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (!continues(text, at + 1)) return 0;
  if (lead < 0xe0) return 2;
  const auto second = static_cast<unsigned char>(text[at + 1]);
  if (lead == 0xe0 && second < 0xa0) return 0;  // overlong
  if (lead == 0xed && second > 0x9f) return 0;  // surrogate
  if (lead == 0xf0 && second < 0x90) return 0;  // overlong
  if (lead == 0xf4 && second > 0x8f) return 0;  // above U+10FFFF
  if (!continues(text, at + 2)) return 0;
  if (lead < 0xf0) return 3;
  return continues(text, at + 3) ? 4 : 0;
}

// The end of the ASCII run from `at`, eight bytes at a time: documents are mostly ASCII.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  while (at + 8 <= text.size()) {
    std::uint64_t chunk = 0;
    std::memcpy(&chunk, text.data() + at, 8);
    if ((chunk & 0x8080808080808080u) != 0) break;
    at += 8;
  }
  return at;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  for (std::size_t at = skip_ascii(text, 0); at < text.size();) {
    const std::size_t length = sequence_length(text, at);
    if (length == 0) return false;
    at = skip_ascii(text, at + length);
  }
  return true;
}

std::vector<Position> replace_invalid_utf8(std::string& text, std::size_t limit) {
  std::vector<Position> places;
  std::string mended;
  mended.reserve(text.size() + 64);
  Position here{1, 1};
  std::size_t at = 0;
  if (text.starts_with(byte_order_mark)) {
    // The byte order mark takes no column.
    mended = byte_order_mark;
    at = byte_order_mark.size();
  }
  while (at < text.size()) {
    const std::size_t line_break = line_break_length(text, at);
    const std::size_t length = line_break > 0 ? line_break : sequence_length(text, at);
    if (length == 0) {
      places.push_back(here);
      mended += "\xef\xbf\xbd";
      if (places.size() == limit) break;
    } else {
      mended.append(text, at, length);
    }
    here = line_break > 0 ? Position{here.line + 1, 1} : Position{here.line, here.column + 1};
    at += length == 0 ? 1 : length;
  }
  text = std::move(mended);
  return places;
}

}  // namespace rigy::base
