#include "editor/open_document.hpp"

#include <utility>

#include "syntax/asked_version.hpp"

namespace rigy::tools {
namespace {

struct FileEnding {
  std::string_view ending;
  const Object* root;
};

constexpr FileEnding endings[] = {
    {".rigs.yaml", &rigs_document_object},
    {".rigm.yaml", &motion_document_object},
    {".ricy.yaml", &contract_object},
    {".json", &weight_file_object},
};

// By the name of the file; a scene may also have any other name.
const Object& root_of(std::string_view path, const Tree& tree) {
  for (const FileEnding& known : endings) {
    if (path.ends_with(known.ending)) return *known.root;
  }
  const bool is_mapping = !tree.nodes.empty() && tree[0].kind == NodeKind::Mapping;
  if (is_mapping && find_value(tree, 0, "rigs_version") != no_index) return rigs_document_object;
  if (is_mapping && find_value(tree, 0, "rigm_version") != no_index) return motion_document_object;
  return document_object;
}

}  // namespace

OpenDocument open_document(std::string path, std::string text) {
  OpenDocument document;
  document.path = std::move(path);
  document.authored = read_authored(std::move(text));
  const Tree& tree = document.tree();
  document.root = &root_of(document.path, tree);
  document.meanings = meanings_of(tree, *document.root);
  if (!tree.nodes.empty()) document.version = asked_version(tree);
  return document;
}

const FieldRow* row_of_field(const Object& object, const Field& field) {
  for (const FieldRow& row : row_of(object).rows) {
    if (row.field.name == field.name) return &row;
  }
  return nullptr;
}

}  // namespace rigy::tools
