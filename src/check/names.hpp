// Finding things by id.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"

namespace rigy {

// The ids of one list of the document, with the index of their first bearer.
class Names {
 public:
  void add(std::string_view id, std::uint32_t index) { by_id_.emplace(id, index); }
  void reserve(std::size_t count) { by_id_.reserve(count); }

  [[nodiscard]] std::uint32_t find(std::string_view id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? unresolved : found->second;
  }

  // Calls use(id, index) for each id, in no particular order.
  template <class Use>
  void each(const Use& use) const {
    for (const auto& [id, index] : by_id_) use(id, index);
  }

  // In the order of the list.
  [[nodiscard]] std::vector<std::string_view> all() const;
  [[nodiscard]] std::size_t size() const { return by_id_.size(); }

 private:
  std::unordered_map<std::string_view, std::uint32_t> by_id_;
};

// What to say about a word that is none of the names: the closest of them, or all if they are few.
// `what` is what they are names of, in the plural.
[[nodiscard]] std::string help_for_unknown(Diagnostics& diagnostics, std::string_view word,
                                           const Names& names, std::string_view what);

template <class Item>
[[nodiscard]] Names names_of(const std::vector<Item>& items) {
  Names names;
  names.reserve(items.size());
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (items[i].id.given()) names.add(items[i].id.value, i);
  }
  return names;
}

}  // namespace rigy
