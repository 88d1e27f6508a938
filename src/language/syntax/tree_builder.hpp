// Builds a node tree from the nodes of a text, in the order of the text, within the limits.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "hashing/text_hash.hpp"
#include "syntax/token.hpp"
#include "syntax/tree.hpp"

namespace rigy::language {

// Reports about positions in one text.
struct TextReporter {
  Diagnostics& diagnostics;
  SourceId source;
  std::optional<Code> every_code;

  template <class... Args>
  NewFinding report(Code code, Position start, Position end,
                    fmt::format_string<const Args&...> format, const Args&... args) const {
    return diagnostics.add<Args...>(every_code.value_or(code), {source, start, end}, format,
                                    args...);
  }
};

// What precedes a node, and where it is written.
struct NodeHead {
  Position start;
  Position end;  // of a scalar or alias; of a collection's first character
  std::string_view anchor;
  bool has_tag = false;
  bool damaged = false;  // of no use, which is noted
};

class TreeBuilder {
 public:
  TreeBuilder(const TextReporter& reporter, std::size_t text_size, std::size_t nesting,
              std::size_t& nodes_left);
  TreeBuilder(const TreeBuilder&) = delete;
  TreeBuilder& operator=(const TreeBuilder&) = delete;
  ~TreeBuilder();

  // Where the lexer puts the texts of scalars.
  [[nodiscard]] std::vector<char>& texts() { return tree_.text; }

  // Each returns false to stop: a limit is exceeded, which has been reported.
  [[nodiscard]] bool add_scalar(const NodeHead& head, std::uint32_t text_begin,
                                std::uint32_t text_size, bool plain);
  [[nodiscard]] bool add_alias(const NodeHead& head, std::string_view name);
  [[nodiscard]] bool open(const NodeHead& head, NodeKind kind);
  // Ends the innermost collection: a block with its last node, before the token; brackets with it.
  [[nodiscard]] bool close_block(const SyntaxToken& before);
  [[nodiscard]] bool close_brackets(const SyntaxToken& with);

  // A collection or alias in the place of a key: it is reported, and stands as a text without
  // contents.
  [[nodiscard]] bool add_refused_key(const NodeHead& head, NodeKind kind);

  // Whether the innermost collection has a key without a value.
  [[nodiscard]] bool expects_value() const { return !open_.empty() && open_.back().expects_value; }
  [[nodiscard]] bool empty() const { return tree_.nodes.empty(); }
  [[nodiscard]] NodeId last_node() const { return static_cast<NodeId>(tree_.nodes.size() - 1); }
  [[nodiscard]] Node& node(NodeId id) { return tree_.nodes[id]; }
  [[nodiscard]] std::string_view text_of(NodeId id) const { return tree_.text_of(id); }
  [[nodiscard]] std::size_t depth() const { return open_.size(); }
  [[nodiscard]] std::size_t nesting() const { return nesting_; }
  [[nodiscard]] Position start_of_open(std::size_t depth) const {
    return tree_[open_[depth].node].start;
  }
  // A part of the innermost collection cannot be read.
  void mark_damaged() {
    if (!open_.empty()) tree_.nodes[open_.back().node].damaged = true;
  }
  // Something that belongs nowhere follows the last value of the innermost collection.
  void doubt_last_value();
  // So it is with the collection that was opened at `depth` or with one inside it: a bracket is
  // missing, but which is not known.
  void mark_all_damaged(std::size_t depth);
  // Removes the nodes at and after a place inside the collection that was opened at `depth`, and
  // closes all inside it.
  void remove_from(Position place, std::size_t depth);

  [[nodiscard]] Tree tree() &&;

 private:
  struct OpenCollection {
    NodeId node;
    std::size_t expanded = 0;  // nodes so far, aliases counted as their targets
    bool expects_value = false;
  };

  [[nodiscard]] bool add_node(const NodeHead& head, NodeKind kind);
  [[nodiscard]] bool close(Position end, const SyntaxToken& at);
  void check_key(NodeId key);
  void refuse_doubtful_key(NodeId value);
  [[nodiscard]] Node* whole_part(NodeId key);
  [[nodiscard]] bool note_anchor(const NodeHead& head, NodeId node);
  void refuse_tag(const NodeHead& head);
  void recount(NodeId first);
  [[nodiscard]] bool count(std::size_t nodes, const NodeHead& head);
  [[nodiscard]] bool refuse_count(const NodeHead& head);
  [[nodiscard]] std::size_t node_count() const { return tree_.nodes.size(); }

  const TextReporter& reporter_;
  std::size_t nesting_;
  std::size_t& nodes_left_;
  std::size_t nodes_taken_ = 0;
  std::size_t anchor_count_ = 0;
  Tree tree_;
  std::vector<OpenCollection> open_;
  TextMap<std::string, NodeId> anchors_;
  std::unordered_map<NodeId, std::size_t> expanded_;  // of anchored collections
  Position last_end_;                                 // of the node that ended last
};

}  // namespace rigy::language
