// The ids of all files of one or more analyses, and what refers to each: the start of "go to
// definition", "find references" and renaming.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"
#include "symbols/symbols.hpp"
#include "syntax/authored_text.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// What an importing file calls another file, by its number.
struct NamedFile {
  std::string name;
  std::uint32_t asset = no_index;
  std::uint32_t contract = no_index;
};

// Which mesh and armature of which asset a weight file is for.
struct WeightFileUse {
  std::uint32_t asset = no_index;
  std::string mesh;
  std::string armature;
};

struct SymbolFile {
  std::string name;      // as shown to people
  std::string identity;  // one per file
  const Object* root = nullptr;
  AuthoredText authored;
  FileSymbols symbols;
  std::vector<NamedFile> imports;
  std::vector<std::uint32_t> promised_by;  // of a contract: the assets that must satisfy it
  std::vector<WeightFileUse> uses;         // of a weight file
};

// A part of a reference, and a definition that it names.
struct SymbolLink {
  std::uint32_t file = 0;
  std::uint32_t reference = 0;
  std::uint32_t target_file = 0;
  std::uint32_t definition = 0;
  // The part of the node's text.
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
  bool mirrored = false;       // it names the mirror image
  std::uint32_t left_out = 0;  // leading bytes of the definition's name: "slots." of a frame
};

struct SymbolIndex {
  std::vector<SymbolFile> files;  // the entries first
  std::vector<SymbolLink> links;  // by file and reference

  [[nodiscard]] const SymbolDefinition& definition(std::uint32_t file, std::uint32_t number) const {
    return files[file].symbols.definitions[number];
  }
  [[nodiscard]] const SymbolReference& reference(const SymbolLink& link) const {
    return files[link.file].symbols.references[link.reference];
  }
};

// The text of a file that has been read already, by its identity; null if there is none.
using KnownTexts = std::function<const AuthoredText*(const std::string& identity)>;

// Of all analyses that `next` gives until it gives null; it is told how many bytes the texts of the
// index have, which takes about 30 times as much memory. No analysis is used after the next one is
// asked for. `files` reads the weight files again, whose texts an analysis does not keep.
using NextAnalysis = std::function<const Analysis*(std::size_t indexed)>;
[[nodiscard]] SymbolIndex index_symbols(const NextAnalysis& next, FileReader& files,
                                        const KnownTexts& known = {});
[[nodiscard]] SymbolIndex index_symbols(const Analysis& analysis, FileReader& files);

// Resolves the references; index_symbols has done it.
void link_symbols(SymbolIndex& index);

// A definition by its numbers.
struct SymbolId {
  std::uint32_t file = no_index;
  std::uint32_t definition = no_index;

  friend auto operator<=>(const SymbolId&, const SymbolId&) = default;
};

// A place where a symbol is written.
struct Occurrence {
  std::uint32_t file = 0;
  NodeId node = no_index;
  ByteRange range;  // of the name; of the whole scalar if it is not in the text as it is
  bool is_definition = false;
  const SymbolLink* link = nullptr;  // of a reference
};

// Whether items of the kind have mirror images.
[[nodiscard]] bool is_mirrored(ItemKind kind);

// The number of the file of that name or identity; no_index if there is none.
[[nodiscard]] std::uint32_t file_named(const SymbolIndex& index, std::string_view name);
// What is defined or named at a byte of a file; several if items share the name.
[[nodiscard]] std::vector<SymbolId> symbols_at(const SymbolIndex& index, std::uint32_t file,
                                               std::size_t offset);
// All places where the symbol is written, definitions first, then in the order of the files.
[[nodiscard]] std::vector<Occurrence> occurrences_of(const SymbolIndex& index,
                                                     const SymbolId& symbol);

}  // namespace rigy::tools
