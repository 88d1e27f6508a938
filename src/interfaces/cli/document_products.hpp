// What the commands export and render make of a document, for commands that do the same with it.
#pragma once

#include <string>

#include "cli/engine.hpp"
#include "rigy/export.hpp"
#include "rigy/render.hpp"

namespace rigy::interfaces::cli {

// The files of an export; `all_files`: also those that are empty.
[[nodiscard]] Product export_document(const DocumentInput& input, ExportOptions options,
                                      bool all_files);
// The format of an output by its name. Throws UsageError if it has none.
[[nodiscard]] ExportFormat format_for(const std::string& output);

// The picture that `rigy render IN -o OUT --mark-diagnostics` draws; where nothing of the document
// can be drawn, `last` with the errors over it. Then `last` is the picture if there are no errors.
// Throws UsageError if the program was built without the renderer.
[[nodiscard]] Product draw_document(const DocumentInput& input, Picture& last);

}  // namespace rigy::interfaces::cli
