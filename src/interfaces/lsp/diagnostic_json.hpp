// Diagnostics as the Language Server Protocol has them.
#pragma once

#include <string>

#include "analyze/analyzed_assembly.hpp"
#include "rigy/diagnostic.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {

// A diagnostic without the rest of its notification. `pages` is the address of a site with a page
// for each id; empty if there is none.
void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic,
                      const AnalyzedAssembly* assembly, const std::string& pages);

// The URI of a file as an analysis names it.
[[nodiscard]] std::string uri_of_file(const AnalyzedAssembly* assembly, const std::string& shown);

}  // namespace rigy::interfaces
