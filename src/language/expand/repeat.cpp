// repeat: an element of a list that expands to copies of its body, the outer ones first; in every
// text of a copy "${as}" becomes the index. Aliases become copies of their targets, because their
// contents may differ from repetition to repetition.
#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "expand/expansion.hpp"
#include "expand/identifier.hpp"
#include "expand/tree_writer.hpp"
#include "syntax/scalar.hpp"

namespace rigy::language {
namespace {

constexpr std::string_view repeat_key = "repeat";

// An index and its current value.
struct Binding {
  std::string name;
  std::string token;  // "${name}"
  std::string digits;
  std::uint32_t name_begin = 0;  // in the text of the tree
  std::uint32_t digits_begin = 0;
};

struct Repetition {
  NodeId count = no_index;
  NodeId as = no_index;
  NodeId body = no_index;
};

bool holds(std::string_view text, char c) {
  return std::memchr(text.data(), c, text.size()) != nullptr;
}

void replace_all(std::string& text, std::string_view token, std::string_view by) {
  for (std::size_t at = text.find(token); at != std::string::npos;
       at = text.find(token, at + by.size())) {
    text.replace(at, token.size(), by);
  }
}

class Repeater {
 public:
  explicit Repeater(const Expansion& expansion)
      : at_(expansion.reporter()), in_(expansion.tree), out_(expansion.tree, expansion.max_nodes) {}

  // False if it became too large, which has been reported.
  [[nodiscard]] bool run();
  void finish(Expansion& expansion) &&;

 private:
  void copy_root(NodeId root);
  void copy(NodeId id);
  void copy_scalar(NodeId id);
  void copy_key(NodeId key);
  void copy_pair(NodeId key);
  void copy_mapping(NodeId id);
  void copy_list(NodeId id);
  void copy_repetitions(const Repetition& repetition);
  void begin_repetition(Binding& binding, std::int64_t index, OriginId outer);

  [[nodiscard]] std::optional<Repetition> read_repetition(NodeId element, NodeId key);
  [[nodiscard]] bool is_complete(NodeId key, const Repetition& repetition);
  [[nodiscard]] bool is_name(NodeId as);
  [[nodiscard]] std::optional<std::int64_t> read_count(NodeId node);
  void report_count(NodeId node, std::string_view text);
  void give_up(NodeId node);

  // Substitutes the indexes in the text; see `changed_`. Returns the binding if the text is only
  // its index.
  const Binding* substitute(std::string_view text);
  [[nodiscard]] NodeId find_key(NodeId mapping, std::string_view name) const;

  template <class... Args>
  NewFinding report(Code code, NodeId node, fmt::format_string<const Args&...> format,
                    const Args&... args) {
    const SourceRange range = at_.range_of(node);
    if (!at_.diagnostics.wants(code, range)) return {};
    return at_.diagnostics.keep(code, range, message_of<Args...>(format, args...),
                                path_of(in_, node), origin_text(out_.tree(), made_));
  }

