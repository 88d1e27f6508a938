// What the typed document does not keep, because it has no effect on the output: notes for readers,
// intent checks and contracts, as they are written. Checks may hold anything, so each is described
// by its text, whatever the order of its fields.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "diff/describe.hpp"
#include "diff/limits.hpp"
#include "hashing/checksum.hpp"
#include "syntax/scalar.hpp"
#include "text/number_text.hpp"

namespace rigy::tools {
namespace {

// Keeps the beginning of a text, and a checksum that tells apart what follows it.
class ShortText {
 public:
  void append(std::string_view text) {
    checksum_.add(std::as_bytes(std::span(text.data(), text.size())));
    if (is_cut_) return;
    std::size_t kept = std::min(text.size(), max_size - text_.size());
    is_cut_ = kept < text.size();
    while (is_cut_ && kept > 0 && is_continuation(text[kept])) --kept;
    text_.append(text.substr(0, kept));
  }
  [[nodiscard]] std::string take() {
    return is_cut_ ? fmt::format("{}... ({})", text_, checksum_.text()) : std::move(text_);
  }

 private:
  // Whether the byte goes on with a code point.
  static bool is_continuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
  }

  static constexpr std::size_t max_size = 200;
  std::string text_;
  Checksum checksum_;
  bool is_cut_ = false;
};

bool is_null(const Tree& tree, NodeId node) {
  return tree[node].kind == NodeKind::Scalar &&
         scalar_type(tree.text_of(node), tree[node].plain) == ScalarType::Null;
}

// Calls use(key, value) for each pair that has a value, in the order of the keys.
template <class Use>
void each_sorted(const Tree& tree, NodeId mapping, const Use& use) {
  std::vector<std::pair<std::string_view, NodeId>> pairs;
  for (NodeId key = mapping + 1; key < tree[mapping].after; key = tree[key + 1].after) {
    const NodeId value = tree.resolve(key + 1);
    if (!is_null(tree, value)) pairs.emplace_back(tree.text_of(key), value);
  }
  std::sort(pairs.begin(), pairs.end());
  for (const auto& [key, value] : pairs) use(key, value);
}

// 0.5 and 5e-1 are the same number.
void append_scalar(const Tree& tree, NodeId node, ShortText& to) {
  const std::string_view text = tree.text_of(node);
  const ScalarType type = scalar_type(text, tree[node].plain);
  const bool is_number = type == ScalarType::Int || type == ScalarType::Float;
  const double number = is_number ? scalar_number(text) : 0;
  if (!is_number || !std::isfinite(number)) return to.append(text);
  std::string digits;
  append_shortest(digits, number);
  to.append(digits);
}

void append_value(const Tree& tree, NodeId node, ShortText& to) {
  std::string_view separator;
  switch (tree[node].kind) {
    case NodeKind::Mapping:
      to.append("{");
      each_sorted(tree, node, [&](std::string_view key, NodeId value) {
        to.append(std::exchange(separator, ", "));
        to.append(key);
        to.append(": ");
        append_value(tree, value, to);
      });
      return to.append("}");
    case NodeKind::Sequence:
      to.append("[");
      for (NodeId item = node + 1; item < tree[node].after; item = tree[item].after) {
        to.append(std::exchange(separator, ", "));
        append_value(tree, tree.resolve(item), to);
      }
      return to.append("]");
    case NodeKind::Scalar:
    case NodeKind::Alias:
      return append_scalar(tree, node, to);
  }
}

// `levels` of mappings are taken apart, and lists item by item, unless there are very many.
void add_parts(Description& to, const std::string& field, const Tree& tree, NodeId node,
               int levels) {
  const NodeKind kind = tree[node].kind;
  const bool is_long = to.size() + tree[node].size > max_described_parts;
  if (levels > 0 && kind == NodeKind::Mapping && !is_long) {
    return each_sorted(tree, node, [&](std::string_view key, NodeId value) {
      add_parts(to, fmt::format("{}.{}", field, key), tree, value, levels - 1);
    });
  }
  if (levels > 0 && kind == NodeKind::Sequence && !is_long) {
    std::size_t number = 0;
    for (NodeId item = node + 1; item < tree[node].after; item = tree[item].after) {
      add_parts(to, fmt::format("{}[{}]", field, number++), tree, tree.resolve(item), 0);
    }
    return;
  }
  ShortText text;
  append_value(tree, node, text);
  to.push_back({ChangeKind::Changed, field, text.take()});
}

}  // namespace

void add_notes(Description& to, const Tree& tree, NodeId mapping,
               std::initializer_list<std::string_view> fields) {
  for (const std::string_view field : fields) {
    const NodeId node = find_value(tree, mapping, field);
    if (node == no_index || is_null(tree, node)) continue;
    add_text(to, ChangeKind::Changed, std::string(field), tree.text_of(node));
  }
}

Description describe_checks(const Tree& tree) {
  Description description;
  const NodeId checks = find_value(tree, tree.resolve(0), "geometry_checks");
  const bool is_given = checks != no_index && !is_null(tree, checks);
  if (is_given) add_parts(description, "geometry_checks", tree, checks, 2);
  return description;
}

Description describe(const Contract& contract) {
  Description description;
  add_parts(description, "contract", contract.tree, contract.tree.resolve(0), 2);
  return description;
}

}  // namespace rigy::tools
