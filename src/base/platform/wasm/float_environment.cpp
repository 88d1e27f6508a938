#include "platform/float_environment.hpp"

namespace rigy::base::platform {

// WebAssembly has no other mode.
DefaultFloatEnvironment::DefaultFloatEnvironment() = default;
DefaultFloatEnvironment::~DefaultFloatEnvironment() = default;

}  // namespace rigy::base::platform
