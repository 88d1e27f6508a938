// aabb and macros: elements of a mesh's primitives that expand to others.
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "expand/expansion.hpp"
#include "expand/identifier.hpp"
#include "expand/macros.hpp"
#include "expand/primitive_writer.hpp"
#include "expand/read.hpp"
#include "hashing/text_hash.hpp"
#include "syntax/node_kind.hpp"

namespace rigy::language {
namespace {

class PrimitiveExpander {
 public:
  explicit PrimitiveExpander(const Expansion& expansion)
      : in_(expansion.tree),
        at_(expansion.reporter()),
        version_(expansion.version),
        out_(expansion.tree, expansion.max_nodes),
        writer_(in_, out_) {}

  // False if it became too large, which has been reported.
  [[nodiscard]] bool run();
  [[nodiscard]] Tree take() && { return std::move(out_).take(); }

 private:
  void copy_mesh(NodeId mesh);
  void copy_primitives(NodeId mesh, NodeId list);
  void report_all_cut_out(NodeId macro) const;
  void expand_aabb(NodeId primitive, NodeId aabb);
  [[nodiscard]] bool read_aabb(NodeId primitive, NodeId aabb, ExpandedPrimitive& box) const;
  [[nodiscard]] bool is_alone(NodeId primitive, NodeId aabb) const;
  [[nodiscard]] bool expand_macro(NodeId element, NodeId kind);
  void write_part(const MacroUse& use, std::string_view type, const MacroPart& part, OriginId made);
  [[nodiscard]] bool check_id(const MacroUse& use, std::string_view id) const;
  void note_written_ids(NodeId list);

