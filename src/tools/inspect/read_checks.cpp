// geometry_checks.alignment, from the tree of the document.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "diagnostics/suggestions.hpp"
#include "inspect/intent.hpp"
#include "syntax/node_kind.hpp"
#include "syntax/scalar.hpp"

namespace rigy::tools {
namespace {

struct KindName {
  std::string_view name;
  CheckKind kind;
};

constexpr std::array<KindName, 8> check_kinds{{{"normal_parallel", CheckKind::NormalParallel},
                                               {"point_on_line", CheckKind::PointOnLine},
                                               {"coplanar", CheckKind::Coplanar},
                                               {"touching", CheckKind::Touching},
                                               {"above", CheckKind::Above},
                                               {"inside", CheckKind::Inside},
                                               {"distance", CheckKind::Distance},
                                               {"symmetric", CheckKind::Symmetric}}};

// Reads one check; the first thing wrong with it is its error.
class CheckReader {
 public:
  CheckReader(const Tree& tree, NodeId node) : tree_(tree), node_(node) { check_.node = node; }

  [[nodiscard]] IntentCheck read();

 private:
  template <class... Args>
  void refuse(fmt::format_string<const Args&...> format, const Args&... args) {
    if (check_.error.empty()) check_.error = fmt::format(format, args...);
  }

  void read_kind();
  void read_limits();
  void refuse_misspelled();
  [[nodiscard]] std::string required_text(std::string_view key);
  [[nodiscard]] std::optional<double> number(std::string_view key);
  [[nodiscard]] NodeId value(std::string_view key) const { return find_value(tree_, node_, key); }
  [[nodiscard]] bool is_scalar(NodeId node) const {
    return node != no_index && tree_[node].kind == NodeKind::Scalar;
  }
  [[nodiscard]] bool is_null(NodeId node) const {
    return node != no_index && language::is_null(tree_, node);
  }

