// New ids by old ones, so that a reference to what was renamed does not count as a change.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <tuple>

#include "rigy/diff.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

class Renames {
 public:
  // `owner` is the id of the mesh or armature that the object belongs to, if it belongs to one.
  void add(ObjectKind kind, std::string_view owner, std::string_view before,
           std::string_view after) {
    now_.emplace(std::tuple(kind, std::string(owner), std::string(before)), after);
  }

  // The id of today; that of before, if it is still the same.
  [[nodiscard]] std::string now(ObjectKind kind, std::string_view owner,
                                std::string_view before) const {
    if (now_.empty()) return std::string(before);
    const auto found = now_.find(std::tuple(kind, std::string(owner), std::string(before)));
    return found == now_.end() ? std::string(before) : found->second;
  }

 private:
  std::map<std::tuple<ObjectKind, std::string, std::string>, std::string> now_;
};

}  // namespace rigy::tools