  const Reporter at_;
  const Tree& in_;
  TreeWriter out_;
  std::vector<NodeId> candidates_;
  std::vector<Binding> bindings_;  // the outermost first
  std::string changed_;            // by `substitute`
  OriginId made_ = written;
  bool verbatim_ = false;
  bool stopped_ = false;
};

bool Repeater::run() {
  copy_root(0);
  if (out_.is_full() && !stopped_) give_up(0);
  return !stopped_;
}

void Repeater::finish(Expansion& expansion) && {
  expansion.tree = std::move(out_).take();
  expansion.candidates = std::move(candidates_);
}

void Repeater::give_up(NodeId node) {
  report(Code::LimitExceeded, node,
         "more than {} nodes in the document and its imports, or more than {} bytes of text in "
         "repetitions",
         max_nodes, max_expanded_text)
      .help("use fewer repetitions, or split the asset");
  stopped_ = true;
}

// geometry_checks stays as it is, and so does the version, which says what all else means; params
// have been read and are dropped.
void Repeater::copy_root(NodeId root) {
  out_.open(in_[root]);
  for (NodeId key = root + 1; key < in_[root].after; key = in_[key + 1].after) {
    const std::string_view name = in_.text_of(key);
    verbatim_ = name == "geometry_checks" || name == "version" || name == "rigm_version";
    if (name != "params") copy_pair(key);
  }
  out_.close();
}

void Repeater::copy(NodeId id) {
  id = in_.resolve(id);
  if (stopped_) return;
  if (out_.is_full()) return give_up(id);
  if (in_[id].kind == NodeKind::Scalar) return copy_scalar(id);
  if (out_.depth() >= max_nesting) {
    report(Code::LimitExceeded, id, "nested more than {} levels deep, aliases counted in full",
           max_nesting);
    stopped_ = true;
    return;
  }
  if (in_[id].kind == NodeKind::Mapping) return copy_mapping(id);
  copy_list(id);
}

void Repeater::copy_scalar(NodeId id) {
  Node node = in_[id];
  node.made = made_;
  const std::string_view text = in_.text_of(id);
  bool is_candidate = !text.empty() && !verbatim_ && (text[0] == '=' || holds(text, '$'));
  if (is_candidate && !bindings_.empty()) {
    if (const Binding* index = substitute(text)) {
      node.plain = true;
      node.text_begin = index->digits_begin;
      node.text_size = static_cast<std::uint32_t>(index->digits.size());
      is_candidate = false;
    } else if (changed_ != text) {
      node.plain = false;  // it stays text, even if it looks like a number now
      out_.set_text(node, changed_);
      if (changed_.size() > max_text) {
        report(Code::LimitExceeded, id, "a text of {} bytes; the maximum is {}", changed_.size(),
               max_text);
        stopped_ = true;
      }
    }
  }
  const NodeId added = out_.add(node);
  if (is_candidate) candidates_.push_back(added);
}

void Repeater::copy_key(NodeId key) {
  Node node = in_[key];
  node.made = made_;
  const NodeId added = out_.add(node);
  if (!verbatim_ && in_[key].text_size > 0 && holds(in_.text_of(key), '$')) {
    candidates_.push_back(added);
  }
}

void Repeater::copy_pair(NodeId key) {
  if (!verbatim_ && in_.text_of(key) == repeat_key) {
    report(Code::MisusedRepeat, key, "'repeat' must be an element of a list, with no other key")
        .help("write - repeat: {count: 3, as: i, body: {…}}");
    return;
  }
  copy_key(key);
  copy(key + 1);
}

void Repeater::copy_mapping(NodeId id) {
  Node node = in_[id];
  node.made = made_;
  out_.open(node);
  for (NodeId key = id + 1; key < in_[id].after && !stopped_; key = in_[key + 1].after) {
    copy_pair(key);
  }
  out_.close();
}

void Repeater::copy_list(NodeId id) {
  Node node = in_[id];
  node.made = made_;
  out_.open(node);
  for (NodeId one = id + 1; one < in_[id].after && !stopped_; one = in_[one].after) {
    const NodeId element = in_.resolve(one);
    const NodeId key = verbatim_ ? no_index : find_key(element, repeat_key);
    if (key == no_index) {
      copy(element);
    } else if (const auto repetition = read_repetition(element, key)) {
      copy_repetitions(*repetition);
    } else {
      out_.add_refused(in_[element]);
    }
  }
  out_.close();
}

NodeId Repeater::find_key(NodeId mapping, std::string_view name) const {
  if (in_[mapping].kind != NodeKind::Mapping) return no_index;
  for (NodeId key = mapping + 1; key < in_[mapping].after; key = in_[key + 1].after) {
    if (in_.text_of(key) == name) return key;
  }
  return no_index;
}

std::optional<Repetition> Repeater::read_repetition(NodeId element, NodeId key) {
  if (in_[element].size > 1) {
    report(Code::MisusedRepeat, key, "'repeat' must be the only key of its list element")
        .help("move the other keys into 'body'");
    return std::nullopt;
  }
  const NodeId fields = in_.resolve(key + 1);
  if (in_[fields].kind != NodeKind::Mapping) {
    report(Code::MisusedRepeat, key, "'repeat' must be a mapping with 'count', 'as' and 'body'")
        .help("write - repeat: {count: 3, as: i, body: {…}}");
    return std::nullopt;
  }
  Repetition repetition;
  bool known = true;
  for (NodeId field = fields + 1; field < in_[fields].after; field = in_[field + 1].after) {
    const std::string_view name = in_.text_of(field);
    const NodeId value = in_.resolve(field + 1);
    if (name == "count") {
      repetition.count = value;
    } else if (name == "as") {
      repetition.as = value;
    } else if (name == "body") {
      repetition.body = value;
    } else {
      static constexpr std::string_view names[] = {"count", "as", "body"};
      std::string help = at_.diagnostics.did_you_mean(name, names);
      if (help.empty())
        help = "a repeat has 'count', 'as' and 'body'; everything else goes into 'body'";
      report(Code::MisusedRepeat, field, "unknown field '{}' in repeat", name)
          .help(std::move(help));
      known = false;
    }
  }
  if (!known || !is_complete(key, repetition) || !is_name(repetition.as)) return std::nullopt;
  return repetition;
}

bool Repeater::is_complete(NodeId key, const Repetition& repetition) {
  const std::string_view missing = repetition.count == no_index  ? "count"
                                   : repetition.as == no_index   ? "as"
                                   : repetition.body == no_index ? "body"
                                                                 : "";
  if (!missing.empty()) {
    report(Code::MisusedRepeat, key, "missing field '{}' in repeat", missing)
        .help("write - repeat: {count: 3, as: i, body: {…}}");
    return false;
  }
  if (in_[repetition.body].kind != NodeKind::Mapping) {
    report(Code::MisusedRepeat, repetition.body, "'body' must be a mapping")
        .help("it is the element that is repeated: body: {id: \"post${i}\", …}");
    return false;
  }
  if (find_key(repetition.body, repeat_key) == no_index) return true;
  report(Code::MisusedRepeat, repetition.body, "'body' must not itself be a repeat")
      .help("repeat something that has a list, and put the inner repeat into that list");
  return false;
}

bool Repeater::is_name(NodeId as) {
  const bool scalar = in_[as].kind == NodeKind::Scalar;
  const std::string_view text = scalar ? in_.text_of(as) : std::string_view();
  const bool whole = scalar && substitute(text) != nullptr;
  if (!scalar || whole || !is_identifier(changed_) ||
      scalar_type(changed_, in_[as].plain) != ScalarType::String) {
    report(Code::WrongRepeatIndex, as, "'as' must be a name, such as i")
        .help("a name is letters, digits and _, and does not begin with a digit");
    return false;
  }
  const bool is_taken = std::any_of(bindings_.begin(), bindings_.end(),
                                    [this](const Binding& one) { return one.name == changed_; });
  if (!is_taken) return true;
  report(Code::WrongRepeatIndex, as, "'{}' is the index of an enclosing repeat",
         std::string_view(changed_))
      .help("use another name, such as j");
  return false;
}

// Nothing if it is unreadable, which has been reported.
std::optional<std::int64_t> Repeater::read_count(NodeId node) {
  if (in_[node].kind != NodeKind::Scalar) {
    report(Code::WrongRepeatCount, node, "'count' must be a whole number, at least 0");
    return std::nullopt;
  }
  const bool is_index = substitute(in_.text_of(node)) != nullptr;
  if (scalar_type(changed_, is_index || in_[node].plain) == ScalarType::Int) {
    const std::int64_t count = scalar_integer(changed_).value_or(INT64_MAX);
    if (count >= 0 && changed_[0] != '-') return count;
  }
  report_count(node, changed_);
  return std::nullopt;
}

void Repeater::report_count(NodeId node, std::string_view text) {
  const NewFinding added = report(Code::WrongRepeatCount, node,
                                  "'count' is {}; it must be a whole number, at least 0", text);
  if (text.starts_with("${")) {
    added.help("only the index of an enclosing repeat can be used here");
  } else if (text.starts_with('$')) {
    added.help("repeats are expanded before params are replaced: write the number itself");
  } else if (text.starts_with('=')) {
    added.help("repeats are expanded before expressions are computed: write the number itself");
  } else if (scalar_type(text, true) == ScalarType::Int && text[0] != '-') {
    added.help("remove the quotes: {}", text);
  }
}

void Repeater::copy_repetitions(const Repetition& repetition) {
  // An unreadable count is taken as 1, so that the body is checked, and any number of elements is
  // missing.
  const std::optional<std::int64_t> given = read_count(repetition.count);
  const std::int64_t count = given.value_or(1);
  static_cast<void>(substitute(in_.text_of(repetition.as)));
  bindings_.push_back({.name = changed_,
                       .token = "${" + changed_ + "}",
                       .digits = {},
                       .name_begin = out_.add_text(changed_)});
  const std::size_t least = 1 + std::size_t{2} * in_[repetition.body].size;
  if (static_cast<std::uint64_t>(count) > out_.nodes_left() / least) {
    report(Code::LimitExceeded, repetition.count,
           "{} repetitions create more than {} nodes in the document and its imports", count,
           max_nodes)
        .help("use fewer repetitions, or split the asset");
    stopped_ = true;
  }
  const NodeId body_size = in_[repetition.body].after - repetition.body;
  if (bindings_.size() == 1 && !stopped_) out_.expect(static_cast<std::size_t>(count) * body_size);
  const OriginId outer = made_;
  for (std::int64_t index = 0; index < count && !stopped_; ++index) {
    begin_repetition(bindings_.back(), index, outer);
    copy(repetition.body);
  }
  if (!given) out_.add_refused(in_[repetition.count]);
  made_ = outer;
  bindings_.pop_back();
}

void Repeater::begin_repetition(Binding& binding, std::int64_t index, OriginId outer) {
  binding.digits = fmt::format_int(index).str();
  binding.digits_begin = out_.add_text(binding.digits);
  made_ = out_.add_origin({.kind = OriginKind::Repetition,
                           .parent = outer,
                           .index = static_cast<std::uint32_t>(index),
                           .text_begin = binding.name_begin,
                           .text_size = static_cast<std::uint32_t>(binding.name.size())});
}

const Binding* Repeater::substitute(std::string_view text) {
  changed_ = text;
  if (changed_.find("${") == std::string::npos) return nullptr;
  for (const Binding& binding : bindings_) {
    if (changed_ == binding.token) {
      changed_ = binding.digits;
      return &binding;
    }
    replace_all(changed_, binding.token, binding.digits);
  }
  return nullptr;
}

}  // namespace

bool expand_repeats(Expansion& expansion) {
  Repeater repeater(expansion);
  if (!repeater.run()) return false;
  std::move(repeater).finish(expansion);
  return true;
}

}  // namespace rigy::language
