// References of all files → definitions.
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hashing/text_hash.hpp"
#include "symbol_index/symbol_index.hpp"

namespace rigy::tools {
namespace {

// How many names with indexes are compared in all.
constexpr std::size_t max_comparisons = 20'000'000;

// The definitions of a file by name.
struct FileNames {
  std::unordered_multimap<std::string_view, std::uint32_t> exact;
  std::vector<std::uint32_t> repeated;  // their names have indexes
};

// Where a name is looked for.
struct Search {
  std::uint32_t file = no_index;
  ItemKind kind{};
  bool any_owner = false;
  std::string_view owner = {};
};

class SymbolLinker {
 public:
  explicit SymbolLinker(SymbolIndex& index);

  void run();

 private:
  void link(const SymbolReference& reference);
  void link_in(const Search& search, const SymbolReference& reference);
  void link_material(const SymbolReference& reference);
  void link_imported_anchor(const Search& search, const SymbolReference& reference);
  void link_frame(std::uint32_t contract, const SymbolReference& reference);
  void link_weight_file(const SymbolReference& reference);
  void link_macro_part(const Search& search, const SymbolReference& reference);
  [[nodiscard]] bool find(const Search& search, std::string_view name, SymbolLink link);
  [[nodiscard]] bool find_mirrored(const Search& search, std::string_view name, SymbolLink link);
  [[nodiscard]] bool find_repeated(const Search& search, std::string_view name, SymbolLink link);
  [[nodiscard]] bool fits(const Search& search, const SymbolDefinition& definition) const;
  [[nodiscard]] const NamedFile* import_named(std::string_view name) const;
  [[nodiscard]] std::uint32_t file_with(ItemKind kind) const;
  [[nodiscard]] SymbolLink whole(const SymbolReference& reference) const;
  [[nodiscard]] const FileSymbols& symbols(std::uint32_t file) const {
    return index_.files[file].symbols;
  }

