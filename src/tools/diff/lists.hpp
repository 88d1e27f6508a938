// Two lists of the same kind of object, compared item by item.
#pragma once

#include <functional>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diff/description.hpp"
#include "diff/match.hpp"
#include "diff/renames.hpp"
#include "document/document.hpp"

namespace rigy::tools {

[[nodiscard]] inline std::string_view id_of(const Import& import) { return import.name.value; }
// A mesh has one binding at most.
[[nodiscard]] inline std::string_view id_of(const Binding& binding) { return binding.mesh.id; }
template <class Item>
[[nodiscard]] std::string_view id_of(const Item& item) {
  return item.id.value;
}

template <class Item>
[[nodiscard]] std::vector<std::string_view> ids_of(std::span<const Item> items) {
  std::vector<std::string_view> ids;
  ids.reserve(items.size());
  for (const Item& item : items) ids.push_back(id_of(item));
  return ids;
}

// One of the two lists.
template <class Item>
struct ItemList {
  std::span<const Item> items;
  std::string owner;  // the mesh or armature that they belong to
  std::function<Description(const Item&)> describe;
  // See Listed. None: an item with another id is another item.
  std::vector<std::function<std::string(const Item&)>> keys = {};
};

struct ListOptions {
  ObjectKind kind = ObjectKind::Document;
  std::string import;
  bool list_all = false;  // also objects that have not changed
};

// "primitives have another order", if those in both lists do.
[[nodiscard]] std::vector<Change> order_changes(const std::vector<std::string_view>& before,
                                                const std::vector<std::string_view>& after,
                                                std::string_view field);

[[nodiscard]] Change renamed(std::string before, std::string after);
[[nodiscard]] std::string join_ids(std::string_view owner, std::string_view id);

template <class Item>
class ListComparer {
 public:
  using More = std::function<std::vector<Change>(const Item& before, const Item& after)>;

  ListComparer(ListOptions options, const ItemList<Item>& before, const ItemList<Item>& after)
      : options_(std::move(options)), before_(before), after_(after) {
    const Listed earlier = listed(before);
    const Listed later = listed(after);
    matches_ = match_items(earlier, later);
  }

  [[nodiscard]] const std::vector<Match>& matches() const { return matches_; }

  void add_renames(Renames& renames, const std::string& owner) const {
    for (const Match& match : matches_) {
      if (!match.is_kept()) continue;
      const std::string_view old_id = id_of(before_.items[match.before]);
      const std::string_view new_id = id_of(after_.items[match.after]);
      if (old_id != new_id) renames.add(options_.kind, owner, old_id, new_id);
    }
  }

  // An object for every item that differs. `more` finds changes that descriptions do not show.
  void add_objects(std::vector<ObjectDiff>& objects, const More& more = {}) const {
    for (const Match& match : matches_) {
      ObjectDiff object = object_of(match, more);
      const bool differs = object.state != ObjectState::Kept || !object.changes.empty();
      if (differs || options_.list_all) objects.push_back(std::move(object));
    }
  }

 private:
  static Listed listed(const ItemList<Item>& list) {
    Listed out;
    out.ids = ids_of(list.items);
    for (const auto& key : list.keys) {
      out.keys.emplace_back([&list, &key](std::size_t i) { return key(list.items[i]); });
    }
    return out;
  }

  [[nodiscard]] ObjectDiff object_of(const Match& match, const More& more) const {
    ObjectDiff object;
    object.kind = options_.kind;
    object.import = options_.import;
    if (match.is_kept()) {
      fill_kept(before_.items[match.before], after_.items[match.after], more, object);
      return object;
    }
    const bool added = match.after != no_index;
    const ItemList<Item>& list = added ? after_ : before_;
    const Item& item = list.items[added ? match.after : match.before];
    object.state = added ? ObjectState::Added : ObjectState::Removed;
    object.id = join_ids(list.owner, id_of(item));
    object.values = properties_of(list.describe(item));
    return object;
  }

  void fill_kept(const Item& before, const Item& after, const More& more,
                 ObjectDiff& object) const {
    object.id = join_ids(after_.owner, id_of(after));
    if (id_of(before) != id_of(after)) {
      object.changes.push_back(renamed(join_ids(before_.owner, id_of(before)), object.id));
    }
    append(changes_between(before_.describe(before), after_.describe(after)), object.changes);
    if (more) append(more(before, after), object.changes);
  }

  static void append(std::vector<Change> changes, std::vector<Change>& to) {
    std::move(changes.begin(), changes.end(), std::back_inserter(to));
  }

  ListOptions options_;
  const ItemList<Item>& before_;
  const ItemList<Item>& after_;
  std::vector<Match> matches_;
};

}  // namespace rigy::tools
