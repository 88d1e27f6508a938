#include "gltf/compress.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <meshoptimizer.h>
#include <span>

namespace rigy::outputs {
namespace {

// Most of its room is not used, nor even touched.
class Encoded {
 public:
  explicit Encoded(std::size_t room) : room_(room), bytes_(new unsigned char[room]) {}

  [[nodiscard]] unsigned char* data() { return bytes_.get(); }
  [[nodiscard]] std::size_t room() const { return room_; }
  void set_size(std::size_t size) { size_ = size; }
  [[nodiscard]] std::string_view text() const {
    return {reinterpret_cast<const char*>(bytes_.get()), size_};
  }

 private:
  std::size_t room_;
  std::size_t size_ = 0;
  std::unique_ptr<unsigned char[]> bytes_;
};

// The number that begins at `bytes`, little-endian.
std::uint32_t number_at(const char* bytes, std::uint32_t size) {
  std::uint32_t number = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    number |= std::uint32_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  }
  return number;
}

// Triangles keep their order, but may begin with another corner.
Encoded encode_triangles(std::string_view bytes, std::uint32_t element_size) {
  // The version that the extension names; the library's default is an older one.
  static const bool is_ready = [] {
    meshopt_encodeIndexVersion(1);
    return true;
  }();
  static_cast<void>(is_ready);
  std::vector<unsigned int> indices(bytes.size() / element_size);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    indices[i] = number_at(bytes.data() + i * element_size, element_size);
  }
  const std::size_t vertices = std::size_t{*std::max_element(indices.begin(), indices.end())} + 1;
  Encoded out(meshopt_encodeIndexBufferBound(indices.size(), vertices));
  out.set_size(meshopt_encodeIndexBuffer(out.data(), out.room(), indices.data(), indices.size()));
  return out;
}

Encoded encode_elements(std::string_view bytes, std::uint32_t element_size) {
  const std::size_t count = bytes.size() / element_size;
  Encoded out(meshopt_encodeVertexBufferBound(count, element_size));
  out.set_size(
      meshopt_encodeVertexBuffer(out.data(), out.room(), bytes.data(), count, element_size));
  return out;
}

Encoded encode(const GltfView& view, std::string_view bytes) {
  return view.target == Target::Indices ? encode_triangles(bytes, view.element_size)
                                        : encode_elements(bytes, view.element_size);
}

void append_padded(std::string_view bytes, std::string& out) {
  out += bytes;
  out.append((4 - out.size() % 4) % 4, '\0');
}

}  // namespace

// A view that would not become smaller is stored as it is, unless its decoder has to convert it.
CompressedView compress_view(const GltfView& view, std::string_view bytes, std::string& out) {
  CompressedView stored;
  const Encoded kept = view.element_size == 0 ? Encoded(0) : encode(view, bytes);
  const std::string_view encoded = kept.text();
  if (encoded.empty() || (encoded.size() >= bytes.size() && !view.is_octahedral)) {
    stored.size = bytes.size();
    append_padded(bytes, out);
    return stored;
  }
  stored.size = encoded.size();
  stored.stride = view.element_size;
  stored.count = bytes.size() / view.element_size;
  stored.mode = view.target == Target::Indices ? "TRIANGLES" : "ATTRIBUTES";
  if (view.is_octahedral) stored.filter = "OCTAHEDRAL";
  append_padded(encoded, out);
  return stored;
}

}  // namespace rigy::outputs

namespace rigy {

bool can_compress_exports() { return true; }

}  // namespace rigy
