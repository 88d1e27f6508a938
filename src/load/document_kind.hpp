// Which kind of document a file is: its name says so, and what stands in it.
#pragma once

#include <string_view>

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"
#include "yaml/reporter.hpp"
#include "yaml/tree.hpp"

namespace rigy {

// "room.rigs.yaml", "room.rigs.yml".
[[nodiscard]] bool is_scene_name(std::string_view name);

// Whether the text has to be read before anyone knows that it is no scene.
[[nodiscard]] bool may_be_scene_file(std::string_view name, std::string_view text);

// A name that is neither a scene's nor an asset's, such as that of standard input, leaves it to the
// key rigs_version, or to the key scene in a document with no key of an asset.
[[nodiscard]] bool is_scene(const Tree& tree, std::string_view name);

// A file that someone else's document names is shown and judged only if it looks like what it is
// meant to be: nothing of any other file may get into a message.
[[nodiscard]] bool is_rigy_document(const Tree& tree);
[[nodiscard]] bool is_contract(const Tree& tree);

// R06: a scene that is called an asset, or the other way round. True if it is one.
bool report_wrong_kind(const Tree& tree, std::string_view name, SourceId source,
                       Diagnostics& diagnostics);

// R14.
void report_imported_scene(const Reporter& at, const Import& import);

}  // namespace rigy
