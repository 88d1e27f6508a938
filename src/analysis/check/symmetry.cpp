// W10, W11: symmetry that mirrors what it was meant to.
#include <algorithm>

#include <fmt/format.h>

#include "check/check.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::analysis {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool starts_with_ignoring_case(std::string_view id, std::string_view prefix) {
  return id.size() >= prefix.size() &&
         std::equal(prefix.begin(), prefix.end(), id.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

// Calls use(item) for every item that symmetry can mirror.
template <class Use>
void each_mirrorable(const Document& document, const Use& use) {
  for (const Mesh& mesh : document.meshes) {
    for (const Primitive& primitive : mesh.primitives) use(primitive);
  }
  for (const Armature& armature : document.armatures) {
    for (const Bone& bone : armature.bones) use(bone);
  }
  for (const Anchor& anchor : document.anchors) use(anchor);
  for (const Instance& instance : document.instances) use(instance);
}

// Whether the prefix is at the end of the id instead: "arm_L" or "armL_" for the prefix "L_".
bool is_suffixed(std::string_view id, std::string_view prefix) {
  if (id.size() <= prefix.size()) return false;
  const std::string_view end = id.substr(id.size() - prefix.size());
  return end == prefix || std::equal(prefix.rbegin(), prefix.rend(), end.begin());
}

// What to write instead of a prefix that no id has.
std::string help_for_prefix(const Document& document, const MirrorX& mirror) {
  const std::string_view from = mirror.prefix_from.value;
  const std::string_view to = mirror.prefix_to.value;
  std::string_view first;
  std::string_view other_side;
  std::string_view other_case;
  std::string_view suffixed;
  each_mirrorable(document, [&](const auto& item) {
    const std::string_view id = item.id.value;
    const auto keep_first = [id](std::string_view& kept) {
      if (kept.empty()) kept = id;
    };
    keep_first(first);
    if (id.starts_with(to)) keep_first(other_side);
    if (starts_with_ignoring_case(id, from)) keep_first(other_case);
    if (is_suffixed(id, from)) keep_first(suffixed);
  });
  if (!other_side.empty()) {
    return message_of("'{}' begins with prefix_to: write prefix_from: \"{}\", prefix_to: \"{}\"",
                      other_side, to, from);
  }
  if (!other_case.empty()) {
    return message_of("'{}' differs only in case: write prefix_from: \"{}\"", other_case,
                      other_case.substr(0, from.size()));
  }
  if (!suffixed.empty()) {
    return message_of("only prefixes are replaced: rename '{}' to '{}{}'", suffixed, from,
                      suffixed.substr(0, suffixed.size() - from.size()));
  }
  if (first.empty()) return "remove symmetry: there is nothing to mirror";
  return message_of(
      "rename what should be mirrored, for example '{}' to '{}{}', or remove symmetry", first, from,
      first);
}

// Whether there may be ids that could not be read, or made.
bool has_lost_names(const Document& document) {
  return document.incomplete.meshes || document.incomplete.armatures ||
         document.incomplete.anchors ||
         std::any_of(document.meshes.begin(), document.meshes.end(),
                     [](const Mesh& mesh) { return mesh.incomplete_primitives; }) ||
         std::any_of(document.armatures.begin(), document.armatures.end(),
                     [](const Armature& armature) { return armature.incomplete_bones; });
}

void check_prefix(const CheckContext& context, const MirrorX& mirror) {
  bool any = false;
  each_mirrorable(context.document, [&](const auto& item) {
    any = any || item.id.value.starts_with(mirror.prefix_from.value);
  });
  if (any || has_lost_names(context.document)) return;
  const NewFinding added = context.at.report(
      Code::UnusedMirrorPrefix, mirror.prefix_from.node,
      "no id of a primitive, bone, anchor or instance begins with prefix_from '{}': nothing is "
      "mirrored",
      mirror.prefix_from.value);
  if (added) added.help(help_for_prefix(context.document, mirror));
}

bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }

// Whether the rest after the prefix is a name: "arm" of "L_arm", "Arm" of "LArm", not "amp" of
// "Lamp".
bool is_name_after(std::string_view prefix, std::string_view rest) {
  if (rest.empty() || !is_letter(rest[0])) return false;
  return !is_letter(prefix.back()) || rest[0] != lower(rest[0]);
}

template <class Item>
void check_never_mirrored(const CheckContext& context, const std::vector<Item>& items,
                          std::string_view kind, std::string_view parts) {
  const std::string_view prefix = context.document.mirror_x->prefix_from.value;
  TextSet<std::string_view> ids;
  for (const Item& item : items) ids.insert(item.id.value);
  for (const Item& item : items) {
    const std::string_view id = item.id.value;
    if (!item.id.given() || !id.starts_with(prefix)) continue;
    const std::string_view rest = id.substr(prefix.size());
    // An author who wrote the other side by hand knows.
    if (ids.contains(fmt::format("{}{}", context.document.mirror_x->prefix_to.value, rest)))
      continue;
    const NewFinding added =
        context.at.report(Code::UnmirroredItem, item.id.node,
                          "{} '{}' has the mirror prefix, but is never mirrored", kind, id);
    if (is_name_after(prefix, rest) && !ids.contains(rest)) {
      added.help("only its {} whose ids begin with '{}' are mirrored: rename it to '{}'", parts,
                 prefix, rest);
    } else {
      added.help(
          "only its {} whose ids begin with '{}' are mirrored: give it an id without the "
          "prefix",
          parts, prefix);
    }
  }
}

}  // namespace

void check_symmetry(const CheckContext& context) {
  const auto& mirror = context.document.mirror_x;
  if (!mirror) return;
  const std::string_view from = mirror->prefix_from.value;
  const std::string_view to = mirror->prefix_to.value;
  if (from.empty() || to.empty() || from == to) return;
  check_prefix(context, *mirror);
  const auto& incomplete = context.document.incomplete;
  if (!incomplete.meshes) {
    check_never_mirrored(context, context.document.meshes, "mesh", "primitives");
  }
  if (!incomplete.armatures) {
    check_never_mirrored(context, context.document.armatures, "armature", "bones");
  }
}

}  // namespace rigy::analysis
