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
  std::uint64_t size = 0;             // a multiple of 4
  std::string bytes;
  bool has_bytes = true;  // else there are too many to keep
};

// Appends the bytes of a view, compressed if that makes them fewer, and padded to a multiple of 4.
// The caller knows where they begin.
[[nodiscard]] CompressedView compress_view(const GltfView& view, std::string_view bytes,
                                           std::string& out);

// Takes the data in pieces, in order, and compresses one view after the other.
class ViewCompressor final : public OutputSink {
 public:
  // Keeps at most so many bytes.
  explicit ViewCompressor(const GltfData& data, std::size_t most_kept)
      : data_(data), most_kept_(most_kept) {}
  // Passes them on, from `offset` of the output on.
  ViewCompressor(const GltfData& data, OutputSink& sink, std::uint64_t offset)
      : data_(data), sink_(&sink), offset_(offset) {}

  [[nodiscard]] bool takes_any_order() override { return false; }
  [[nodiscard]] bool write(std::uint64_t offset, std::span<const std::byte> bytes) override;

  [[nodiscard]] CompressedData take() { return std::move(compressed_); }

 private:
  [[nodiscard]] bool keep(CompressedView view, std::string_view bytes);

  const GltfData& data_;
  std::size_t most_kept_ = 0;
  OutputSink* sink_ = nullptr;
  std::uint64_t offset_ = 0;
  std::string view_;  // the bytes of the next one
  CompressedData compressed_;
};

}  // namespace rigy::outputs
