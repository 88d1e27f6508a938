// Changes to a document's text that leave everything else as written: comments, line endings,
// quotes and formatting.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rigy {

// Replaces the bytes from `begin` to before `end` by a text.
struct TextEdit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;

  friend bool operator==(const TextEdit&, const TextEdit&) = default;
};

// Edits of one text, none of which overlaps another; those at one place apply in this order.
using TextEdits = std::vector<TextEdit>;

struct FileEdits {
  std::string file;  // as shown in messages
  TextEdits edits;
};

// Nothing if they overlap or are not in the text.
[[nodiscard]] std::optional<std::string> apply_edits(std::string_view text, const TextEdits& edits);

// One set of edits that does what `first` does to a text and then `second` to the result. Both must
// apply.
[[nodiscard]] TextEdits compose_edits(const TextEdits& first, const TextEdits& second);

// A value to be written, as YAML.
struct NewValue {
  std::string flow;  // on one line, in a form that is right in brackets too
  // The lines of the same as a block, indented from column 0; empty: on one line everywhere.
  std::vector<std::string> block = {};
};

// A text as a scalar, with quotes if it needs them.
[[nodiscard]] NewValue text_value(std::string_view utf8);

// The following take a path as diagnostics have it: "meshes[0].primitives[2].dimensions.radius". No
// edits if the text has no such place, or so many mistakes that it cannot be found.

// Sets a field of a mapping or an element of a list; mappings that are missing are written too.
[[nodiscard]] std::optional<TextEdits> set_value(std::string_view text, std::string_view path,
                                                 const NewValue& value);
// Sets a number that is written. One that is written as "$name" is the number of that param, which
// is set instead; what an expression computes cannot be set.
struct NumberEdits {
  TextEdits edits;
  std::string fault;  // why it cannot be set; empty: it can
};
[[nodiscard]] NumberEdits set_number(std::string_view text, std::string_view path,
                                     std::string_view number);
// Inserts an element at `index`, or as the last one. A list that is missing is written too.
inline constexpr std::size_t at_the_end = static_cast<std::size_t>(-1);
[[nodiscard]] std::optional<TextEdits> insert_item(std::string_view text, std::string_view path,
                                                   const NewValue& value,
                                                   std::size_t index = at_the_end);
// Removes a field or an element. Not if an alias elsewhere refers to something in it.
[[nodiscard]] std::optional<TextEdits> remove_at(std::string_view text, std::string_view path);
// Gives a key another name.
[[nodiscard]] std::optional<TextEdits> rename_key(std::string_view text, std::string_view path,
                                                  std::string_view name);

}  // namespace rigy
