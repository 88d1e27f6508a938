#include "link/link_rigs.hpp"

#include <map>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "link/candidates.hpp"
#include "link/references.hpp"

namespace rigy::analysis {
namespace {

// A slot or a mount: its owner, and where its names are looked up.
struct FrameKind {
  std::string_view what;
  std::string_view prefix;  // of names in contracts
};

constexpr FrameKind slot_kind{"slot", "slots."};
constexpr FrameKind mount_kind{"mount", "mounts."};

const FrameKind& other_than(const FrameKind& kind) {
  return &kind == &slot_kind ? mount_kind : slot_kind;
}

class RigsLinker {
 public:
  RigsLinker(Draft& draft, Diagnostics& diagnostics)
      : scene_(*draft.rigs), at_(draft.assembly.reporter(scene_, diagnostics)) {}

  void link();

 private:
  template <class Fields, class Item>
  void link_base(const Fields& fields, Item& item, std::string_view owner);
  void link_child(RigsChild& child);
  template <const Object& object>
  void link_frame(FrameReference& frame, const FrameKind& kind, const RigsChild& child,
                  const Reference& owner);
  void link_anchor(Reference& anchor, const Type& type, const Miss& miss, const FrameKind& kind,
                   const RigsChild& child, const Reference& owner);
  void link_name(FrameReference& frame, const Miss& miss, const FrameKind& kind,
                 const Reference& owner);
  // Null if it is not defined; that has been reported.
  const Frame3Set* find_set(const FrameReference& frame, const Miss& miss, const FrameKind& kind,
                            const Reference& owner);
  void report_unknown_set(const FrameReference& frame, const Miss& miss, const FrameKind& kind,
                          const Reference& owner, const Contract& contract);
  std::string help_for_unknown_set(std::string_view name, const FrameKind& kind,
                                   const Reference& owner, const Contract& contract);

  const Names& anchors_of(const Asset& asset);
  const Names& sets_of(const Contract& contract);
  // As a slot or a mount may name them, without the prefix of their kind.
  const Names& short_names_of(const Contract& contract, const FrameKind& kind);

