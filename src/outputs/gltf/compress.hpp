// The data of an exported glTF in fewer bytes (EXT_meshopt_compression), through libmeshoptimizer,
// which builds can do without.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gltf/data.hpp"
#include "io/output_sink.hpp"

namespace rigy::outputs {

// A view as it is stored, and what its decoder has to know.
struct CompressedView {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  std::uint32_t stride = 0;  // bytes of an element
  std::uint64_t count = 0;   // of elements; 0: stored as it is, as pictures are
  std::string_view mode;
  std::string_view filter;  // empty: none
};

struct CompressedData {
  std::vector<CompressedView> views;  // of each view of the data
  std::string bytes;                  // as many as a multiple of 4
};

// Appends the bytes of a view, compressed if that makes them fewer.
[[nodiscard]] CompressedView compress_view(const GltfView& view, std::string_view bytes,
                                           std::string& out);

// Takes the data in pieces, in order, and compresses one view after the other.
class ViewCompressor final : public OutputSink {
 public:
  explicit ViewCompressor(const GltfData& data) : data_(data) {}

  [[nodiscard]] bool takes_any_order() override { return false; }
  [[nodiscard]] bool write(std::uint64_t offset, std::span<const std::byte> bytes) override;

  [[nodiscard]] CompressedData take() { return std::move(compressed_); }

 private:
  const GltfData& data_;
  std::string view_;  // the bytes of the next one
  CompressedData compressed_;
};

}  // namespace rigy::outputs
