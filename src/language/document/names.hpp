// Finding things by id.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::language {

// The ids of one list of the document, each with the index of the first item that has it.
class Names {
 public:
  void add(std::string_view id, std::uint32_t index) {
    if (by_id_.emplace(id, index).second) ids_.push_back(id);
  }
  void reserve(std::size_t count) {
    by_id_.reserve(count);
    ids_.reserve(count);
  }

  [[nodiscard]] std::uint32_t find(std::string_view id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? no_index : found->second;
  }

  // Each once, in the order in which they were added.
  [[nodiscard]] const std::vector<std::string_view>& all() const { return ids_; }
  [[nodiscard]] std::size_t size() const { return ids_.size(); }

 private:
  TextMap<std::string_view, std::uint32_t> by_id_;
  std::vector<std::string_view> ids_;
};

// Help for an unknown word: the closest of the names, or all of them if they are few. `what` is
// what they are names of, in the plural.
[[nodiscard]] std::string help_for_unknown(Diagnostics& diagnostics, std::string_view word,
                                           const Names& names, std::string_view what);

// "mesh 'body'"; "a mesh" if it has no id.
[[nodiscard]] std::string called(std::string_view kind, const Text& id);

template <class Item>
[[nodiscard]] Names names_of(const std::vector<Item>& items) {
  Names names;
  names.reserve(items.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (items[i].id.given()) names.add(items[i].id.value, i);
  }
  return names;
}

}  // namespace rigy::language
