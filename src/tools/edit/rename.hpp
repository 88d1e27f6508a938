// Another name for an id, wherever it is written.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rigy/edit.hpp"
#include "symbol_index/symbol_index.hpp"

namespace rigy::tools {

struct Renaming {
  std::vector<FileEdits> edits;
  std::vector<std::string> faults;  // why it cannot be renamed; then there are no edits
};

// What is written at a byte of a file, given the name that it is to have there.
[[nodiscard]] Renaming rename_symbol(const SymbolIndex& index, std::uint32_t file,
                                     std::size_t offset, std::string_view name);

}  // namespace rigy::tools
