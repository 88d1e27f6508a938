#include "tables/version.hpp"

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"

namespace rigy {
using namespace interfaces;

std::string_view version() { return RIGY_VERSION; }
std::string_view language_version() { return RIGY_NEWEST_VERSION; }

}  // namespace rigy
