// JSON Schemas of documents, generated from the tables of the language.
#pragma once

#include <string>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// What a schema describes, by the word of `rigy schema`.
enum class SchemaKind : std::uint8_t { Rigy, Rigs, Rigm, Ricy, Weights, Bones };

// In the dialect of 2020-12.
[[nodiscard]] std::string json_schema(SchemaKind kind);

}  // namespace rigy::interfaces
