// Where the site with the documentation is, as the user has configured it.
#pragma once

#include <string>

namespace rigy::interfaces::cli {

// RIGY_SITE of the environment, with a slash at the end; empty if it is not set.
[[nodiscard]] std::string configured_site();

}  // namespace rigy::interfaces::cli