  const Tree& tree_;
  NodeId node_;
  IntentCheck check_;
};

// Nothing if the field is not given.
std::optional<double> CheckReader::number(std::string_view key) {
  const NodeId node = value(key);
  if (node == no_index || is_null(node)) return std::nullopt;
  if (is_scalar(node)) {
    const ScalarType type = scalar_type(tree_.text_of(node), tree_[node].plain);
    if (type == ScalarType::Int || type == ScalarType::Float) {
      const double number = scalar_number(tree_.text_of(node));
      if (std::isfinite(number)) return number;
    }
  }
  refuse("'{}' is not a finite number", key);
  return std::nullopt;
}

std::string CheckReader::required_text(std::string_view key) {
  const NodeId node = value(key);
  if (node == no_index || is_null(node)) {
    refuse("'{}' is missing", key);
  } else if (!is_scalar(node)) {
    refuse("'{}' is not text", key);
  } else {
    return std::string(tree_.text_of(node));
  }
  return {};
}

void CheckReader::read_kind() {
  check_.name = required_text("check");
  for (const auto& [name, kind] : check_kinds) {
    if (name == check_.name) check_.kind = kind;
  }
  if (check_.kind || check_.name.empty()) return;
  ClosestWord closest(check_.name);
  std::vector<std::string_view> names;
  for (const auto& [name, kind] : check_kinds) {
    closest.offer(name);
    names.push_back(name);
  }
  if (closest.best().empty()) {
    refuse("unknown check '{}'; the checks are {}", check_.name,
           fmt::format("{}", fmt::join(names, ", ")));
  } else {
    refuse("unknown check '{}'; did you mean '{}'?", check_.name, closest.best());
  }
}

void CheckReader::read_limits() {
  check_.tolerance = number("tolerance").value_or(check_.tolerance);
  if (check_.tolerance < 0) refuse("'tolerance' is below 0");
  if (check_.kind == CheckKind::Distance) {
    check_.min = number("min");
    check_.max = number("max");
    if (!check_.min && !check_.max) refuse("'min' or 'max' is missing");
    if (check_.min && check_.max && *check_.min > *check_.max) refuse("'min' is above 'max'");
  }
  const NodeId axis = value("axis");
  if (check_.kind != CheckKind::Symmetric || axis == no_index || is_null(axis)) return;
  const std::string_view name = is_scalar(axis) ? tree_.text_of(axis) : "";
  const std::size_t number = std::string_view("xyz").find(name);
  if (name.size() != 1 || number == std::string_view::npos) {
    refuse("'axis' is not x, y or z");
  } else {
    check_.axis = static_cast<Axis>(number);
  }
}

// Other fields are the author's business, but one that looks like a known one was meant to be it.
void CheckReader::refuse_misspelled() {
  const auto [first, second] = operand_names(check_.kind.value_or(CheckKind::Coplanar));
  const std::array<std::string_view, 8> known{"check", "label", "tolerance", "min",
                                              "max",   "axis",  first,       second};
  NodeId key = node_ + 1;
  for (std::uint32_t i = 0; i < tree_[node_].size; ++i) {
    const std::string_view name = tree_.text_of(key);
    ClosestWord closest(name);
    for (const std::string_view word : known) {
      // Anything is close to a name of one letter.
      if (word.size() > 2) closest.offer(word);
    }
    const bool is_known = std::find(known.begin(), known.end(), name) != known.end();
    if (!is_known && name.size() > 2 && !closest.best().empty()) {
      refuse("unknown field '{}'; did you mean '{}'?", name, closest.best());
    }
    key = tree_[key + 1].after;
  }
}

IntentCheck CheckReader::read() {
  if (tree_[node_].kind != NodeKind::Mapping) {
    refuse("the check is not a mapping with 'check'");
    return check_;
  }
  const NodeId label = value("label");
  if (is_scalar(label) && !is_null(label)) check_.label = tree_.text_of(label);
  read_kind();
  refuse_misspelled();
  if (!check_.kind) return check_;
  const auto [first, second] = operand_names(*check_.kind);
  check_.a = required_text(first);
  check_.b = required_text(second);
  read_limits();
  return check_;
}

// A check that stands for all that cannot be read.
IntentCheck unreadable(NodeId node, std::string error) {
  IntentCheck check;
  check.node = node;
  check.error = std::move(error);
  return check;
}

std::string without_alignment(const Tree& tree, NodeId all) {
  std::string error = "'geometry_checks' is not a mapping with 'alignment'";
  if (tree[all].kind != NodeKind::Mapping) return error;
  NodeId key = all + 1;
  for (std::uint32_t i = 0; i < tree[all].size; ++i) {
    ClosestWord closest(tree.text_of(key));
    closest.offer("alignment");
    if (!closest.best().empty()) {
      return fmt::format("unknown field '{}'; did you mean '{}'?", tree.text_of(key),
                         closest.best());
    }
    key = tree[key + 1].after;
  }
  return error;
}

}  // namespace

std::pair<std::string_view, std::string_view> operand_names(CheckKind kind) {
  if (kind == CheckKind::PointOnLine) return {"point", "line"};
  return {"a", "b"};
}

std::vector<IntentCheck> read_checks(const Tree& tree) {
  std::vector<IntentCheck> checks;
  const NodeId all = find_value(tree, tree.resolve(0), "geometry_checks");
  if (all == no_index || is_null(tree, all)) return checks;
  const bool is_mapping = tree[all].kind == NodeKind::Mapping;
  const NodeId list = is_mapping ? find_value(tree, all, "alignment") : no_index;
  if (list == no_index) return {unreadable(all, without_alignment(tree, all))};
  if (tree[list].kind != NodeKind::Sequence) {
    return {unreadable(list, "'alignment' is not a list of checks")};
  }
  NodeId item = list + 1;
  for (std::uint32_t i = 0; i < tree[list].size; ++i) {
    checks.push_back(CheckReader(tree, tree.resolve(item)).read());
    item = tree[item].after;
  }
  return checks;
}

}  // namespace rigy::tools
