#include "platform/float_environment.hpp"

#include <cfenv>
#include <cstring>

namespace rigy::base::platform {

DefaultFloatEnvironment::DefaultFloatEnvironment() {
  std::fenv_t before{};
  static_assert(sizeof before <= sizeof before_);
  std::fegetenv(&before);
  std::memcpy(before_.data(), &before, sizeof before);
  std::fesetenv(FE_DFL_ENV);
}

DefaultFloatEnvironment::~DefaultFloatEnvironment() {
  std::fenv_t before{};
  std::memcpy(&before, before_.data(), sizeof before);
  std::fesetenv(&before);
}

}  // namespace rigy::base::platform
