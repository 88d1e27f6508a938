// What older versions refuse, as rules of a schema of the newest one.
#pragma once

#include "schemas/json_tree.hpp"
#include "tables/schema.hpp"

namespace rigy::interfaces {

// The rules of all versions that restrict older documents; their definitions are added.
[[nodiscard]] Json version_rules(const Object& root, Json& definitions);

}  // namespace rigy::interfaces
