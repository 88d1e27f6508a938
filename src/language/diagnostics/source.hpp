// The files that findings point into, and ranges in them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::language {

// A file that was read, kept as long as diagnostics may point into it. It does not know its users,
// so that several compilations can share it.
struct Source {
  std::string name;      // as shown to people
  std::string identity;  // one per file
  std::string text;
  // Whether messages may quote the text: only Rigy documents and contracts are quoted.
  bool quotable = false;
};

// The number of a source in one compilation.
using SourceId = std::uint32_t;

// A range of a source.
struct SourceRange {
  SourceId source = 0;
  Position start;
  Position end;
};

struct RelatedRange {
  SourceRange range;
  std::string message;
};

// A source in one compilation.
struct SourceUse {
  std::shared_ptr<const Source> source;
  // Where another source first names this one.
  std::optional<RelatedRange> named_at = std::nullopt;
};

// All sources of a compilation, in the order in which their findings are shown; a SourceId is an
// index.
using Sources = std::vector<SourceUse>;

}  // namespace rigy::language
