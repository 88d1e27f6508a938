// The diagnostics by names that say what they are about; diagnostics.def has their ids and texts.
#pragma once

#include <cstdint>
#include <string_view>

#include "rigy/diagnostic.hpp"
#include "tables/version.hpp"

namespace rigy::language {

enum class Code : std::uint8_t {
#define RIGY_DIAGNOSTIC(name, ...) name,
#include "diagnostics/diagnostics.def"
#undef RIGY_DIAGNOSTIC
};

[[nodiscard]] const DiagnosticInfo& info_of(Code code);

// The code with that id, which must be in the table.
[[nodiscard]] Code code_with(std::string_view id);

// The code that a document of that version gets where older ones get `code`.
[[nodiscard]] Code code_in(Version version, Code code);

}  // namespace rigy::language
