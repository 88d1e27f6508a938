// What is being written at a place. The word there is replaced by a mark, in each way in which it
// could go on, so that a line that is not finished can be read with the rest of the document.
#pragma once

#include <cstddef>
#include <vector>

#include "editor/open_document.hpp"

namespace rigy::tools {

// What is being written at a place, and what completion replaces: in an expression only a name.
struct WrittenWord {
  ByteRange whole;
  ByteRange replaced;
  bool is_in_expression = false;
  bool begins_line = false;  // perhaps after a dash
  bool is_in_quotes = false;
  bool has_colon = false;  // after it, so that it is a key that has a value
};

// The document with the mark in place of the word, as a key, a value or an element.
struct MarkedDocument {
  OpenDocument document;
  NodeId mark = no_index;

  // Whether the mark is a key of a mapping.
  [[nodiscard]] bool is_key() const;
  [[nodiscard]] const Meaning& meaning() const { return document.meanings[mark]; }
  // The mark begins a list: "- " was written before it.
  bool adds_dash = false;
};

[[nodiscard]] WrittenWord word_at(std::string_view text, std::size_t offset);

// Only those whose mark has a meaning.
[[nodiscard]] std::vector<MarkedDocument> mark_word(const OpenDocument& document,
                                                    const WrittenWord& word);

}  // namespace rigy::tools
