// What references may name, how one finds it, and what is said if it names nothing: the same for
// assets, scenes and motions.
#pragma once

#include <string_view>

#include "analysis_floor.hpp"
#include "document/names.hpp"
#include "link/references.hpp"
#include "syntax/reporter.hpp"

namespace rigy::analysis {

// The items that a reference may name.
struct Candidates {
  const Names* names = nullptr;  // null: it is unknown what has them
  bool incomplete = false;       // the item may be one that could not be decoded
  // What has them; by default they are of the file, and have to be defined.
  std::string_view owner = {};
  std::string_view owner_id = {};
  // May stand before the id, with a dot.
  std::string_view prefix = {};
};

// The id without the prefix, if it has it.
[[nodiscard]] std::string_view id_in(const Candidates& candidates, std::string_view id);

// Finds what the reference names. True if it names nothing, and that has to be said.
[[nodiscard]] bool is_missing(Reference& reference, const Candidates& in);

// Says "<owner> <says> '<id>', which …", with the closest known id.
NewFinding report_missing(const Reporter& at, const Reference& reference, const Type& type,
                          const Miss& miss, const ItemOrigin& origin, const Candidates& in,
                          std::string_view owner);

// Helps with an unknown reference: the closest known id.
void help_with(const Reporter& at, const NewFinding& added, const Reference& reference,
               const ItemOrigin& item, const Names& names, ItemKind kind);

}  // namespace rigy::analysis
