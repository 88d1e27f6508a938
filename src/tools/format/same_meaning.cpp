#include "format/same_meaning.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "syntax/scalar.hpp"

namespace rigy::tools {
namespace {

class Comparison {
 public:
  Comparison(const Tree& before, const Tree& after) : before_(before), after_(after) {
    const bool has_aliases =
        std::any_of(before.nodes.begin(), before.nodes.end(),
                    [](const Node& node) { return node.kind == NodeKind::Alias; });
    if (has_aliases) twins_.assign(before.nodes.size(), no_index);
  }

  // No recursion: nothing but the trees bounds the nesting.
  [[nodiscard]] bool are_same() {
    if (before_.nodes.size() != after_.nodes.size()) return false;
    std::vector<std::pair<NodeId, NodeId>> open{{0, 0}};
    while (!open.empty()) {
      const auto [a, b] = open.back();
      open.pop_back();
      if (!are_same_here(a, b)) return false;
      if (!twins_.empty()) twins_[a] = b;
      if (!pair_children(a, b, open)) return false;
    }
    return are_same_aliases();
  }

 private:
  [[nodiscard]] bool are_same_here(NodeId a, NodeId b) const {
    const Node& one = before_[a];
    const Node& other = after_[b];
    if (one.kind != other.kind || one.size != other.size) return false;
    if (one.kind != NodeKind::Scalar) return true;
    const std::string_view text = before_.text_of(a);
    return text == after_.text_of(b) &&
           scalar_type(text, one.plain) == scalar_type(text, other.plain);
  }

  [[nodiscard]] bool pair_children(NodeId a, NodeId b,
                                   std::vector<std::pair<NodeId, NodeId>>& open) const {
    if (before_[a].kind == NodeKind::Mapping) return pair_keys(a, b, open);
    if (before_[a].kind != NodeKind::Sequence) return true;
    NodeId other = b + 1;
    for (NodeId one = a + 1; one < before_[a].after; one = before_[one].after) {
      open.emplace_back(one, other);
      other = after_[other].after;
    }
    return true;
  }

  // As most mappings keep the order of their keys.
  [[nodiscard]] bool pair_keys_in_order(NodeId a, NodeId b,
                                        std::vector<std::pair<NodeId, NodeId>>& open) const {
    const std::size_t size = open.size();
    NodeId other = b + 1;
    for (NodeId key = a + 1; key < before_[a].after; key = before_[key + 1].after) {
      if (before_.text_of(before_.resolve(key)) != after_.text_of(after_.resolve(other))) {
        open.resize(size);
        return false;
      }
      open.emplace_back(key, other);
      open.emplace_back(key + 1, other + 1);
      other = after_[other + 1].after;
    }
    return true;
  }

  // Keys that are repeated must keep their order.
  [[nodiscard]] bool pair_keys(NodeId a, NodeId b,
                               std::vector<std::pair<NodeId, NodeId>>& open) const {
    if (pair_keys_in_order(a, b, open)) return true;
    std::map<std::pair<std::string_view, std::size_t>, NodeId> keys;
    std::map<std::string_view, std::size_t> counts;
    for (NodeId key = b + 1; key < after_[b].after; key = after_[key + 1].after) {
      const std::string_view text = after_.text_of(after_.resolve(key));
      keys[{text, counts[text]++}] = key;
    }
    counts.clear();
    for (NodeId key = a + 1; key < before_[a].after; key = before_[key + 1].after) {
      const std::string_view text = before_.text_of(before_.resolve(key));
      const auto found = keys.find({text, counts[text]++});
      if (found == keys.end()) return false;
      open.emplace_back(key, found->second);
      open.emplace_back(key + 1, found->second + 1);
    }
    return true;
  }

  [[nodiscard]] bool are_same_aliases() const {
    for (NodeId node = 0; node < before_.nodes.size(); ++node) {
      if (before_[node].kind != NodeKind::Alias) continue;
      if (twins_[before_.resolve(node)] != after_.resolve(twins_[node])) return false;
    }
    return true;
  }

  const Tree& before_;
  const Tree& after_;
  std::vector<NodeId> twins_;  // of a tree with aliases
};

std::vector<std::string_view> comments_of(std::string_view text, const ConcreteSyntax& syntax) {
  std::vector<std::string_view> comments;
  for (const Piece& piece : syntax.pieces) {
    if (piece.kind != PieceKind::Comment) continue;
    const std::string_view comment = text.substr(piece.begin, piece.size);
    comments.push_back(comment.substr(0, comment.find_last_not_of(" \t") + 1));
  }
  return comments;
}

}  // namespace

bool have_same_meaning(const Tree& before, const Tree& after) {
  return Comparison(before, after).are_same();
}

bool are_same_comments(std::string_view text, const ConcreteSyntax& syntax,
                       std::vector<std::string_view> comments) {
  std::vector<std::string_view> before = comments_of(text, syntax);
  std::sort(before.begin(), before.end());
  std::sort(comments.begin(), comments.end());
  return before == comments;
}

}  // namespace rigy::tools