  SymbolIndex& index_;
  std::vector<FileNames> names_;
  std::size_t comparisons_left_ = max_comparisons;
  std::uint32_t file_ = 0;  // of the reference that is being linked
  std::uint32_t number_ = 0;
};

SymbolLinker::SymbolLinker(SymbolIndex& index) : index_(index), names_(index.files.size()) {
  for (std::size_t file = 0; file < index.files.size(); ++file) {
    const auto& definitions = index.files[file].symbols.definitions;
    for (std::uint32_t i = 0; i < definitions.size(); ++i) {
      names_[file].exact.emplace(definitions[i].name, i);
      if (has_index(definitions[i].name)) names_[file].repeated.push_back(i);
    }
  }
}

void SymbolLinker::run() {
  for (file_ = 0; file_ < index_.files.size(); ++file_) {
    const auto& references = symbols(file_).references;
    for (number_ = 0; number_ < references.size(); ++number_) link(references[number_]);
  }
}

SymbolLink SymbolLinker::whole(const SymbolReference& reference) const {
  SymbolLink link;
  link.file = file_;
  link.reference = number_;
  link.begin = reference.begin;
  link.size = reference.size;
  return link;
}

const NamedFile* SymbolLinker::import_named(std::string_view name) const {
  for (const NamedFile& one : index_.files[file_].imports) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

// Bones and armatures that a motion names are those of its asset.
std::uint32_t SymbolLinker::file_with(ItemKind kind) const {
  const NamedFile* moved = import_named("");
  const bool is_rig = kind == ItemKind::Bone || kind == ItemKind::Armature;
  return is_rig && moved != nullptr ? moved->asset : file_;
}

void SymbolLinker::link(const SymbolReference& reference) {
  if (!index_.files[file_].uses.empty()) return link_weight_file(reference);
  switch (reference.scope) {
    case Scope::Document:
      if (reference.kind == ItemKind::Material) return link_material(reference);
      return link_in({file_with(reference.kind), reference.kind, true}, reference);
    case Scope::Mesh:
    case Scope::Armature:
    case Scope::Repeat:
    case Scope::Macro:
      return link_in({file_, reference.kind, false, reference.owner}, reference);
    case Scope::Contract:
      for (const std::uint32_t asset : index_.files[file_].promised_by) {
        link_in({asset, reference.kind, true}, reference);
      }
      return;
    case Scope::Import:
    case Scope::Parent:
      break;
  }
  const NamedFile* owner = import_named(reference.owner);
  if (reference.kind == ItemKind::Frame) {
    if (owner != nullptr) link_frame(owner->contract, reference);
    return;
  }
  if (!reference.owner.empty() && owner == nullptr) return;
  link_imported_anchor({owner == nullptr ? file_ : owner->asset, reference.kind, true}, reference);
}

void SymbolLinker::link_in(const Search& search, const SymbolReference& reference) {
  if (find(search, reference.name, whole(reference))) return;
  if (reference.kind == ItemKind::Primitive) link_macro_part(search, reference);
}

// A material of this file, or <import>.<material>.
void SymbolLinker::link_material(const SymbolReference& reference) {
  if (find({file_, ItemKind::Material, true}, reference.name, whole(reference))) return;
  const std::size_t dot = reference.name.find('.');
  if (dot == std::string::npos || reference.from_param) return;
  const std::string_view name = reference.name;
  const NamedFile* import = import_named(name.substr(0, dot));
  SymbolLink front = whole(reference);
  front.size = static_cast<std::uint32_t>(dot);
  if (import == nullptr || !find({file_, ItemKind::Import, true}, name.substr(0, dot), front))
    return;
  SymbolLink rest = whole(reference);
  rest.begin += front.size + 1;
  rest.size -= front.size + 1;
  static_cast<void>(find({import->asset, ItemKind::Material, true}, name.substr(dot + 1), rest));
}

// With or without the name of the import in front.
void SymbolLinker::link_imported_anchor(const Search& search, const SymbolReference& reference) {
  if (find(search, reference.name, whole(reference))) return;
  const std::string_view name = reference.name;
  const std::size_t front = reference.owner.size();
  if (front == 0 || !name.starts_with(reference.owner) || !name.substr(front).starts_with('.'))
    return;
  SymbolLink import = whole(reference);
  import.size = static_cast<std::uint32_t>(front);
  SymbolLink rest = whole(reference);
  rest.begin += import.size + 1;
  rest.size -= import.size + 1;
  if (!find(search, name.substr(front + 1), rest)) return;
  static_cast<void>(find({file_, ItemKind::Import, true}, reference.owner, import));
}

void SymbolLinker::link_frame(std::uint32_t contract, const SymbolReference& reference) {
  const Search search{contract, ItemKind::Frame, true};
  const std::string prefix = reference.scope == Scope::Parent ? "slots." : "mounts.";
  SymbolLink link = whole(reference);
  link.left_out = static_cast<std::uint32_t>(prefix.size());
  if (find(search, prefix + reference.name, link)) return;
  static_cast<void>(find(search, reference.name, whole(reference)));
}

void SymbolLinker::link_weight_file(const SymbolReference& reference) {
  for (const WeightFileUse& use : index_.files[file_].uses) {
    const bool is_bone = reference.kind == ItemKind::Bone;
    link_in({use.asset, reference.kind, false, is_bone ? use.armature : use.mesh}, reference);
  }
}

// "front_gap_0" and "front_door_above" are parts of the macro "front" with the cutout "door".
void SymbolLinker::link_macro_part(const Search& search, const SymbolReference& reference) {
  if (search.file == no_index || reference.from_param) return;
  const std::string_view name = reference.name;
  for (std::size_t end = name.find('_'); end != std::string_view::npos;
       end = name.find('_', end + 1)) {
    SymbolLink macro = whole(reference);
    macro.size = static_cast<std::uint32_t>(end);
    const std::string_view id = name.substr(0, end);
    if (!find({search.file, ItemKind::Macro, search.any_owner, search.owner}, id, macro)) continue;
    const std::size_t last = name.rfind('_');
    if (last <= end) return;
    SymbolLink cutout = whole(reference);
    cutout.begin += macro.size + 1;
    cutout.size = static_cast<std::uint32_t>(last - end - 1);
    static_cast<void>(find({search.file, ItemKind::Cutout, false, id},
                           name.substr(end + 1, last - end - 1), cutout));
    return;
  }
}

bool SymbolLinker::fits(const Search& search, const SymbolDefinition& definition) const {
  if (definition.kind != search.kind) return false;
  return search.any_owner || definition.owner == search.owner ||
         stands_for(definition.owner, search.owner) || stands_for(search.owner, definition.owner);
}

bool SymbolLinker::find(const Search& search, std::string_view name, SymbolLink link) {
  if (search.file == no_index) return false;
  link.target_file = search.file;
  bool found = false;
  const auto [begin, end] = names_[search.file].exact.equal_range(name);
  for (auto one = begin; one != end; ++one) {
    if (!fits(search, symbols(search.file).definitions[one->second])) continue;
    link.definition = one->second;
    index_.links.push_back(link);
    found = true;
  }
  return found || find_mirrored(search, name, link) || find_repeated(search, name, link);
}

bool SymbolLinker::find_mirrored(const Search& search, std::string_view name, SymbolLink link) {
  const FileSymbols& file = symbols(search.file);
  if (!is_mirrored(search.kind) || link.mirrored || file.mirrored_to.empty()) return false;
  if (!name.starts_with(file.mirrored_to)) return false;
  link.mirrored = true;
  return find(search, file.mirrored_from + std::string(name.substr(file.mirrored_to.size())), link);
}

bool SymbolLinker::find_repeated(const Search& search, std::string_view name, SymbolLink link) {
  const auto& definitions = symbols(search.file).definitions;
  bool found = false;
  const auto try_one = [&](std::uint32_t number) {
    if (comparisons_left_ == 0) return;
    --comparisons_left_;
    const SymbolDefinition& one = definitions[number];
    if (!stands_for(one.name, name) && !stands_for(name, one.name)) return;
    if (!fits(search, one)) return;
    link.definition = number;
    index_.links.push_back(link);
    found = true;
  };
  if (has_index(name)) {
    for (std::uint32_t i = 0; i < definitions.size(); ++i) try_one(i);
  } else {
    for (const std::uint32_t number : names_[search.file].repeated) try_one(number);
  }
  return found;
}

}  // namespace

bool is_mirrored(ItemKind kind) {
  return kind == ItemKind::Primitive || kind == ItemKind::Bone || kind == ItemKind::Anchor ||
         kind == ItemKind::Instance;
}

void link_symbols(SymbolIndex& index) { SymbolLinker(index).run(); }

}  // namespace rigy::tools
