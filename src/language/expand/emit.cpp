#include "expand/emit.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "expand/tokens.hpp"
#include "expand/yaml_text.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {
namespace {

// A mapping of at most this many scalars goes on one line.
constexpr std::size_t short_mapping = 4;

class Emitter {
 public:
  Emitter(const Tree& tree, const ExpandedYamlOptions& options) : tree_(tree), options_(options) {}

  std::string run() {
    const NodeId root = tree_.resolve(0);
    if (fits_line(root)) {
      append_inline(root);
      end_line();
    } else {
      write_block(root, 0);
    }
    write_params();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool fits_line(NodeId id) const;
  void write_block(NodeId id, std::size_t indent);
  void write_mapping(NodeId id, std::size_t indent, bool first_is_indented);
  void write_list(NodeId id, std::size_t indent);
  void write_params();
  void append_inline(NodeId id);
  void append_scalar(NodeId id);
  void append_path(NodeId id);
  void note_origin(NodeId id);
  void write_element_origins(NodeId element, std::size_t indent);
  [[nodiscard]] std::string element_origin(NodeId element, const Origin& origin) const;
  [[nodiscard]] std::string_view text(std::uint32_t begin, std::uint32_t size) const {
    return tree_.stretch(begin, size);
  }
  [[nodiscard]] bool is_path(NodeId id) const;
  [[nodiscard]] std::string_view key_of(NodeId id) const {
    return is_value(tree_, id) ? tree_.text_of(id - 1) : std::string_view();
  }

  void end_line();
  void indent_by(std::size_t indent) { out_.append(indent, ' '); }

  const Tree& tree_;
  const ExpandedYamlOptions& options_;
  std::string out_;
  std::vector<std::string> comments_;  // of the current line
  // Texts that would be read as params if they were written out stay params.
  std::map<std::string_view, NodeId> kept_params_;
};

bool Emitter::fits_line(NodeId id) const {
  const Node& node = tree_[id];
  if (node.kind == NodeKind::Scalar || node.size == 0) return true;
  if (node.kind == NodeKind::Mapping && node.size > short_mapping) return false;
  for (NodeId one = id + 1; one < node.after; one = tree_[one].after) {
    if (tree_[tree_.resolve(one)].kind != NodeKind::Scalar) return false;
  }
  return true;
}

void Emitter::write_block(NodeId id, std::size_t indent) {
  if (tree_[id].kind == NodeKind::Mapping) {
    write_mapping(id, indent, true);
  } else {
    write_list(id, indent);
  }
}

void Emitter::write_mapping(NodeId id, std::size_t indent, bool first_is_indented) {
  for (NodeId key = id + 1; key < tree_[id].after; key = tree_[key + 1].after) {
    if (key != id + 1 || first_is_indented) indent_by(indent);
    append_yaml_text(out_, tree_.text_of(key));
    out_ += ':';
    const NodeId value = tree_.resolve(key + 1);
    if (fits_line(value)) {
      out_ += ' ';
      append_inline(value);
      end_line();
    } else {
      end_line();
      write_block(value, indent + 2);
    }
  }
}

void Emitter::write_list(NodeId id, std::size_t indent) {
  for (NodeId one = id + 1; one < tree_[id].after; one = tree_[one].after) {
    const NodeId element = tree_.resolve(one);
    write_element_origins(element, indent);
    indent_by(indent);
    if (fits_line(element)) {
      out_ += "- ";
      append_inline(element);
      end_line();
    } else if (tree_[element].kind == NodeKind::Mapping) {
      out_ += "- ";
      write_mapping(element, indent + 2, false);
    } else {
      out_ += '-';
      end_line();
      write_list(element, indent + 2);
    }
  }
}

void Emitter::append_inline(NodeId id) {
  note_origin(id);
  const Node& node = tree_[id];
  if (node.kind == NodeKind::Scalar) return append_scalar(id);
  const bool is_mapping = node.kind == NodeKind::Mapping;
  out_ += is_mapping ? '{' : '[';
  for (NodeId one = id + 1; one < node.after; one = tree_[one].after) {
    if (one != id + 1) out_ += ", ";
    if (is_mapping) {
      append_yaml_text(out_, tree_.text_of(one++));
      out_ += ": ";
    }
    note_origin(tree_.resolve(one));
    append_scalar(tree_.resolve(one));
  }
  out_ += is_mapping ? '}' : ']';
}

void Emitter::append_scalar(NodeId id) {
  const std::string_view value = tree_.text_of(id);
  const ScalarType type = scalar_type(value, tree_[id].plain);
  if (type == ScalarType::Null) {
    out_ += "null";
  } else if (type != ScalarType::String) {
    out_ += value;
  } else if (is_from_param(tree_, id) && find_param(value).size > 0) {
    const Origin& origin = tree_.origin(tree_[id].made);
    const std::string_view token = text(origin.text_begin, origin.text_size);
    kept_params_.emplace(token.substr(1), id);
    out_ += token;
  } else if (is_path(id)) {
    append_path(id);
  } else {
    append_yaml_text(out_, value);
  }
}

void Emitter::append_path(NodeId id) {
  const std::string_view path = tree_.text_of(id);
  const std::string& folder = options_.path_to_document;
  if (folder.empty() || folder == "." || path.starts_with('/')) {
    append_yaml_text(out_, path);
  } else {
    append_yaml_text(out_, fmt::format("{}/{}", folder, path));
  }
}

// imports.<name>.source and contract, bindings[].weight_maps[].source; of a scene imports.<name>.
bool Emitter::is_path(NodeId id) const {
  const std::string_view key = key_of(id);
  const bool in_imports = is_value(tree_, id) && tree_[tree_[id].parent].parent == 0;
  if (in_imports && key_of(tree_[id].parent) == "imports") return true;
  if (key != "source" && key != "contract") return false;
  const NodeId owner = tree_[id].parent;
  const NodeId list = tree_[owner].parent;
  if (list == no_index || tree_[list].parent == no_index) return false;
  const bool in_import = key_of(list) == "imports" && tree_[list].parent == 0;
  return in_import || (key == "source" && key_of(list) == "weight_maps");
}

void Emitter::write_params() {
  if (kept_params_.empty()) return;
  out_ += "params:\n";
  for (const auto& [name, id] : kept_params_) {
    out_.append("  ").append(name).append(": ");
    append_yaml_text(out_, tree_.text_of(id));
    out_ += '\n';
  }
}

void Emitter::note_origin(NodeId id) {
  if (!options_.provenance || tree_[id].made == written) return;
  const Origin& origin = tree_.origin(tree_[id].made);
  if (origin.kind == OriginKind::Param || origin.kind == OriginKind::Expression) {
    comments_.push_back(fmt::format("was {}", text(origin.text_begin, origin.text_size)));
  } else if (origin.kind == OriginKind::Aabb && key_of(id) == "dimensions") {
    comments_.emplace_back("derived from aabb(min,max)");
  }
}

void Emitter::end_line() {
  std::string_view separator = "  # ";
  for (const std::string& comment : comments_) {
    out_.append(separator).append(comment);
    separator = ", ";
  }
  comments_.clear();
  out_ += '\n';
}

std::string Emitter::element_origin(NodeId element, const Origin& origin) const {
  if (origin.kind == OriginKind::Repetition) {
    return fmt::format("from repeat: as={} index={}", text(origin.text_begin, origin.text_size),
                       origin.index);
  }
  const std::string_view macro = text(origin.text_begin, origin.text_size);
  const std::string_view id = text(origin.id_begin, origin.id_size);
  std::string_view segment = tree_.text_of(find_value(tree_, element, "id"));
  segment.remove_prefix(std::min(segment.size(), id.size() + 1));
  if (segment.empty()) return fmt::format("from {}:{}", macro, id);
  return fmt::format("from {}:{} segment={}", macro, id, segment);
}

// What brought the element into its list; the comments on its parts say more.
void Emitter::write_element_origins(NodeId element, std::size_t indent) {
  if (!options_.provenance || tree_[element].kind != NodeKind::Mapping) return;
  const OriginId outer = tree_[tree_[element].parent].made;
  for (OriginId made = tree_[element].made; made != outer && made != written;
       made = tree_.origin(made).parent) {
    indent_by(indent);
    out_ += "# " + element_origin(element, tree_.origin(made)) + "\n";
  }
}

}  // namespace

std::string expanded_yaml(const Tree& tree, const ExpandedYamlOptions& options) {
  return Emitter(tree, options).run();
}

}  // namespace rigy::language
