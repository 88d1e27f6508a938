// The ids that a document may name: its own, and those of the files around it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/open_document.hpp"

namespace rigy::tools {

// What a document sees besides its own text. All of it may be missing.
struct Surroundings {
  // The text of a file that the document names.
  std::function<const OpenDocument*(const std::string& path)> file;
  // Paths of files that a field of that kind may name, relative to the document.
  std::function<std::vector<std::string>(FileKind kind)> paths;
};

// The ids of that kind, in their order, each once. `near` is where one is to be named: bones are
// those of the armature there, anchors of an import those of the import.
[[nodiscard]] std::vector<std::string> ids_for(const OpenDocument& document,
                                               const Surroundings& around, const Type& reference,
                                               NodeId near);

// Names of params.
[[nodiscard]] std::vector<std::string> param_names(const OpenDocument& document);

// The id of the mirror image that symmetry makes of such an item; empty if it makes none.
[[nodiscard]] std::string image_of(const OpenDocument& document, ItemKind item,
                                   std::string_view id);

}  // namespace rigy::tools
