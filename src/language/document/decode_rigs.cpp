#include "document/decode_rigs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "diagnostics/suggestions.hpp"
#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/length.hpp"
#include "document/members.hpp"
#include "document/slips.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {
namespace {

bool is_text(const Tree& tree, NodeId node) {
  return tree[node].kind == NodeKind::Scalar &&
         scalar_type(tree.text_of(node), tree[node].plain) == ScalarType::String;
}

void check_rigs_version(const Reporter& at, const FieldValue& value) {
  if (!value.given()) return;
  const NodeId node = value.node;
  const std::string_view text = at.tree.text_of(node);
  if (is_number(at.tree, node)) {
    at.report(Code::UnsupportedRigsVersion, node, "rigs_version must be text, not the number {}",
              text)
        .help("put it in quotes: rigs_version: \"{}\"", text);
    return;
  }
  const Text version = read_text(at, value);
  if (!version.given() || version.value == RIGY_RIGS_VERSION) return;
  at.report(Code::UnsupportedRigsVersion, node,
            "scene language version '{}' is not supported by this compiler", text)
      .help("write rigs_version: \"" RIGY_RIGS_VERSION "\"");
}

// A path alone, or the mapping that assets have.
Import decode_scene_import(const Reporter& at, NodeId key, NodeId node) {
  Import import;
  import.name = read_id(at, key, "import name", "write a name, such as room");
  import.node = node;
  if (at.tree[node].kind == NodeKind::Scalar) {
    import.source = read_text(at, node, "import");
    return import;
  }
  ImportMembers::fill(read_fields<import_object>(at, node), import, ReadMember{at});
  return import;
}

void report_wrong_count(const Reporter& at, NodeId node, std::string_view what) {
  at.report(Code::WrongFrameAnchors, node, "a {} must have 3 anchors, not {}", what,
            at.tree[node].size)
      .help("write anchors: [a, b, c]");
}

// A repeated one is left out, so that nothing else is reported about the frame.
void drop_repeated(const Reporter& at, std::array<Reference, 3>& anchors, std::string_view what) {
  for (std::size_t i = 1; i < anchors.size(); ++i) {
    const auto end = anchors.cbegin() + static_cast<std::ptrdiff_t>(i);
    const auto first = std::find_if(anchors.cbegin(), end, [&](const Reference& anchor) {
      return anchor.given() && anchors[i].given() && anchor.id == anchors[i].id;
    });
    if (first == end) continue;
    at.report(Code::WrongFrameAnchors, anchors[i].node, "anchor '{}' appears twice in a {}",
              anchors[i].id, what)
        .help("the three anchors of a frame must be different")
        .related(at.range_of(first->node), "first here");
    anchors[i] = {};
  }
}

std::array<Reference, 3> decode_anchors(const Reporter& at, const FieldValue& value,
                                        std::string_view what) {
  std::array<Reference, 3> anchors;
  if (!value.given() || !expect_list(at, value.called("anchors of a frame"))) return anchors;
  if (at.tree[value.node].size != anchors.size()) {
    report_wrong_count(at, value.node, what);
    return anchors;
  }
  std::size_t i = 0;
  each_element(at, value, [&](NodeId element) {
    anchors[i] = read_reference(at, element, "anchor");
    ++i;
  });
  drop_repeated(at, anchors, what);
  return anchors;
}

void check_one_of_both(const Reporter& at, NodeId node, NodeId anchors, NodeId name,
                       std::string_view what) {
  if (at.tree[node].kind != NodeKind::Mapping) return;
  if (anchors != no_index && name != no_index) {
    at.report(Code::AnchorsOrName, std::max(anchors, name), "a {} has both 'anchors' and 'name'",
              what)
        .help("keep one of the two")
        .related(at.range_of(std::min(anchors, name)), "the other one");
  } else if (anchors == no_index && name == no_index) {
    at.report(Code::AnchorsOrName, node, "a {} has neither 'anchors' nor 'name'", what)
        .help("add anchors: [a, b, c], or the name of a frame of the asset's contract");
  }
}

template <const Object& object>
FrameReference decode_frame(const Reporter& at, NodeId node) {
  if (node == no_index) return {};
  const FieldValues<object> fields = read_fields<object>(at, node);
  const NodeId anchors = fields.template node<"anchors">();
  const NodeId name = fields.template node<"name">();
  check_one_of_both(at, node, anchors, name, object.name);
  FrameReference frame;
  frame.node = node;
  const std::array<Reference, 3> triple =
      decode_anchors(at, fields.template get<"anchors">(), object.name);
  const Text named =
      read_id(at, name, "the name of a frame",
              "write the name of a frame of the asset's contract, or anchors: [a, b, c]");
  // It is unknown which of the two is meant.
  if (anchors != no_index && name != no_index) return frame;
  frame.anchors = triple;
  frame.name = named;
  return frame;
}

std::string_view without_leading(std::string_view text, char c) {
  text.remove_prefix(std::min(text.find_first_not_of(c), text.size()));
  return text;
}

// What may follow a whole number of degrees: ".0", " deg".
bool is_degrees(std::string_view rest) {
  if (rest.starts_with('.')) rest = without_leading(rest.substr(1), '0');
  const std::string_view unit = without_leading(rest, ' ');
  constexpr std::string_view known[] = {"", "deg", "Deg", "DEG", "degree", "degrees", "°"};
  return std::find(std::begin(known), std::end(known), unit) != std::end(known);
}

// "90deg" for 90, "90", 450 and "-270 degrees"; empty if it is not a quarter turn.
std::string_view quarter_turn(std::string_view text) {
  const std::size_t digits =
      std::min(text.find_first_not_of("0123456789", text.starts_with('-')), text.size());
  if (digits == 0 || text.substr(0, digits) == "-" || !is_degrees(text.substr(digits))) return {};
  const auto degrees = scalar_integer(text.substr(0, digits));
  if (!degrees || *degrees % 90 != 0) return {};
  return word_for(static_cast<Yaw>(((*degrees / 90) % 4 + 4) % 4));
}

std::string help_for_rotate(const Tree& tree, NodeId node) {
  const bool is_single = tree[node].kind == NodeKind::Sequence && tree[node].size == 1;
  const NodeId value = is_single ? tree.resolve(node + 1) : node;
  const std::string_view text = tree.text_of(value);
  if (tree[value].kind != NodeKind::Scalar || text.empty()) {
    return "write one of them, as in rotate: 90deg";
  }
  const std::string_view meant = quarter_turn(text);
  if (!meant.empty()) return fmt::format("write rotate: {}", meant);
  return "for other angles, turn the anchors of the slot or the mount";
}

std::optional<Yaw> decode_rotate(const Reporter& at, NodeId node) {
  if (node == no_index) return Yaw::Deg0;
  const std::string_view text = at.tree.text_of(node);
  if (is_text(at.tree, node)) {
    if (const auto yaw = value_of_word<Yaw>(text)) return yaw;
  }
  const NewFinding added =
      at.report(Code::WrongRotate, node, "rotate must be 0deg, 90deg, 180deg or 270deg, not {}",
                kind_of(at.tree, node));
  if (added) added.help(help_for_rotate(at.tree, node));
  return std::nullopt;
}

// A number of meters, or a text with a unit; nothing if it is neither.
std::optional<double> read_length(const Reporter& at, const FieldValue& value) {
  if (!value.given()) return 0;
  const NodeId node = value.node;
  const std::string_view what = value.what;
  if (is_number(at.tree, node)) {
    const Number number = read_number(at, node, what);
    return number.given() ? std::optional(number.value) : std::nullopt;
  }
  const std::string_view text = at.tree.text_of(node);
  const auto length = is_text(at.tree, node) ? length_of(text) : std::nullopt;
  if (!length) {
    const NewFinding added = at.report(Code::WrongNudge, node, "{} must be a length, not {}", what,
                                       kind_of(at.tree, node));
    if (added) added.help(help_for_length(text, what));
    return std::nullopt;
  }
  if (std::isfinite(*length)) return length;
  at.report(Code::NotFinite, node, "{} is {}, which is not a finite number", what, text);
  return std::nullopt;
}

std::optional<Nudge> decode_nudge(const Reporter& at, NodeId node) {
  if (node == no_index) return Nudge{};
  const auto fields = read_fields<nudge_object>(at, node);
  const auto north = read_length(at, fields.get<"north">());
  const auto east = read_length(at, fields.get<"east">());
  const auto up = read_length(at, fields.get<"up">());
  if (!north || !east || !up) return std::nullopt;
  return Nudge{*east, *up, *north};
}

// An unknown field, which has been reported, may be the missing one, and so may a field that was
// meant to be merged.
bool may_stand_for(std::string_view name, std::string_view missing) {
  if (name == "<<") return true;
  const bool known = index_of(place_object, name) < place_object.fields.size();
  return !known && find_slip(place_object, name) == nullptr && is_close(name, missing);
}

// R10.
void check_given(const Reporter& at, NodeId place, std::string_view child,
                 const FrameReference& frame, std::string_view what) {
  const Tree& tree = at.tree;
  if (frame.given() || tree[place].damaged) return;
  for (NodeId key = place + 1; key < tree[place].after; key = tree[key + 1].after) {
    if (may_stand_for(tree.text_of(key), what)) return;
  }
  at.report(Code::MissingSlotOrMount, place, "child '{}' has no {}", child, what)
      .help("add {}: {{anchors: [a, b, c]}} or {{name: <name>}}", what);
}

RigsPlace decode_place(const Reporter& at, NodeId node, std::string_view child) {
  if (node == no_index) return {};
  const auto fields = read_fields<place_object>(at, node);
  RigsPlace place;
  if (at.tree[node].kind != NodeKind::Mapping) return place;
  place.node = node;
  place.slot = decode_frame<slot_object>(at, fields.node<"slot">());
  place.mount = decode_frame<mount_object>(at, fields.node<"mount">());
  place.rotate_node = fields.node<"rotate">();
  place.rotate = decode_rotate(at, place.rotate_node);
  place.nudge_node = fields.node<"nudge">();
  place.nudge = decode_nudge(at, place.nudge_node);
  check_given(at, node, child, place.slot, "slot");
  check_given(at, node, child, place.mount, "mount");
  return place;
}

// Where children are being decoded.
struct Level {
  std::uint32_t parent = no_index;
  std::size_t depth = 1;
};

void decode_children(const Reporter& at, const FieldValue& value, Level level,
                     RigsDocument& document) {
  if (!value.given()) return;
  const Node& list = at.tree[value.node];
  const bool has_any = list.kind == NodeKind::Sequence && list.size > 0;
  if (has_any && level.depth > max_scene_depth) {
    at.report(Code::DeepScene, value.node, "children are nested more than {} levels deep",
              max_scene_depth)
        .help("place some of them on an ancestor instead");
    return;
  }
  each_element(at, value, [&](NodeId element) {
    const auto fields = read_fields<child_object>(at, element);
    const auto index = static_cast<std::uint32_t>(document.children.size());
    RigsChild child;
    child.node = element;
    child.id =
        read_id(at, fields.get<"id">(), "write an id that no other child has, such as table1");
    child.base = read_reference(at, fields.get<"base">());
    child.place = decode_place(at, fields.node<"place">(), child.id.value);
    child.parent = level.parent;
    document.children.push_back(child);
    decode_children(at, fields.get<"children">(), {index, level.depth + 1}, document);
    document.children[index].after = static_cast<std::uint32_t>(document.children.size());
  });
}

void report_repeated_ids(const Reporter& at) {
  for (const auto& [key, first] : at.tree.duplicates) {
    at.report(Code::DuplicateKey, key, "key '{}' appears twice", at.tree.text_of(key))
        .help("remove or rename one of the two")
        .related(at.range_of(first), "first here");
  }
}

}  // namespace

RigsDocument decode_rigs(const Reporter& at) {
  report_repeated_ids(at);
  const auto fields = read_fields<rigs_document_object>(at, at.tree.resolve(0));
  const FieldValue imports = fields.get<"imports">();
  RigsDocument document;
  check_rigs_version(at, fields.get<"rigs_version">());
  document.incomplete_imports = !imports.given() ||
                                at.tree[imports.node].kind != NodeKind::Mapping ||
                                at.tree[imports.node].damaged;
  each_pair(at, imports.called("imports of a scene"), [&](NodeId key, NodeId value) {
    document.imports.push_back(decode_scene_import(at, key, value));
  });
  const auto scene = read_fields<scene_object>(at, fields.node<"scene">());
  document.base = read_reference(at, scene.get<"base">());
  decode_children(at, scene.get<"children">(), {}, document);
  return document;
}

}  // namespace rigy::language
