// The parts of a document, for outlines, folding and selecting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "editor/open_document.hpp"

namespace rigy::tools {

// An item with an id, or a section of the document.
struct OutlineItem {
  std::string name;
  std::string detail;  // "bone"
  ItemKind kind = ItemKind::None;
  ByteRange range;       // of the whole
  ByteRange name_range;  // of the name
  std::vector<OutlineItem> children;
};
[[nodiscard]] std::vector<OutlineItem> outline_of(const OpenDocument& document);

// Mappings and lists of more than one line.
struct FoldedLines {
  std::uint32_t first = 0;  // from 1
  std::uint32_t last = 0;
};
[[nodiscard]] std::vector<FoldedLines> folds_of(const OpenDocument& document);

// The node at the offset and everything around it, from the inside out.
[[nodiscard]] std::vector<ByteRange> selections_at(const OpenDocument& document,
                                                   std::size_t offset);

// A value that names a file.
struct FileLink {
  ByteRange range;
  std::string path;  // as written
};
[[nodiscard]] std::vector<FileLink> links_of(const OpenDocument& document);

}  // namespace rigy::tools
