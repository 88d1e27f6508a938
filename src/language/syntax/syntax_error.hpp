// What libyaml's errors mean to the author of a file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <yaml.h>

#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::language {

struct SyntaxError {
  Position start;
  Position end;
  std::string message;
  std::string help;
  // Where the construct with the error begins.
  std::optional<Position> context;
  std::string_view context_message;
};

// Describes the error at which the parser stopped; `text` is its input. Nothing of the text gets
// into the message.
[[nodiscard]] SyntaxError describe_syntax_error(const yaml_parser_t& parser, std::string_view text);

// Whether the text has more %TAG directives than anybody needs.
[[nodiscard]] bool has_many_tag_directives(std::string_view text);

}  // namespace rigy::language
