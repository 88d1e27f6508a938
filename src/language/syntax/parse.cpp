#include "syntax/parse.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>
#include <yaml.h>

#include "common/limits.hpp"
#include "hashing/text_hash.hpp"
#include "syntax/bad_bytes.hpp"
#include "syntax/line_separators.hpp"
#include "syntax/scalar.hpp"
#include "syntax/surrogate_pairs.hpp"
#include "syntax/syntax_error.hpp"
#include "text/utf8.hpp"

namespace rigy::language {
namespace {

// A file with this many is not text at all.
constexpr std::size_t many_bad_bytes = 10'000;
constexpr std::size_t max_reported_bad_bytes = 100;
// Up to this many keys, comparing all pairs is faster than hashing.
constexpr std::size_t few_keys = 12;

Position position_of(const yaml_mark_t& mark) {
  return {static_cast<std::uint32_t>(mark.line + 1), static_cast<std::uint32_t>(mark.column + 1)};
}

std::string_view view_of(const yaml_char_t* text, std::size_t size) {
  return {reinterpret_cast<const char*>(text), size};
}

std::string_view view_of(const yaml_char_t* text) { return reinterpret_cast<const char*>(text); }

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

// libyaml's parser and its current event, freed in every case.
struct Parser {
  Parser() { ready = yaml_parser_initialize(&parser) == 1; }
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;
  ~Parser() {
    if (ready) yaml_parser_delete(&parser);
  }

  yaml_parser_t parser{};
  bool ready = false;
};

struct Event {
  Event() = default;
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() { yaml_event_delete(&event); }

  yaml_event_t event{};
};

struct OpenCollection {
  NodeId node;
  std::size_t expanded = 0;  // nodes so far, aliases counted as their targets
  bool expects_value = false;
};

class TreeBuilder {
 public:
  TreeBuilder(const TextReporter& reporter, std::string_view text, std::size_t nesting,
              std::size_t& nodes_left)
      : reporter_(reporter), pairs_(text), nesting_(nesting), nodes_left_(nodes_left) {
    // A node takes at least two characters of text, on average about eight.
    tree_.nodes.reserve(text.size() / 8 + 16);
    tree_.text.reserve(text.size() / 2 + 16);
  }

  TreeBuilder(const TreeBuilder&) = delete;
  TreeBuilder& operator=(const TreeBuilder&) = delete;
  ~TreeBuilder() { nodes_left_ -= std::min(nodes_left_, std::max(nodes_taken_, node_count())); }

  // The text as libyaml can read it.
  [[nodiscard]] std::string_view input(std::string_view text) const {
    return pairs_.empty() ? text : pairs_.text();
  }

  // False to stop: the rest cannot be understood.
  [[nodiscard]] bool take(const yaml_event_t& event);

  [[nodiscard]] Tree tree() && {
    nodes_taken_ = std::max(tree_.expanded, node_count());
    return std::move(tree_);
  }
  [[nodiscard]] bool empty() const { return tree_.nodes.empty(); }
  // The tree is complete, whatever follows.
  [[nodiscard]] bool finished() const { return finished_; }

 private:
  [[nodiscard]] bool start_document(const yaml_event_t& event);
  [[nodiscard]] bool add_scalar(const yaml_event_t& event);
  [[nodiscard]] bool add_alias(const yaml_event_t& event);
  [[nodiscard]] bool open(const yaml_event_t& event, NodeKind kind, const yaml_char_t* anchor,
                          const yaml_char_t* tag);
  [[nodiscard]] bool close(const yaml_event_t& event);
  [[nodiscard]] bool add_node(const yaml_event_t& event, NodeKind kind);
  [[nodiscard]] bool check_key(NodeId node);
  [[nodiscard]] Node* whole_part(NodeId key);
  void find_duplicates(NodeId mapping);
  void find_duplicates_of_many();
  void note_duplicate(NodeId key, NodeId first);
  [[nodiscard]] bool note_anchor(const yaml_event_t& event, const yaml_char_t* anchor, NodeId node);
  void refuse_tag(const yaml_event_t& event, const yaml_char_t* tag);
  template <class... Args>
  NewFinding report(Code code, const yaml_event_t& event, fmt::format_string<const Args&...> format,
                    const Args&... args) {
    return reporter_.report<Args...>(code, position_of(event.start_mark),
                                     position_of(event.end_mark), format, args...);
  }
  [[nodiscard]] bool count(std::size_t nodes, const yaml_event_t& event);
  [[nodiscard]] std::size_t node_count() const { return tree_.nodes.size(); }

