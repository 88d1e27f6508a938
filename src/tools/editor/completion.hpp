// What may be written at a place of a document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "editor/known_ids.hpp"
#include "editor/open_document.hpp"

namespace rigy::tools {

enum class CompletionKind : std::uint8_t { Field, Form, Word, Reference, Param, Function, File };

struct Completion {
  CompletionKind kind = CompletionKind::Field;
  std::string label;
  std::string detail = {};         // how it is written, or what it is
  std::string documentation = {};  // a sentence
  std::string snippet = {};        // what is inserted
  bool is_first = false;           // shown before the others: a required field
};

struct Completions {
  ByteRange replaced;  // the word that is being written
  std::vector<Completion> items;
};

// `files`: paths that a field of that kind may name, relative to the document.
[[nodiscard]] Completions complete_at(const OpenDocument& document, const Surroundings& around,
                                      std::size_t offset);

}  // namespace rigy::tools
