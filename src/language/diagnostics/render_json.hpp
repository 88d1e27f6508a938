// Reports as one JSON object, described by docs/diagnostics.schema.json.
#pragma once

#include <span>
#include <string>

#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"
#include "rigy/fix.hpp"
#include "text/json_writer.hpp"

namespace rigy::language {

// The reports of one run, one per document, and the files that it wrote. `ok` is false if a
// document was rejected or something else went wrong; `failures` say what else. `fixes` are those
// of each report, as far as they are known. Ends with a line break.
[[nodiscard]] std::string render_json(std::span<const Report> reports,
                                      std::span<const std::string> outputs, bool ok,
                                      std::span<const std::string> failures = {},
                                      std::span<const Fixes> fixes = {});

// Whether places also have the keys that they had until 0.13, which go away in 0.14.
enum class OldKeys : bool { Without, With };

// One diagnostic as an object.
void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic,
                      std::span<const Fix> fixes = {}, OldKeys old_keys = OldKeys::With);

// Of a diagnostic of a report, by their numbers.
[[nodiscard]] std::span<const Fix> fixes_at(std::span<const Fixes> fixes, std::size_t report,
                                            std::size_t diagnostic);

// The keys of a place, from file on, in an object that has been opened.
void write_place(JsonWriter& json, const Place& place, OldKeys old_keys = OldKeys::With);

}  // namespace rigy::language