  const TextReporter& reporter_;
  SurrogatePairs pairs_;
  std::size_t nesting_;
  std::size_t& nodes_left_;
  std::size_t nodes_taken_ = 0;
  std::size_t anchor_count_ = 0;
  Tree tree_;
  std::vector<OpenCollection> open_;
  TextMap<std::string, NodeId> anchors_;
  std::unordered_map<NodeId, std::size_t> expanded_;  // of anchored collections
  std::vector<std::pair<std::string_view, NodeId>> keys_;
  Position last_end_;  // of the node that ended last
  bool document_seen_ = false;
  bool finished_ = false;
};

bool TreeBuilder::take(const yaml_event_t& event) {
  switch (event.type) {
    case YAML_DOCUMENT_START_EVENT:
      return start_document(event);
    case YAML_SCALAR_EVENT:
      return add_scalar(event);
    case YAML_ALIAS_EVENT:
      return add_alias(event);
    case YAML_SEQUENCE_START_EVENT:
      return open(event, NodeKind::Sequence, event.data.sequence_start.anchor,
                  event.data.sequence_start.tag);
    case YAML_MAPPING_START_EVENT:
      return open(event, NodeKind::Mapping, event.data.mapping_start.anchor,
                  event.data.mapping_start.tag);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
      return close(event);
    default:
      return true;
  }
}

bool TreeBuilder::start_document(const yaml_event_t& event) {
  if (document_seen_) {
    report(Code::UnsupportedYaml, event, "more than one document in the file")
        .help("keep one document, without '---' between its parts");
    finished_ = true;
    return false;
  }
  document_seen_ = true;
  const auto& start = event.data.document_start;
  if (start.version_directive != nullptr ||
      start.tag_directives.start != start.tag_directives.end) {
    report(Code::UnsupportedYaml, event, "YAML directives are not supported")
        .help("remove the line that begins with '%'");
  }
  return true;
}

void TreeBuilder::refuse_tag(const yaml_event_t& event, const yaml_char_t* tag) {
  if (tag == nullptr) return;
  // Not quoted: it is not known yet whether this is a Rigy document.
  report(Code::UnsupportedYaml, event, "YAML tags are not supported")
      .help("remove it, or put text that begins with '!' in quotes");
}

bool TreeBuilder::note_anchor(const yaml_event_t& event, const yaml_char_t* anchor, NodeId node) {
  if (anchor == nullptr) return true;
  anchors_[std::string(view_of(anchor))] = node;
  if (++anchor_count_ <= max_yaml_anchors) return true;
  report(Code::LimitExceeded, event, "more than {} YAML anchors ('&')", max_yaml_anchors);
  return false;
}

bool TreeBuilder::count(std::size_t nodes, const yaml_event_t& event) {
  std::size_t& total = open_.empty() ? tree_.expanded : open_.back().expanded;
  total += nodes;
  if (total <= nodes_left_) return true;
  report(Code::LimitExceeded, event,
         "more than {} nodes in the document and its imports, aliases counted in full", max_nodes);
  return false;
}

bool TreeBuilder::add_node(const yaml_event_t& event, NodeKind kind) {
  if (tree_.nodes.size() >= nodes_left_) return count(nodes_left_ + 1, event);
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  Node& node = tree_.nodes.emplace_back();
  node.start = position_of(event.start_mark);
  node.end = last_end_ = position_of(event.end_mark);
  node.kind = kind;
  node.after = id + 1;
  if (open_.empty()) return true;
  OpenCollection& in = open_.back();
  Node& parent = tree_.nodes[in.node];
  node.parent = in.node;
  node.index = parent.size;
  if (parent.kind == NodeKind::Sequence) {
    ++parent.size;
    return true;
  }
  in.expects_value = !in.expects_value;
  if (in.expects_value) return true;  // this was a key
  ++parent.size;
  return true;
}

bool TreeBuilder::check_key(NodeId id) {
  if (open_.empty() || !open_.back().expects_value) return true;
  Node& node = tree_.nodes[id];
  if (node.kind != NodeKind::Scalar) {
    const NewFinding added =
        reporter_.report(Code::UnsupportedYaml, node.start, node.end, "a key must be text, not {}",
                         node.kind == NodeKind::Alias      ? "an alias"
                         : node.kind == NodeKind::Sequence ? "a list"
                                                           : "a mapping");
    const Position outer = tree_[node.parent].start;
    const bool is_template = node.kind == NodeKind::Mapping && outer.line == node.start.line &&
                             outer.column + 1 == node.start.column;
    if (is_template) added.help("'{{name}}' is not replaced; a param is written $name");
    return false;
  }
  if (scalar_type(tree_.text_of(id), node.plain) == ScalarType::String) return true;
  node.refused_key = true;
  const NewFinding added =
      reporter_.report(Code::UnsupportedYaml, node.start, node.end, "a key that is not text");
  if (Node* whole = whole_part(id)) {
    added.help("write decimals with a point: {}.{}",
               tree_.stretch(whole->text_begin, whole->text_size), tree_.text_of(id));
    // What is left of the number means nothing.
    whole->reported = true;
    whole->plain = false;
  } else {
    added.help("put it in quotes");
  }
  return true;
}

// The number before the key, if both are one with a decimal comma: {radius: 0,5}.
Node* TreeBuilder::whole_part(NodeId key) {
  const Node& node = tree_[key];
  if (node.index == 0) return nullptr;
  Node& before = tree_.nodes[key - 1];
  const bool is_next =
      before.end.line == node.start.line && before.end.column + 1 == node.start.column;
  const bool are_numbers = before.kind == NodeKind::Scalar &&
                           scalar_type(tree_.text_of(key - 1), before.plain) == ScalarType::Int &&
                           scalar_type(tree_.text_of(key), node.plain) == ScalarType::Int;
  return is_next && are_numbers ? &before : nullptr;
}

bool TreeBuilder::add_scalar(const yaml_event_t& event) {
  const auto& scalar = event.data.scalar;
  std::string_view text = view_of(scalar.value, scalar.length);
  std::string restored;
  if (!pairs_.empty()) {
    restored = pairs_.restored(text, scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE,
                               event.start_mark.index, event.end_mark.index);
    text = restored;
  }
  const std::size_t most = text.starts_with('=') ? max_expression_text : max_text;
  if (text.size() > most) {
    report(Code::LimitExceeded, event, "text of {} bytes; the maximum is {}", text.size(), most);
    return false;
  }
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  if (!add_node(event, NodeKind::Scalar)) return false;
  Node& node = tree_.nodes.back();
  node.plain = scalar.style == YAML_PLAIN_SCALAR_STYLE;
  node.text_begin = static_cast<std::uint32_t>(tree_.text.size());
  node.text_size = static_cast<std::uint32_t>(text.size());
  tree_.text.insert(tree_.text.end(), text.begin(), text.end());
  refuse_tag(event, scalar.tag);
  return note_anchor(event, scalar.anchor, id) && check_key(id) && count(1, event);
}

bool TreeBuilder::add_alias(const yaml_event_t& event) {
  const std::string_view name = view_of(event.data.alias.anchor);
  const auto found = anchors_.find(std::string(name));
  if (found == anchors_.end()) {
    report(Code::UnsupportedYaml, event,
           "alias ('*') to an anchor ('&') that is not defined before it")
        .help("define the anchor before it is used, or put text that begins with '*' in quotes");
    return false;
  }
  const NodeId target = tree_.resolve(found->second);
  const bool recursive = std::any_of(open_.begin(), open_.end(), [target](const auto& collection) {
    return collection.node == target;
  });
  if (recursive) {
    report(Code::UnsupportedYaml, event, "alias inside its own anchor");
    return false;
  }
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  if (!add_node(event, NodeKind::Alias)) return false;
  Node& node = tree_.nodes.back();
  const bool is_key = !open_.empty() && open_.back().expects_value;
  if (is_key && tree_[target].kind == NodeKind::Scalar) {
    // Keys are always scalars: this one shares its text with the target.
    node.kind = NodeKind::Scalar;
    node.text_begin = tree_[target].text_begin;
    node.text_size = tree_[target].text_size;
    node.plain = tree_[target].plain;
  } else {
    node.text_begin = target;
  }
  const auto expanded = expanded_.find(target);
  return check_key(id) && count(expanded == expanded_.end() ? 1 : expanded->second, event);
}

bool TreeBuilder::open(const yaml_event_t& event, NodeKind kind, const yaml_char_t* anchor,
                       const yaml_char_t* tag) {
  if (open_.size() >= nesting_) {
    report(Code::LimitExceeded, event, "nested more than {} levels deep", nesting_);
    return false;
  }
  const auto id = static_cast<NodeId>(tree_.nodes.size());
  if (!add_node(event, kind) || !check_key(id)) return false;
  if (!note_anchor(event, anchor, id)) return false;
  if (anchor != nullptr) expanded_[id] = 0;
  refuse_tag(event, tag);
  open_.push_back({.node = id, .expanded = 1});
  return true;
}

bool TreeBuilder::close(const yaml_event_t& event) {
  const OpenCollection done = open_.back();
  open_.pop_back();
  Node& node = tree_.nodes[done.node];
  node.after = static_cast<NodeId>(tree_.nodes.size());
  const bool flow = event.end_mark.index > event.start_mark.index;
  // libyaml ends a block where the next one begins; for the author it ends with its last line.
  node.end = flow ? position_of(event.end_mark) : last_end_;
  last_end_ = node.end;
  if (node.kind == NodeKind::Mapping) find_duplicates(done.node);
  if (const auto anchored = expanded_.find(done.node); anchored != expanded_.end()) {
    anchored->second = done.expanded;
  }
  return count(done.expanded, event);
}

void TreeBuilder::note_duplicate(NodeId key, NodeId first) {
  tree_.nodes[key].duplicate = true;
  // What is wrong with a key that was refused has been said.
  if (!tree_[key].refused_key) tree_.duplicates.push_back({key, first});
}

void TreeBuilder::find_duplicates(NodeId mapping) {
  keys_.clear();
  for (NodeId key = mapping + 1; key < tree_[mapping].after; key = tree_[key + 1].after) {
    keys_.emplace_back(tree_.text_of(key), key);
  }
  if (keys_.size() <= few_keys) {
    for (std::size_t i = 1; i < keys_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (keys_[i].first != keys_[j].first) continue;
        note_duplicate(keys_[i].second, keys_[j].second);
        break;
      }
    }
    return;
  }
  find_duplicates_of_many();
}

// Sorted by hash, and by text only for equal hashes: fast, and never quadratic.
void TreeBuilder::find_duplicates_of_many() {
  struct HashedKey {
    std::size_t hash;
    std::string_view text;
    NodeId key;
  };
  std::vector<HashedKey> sorted;
  sorted.reserve(keys_.size());
  for (const auto& [text, key] : keys_) {
    sorted.push_back({hash_of(text), text, key});
  }
  std::sort(sorted.begin(), sorted.end(), [](const HashedKey& a, const HashedKey& b) {
    return std::tie(a.hash, a.text, a.key) < std::tie(b.hash, b.text, b.key);
  });
  std::size_t first = 0;
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i].text == sorted[first].text) {
      note_duplicate(sorted[i].key, sorted[first].key);
    } else {
      first = i;
    }
  }
}

