// The data of an exported glTF, compressed while it is made.
#include <algorithm>

#include "gltf/compress.hpp"

namespace rigy::outputs {

bool ViewCompressor::write(std::uint64_t /*offset*/, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const GltfView& view = data_.views[compressed_.views.size()];
    const auto size = static_cast<std::size_t>(view.size);
    const std::size_t padded = (size + 3) / 4 * 4;
    const std::size_t more = std::min(padded - view_.size(), bytes.size());
    view_.append(reinterpret_cast<const char*>(bytes.data()), more);
    bytes = bytes.subspan(more);
    if (view_.size() < padded) continue;
    view_.resize(size);
    compressed_.views.push_back(compress_view(view, view_, compressed_.bytes));
    view_ = std::string();  // it may be large
  }
  return true;
}

}  // namespace rigy::outputs
