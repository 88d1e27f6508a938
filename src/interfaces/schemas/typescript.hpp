// TypeScript types of documents, generated from the tables of the language.
#pragma once

#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// A module with a type for each object of assets, scenes, contracts and weight files.
[[nodiscard]] std::string typescript_types();

}  // namespace rigy::interfaces
