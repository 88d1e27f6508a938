#include "cli/site.hpp"

#include <cstdlib>

namespace rigy::interfaces::cli {

std::string configured_site() {
  const char* const address = std::getenv("RIGY_SITE");
  std::string site = address == nullptr ? "" : address;
  if (!site.empty() && !site.ends_with('/')) site += '/';
  return site;
}

}  // namespace rigy::interfaces::cli
