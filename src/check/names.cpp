#include "check/names.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace rigy {
namespace {

constexpr std::size_t max_listed_names = 6;

}  // namespace

std::vector<std::string_view> Names::all() const {
  std::vector<std::pair<std::uint32_t, std::string_view>> sorted;
  sorted.reserve(by_id_.size());
  for (const auto& [id, index] : by_id_) sorted.emplace_back(index, id);
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::string_view> ids;
  ids.reserve(sorted.size());
  for (const auto& [index, id] : sorted) ids.push_back(id);
  return ids;
}

std::string help_for_unknown(Diagnostics& diagnostics, std::string_view word, const Names& names,
                             std::string_view what) {
  std::string meant = diagnostics.did_you_mean(word, [&](const auto& offer) { names.each(offer); });
  if (!meant.empty()) return meant;
  if (names.size() == 0) return fmt::format("there are no {}", what);
  if (names.size() > max_listed_names) return {};
  std::string list;
  for (const std::string_view name : names.all()) {
    if (!name.empty()) list += message_of("{}'{}'", list.empty() ? "" : ", ", name);
  }
  return list.empty() ? std::string() : fmt::format("known {}: {}", what, list);
}

}  // namespace rigy
