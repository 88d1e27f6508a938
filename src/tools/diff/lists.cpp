#include "diff/lists.hpp"

#include <fmt/format.h>

namespace rigy::tools {

std::vector<Change> order_changes(const std::vector<std::string_view>& before,
                                  const std::vector<std::string_view>& after,
                                  std::string_view field) {
  if (!is_reordered(match_items({before, {}}, {after, {}}))) return {};
  Change change;
  change.kind = ChangeKind::Reordered;
  change.field = field;
  return {std::move(change)};
}

Change renamed(std::string before, std::string after) {
  Change change;
  change.kind = ChangeKind::Renamed;
  change.field = "id";
  change.before = std::move(before);
  change.after = std::move(after);
  return change;
}

std::string join_ids(std::string_view owner, std::string_view id) {
  return owner.empty() ? std::string(id) : fmt::format("{}.{}", owner, id);
}

}  // namespace rigy::tools
