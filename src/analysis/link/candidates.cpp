#include "link/candidates.hpp"

#include <string>

#include <fmt/format.h>

namespace rigy::analysis {
namespace {

// "armature 'rig' does not have".
std::string absence(const Candidates& candidates) {
  if (candidates.owner.empty()) return "is not defined";
  if (candidates.owner_id.empty()) return fmt::format("{} does not have", candidates.owner);
  return message_of("{} '{}' does not have", candidates.owner, candidates.owner_id);
}

std::string plural_of(ItemKind item) {
  return fmt::format("{}{}", name_of(item), item == ItemKind::Mesh ? "es" : "s");
}

}  // namespace

std::string_view id_in(const Candidates& candidates, std::string_view id) {
  const std::string_view prefix = candidates.prefix;
  if (prefix.empty() || !id.starts_with(prefix)) return id;
  const std::string_view rest = id.substr(prefix.size());
  return rest.starts_with('.') ? rest.substr(1) : id;
}

void help_with(const Reporter& at, const NewFinding& added, const Reference& reference,
               const ItemOrigin& item, const Names& names, ItemKind kind) {
  if (added && item.is_mirrored()) {
    added.help("symmetry renames '{}' to '{}'", at.tree.text_of(reference.node), reference.id);
  } else if (added) {
    added.help(help_for_unknown(at.diagnostics, reference.id, names, plural_of(kind)));
  }
}

bool is_missing(Reference& reference, const Candidates& in) {
  if (!reference.given() || in.names == nullptr) return false;
  reference.index = in.names->find(id_in(in, reference.id));
  if (reference.index == no_index) reference.index = in.names->find(reference.id);
  return reference.index == no_index && !in.incomplete;
}

NewFinding report_missing(const Reporter& at, const Reference& reference, const Type& type,
                          const Miss& miss, const ItemOrigin& origin, const Candidates& in,
                          std::string_view owner) {
  const NewFinding added = at.report(miss.code, origin.at(reference.node), "{} {} '{}', which {}",
                                     owner, miss.says, reference.id, absence(in));
  help_with(at, added, {id_in(in, reference.id), reference.node}, origin, *in.names, type.item);
  return added;
}

}  // namespace rigy::analysis
