// libyaml as the judge of our own reader: the tree that it makes of a text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/limits.hpp"
#include "syntax/tree.hpp"
#include "tests/every_floor.hpp"

namespace rigy::judge {

struct LibyamlReading {
  std::optional<Tree> tree;
  bool is_invalid = false;  // not YAML
  bool is_refused = false;  // YAML that Rigy does not read, or that exceeds a limit
  // Why it is invalid, and where.
  std::string problem;
  Position at;
  Position context;
};

// The text is UTF-8 without a byte order mark and without the line breaks of YAML 1.1 only.
[[nodiscard]] LibyamlReading read_with_libyaml(std::string_view text,
                                               std::size_t nesting = max_nesting);

}  // namespace rigy::judge
