// Builds without meshoptimizer: exports stay as they are.
#include "gltf/compress.hpp"

namespace rigy::outputs {

CompressedView compress_view(const GltfView&, std::string_view, std::string&) { return {}; }

}  // namespace rigy::outputs

namespace rigy {

bool can_compress_exports() { return false; }

}  // namespace rigy