void report_syntax_error(const yaml_parser_t& parser, std::string_view text,
                         const TextReporter& reporter) {
  if (parser.error == YAML_MEMORY_ERROR) {
    reporter.report(Code::OutOfMemory, {}, {}, "not enough memory to read the document");
    return;
  }
  const SyntaxError error = describe_syntax_error(parser, text);
  const NewFinding added =
      reporter.report(Code::NotYaml, error.start, error.end, "not valid YAML: {}", error.message);
  added.help(error.help);
  if (error.context) {
    added.related({reporter.source, *error.context, *error.context}, "{}", error.context_message);
  }
}

void report_bad_bytes(const std::vector<Position>& places, const std::optional<Tree>& tree,
                      CodeOfScalar code_of_scalar, const TextReporter& reporter) {
  for (const Position at :
       std::span(places).first(std::min(places.size(), max_reported_bad_bytes))) {
    const Code code = tree ? code_of_bad_byte(*tree, at, code_of_scalar) : Code::NotUtf8;
    reporter.report(code, at, {at.line, at.column + 1}, "invalid UTF-8")
        .help("save the file as UTF-8");
  }
}

void report_separators(const std::vector<LineSeparator>& separators, const TextReporter& reporter) {
  for (const LineSeparator& one : separators) {
    reporter
        .report(Code::UnsupportedYaml, one.at, {one.at.line, one.at.column + 1},
                "U+{:04X} in the text: some programs read it as a line break, others as a "
                "character",
                static_cast<unsigned>(one.point))
        .help("remove it, or write it as {} inside double quotes", escape_of(one));
  }
}

