#include "edit/rename.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "edit/edit_nodes.hpp"
#include "expand/identifier.hpp"
#include "expand/tokens.hpp"

namespace rigy::tools {
namespace {

// A part of a scalar's text and what it becomes.
struct PartChange {
  std::uint32_t begin = 0;
  std::uint32_t size = 0;
  std::string text;

  friend bool operator<(const PartChange& a, const PartChange& b) {
    return std::tie(a.begin, a.size, a.text) < std::tie(b.begin, b.size, b.text);
  }
};

// The "${i}" of a name, in order.
std::vector<std::string> indexes_in(std::string_view name) {
  std::vector<std::string> indexes;
  for (Token token = find_index(name); token.size > 0; token = find_index(name)) {
    indexes.emplace_back(name.substr(token.begin, token.size));
    name.remove_prefix(token.begin + token.size);
  }
  return indexes;
}

// What stands in `name` where `pattern` has an index.
std::vector<std::string> values_of_indexes(std::string_view pattern, std::string_view name) {
  std::vector<std::string> values;
  for (Token token = find_index(pattern); token.size > 0; token = find_index(pattern)) {
    name.remove_prefix(token.begin);
    const Token same = find_index(name);
    const std::size_t size = same.size > 0 && same.begin == 0
                                 ? same.size
                                 : std::min(name.find_first_not_of("0123456789"), name.size());
    values.emplace_back(name.substr(0, size));
    name.remove_prefix(size);
    pattern.remove_prefix(token.begin + token.size);
  }
  return values;
}

// The pattern with these in place of its indexes.
std::string with_values(std::string_view pattern, const std::vector<std::string>& values) {
  std::string out;
  for (const std::string& value : values) {
    const Token token = find_index(pattern);
    out.append(pattern.substr(0, token.begin)).append(value);
    pattern.remove_prefix(token.begin + token.size);
  }
  return out.append(pattern);
}

// Items of these kinds share their names.
int namespace_of(ItemKind kind) {
  switch (kind) {
    case ItemKind::Armature:
    case ItemKind::Anchor:
    case ItemKind::Instance:
    case ItemKind::Material:
      return static_cast<int>(ItemKind::Mesh);
    case ItemKind::Macro:
      return static_cast<int>(ItemKind::Primitive);
    default:
      return static_cast<int>(kind);
  }
}

// All links of the same reference; the links are in their order.
std::span<const SymbolLink> links_of(const SymbolIndex& index, const SymbolLink& link) {
  const auto place = [](const SymbolLink& one) { return std::pair(one.file, one.reference); };
  const auto [begin, end] = std::equal_range(
      index.links.begin(), index.links.end(), link,
      [&place](const SymbolLink& a, const SymbolLink& b) { return place(a) < place(b); });
  return {begin, end};
}

class Renamer {
 public:
  Renamer(const SymbolIndex& index, std::string_view name) : index_(index), name_(name) {}

  [[nodiscard]] Renaming run(std::uint32_t file, std::size_t offset) &&;

 private:
  void collect(const std::vector<SymbolId>& symbols);
  [[nodiscard]] const Occurrence* at(std::uint32_t file, std::size_t offset) const;
  [[nodiscard]] bool take_name(const Occurrence& here);
  void check_name(const SymbolDefinition& definition);
  void check_collisions();
  void change(const SymbolId& symbol, const Occurrence& one);
  [[nodiscard]] std::optional<std::string> name_for(const SymbolId& symbol, const Occurrence& one);
  void write_edits();
  template <class... Args>
  void fault(fmt::format_string<const Args&...> format, const Args&... args) {
    result_.faults.push_back(fmt::format(format, args...));
  }

