// Whether an analyzed document can be written, and what every writer may report.
#pragma once

#include <string>
#include <string_view>

#include "analyze/analyzed_assembly.hpp"

namespace rigy::analysis {

// Whether there is something to write: documents without errors that have the pose.
[[nodiscard]] bool is_writable(const AnalyzedAssembly& analyzed, const std::string& pose,
                               Diagnostics& diagnostics);

// Whether what was found so far rejects the document; also a warning that counts as an error.
[[nodiscard]] bool is_rejected(const Diagnostics& diagnostics, const Assembly& assembly);

// Reports that an output would exceed `what`: "4 GiB - 1 byte".
void report_too_large(Diagnostics& diagnostics, std::string_view what);

// Reports that there is no memory for an output.
void report_no_memory(Diagnostics& diagnostics);

}  // namespace rigy::analysis
