// Reports as one JSON object, described by docs/diagnostics.schema.json.
#pragma once

#include <span>
#include <string>

#include "base/json_writer.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy {

// The reports of one run, one per document, and the files that it wrote. `ok` is false when a
// document was rejected or, which no report says, something else went wrong. Ends with a line
// break.
[[nodiscard]] std::string render_json(std::span<const Report> reports,
                                      std::span<const std::string> outputs, bool ok);

// The keys of a place, from file to endColumnUtf16, in an object that has been begun.
void write_place(JsonWriter& json, const Place& place);

}  // namespace rigy
