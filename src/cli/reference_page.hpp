// docs/reference.md: every object and field of the language, from the tables that decoders read by.
#pragma once

#include <string>

namespace rigy::cli {

[[nodiscard]] std::string reference_page();

}  // namespace rigy::cli
