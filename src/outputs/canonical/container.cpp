#include "canonical/container.hpp"

#include <initializer_list>

#include "canonical/little_endian.hpp"

namespace rigy::outputs {
namespace {

constexpr std::uint32_t magic = 0x46546c67;         // "glTF"
constexpr std::uint32_t json_chunk = 0x4e4f534a;    // "JSON"
constexpr std::uint32_t binary_chunk = 0x004e4942;  // "BIN\0"
constexpr std::uint64_t header_size = 12;
constexpr std::uint64_t chunk_header_size = 8;

std::uint64_t padded(std::uint64_t size) { return (size + 3) / 4 * 4; }

void put_words(std::byte* out, std::initializer_list<std::uint64_t> values) {
  for (const std::uint64_t value : values) out = put(out, static_cast<std::uint32_t>(value));
}

std::byte* bytes_at(std::string& text, std::size_t offset) {
  return reinterpret_cast<std::byte*>(text.data()) + offset;
}

}  // namespace

std::string begin_glb_head() { return std::string(header_size + chunk_header_size, '\0'); }

std::uint64_t glb_size(std::uint64_t head_size, std::uint64_t binary_size) {
  return padded(head_size) + (binary_size == 0 ? 0 : chunk_header_size + binary_size);
}

std::string glb_head_begin(std::uint64_t head_size, std::uint64_t binary_size) {
  std::string begin = begin_glb_head();
  const std::uint64_t json_size = padded(head_size) - begin.size();
  put_words(bytes_at(begin, 0),
            {magic, 2, glb_size(head_size, binary_size), json_size, json_chunk});
  return begin;
}

std::string glb_head_end(std::uint64_t head_size, std::uint64_t binary_size) {
  std::string end(static_cast<std::size_t>(padded(head_size) - head_size), ' ');
  if (binary_size == 0) return end;
  end.resize(end.size() + chunk_header_size);
  put_words(bytes_at(end, end.size() - chunk_header_size), {binary_size, binary_chunk});
  return end;
}

void finish_glb_head(std::string& head, std::uint64_t binary_size) {
  const std::string begin = glb_head_begin(head.size(), binary_size);
  const std::string end = glb_head_end(head.size(), binary_size);
  head.replace(0, begin.size(), begin);
  head += end;
}

}  // namespace rigy::outputs