  const Tree& in_;
  const Reporter at_;
  Version version_;
  TreeWriter out_;
  PrimitiveWriter writer_;
  NodeId last_macro_ = 0;
  std::string_view mesh_;                          // its id
  TextMap<std::string_view, NodeId> written_ids_;  // of its primitives
};

bool is_list(const Tree& tree, NodeId id) {
  return id != no_index && tree[id].kind == NodeKind::Sequence;
}

bool is_mapping(const Tree& tree, NodeId id) { return tree[id].kind == NodeKind::Mapping; }

// Null counts as not given.
bool is_empty(const Tree& tree, NodeId node) {
  if (node == no_index || is_null(tree, node)) return true;
  return tree[node].kind != NodeKind::Scalar && tree[node].size == 0;
}

bool PrimitiveExpander::run() {
  out_.open(in_[0]);
  for (NodeId key = 1; key < in_[0].after && !out_.is_full(); key = in_[key + 1].after) {
    const NodeId value = key + 1;
    out_.copy(in_, key);
    if (in_.text_of(key) != "meshes" || !is_list(in_, value)) {
      out_.copy(in_, value);
      continue;
    }
    out_.open(in_[value]);
    for (NodeId mesh = value + 1; mesh < in_[value].after && !out_.is_full();
         mesh = in_[mesh].after) {
      copy_mesh(mesh);
    }
    out_.close();
  }
  out_.close();
  if (!out_.is_full()) return true;
  at_.report(Code::LimitExceeded, last_macro_,
             "macros create more than {} nodes in the document and its imports, or more than {} "
             "bytes of text",
             max_nodes, max_expanded_text);
  return false;
}

void PrimitiveExpander::copy_mesh(NodeId mesh) {
  if (!is_mapping(in_, mesh)) return out_.copy(in_, mesh);
  out_.open(in_[mesh]);
  for (NodeId key = mesh + 1; key < in_[mesh].after && !out_.is_full(); key = in_[key + 1].after) {
    out_.copy(in_, key);
    if (in_.text_of(key) == "primitives" && is_list(in_, key + 1)) {
      copy_primitives(mesh, key + 1);
    } else {
      out_.copy(in_, key + 1);
    }
  }
  out_.close();
}

void PrimitiveExpander::note_written_ids(NodeId list) {
  written_ids_.clear();
  for (NodeId one = list + 1; one < in_[list].after; one = in_[one].after) {
    if (!is_mapping(in_, one) || find_value(in_, one, "macro") != no_index) continue;
    const NodeId id = find_value(in_, one, "id");
    const std::string_view text = text_or_empty(in_, id);
    if (!text.empty()) written_ids_.emplace(text, id);
  }
}

void PrimitiveExpander::copy_primitives(NodeId mesh, NodeId list) {
  mesh_ = text_or_empty(in_, find_value(in_, mesh, "id"));
  bool has_ids = false;
  out_.open(in_[list]);
  const std::size_t before = out_.tree().nodes.size();
  for (NodeId one = list + 1; one < in_[list].after && !out_.is_full(); one = in_[one].after) {
    const NodeId macro = is_mapping(in_, one) ? find_value(in_, one, "macro") : no_index;
    const NodeId aabb = is_mapping(in_, one) ? find_value(in_, one, "aabb") : no_index;
    if (macro != no_index) {
      if (!std::exchange(has_ids, true)) note_written_ids(list);
      if (!expand_macro(one, macro)) out_.add_refused(in_[one]);
    } else if (aabb != no_index) {
      expand_aabb(one, aabb);
    } else {
      out_.copy(in_, one);
    }
  }
  const bool is_empty_now = out_.tree().nodes.size() == before && !out_.is_full();
  if (in_[list].size > 0 && is_empty_now) {
    report_all_cut_out(last_macro_);
    out_.add_refused(in_[last_macro_]);
  }
  out_.close();
}

// X02: the only macros of a mesh without primitives are walls of which nothing is left.
void PrimitiveExpander::report_all_cut_out(NodeId macro) const {
  at_.report(Code::EmptyMesh, macro,
             "nothing is left of box_decompose '{}', so mesh '{}' has no primitives",
             text_or_empty(in_, find_value(in_, macro, "id")), mesh_)
      .help("its cutouts cover the whole wall: make them smaller, or remove the mesh");
}

bool PrimitiveExpander::is_alone(NodeId primitive, NodeId aabb) const {
  const NodeId type = find_value(in_, primitive, "type");
  const std::string_view name = text_or_empty(in_, type);
  if (!name.empty() && name != "box" && !in_[type].reported) {
    at_.report(Code::AabbOfNoBox, aabb - 1, "a {} has no aabb", name)
        .help("give it dimensions and a transform");
    return false;
  }
  const NodeId transform = find_value(in_, primitive, "transform");
  if (!is_empty(in_, transform)) {
    at_.report(Code::AabbWithTransform, transform - 1,
               "a primitive has both 'aabb' and 'transform'")
        .help("aabb says where the box is: remove the transform, or give dimensions");
    return false;
  }
  const NodeId dimensions = find_value(in_, primitive, "dimensions");
  if (is_empty(in_, dimensions)) return true;
  at_.report(Code::ExclusiveFields, dimensions - 1, "a primitive has both 'aabb' and 'dimensions'")
      .help("keep one of the two");
  return false;
}

bool PrimitiveExpander::read_aabb(NodeId primitive, NodeId aabb, ExpandedPrimitive& box) const {
  if (!is_alone(primitive, aabb)) return false;
  const auto fields = read_macro_fields<aabb_object>(at_, aabb, "aabb");
  if (!fields) return false;
  const std::optional<Vec3> min = read_vector(at_, fields->get<"min">());
  const std::optional<Vec3> max = read_vector(at_, fields->get<"max">());
  if (!min || !max) return false;
  box.dimensions = *max - *min;
  box.translation = (*min + *max) / 2;
  NodeId element = fields->node<"max">() + 1;
  for (std::size_t axis = 0; axis < 3; ++axis, element = in_[element].after) {
    box.from.dimensions[axis] = element;
    const bool is_finite =
        std::isfinite(box.dimensions[axis]) && std::isfinite(box.translation[axis]);
    if ((*min)[axis] < (*max)[axis] && is_finite) continue;
    at_.report(Code::EmptyAabb, element, "max of aabb is {} on the {} axis; min is {}",
               in_.text_of(element), "xyz"[axis], (*min)[axis])
        .help(is_finite ? "max must be greater than min" : "the box is too large");
    return false;
  }
  return true;
}

void PrimitiveExpander::expand_aabb(NodeId primitive, NodeId aabb) {
  ExpandedPrimitive box;
  box.from.all = box.from.translation = aabb;
  const bool given = !is_null(in_, aabb);
  const bool ok = given && read_aabb(primitive, aabb, box);
  const Node& node = in_[primitive];
  box.made = out_.add_origin({.kind = OriginKind::Aabb, .parent = node.made});
  out_.open(node);
  for (NodeId key = primitive + 1; key < node.after; key = in_[key + 1].after) {
    const std::string_view name = in_.text_of(key);
    if (given && (name == "transform" || name == "dimensions")) continue;
    if (key + 1 != aabb) {
      out_.copy(in_, key);
      out_.copy(in_, key + 1);
    } else if (ok) {
      writer_.write_extent(box);
    } else if (given) {
      writer_.write_refused_dimensions(aabb, box.made);
    }
  }
  out_.close();
}

bool PrimitiveExpander::check_id(const MacroUse& use, std::string_view id) const {
  const auto taken = written_ids_.find(id);
  if (taken == written_ids_.end()) return true;
  at_.report(Code::MacroIdTaken, use.id_node, "{} creates '{}', an id that already exists in {}",
             use.owner, id,
             mesh_.empty() ? std::string("its mesh") : message_of("mesh '{}'", mesh_))
      .help("rename one of the two")
      .related(at_.range_of(taken->second), "the other one");
  return false;
}

void PrimitiveExpander::write_part(const MacroUse& use, std::string_view type,
                                   const MacroPart& part, OriginId made) {
  std::vector<NodeId> kept;
  for (NodeId key = use.node + 1; key < in_[use.node].after; key = in_[key + 1].after) {
    const std::string_view name = in_.text_of(key);
    if (name == "material" || name == "surface" || name == "tags") kept.push_back(key);
  }
  ExpandedPrimitive primitive{part.id,       type, part.dimensions, part.translation,
                              part.rotation, made, part.from};
  primitive.refused_id = !check_id(use, part.id);
  writer_.write(primitive, kept);
}

bool PrimitiveExpander::expand_macro(NodeId element, NodeId kind) {
  const Word* which = read_choice(at_, kind, "macro", macro_words);
  if (which == nullptr) return false;
  const auto macro = static_cast<Macro>(which->value);
  if (macro == Macro::TrianglePrism && !has(version_, Feature::TrianglePrism)) {
    at_.report(Code::TooNewForDocument, kind,
               "triangle_prism_on_plane in a document of version {}.{}", version_.major,
               version_.minor)
        .help("write version: \"0.12\"");
    return false;
  }
  const NodeId id = find_value(in_, element, "id");
  const std::string_view name = text_or_empty(in_, id);
  MacroUse use{at_, element, std::string(which->name), name, id, mesh_, version_};
  if (!name.empty()) use.owner = message_of("{} '{}'", which->name, name);
  if (id != no_index && (in_[id].reported || !is_identifier(name))) {
    if (in_[id].reported) return false;
    at_.report(Code::MacroIdNotName, id, "the id of {} is not a name", which->name)
        .help("a name is letters, digits and _, and does not begin with a digit");
    return false;
  }
  last_macro_ = element;
  const auto result = macro == Macro::BoxDecompose ? decompose_box(use) : make_prism(use);
  if (!result) return false;
  Origin origin{.kind = OriginKind::Macro, .parent = in_[element].made};
  origin.text_begin = in_[kind].text_begin;
  origin.text_size = in_[kind].text_size;
  origin.id_begin = in_[id].text_begin;
  origin.id_size = in_[id].text_size;
  for (const MacroPart& part : result->parts) {
    if (out_.is_full()) break;
    origin.part_begin = part.cutout.empty() ? 0 : out_.add_text(part.cutout);
    origin.part_size = static_cast<std::uint32_t>(part.cutout.size());
    write_part(use, result->type, part, out_.add_origin(origin));
  }
  return true;
}

// Whether a mesh still has a primitive to expand.
bool has_macros(const Tree& tree) {
  const NodeId meshes = find_value(tree, 0, "meshes");
  if (!is_list(tree, meshes)) return false;
  for (NodeId key = meshes + 1; key < tree[meshes].after; ++key) {
    const std::string_view name = tree.text_of(key);
    if (name == "macro" || name == "aabb") return true;
  }
  return false;
}

}  // namespace

bool expand_primitives(Expansion& expansion) {
  if (!has(expansion.version, Feature::Macros) || !has_macros(expansion.tree)) return true;
  PrimitiveExpander expander(expansion);
  if (!expander.run()) return false;
  expansion.tree = std::move(expander).take();
  return true;
}

}  // namespace rigy::language