std::optional<Tree> build_tree(std::string_view text, const TextReporter& reporter,
                               const ParseOptions& options, std::size_t& nodes_left) {
  Parser owner;
  if (!owner.ready) {
    reporter.report(Code::OutOfMemory, {}, {}, "not enough memory to read the document");
    return std::nullopt;
  }
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  // The line ends of such a text are unknown, so nothing else is reported about it.
  if (const auto separators = line_separators_in(text); !separators.empty()) {
    report_separators(separators, reporter);
    return std::nullopt;
  }
  yaml_parser_t& parser = owner.parser;
  yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
  TreeBuilder builder(reporter, text, options.nesting, nodes_left);
  const std::string_view input = builder.input(text);
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(input.data()),
                               input.size());
  for (bool more = true; more;) {
    Event owned;
    if (yaml_parser_parse(&parser, &owned.event) == 0) {
      report_syntax_error(parser, text, reporter);
      return std::nullopt;
    }
    if (!builder.take(owned.event) && !builder.finished()) return std::nullopt;
    more = owned.event.type != YAML_STREAM_END_EVENT && !builder.finished();
  }
  if (builder.empty()) {
    const NewFinding added =
        reporter.report(Code::WrongType, {1, 1}, {1, 1}, "the document is empty");
    if (!options.example.empty()) {
      added.help(fmt::format("a small document is\n{}", options.example));
    }
    return std::nullopt;
  }
  return std::move(builder).tree();
}

}  // namespace

