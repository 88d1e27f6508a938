#include "rigy/analyze.hpp"

namespace rigy {

std::string_view version() { return RIGY_VERSION; }
std::string_view language_version() { return "0.6"; }

}  // namespace rigy
