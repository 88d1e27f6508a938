#include "export_model/stored_png.hpp"

#include <cstddef>

namespace rigy::outputs {
namespace {

void put_u32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
}

std::uint32_t crc_of(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char byte : bytes) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320u : 0u);
  }
  return ~crc;
}

void put_chunk(std::string& out, std::string_view type, std::string_view data) {
  put_u32(out, static_cast<std::uint32_t>(data.size()));
  const std::string body = std::string(type).append(data);
  out += body;
  put_u32(out, crc_of(body));
}

// A stored block of at most 65,535 bytes.
void put_block(std::string& out, std::string_view bytes, bool is_last) {
  out += is_last ? '\1' : '\0';
  const auto size = static_cast<std::uint16_t>(bytes.size());
  for (const int value : {size & 0xff, size >> 8, ~size & 0xff, ~size >> 8 & 0xff}) {
    out += static_cast<char>(value);
  }
  out += bytes;
}

// A zlib stream of stored blocks.
std::string stored(std::string_view bytes) {
  constexpr std::size_t block = 65535;
  std::string out = "\x78\x01";
  for (std::size_t at = 0; at < bytes.size(); at += block) {
    put_block(out, bytes.substr(at, block), bytes.size() - at <= block);
  }
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char byte : bytes) {
    a = (a + static_cast<unsigned char>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  put_u32(out, b << 16 | a);
  return out;
}

}  // namespace

std::string stored_png(std::uint32_t width, std::uint32_t height, PngColors colors,
                       std::string_view pixels) {
  const std::size_t row = (colors == PngColors::Rgb ? 3 : 4) * std::size_t{width};
  std::string rows;
  for (std::size_t y = 0; y < height; ++y) {
    rows += '\0';  // not filtered
    rows += pixels.substr(y * row, row);
  }
  std::string header;
  put_u32(header, width);
  put_u32(header, height);
  header += '\x08';  // bits
  header += colors == PngColors::Rgb ? '\x02' : '\x06';
  header += std::string_view("\0\0\0", 3);
  std::string png = "\x89PNG\r\n\x1a\n";
  put_chunk(png, "IHDR", header);
  put_chunk(png, "IDAT", stored(rows));
  put_chunk(png, "IEND", "");
  return png;
}

}  // namespace rigy::outputs