std::optional<Tree> parse_yaml(Source& source, SourceId id, Diagnostics& diagnostics,
                               const ParseOptions& options, std::size_t& nodes_left) {
  const TextReporter reporter{diagnostics, id, options.every_code};
  if (source.text.starts_with("\xff\xfe") || source.text.starts_with("\xfe\xff")) {
    reporter.report(Code::NotUtf8, {1, 1}, {1, 2}, "this is UTF-16 text")
        .help("save the file as UTF-8");
    // Text that is quoted from a source must be UTF-8.
    source.text.clear();
    return std::nullopt;
  }
  std::vector<Position> bad;
  if (!is_valid_utf8(source.text)) {
    bad = replace_invalid_utf8(source.text, many_bad_bytes);
  }
  if (has_many_tag_directives(source.text)) {
    reporter.report(Code::UnsupportedYaml, {1, 1}, {1, 2}, "YAML directives are not supported")
        .help("remove the lines that begin with '%'");
    return std::nullopt;
  }
  if (bad.size() == many_bad_bytes) {
    reporter
        .report(Code::NotUtf8, bad[0], {bad[0].line, bad[0].column + 1}, "this is not UTF-8 text")
        .help("save the file as UTF-8, or use another file");
    return std::nullopt;
  }
  std::optional<Tree> tree = build_tree(source.text, reporter, options, nodes_left);
  report_bad_bytes(bad, tree, options.code_of_bad_bytes, reporter);
  return tree;
}

std::optional<Tree> parse_yaml(Source& source, SourceId id, Diagnostics& diagnostics) {
  std::size_t nodes_left = max_nodes;
  return parse_yaml(source, id, diagnostics, {}, nodes_left);
}

}  // namespace rigy::language
