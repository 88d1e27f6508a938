// Builds without meshoptimizer: exports stay as they are.
#include "gltf/compress.hpp"

namespace rigy::outputs {

CompressedData compress_data(const GltfData&, std::string_view) { return {}; }

}  // namespace rigy::outputs

namespace rigy {

bool can_compress_exports() { return false; }

}  // namespace rigy