  RigsFile& scene_;
  Reporter at_;
  Names imports_;
  // Looked up by many children.
  std::unordered_map<const Asset*, Names> anchors_;
  std::unordered_map<const Contract*, Names> sets_;
  std::map<std::pair<const Contract*, std::string_view>, Names> short_names_;  // by prefix
};

const Names& RigsLinker::anchors_of(const Asset& asset) {
  const auto [names, unknown] = anchors_.try_emplace(&asset);
  if (unknown) names->second = names_of(asset.document.anchors);
  return names->second;
}

const Names& RigsLinker::sets_of(const Contract& contract) {
  const auto [names, unknown] = sets_.try_emplace(&contract);
  if (!unknown) return names->second;
  for (std::uint32_t i = 0; i < contract.frame3_sets.size(); ++i) {
    names->second.add(contract.frame3_sets[i].name.value, i);
  }
  return names->second;
}

const Names& RigsLinker::short_names_of(const Contract& contract, const FrameKind& kind) {
  const auto [names, unknown] = short_names_.try_emplace({&contract, kind.prefix});
  if (!unknown) return names->second;
  for (const Frame3Set& set : contract.frame3_sets) {
    std::string_view name = set.name.value;
    if (name.starts_with(kind.prefix)) name.remove_prefix(kind.prefix.size());
    names->second.add(name, 0);
  }
  return names->second;
}

void RigsLinker::link() {
  RigsDocument& document = scene_.document;
  for (std::uint32_t i = 0; i < document.imports.size(); ++i) {
    if (document.imports[i].name.given()) imports_.add(document.imports[i].name.value, i);
  }
  link_base(scene_references, document, "the scene");
  for (RigsChild& child : document.children) {
    link_base(child_references, child, called("child", child.id));
  }
  for (RigsChild& child : document.children) link_child(child);
}

template <class Fields, class Item>
void RigsLinker::link_base(const Fields& fields, Item& item, std::string_view owner) {
  const Candidates in{&imports_, scene_.document.incomplete_imports};
  each_reference(fields, item, [&](const auto& one, Reference& base) {
    if (!is_missing(base, in)) return;
    report_missing(at_, base, one.type, one.miss, base.node, in, owner);
  });
}

void RigsLinker::link_child(RigsChild& child) {
  const RigsDocument& document = scene_.document;
  const Reference& parent =
      child.parent == no_index ? document.base : document.children[child.parent].base;
  link_frame<slot_object>(child.place.slot, slot_kind, child, parent);
  link_frame<mount_object>(child.place.mount, mount_kind, child, child.base);
}

// `owner` is the base whose asset has the frame.
template <const Object& object>
void RigsLinker::link_frame(FrameReference& frame, const FrameKind& kind, const RigsChild& child,
                            const Reference& owner) {
  const bool known = frame.given() && owner.index != no_index;
  if (!known || scene_.imports[owner.index] == nullptr) return;
  each_reference(frame_references<object>, frame, [&](const auto& one, auto& reference) {
    if constexpr (std::is_same_v<decltype(reference), Reference&>) {
      link_anchor(reference, one.type, one.miss, kind, child, owner);
    } else if (reference.given() && !reference.value.empty()) {  // an empty one has been reported
      link_name(frame, one.miss, kind, owner);
    }
  });
}

void RigsLinker::link_anchor(Reference& anchor, const Type& type, const Miss& miss,
                             const FrameKind& kind, const RigsChild& child,
                             const Reference& owner) {
  const Asset& asset = *scene_.imports[owner.index];
  const Candidates in{&anchors_of(asset), asset.document.incomplete.anchors, "import", owner.id};
  if (!is_missing(anchor, in)) return;
  const std::string frame = fmt::format("the {} of {}", kind.what, called("child", child.id));
  const NewFinding added = report_missing(at_, anchor, type, miss, anchor.node, in, frame);
  const std::string prefix = fmt::format("{}.", owner.id);
  if (added && anchor.id.starts_with(prefix) &&
      in.names->find(anchor.id.substr(prefix.size())) != no_index) {
    added.help("a scene names anchors without a prefix: '{}'", anchor.id.substr(prefix.size()));
  }
}

// The frame gets the anchors that the contract lists under the name, as if written there.
void RigsLinker::link_name(FrameReference& frame, const Miss& miss, const FrameKind& kind,
                           const Reference& owner) {
  const Frame3Set* set = find_set(frame, miss, kind, owner);
  if (set == nullptr || set->anchors.size() != frame.anchors.size()) return;
  const Names& names = anchors_of(*scene_.imports[owner.index]);
  for (std::size_t i = 0; i < frame.anchors.size(); ++i) {
    const std::string_view id = set->anchors[i].value;
    frame.anchors[i] = {id, frame.name.node, names.find(id)};
  }
}

const Frame3Set* RigsLinker::find_set(const FrameReference& frame, const Miss& miss,
                                      const FrameKind& kind, const Reference& owner) {
  const Import& import = scene_.document.imports[owner.index];
  if (!import.contract.given()) {
    at_.report(miss.code, frame.name.node, "{} '{}' is named, but import '{}' has no contract",
               kind.what, frame.name.value, owner.id)
        .help("write {}: {{source: {}, contract: <path>}} under imports, or anchors: [a, b, c]",
              owner.id, import.source.value)
        .related(at_.range_of(import.node), "imported here");
    return nullptr;
  }
  const Contract* contract = scene_.contracts[owner.index].get();
  if (contract == nullptr) return nullptr;
  const Names& sets = sets_of(*contract);
  std::uint32_t index = sets.find(std::string(kind.prefix).append(frame.name.value));
  if (index == no_index) index = sets.find(frame.name.value);
  if (index != no_index) return &contract->frame3_sets[index];
  report_unknown_set(frame, miss, kind, owner, *contract);
  return nullptr;
}

void RigsLinker::report_unknown_set(const FrameReference& frame, const Miss& miss,
                                    const FrameKind& kind, const Reference& owner,
                                    const Contract& contract) {
  const NewFinding added =
      at_.report(miss.code, frame.name.node, "the contract of '{}' has neither '{}{}' nor '{}'",
                 owner.id, kind.prefix, frame.name.value, frame.name.value);
  if (added) added.help(help_for_unknown_set(frame.name.value, kind, owner, contract));
}

std::string RigsLinker::help_for_unknown_set(std::string_view name, const FrameKind& kind,
                                             const Reference& owner, const Contract& contract) {
  const FrameKind& other = other_than(kind);
  const std::string of_other = std::string(other.prefix).append(name);
  if (sets_of(contract).find(of_other) != no_index) {
    return message_of("'{}' is a {} of '{}'; to use it as a {}, write name: {}", name, other.what,
                      owner.id, kind.what, of_other);
  }
  return help_for_unknown(at_.diagnostics, name, short_names_of(contract, kind), "frames");
}

}  // namespace

void link_rigs(Draft& draft, Diagnostics& diagnostics) {
  if (draft.rigs != nullptr) RigsLinker(draft, diagnostics).link();
}

}  // namespace rigy::analysis
