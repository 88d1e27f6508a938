// Which kind of document a file is, by its name and its contents.
#pragma once

#include <string>
#include <string_view>

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"
#include "model_floor.hpp"
#include "syntax/reporter.hpp"
#include "syntax/tree.hpp"

namespace rigy::model {

// "room.rigs.yaml", "room.rigs.yml".
[[nodiscard]] bool is_scene_name(std::string_view name);

// "walk.rigm.yaml", "walk.rigm.yml".
[[nodiscard]] bool is_motion_name(std::string_view name);

// The name of the file without its ending: "arm" for "models/arm.rigy.yaml". What is made of a
// document is called after it.
[[nodiscard]] std::string document_stem(std::string_view path);

// Whether the text has to be read to know that it is not a scene.
[[nodiscard]] bool may_be_scene_file(std::string_view name, std::string_view text);

// If the name is neither a scene's nor an asset's, such as that of standard input, the key
// rigs_version decides, or the key scene in a document without any key of an asset.
[[nodiscard]] bool is_scene(const Tree& tree, std::string_view name);

// The same for motions, by the key rigm_version.
[[nodiscard]] bool is_motion(const Tree& tree, std::string_view name);

// A file that someone else's document names is quoted and checked only if it looks like the
// expected kind: nothing of any other file may get into a message.
[[nodiscard]] bool is_rigy_document(const Tree& tree);
[[nodiscard]] bool is_contract(const Tree& tree);

// R06, M02: a document with the name of another kind. True if that is the case.
bool report_wrong_kind(const Tree& tree, std::string_view name, SourceId source,
                       Diagnostics& diagnostics);

// R14.
void report_imported_scene(const Reporter& at, const Import& import);

}  // namespace rigy::model
