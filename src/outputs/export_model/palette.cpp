#include "export_model/palette.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace rigy::outputs {
namespace {

// The largest linear value that is stored as each level, found by bisection so that no function of
// libm is needed: ((s + 0.055) / 1.055)^2.4 is x^2 times the fifth root of x^2.
double fifth_root(double x) {
  double low = 0;
  double high = 1;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (middle * middle * middle * middle * middle < x ? low : high) = middle;
  }
  return low;
}

double linear_of(double srgb) {
  if (srgb <= 0.04045) return srgb / 12.92;
  const double base = (srgb + 0.055) / 1.055;
  return base * base * fifth_root(base * base);
}

char srgb_level(float linear) {
  int level = 0;
  while (level < 255 && double{linear} >= linear_of((level + 0.5) / 255)) ++level;
  return static_cast<char>(level);
}

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

// A zlib stream of one stored block.
std::string stored(std::string_view bytes) {
  std::string out = "\x78\x01\x01";
  const auto size = static_cast<std::uint16_t>(bytes.size());
  for (const int value : {size & 0xff, size >> 8, ~size & 0xff, ~size >> 8 & 0xff}) {
    out += static_cast<char>(value);
  }
  out += bytes;
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

std::string palette_png(std::span<const std::array<float, 4>> colors) {
  const std::size_t width = std::bit_ceil(colors.size());
  std::string row(1, '\0');  // not filtered
  for (const std::array<float, 4>& color : colors) {
    for (std::size_t i = 0; i < 3; ++i) row += srgb_level(color[i]);
    row += static_cast<char>(static_cast<int>(std::floor(color[3] * 255 + 0.5f)));
  }
  row.resize(1 + 4 * width, '\xff');
  std::string header;
  put_u32(header, static_cast<std::uint32_t>(width));
  put_u32(header, 1);
  header += std::string_view("\x08\x06\0\0\0", 5);  // 8 bits, RGBA
  std::string png = "\x89PNG\r\n\x1a\n";
  put_chunk(png, "IHDR", header);
  put_chunk(png, "IDAT", stored(row));
  put_chunk(png, "IEND", "");
  return png;
}

float palette_place(std::size_t color, std::size_t count) {
  return (static_cast<float>(color) + 0.5f) / static_cast<float>(std::bit_ceil(count));
}

}  // namespace rigy::outputs
