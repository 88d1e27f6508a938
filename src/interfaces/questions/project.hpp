// The documents that belong together: a document, the files it names, and the documents that name
// it, as the editor has them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "questions/workspace.hpp"
#include "symbol_index/symbol_index.hpp"

namespace rigy::interfaces {

struct Project {
  SymbolIndex symbols;
  std::uint32_t file = no_index;  // of the document
  std::string left_out = {};      // why documents may be missing; empty: all are there

  [[nodiscard]] const SymbolFile& operator[](std::uint32_t number) const {
    return symbols.files[number];
  }
};

[[nodiscard]] Project project_of(const Workspace& workspace, const EditedText& text,
                                 SearchScope scope = SearchScope::Near);

}  // namespace rigy::interfaces
