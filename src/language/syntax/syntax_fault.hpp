// Mistakes in the syntax of a file, and what they mean to its author.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::language {

enum class Fault : std::uint8_t {
  Tab,
  MissingColon,
  UnexpectedColon,
  ColonWithoutSpace,
  UnexpectedKey,
  UnexpectedItem,
  NoKey,
  NoItem,
  ItemMark,
  OpenList,
  OpenMapping,
  ExtraBracket,
  NoValue,
  ContentAfterDocument,
  OpenQuote,
  UnknownEscape,
  FewDigits,
  NoCharacter,
  AliasWithoutName,
  AnchorWithoutName,
  Tag,
  Directive,
  BlockScalar,
  Fence,
  WrongStart,
};

struct SyntaxFault {
  Fault fault{};
  Position at;
  std::uint32_t offset = 0;  // of `at`, in bytes
  Position context;          // where the collection begins, if that is shown too
};

// A file with more mistakes is not read to its end.
inline constexpr std::size_t max_syntax_faults = 100;

struct SyntaxError {
  Position start;
  Position end;
  std::string message;
  std::string_view help;
  Position context;  // line 0: there is none
  std::string_view context_message;
};

// Nothing of the text gets into the message.
[[nodiscard]] SyntaxError describe(const SyntaxFault& fault, std::string_view text);

// Words before or around the document, as people and programs send it.
struct Surroundings {
  Position at;
  std::string message;
  std::string help;
  std::uint32_t first_line = 0;  // of the document
  char fence = '\0';             // three of them at the start of a line end the document
};

// Only for a text that has a mistake: the words may be part of the document.
[[nodiscard]] std::optional<Surroundings> find_surroundings(std::string_view text);

}  // namespace rigy::language
