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
    view_.reserve(padded);
    view_.append(reinterpret_cast<const char*>(bytes.data()), more);
    bytes = bytes.subspan(more);
    if (view_.size() < padded) continue;
    view_.resize(size);
    std::string stored;
    const CompressedView compressed = compress_view(view, view_, stored);
    view_.clear();
    if (!keep(compressed, stored)) return false;
  }
  return true;
}

bool ViewCompressor::keep(CompressedView view, std::string_view bytes) {
  view.offset = compressed_.size;
  compressed_.views.push_back(view);
  compressed_.size += bytes.size();
  if (sink_ != nullptr) {
    return sink_->write(offset_ + view.offset,
                        std::as_bytes(std::span<const char>(bytes.data(), bytes.size())));
  }
  if (compressed_.size > most_kept_) {
    compressed_.has_bytes = false;
    std::string().swap(compressed_.bytes);
  }
  if (compressed_.has_bytes) compressed_.bytes += bytes;
  return true;
}

}  // namespace rigy::outputs
