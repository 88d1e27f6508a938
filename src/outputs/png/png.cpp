// PNG: our own chunks around zlib's compression. An animation is an APNG; other PNG readers show
// its first frame.
#include "rigy/png.hpp"

#include <algorithm>
#include <cstdint>
#include <new>
#include <string_view>
#include <vector>
#include <zlib.h>

#include "outputs_floor.hpp"

namespace rigy {
using namespace outputs;
namespace {

constexpr int compression_level = 4;

void put32(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 255);
}

void put16(std::string& out, std::uint32_t value) {
  for (int shift = 8; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 255);
}

void put_chunk(std::string& out, std::string_view type, std::string_view data) {
  put32(out, static_cast<std::uint32_t>(data.size()));
  const std::size_t start = out.size();
  out.append(type).append(data);
  const auto* bytes = reinterpret_cast<const Bytef*>(out.data() + start);
  put32(out, static_cast<std::uint32_t>(crc32_z(0, bytes, out.size() - start)));
}

bool is_opaque(std::span<const Picture> frames) {
  return std::all_of(frames.begin(), frames.end(), [](const Picture& picture) {
    for (std::size_t i = 3; i < picture.rgba.size(); i += 4) {
      if (picture.rgba[i] != 255) return false;
    }
    return true;
  });
}

using Row = std::vector<std::uint8_t>;

// The stored components of a row; alpha only if the picture has any.
void take_row(const Picture& picture, std::uint32_t y, std::size_t components, Row& row) {
  const std::uint8_t* from = picture.rgba.data() + std::size_t{4} * y * picture.width;
  std::uint8_t* to = row.data();
  for (std::uint32_t x = 0; x < picture.width; ++x, from += 4, to += components) {
    std::copy_n(from, components, to);
  }
}

// The distance of a filtered byte from zero, in either direction.
std::uint32_t cost(std::uint8_t byte) { return byte < 128 ? byte : 256u - byte; }

// Each byte minus that of the pixel before it, or of the pixel above, whichever leaves less.
void filter_row(const Row& row, const Row& above, std::size_t components, std::string& out) {
  const std::size_t size = row.size();
  std::string by_left(size, '\0');
  std::string by_above(size, '\0');
  std::uint64_t cost_left = 0;
  std::uint64_t cost_above = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const auto left =
        static_cast<std::uint8_t>(row[i] - (i < components ? 0 : row[i - components]));
    const auto up = static_cast<std::uint8_t>(row[i] - above[i]);
    by_left[i] = static_cast<char>(left);
    by_above[i] = static_cast<char>(up);
    cost_left += cost(left);
    cost_above += cost(up);
  }
  out += cost_left < cost_above ? '\1' : '\2';
  out += cost_left < cost_above ? by_left : by_above;
}

std::string compressed(const Picture& picture, std::size_t components) {
  Row row(components * picture.width);
  Row above(row.size());
  std::string plain;
  plain.reserve((row.size() + 1) * picture.height);
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    take_row(picture, y, components, row);
    filter_row(row, above, components, plain);
    std::swap(row, above);
  }
  auto size = compressBound(static_cast<uLong>(plain.size()));
  std::string out(size, '\0');
  const int failed = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(plain.data()),
                               static_cast<uLong>(plain.size()), compression_level);
  // Only for want of memory; that throws where there are exceptions, and traps where there are
  // none.
  if (failed != Z_OK) out.reserve(out.max_size() + 1);
  out.resize(size);
  return out;
}

std::string image_header(const Picture& picture, bool opaque) {
  std::string data;
  put32(data, picture.width);
  put32(data, picture.height);
  data += '\x08';
  data += opaque ? '\x02' : '\x06';
  data.append(3, '\0');
  return data;
}

std::string frame_control(const Picture& picture, std::uint32_t number,
                          std::uint32_t milliseconds) {
  std::string data;
  put32(data, number);
  put32(data, picture.width);
  put32(data, picture.height);
  data.append(8, '\0');
  put16(data, milliseconds);
  put16(data, 1000);
  data.append(2, '\0');
  return data;
}

}  // namespace

std::string encode_png(std::span<const Picture> frames, std::uint32_t frame_milliseconds) {
  const bool opaque = is_opaque(frames);
  const std::size_t components = opaque ? 3 : 4;
  std::string out("\x89PNG\r\n\x1a\n", 8);
  put_chunk(out, "IHDR", image_header(frames.front(), opaque));
  put_chunk(out, "sRGB", std::string_view("\0", 1));
  std::uint32_t number = 0;
  if (frames.size() > 1) {
    std::string control;
    put32(control, static_cast<std::uint32_t>(frames.size()));
    put32(control, 0);
    put_chunk(out, "acTL", control);
  }
  for (const Picture& frame : frames) {
    const bool is_first = &frame == frames.data();
    if (frames.size() > 1) {
      put_chunk(out, "fcTL", frame_control(frame, number++, frame_milliseconds));
    }
    const std::string data = compressed(frame, components);
    if (is_first) {
      put_chunk(out, "IDAT", data);
    } else {
      std::string numbered;
      put32(numbered, number++);
      put_chunk(out, "fdAT", numbered + data);
    }
  }
  put_chunk(out, "IEND", {});
  return out;
}

}  // namespace rigy