  const SymbolIndex& index_;
  std::string name_;  // that the definition is to have
  std::vector<SymbolId> symbols_;
  std::vector<std::pair<SymbolId, Occurrence>> occurrences_;
  std::map<std::pair<std::uint32_t, NodeId>, std::set<PartChange>> changes_;
  Renaming result_;
};

// Definitions that are named by one reference, such as bones of one name in a pose, change
// together.
void Renamer::collect(const std::vector<SymbolId>& symbols) {
  std::set<SymbolId> known(symbols.begin(), symbols.end());
  symbols_ = symbols;
  for (std::size_t i = 0; i < symbols_.size(); ++i) {
    for (const Occurrence& one : occurrences_of(index_, symbols_[i])) {
      occurrences_.emplace_back(symbols_[i], one);
      if (one.link == nullptr) continue;
      for (const SymbolLink& link : links_of(index_, *one.link)) {
        const SymbolId other{link.target_file, link.definition};
        if (link.begin == one.link->begin && known.insert(other).second) symbols_.push_back(other);
      }
    }
  }
}

const Occurrence* Renamer::at(std::uint32_t file, std::size_t offset) const {
  for (const auto& [symbol, one] : occurrences_) {
    if (one.file == file && one.range.begin <= offset && offset <= one.range.end) return &one;
  }
  return nullptr;
}

// The name of the definition, from the one that a place is to have.
bool Renamer::take_name(const Occurrence& here) {
  if (here.link == nullptr) return true;
  const FileSymbols& target = index_.files[here.link->target_file].symbols;
  const SymbolDefinition& definition = target.definitions[here.link->definition];
  if (here.link->mirrored) {
    if (!name_.starts_with(target.mirrored_to)) {
      fault("it is a mirror image: the new name must begin with '{}'", target.mirrored_to);
      return false;
    }
    name_ = target.mirrored_from + name_.substr(target.mirrored_to.size());
  }
  name_ = definition.name.substr(0, here.link->left_out) + name_;
  if (has_index(definition.name) && !has_index(name_)) {
    fault("a repeat makes it: rename '{}' instead", definition.name);
    return false;
  }
  return true;
}

void Renamer::check_name(const SymbolDefinition& definition) {
  const bool is_identifier_only =
      definition.kind == ItemKind::Param || definition.kind == ItemKind::Index ||
      definition.kind == ItemKind::Macro || definition.kind == ItemKind::Cutout;
  if (definition.kind == ItemKind::UvSet) fault("UV sets have fixed names: uv0, uv1, …");
  if (name_.empty()) fault("a name must not be empty");
  if (is_identifier_only && !is_identifier(name_)) {
    fault("'{}' is no name of a {}: letters, digits and _, and no digit first", name_,
          name_of(definition.kind));
  }
  if (definition.kind == ItemKind::Bone && name_ == "none") fault("no bone can be called 'none'");
  if (definition.kind == ItemKind::Import && name_.find('.') != std::string::npos) {
    fault("the name of an import must not contain a dot");
  }
  if (indexes_in(definition.name) != indexes_in(name_)) {
    fault("'{}' is repeated: the new name needs the same indexes in it", definition.name);
  }
}

// The name, and that of the mirror image.
std::vector<std::string> names_of(const FileSymbols& file, ItemKind kind, const std::string& name) {
  std::vector<std::string> names = {name};
  const bool has_image =
      is_mirrored(kind) && !file.mirrored_to.empty() && name.starts_with(file.mirrored_from);
  if (has_image) names.push_back(file.mirrored_to + name.substr(file.mirrored_from.size()));
  return names;
}

// Whether an item of one name has an id that an item of the other one has, as it is written or in
// a mirror image or repetition.
bool share_id(const FileSymbols& file, ItemKind kind, const std::string& a, const std::string& b) {
  const std::vector<std::string> others = names_of(file, kind, b);
  for (const std::string& one : names_of(file, kind, a)) {
    const bool is_shared =
        std::any_of(others.begin(), others.end(), [&one](const std::string& other) {
          return one == other || stands_for(one, other) || stands_for(other, one);
        });
    if (is_shared) return true;
  }
  return false;
}

void Renamer::check_collisions() {
  for (const SymbolId& symbol : symbols_) {
    const SymbolDefinition& renamed = index_.definition(symbol.file, symbol.definition);
    const FileSymbols& file = index_.files[symbol.file].symbols;
    const auto& others = file.definitions;
    const bool is_taken = std::any_of(others.begin(), others.end(), [&](const auto& other) {
      return namespace_of(other.kind) == namespace_of(renamed.kind) &&
             other.owner == renamed.owner && other.node != renamed.node && renamed.name != name_ &&
             share_id(file, renamed.kind, other.name, name_);
    });
    if (is_taken) fault("there already is a {} '{}'", name_of(renamed.kind), name_);
    if (is_taken) return;
  }
}

std::optional<std::string> Renamer::name_for(const SymbolId& symbol, const Occurrence& one) {
  if (one.link == nullptr) return name_;
  const SymbolDefinition& definition = index_.definition(symbol.file, symbol.definition);
  const FileSymbols& target = index_.files[symbol.file].symbols;
  const AuthoredText& authored = index_.files[one.file].authored;
  const std::string_view written =
      authored.tree.text_of(one.node).substr(one.link->begin, one.link->size);
  if (!name_.starts_with(definition.name.substr(0, one.link->left_out))) {
    fault("'{}' is named elsewhere without '{}', so the new name must begin with it",
          definition.name, definition.name.substr(0, one.link->left_out));
    return std::nullopt;
  }
  std::string name = name_.substr(one.link->left_out);
  std::string old = definition.name.substr(one.link->left_out);
  if (one.link->mirrored) {
    if (!name.starts_with(target.mirrored_from)) {
      fault("its mirror image is used: the new name must begin with '{}'", target.mirrored_from);
      return std::nullopt;
    }
    name = target.mirrored_to + name.substr(target.mirrored_from.size());
    old = target.mirrored_to + old.substr(target.mirrored_from.size());
  }
  if (stands_for(old, written)) return with_values(name, values_of_indexes(old, written));
  if (!has_index(written)) return name;
  fault("'{}' stands for several names, of which this is one", written);
  return std::nullopt;
}

void Renamer::change(const SymbolId& symbol, const Occurrence& one) {
  const SymbolDefinition& definition = index_.definition(symbol.file, symbol.definition);
  const bool from_param =
      one.link == nullptr ? definition.from_param : index_.reference(*one.link).from_param;
  if (from_param) {
    return fault("'{}' is the value of a param: change it there", definition.name);
  }
  const std::optional<std::string> name = name_for(symbol, one);
  if (!name) return;
  const std::uint32_t whole = index_.files[one.file].authored.tree[one.node].text_size;
  const bool is_part = one.link != nullptr;
  changes_[{one.file, one.node}].insert(
      {is_part ? one.link->begin : 0, is_part ? one.link->size : whole, *name});
}

void Renamer::write_edits() {
  for (const auto& [place, parts] : changes_) {
    const SymbolFile& file = index_.files[place.first];
    std::string text(file.authored.tree.text_of(place.second));
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
      text.replace(part->begin, part->size, part->text);
    }
    if (result_.edits.empty() || result_.edits.back().file != file.name) {
      result_.edits.push_back({file.name, {}});
    }
    for (TextEdit& edit : replace_text(file.authored, place.second, text)) {
      result_.edits.back().edits.push_back(std::move(edit));
    }
  }
}

Renaming Renamer::run(std::uint32_t file, std::size_t offset) && {
  collect(symbols_at(index_, file, offset));
  const Occurrence* here = at(file, offset);
  if (here == nullptr) {
    fault("there is no id here");
    return std::move(result_);
  }
  if (!take_name(*here)) return std::move(result_);
  check_name(index_.definition(symbols_[0].file, symbols_[0].definition));
  check_collisions();
  for (const auto& [symbol, one] : occurrences_) {
    if (result_.faults.empty()) change(symbol, one);
  }
  if (result_.faults.empty()) write_edits();
  return std::move(result_);
}

}  // namespace

Renaming rename_symbol(const SymbolIndex& index, std::uint32_t file, std::size_t offset,
                       std::string_view name) {
  return Renamer(index, name).run(file, offset);
}

}  // namespace rigy::tools
