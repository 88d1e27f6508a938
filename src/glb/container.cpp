#include "glb/container.hpp"

#include <initializer_list>

#include "glb/little_endian.hpp"

namespace rigy {
namespace {

constexpr std::uint32_t magic = 0x46546c67;         // "glTF"
constexpr std::uint32_t json_chunk = 0x4e4f534a;    // "JSON"
constexpr std::uint32_t binary_chunk = 0x004e4942;  // "BIN\0"
constexpr std::uint64_t header_size = 12;
constexpr std::uint64_t chunk_header_size = 8;

std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

std::string words(std::initializer_list<std::uint64_t> values) {
  std::string bytes(4 * values.size(), '\0');
  std::byte* out = reinterpret_cast<std::byte*>(bytes.data());
  for (const std::uint64_t value : values) out = put(out, static_cast<std::uint32_t>(value));
  return bytes;
}

}  // namespace

std::uint64_t glb_size(std::size_t json_size, std::uint64_t binary_size) {
  const std::uint64_t binary = binary_size == 0 ? 0 : chunk_header_size + binary_size;
  return header_size + chunk_header_size + padded(json_size) + binary;
}

std::string glb_head(std::string json, std::uint64_t binary_size) {
  const std::uint64_t size = glb_size(json.size(), binary_size);
  json.resize(padded(json.size()), ' ');
  // Moved up in place: the text may be hundreds of megabytes.
  json.insert(0, words({magic, 2, size, json.size(), json_chunk}));
  if (binary_size > 0) json += words({binary_size, binary_chunk});
  return json;
}

}  // namespace rigy
