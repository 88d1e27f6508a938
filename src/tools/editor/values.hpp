// What an analysis knows about the nodes of a document: values of params and expressions, vertices
// of primitives, and where bones and anchors are.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "editor/open_document.hpp"

namespace rigy::tools {

// Knows nothing if the text was changed since the analysis.
class AnalyzedValues {
 public:
  AnalyzedValues(const OpenDocument& document, const AnalyzedAssembly& analyzed);

  // The texts that expansion made of a scalar: one, or one for each repetition. Empty if it is as
  // it was written.
  [[nodiscard]] std::vector<std::string> expanded(NodeId node) const;
  // Of the primitives that a mapping became.
  [[nodiscard]] std::vector<std::size_t> vertex_counts(NodeId mapping) const;

 private:
  void collect_expanded(const Tree& tree);
  void collect_vertices(const Asset& asset);

  const OpenDocument& document_;
  std::map<Position, std::vector<std::string>> values_;  // by where they are written
  std::map<Position, std::vector<std::size_t>> vertices_;
};

// Where the bone or anchor of that id is, in a sentence; empty if there is none.
[[nodiscard]] std::string place_of_item(const AnalyzedAssembly& analyzed, ItemKind item,
                                        std::string_view id);

}  // namespace rigy::tools
