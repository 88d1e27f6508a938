#include <algorithm>

#include "document/decode_parts.hpp"
#include "document/fields.hpp"
#include "document/members.hpp"

namespace rigy::language {
namespace {

std::array<Reference, 3> decode_anchors(const Reporter& at, const FieldValue& value) {
  std::array<Reference, 3> anchors;
  if (!value.given() || !expect_list(at, value)) return anchors;
  const std::size_t count = at.tree[value.node].size;
  if (count != anchors.size()) {
    at.report(Code::WrongLength, value.node, "{} must have 3 anchors, not {}", value.what, count)
        .help("write {}: [a, b, c]", value.what);
    return anchors;
  }
  std::size_t i = 0;
  each_element(at, value, [&](NodeId element) {
    anchors[i] = read_reference(at, element, "anchor");
    ++i;
  });
  return anchors;
}

void report_two_origins(const Reporter& at, NodeId instance, NodeId import, NodeId mesh) {
  const NodeId first = std::min(import, mesh);
  const NodeId second = std::max(import, mesh);
  at.report(Code::ExclusiveFields, second, "{} has both 'import' and 'mesh_id'",
            name_of(at.tree, instance, instance_object))
      .help("keep one of the two")
      .related(at.range_of(first), "the other one");
}

Attach3 decode_attach3(const Reporter& at, NodeId node) {
  if (node == no_index) return {};
  const auto fields = read_fields<attach3_object>(at, node);
  Attach3 attach3;
  attach3.node = node;
  attach3.from = decode_anchors(at, fields.get<"from">());
  attach3.to = decode_anchors(at, fields.get<"to">());
  attach3.mode = read_word_as<AttachMode>(at, fields.get<"mode">());
  return attach3;
}

}  // namespace

Anchor decode_anchor(const Reporter& at, NodeId node) {
  const auto fields = read_fields<anchor_object>(at, node);
  static_cast<void>(read_text(at, fields.get<"scope">()));
  return {node, read_id(at, fields.get<"id">()), read_point(at, fields.get<"translation">())};
}

Import decode_import(const Reporter& at, NodeId key, NodeId node) {
  const auto fields = read_fields<import_object>(at, node);
  Import import;
  import.name = read_id(at, key, "import name");
  import.node = node;
  if (import.name.value.find('.') != std::string_view::npos) {
    at.report(Code::EmptyId, key, "import name '{}' contains a dot", import.name.value)
        .help("a dot separates an import from its contents, as in wheel.mount; use '_'");
  }
  ImportMembers::fill(fields, import, ReadMember{at});
  return import;
}

Instance decode_instance(const Reporter& at, NodeId node) {
  const auto fields = read_fields<instance_object>(at, node);
  const NodeId import = fields.node<"import">();
  const NodeId mesh = fields.node<"mesh_id">();
  const NodeId attach3 = fields.node<"attach3">();
  Instance instance;
  instance.origin = node;
  instance.id = read_id(at, fields.get<"id">());
  instance.import = read_reference(at, fields.get<"import">());
  instance.mesh = read_reference(at, fields.get<"mesh_id">());
  instance.attach3 = decode_attach3(at, attach3);
  if (at.tree[node].kind != NodeKind::Mapping || at.tree[node].damaged) return instance;
  if (import != no_index && mesh != no_index) report_two_origins(at, node, import, mesh);
  // An unknown field, which has been reported, may be the missing one.
  if (import == no_index && mesh == no_index && !has_other_fields(at.tree, node, instance_object)) {
    at.report(Code::MissingField, node, "{} has neither 'import' nor 'mesh_id'",
              name_of(at.tree, node, instance_object))
        .help("add import: a name under imports, or mesh_id: the id of a mesh of this file");
  }
  if (import != no_index && mesh == no_index && attach3 == no_index) {
    at.report(Code::MissingField, node, "missing field 'attach3' in {} of an import",
              name_of(at.tree, node, instance_object))
        .help("add attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}");
  }
  return instance;
}

}  // namespace rigy::language
