// In builds without the renderer there is no picture.
#include "export_model/thumbnail.hpp"

namespace rigy::outputs {

std::string thumbnail_of(const AnalyzedAssembly& /*analyzed*/, unsigned /*threads*/) { return {}; }

}  // namespace rigy::outputs
