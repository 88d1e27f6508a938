#include "load/contract.hpp"

#include "document/fields.hpp"
#include "document/names.hpp"
#include "syntax/reporter.hpp"

namespace rigy::model {
namespace {

std::vector<Text> decode_texts(const Reporter& at, const FieldValue& value) {
  std::vector<Text> texts;
  each_element(at, value, [&](NodeId element) {
    const Text text = read_id(at, element, value.what);
    if (text.given()) texts.push_back(text);
  });
  return texts;
}

Frame3Set decode_set(const Reporter& at, NodeId key, const FieldValue& value) {
  const NodeId node = value.node;
  Frame3Set set{read_id(at, key, value.what), decode_texts(at, value)};
  if (at.tree[node].kind == NodeKind::Sequence && at.tree[node].size != 3) {
    at.report(Code::WrongLength, node, "a frame3 set must have 3 anchors, not {}",
              at.tree[node].size)
        .help("write [a, b, c]");
  }
  return set;
}

void check_version(const Reporter& at, const FieldValue& value) {
  const Text version = read_text(at, value);
  if (!version.given() || parse_version(version.value)) return;
  at.report(Code::ContractViolated, value.node,
            "contract_version '{}' is not of the form MAJOR.MINOR", version.value)
      .help("write contract_version: \"0.1\"");
}

std::vector<Text> all_anchors(const std::vector<Text>& required,
                              const std::vector<Frame3Set>& sets) {
  std::vector<Text> anchors;
  Names known;
  const auto add = [&](const std::vector<Text>& texts) {
    for (const Text& anchor : texts) {
      if (known.find(anchor.value) != no_index) continue;
      known.add(anchor.value, 0);
      anchors.push_back(anchor);
    }
  };
  add(required);
  for (const Frame3Set& set : sets) add(set.anchors);
  return anchors;
}

// Every required set must be defined by the contract itself.
void check_required_sets(const Reporter& at, const Contract& contract) {
  Names defined;
  for (const Frame3Set& set : contract.frame3_sets) defined.add(set.name.value, 0);
  for (const Text& wanted : contract.required_frame3_sets) {
    if (defined.find(wanted.value) != no_index) continue;
    const NewFinding added =
        at.report(Code::ContractViolated, wanted.node,
                  "required set '{}' is not defined under frame3_sets", wanted.value);
    if (added) {
      added.help(help_for_unknown(at.diagnostics, wanted.value, defined, "frame3 sets"));
    }
  }
}

}  // namespace

void decode_contract(Contract& contract, SourceId source, Diagnostics& diagnostics) {
  const Reporter at{diagnostics, contract.tree, source, Code::ContractViolated};
  for (const auto& [key, first] : contract.tree.duplicates) {
    at.report(Code::DuplicateKey, key, "key '{}' appears twice", contract.tree.text_of(key))
        .related(at.range_of(first), "first here");
  }
  const auto fields = read_fields<contract_object>(at, contract.tree.resolve(0));
  check_version(at, fields.get<"contract_version">());
  const std::vector<Text> required_anchors = decode_texts(at, fields.get<"required_anchors">());
  contract.required_frame3_sets = decode_texts(at, fields.get<"required_frame3_sets">());
  const FieldValue sets = fields.get<"frame3_sets">();
  each_pair(at, sets, [&](NodeId key, NodeId value) {
    contract.frame3_sets.push_back(decode_set(at, key, {sets.field, "frame3 set", value}));
  });
  contract.anchors = all_anchors(required_anchors, contract.frame3_sets);
  const bool readable = !sets.given() || contract.tree[sets.node].kind == NodeKind::Mapping;
  if (readable) check_required_sets(at, contract);
}

}  // namespace rigy::model
