// The expressions of a document: texts that begin with '=' where a number is expected.
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/limits.hpp"
#include "common/unreachable.hpp"
#include "expand/expansion.hpp"
#include "expand/expression.hpp"
#include "expand/identifier.hpp"
#include "expand/number_fields.hpp"
#include "expand/number_text.hpp"
#include "expand/tokens.hpp"
#include "math/rounding.hpp"

namespace rigy::language {
namespace {

Code code_of(ExpressionFault fault) {
  switch (fault) {
    case ExpressionFault::UnknownParam:
    case ExpressionFault::NotNumber:
      return Code::UnusableParam;
    case ExpressionFault::NotFinite:
    case ExpressionFault::DivisionByZero:
      return Code::ExpressionNotFinite;
    case ExpressionFault::NegativeRoot:
      return Code::NegativeRoot;
    default:
      return Code::MalformedExpression;
  }
}

std::string arguments_text(int count) {
  return count == 1 ? "1 argument" : fmt::format("{} arguments", count);
}

std::string message_for(ExpressionFault fault, std::string_view part) {
  switch (fault) {
    case ExpressionFault::None:
      return {};
    case ExpressionFault::Unexpected:
      return message_of("unexpected '{}' in an expression", part);
    case ExpressionFault::UnexpectedEnd:
      return "the expression is incomplete";
    case ExpressionFault::UnknownFunction:
      return message_of("unknown function '{}'", part);
    case ExpressionFault::NotCalled:
      return message_of("function '{}' needs arguments", part);
    case ExpressionFault::WrongArity:
      return message_of("'{}' takes {}", part, arguments_text(arity_of(part)));
    case ExpressionFault::TooDeep:
      return fmt::format("brackets are nested more than {} levels deep", max_expression_nesting);
    case ExpressionFault::UnknownParam:
      return message_of("unknown param '{}' in an expression", part.substr(1));
    case ExpressionFault::NotNumber:
      return message_of("param '{}' is not a number", part.substr(1));
    case ExpressionFault::NotFinite:
      return message_of("the value of '{}' is too large", part);
    case ExpressionFault::DivisionByZero:
      return message_of("division by zero: '{}' is 0", part);
    case ExpressionFault::NegativeRoot:
      return message_of("'{}' is the square root of a negative number", part);
  }
  unreachable();
}

// "${i+1}": only a name goes between braces.
std::string help_for_braces(const Expansion& expansion, NodeId id, std::size_t begin) {
  const std::string_view text = expansion.tree.text_of(id);
  const std::size_t end = text.find('}', begin);
  if (end == std::string_view::npos) return "an index is written ${i}, a param $name";
  const std::string inner = with_dollars(index_names(expansion.tree, id), expansion.params,
                                         text.substr(begin + 2, end - begin - 2));
  const std::string_view meant = inner;
  const bool is_whole = begin == 1 && end + 1 == text.size();
  return is_whole ? message_of("only a name goes between braces: write \"={}\"", meant)
                  : message_of("only a name goes between braces: write ({}) here", meant);
}

constexpr std::string_view digits = "0123456789";

// A comma between two whole numbers may be a decimal one; empty if it cannot be.
std::string help_for_decimal_comma(std::string_view text, std::size_t comma) {
  const std::size_t before = text.find_last_not_of(digits, comma - 1) + 1;
  const std::size_t after = std::min(text.find_first_not_of(digits, comma + 1), text.size());
  if (before == comma || after == comma + 1) return {};
  // The last digits of a name, or of a number that has its point.
  const std::string_view previous = text.substr(before - 1, 1);
  if (previous == "." || previous == "}" || is_identifier(previous)) return {};
  return message_of("write decimals with a point: {}.{}", text.substr(before, comma - before),
                    text.substr(comma + 1, after - comma - 1));
}

std::string help_for_unexpected(const Expansion& expansion, NodeId id,
                                const ExpressionResult& result) {
  const std::string_view text = expansion.tree.text_of(id);
  const std::string_view rest = text.substr(result.begin);
  if (rest.starts_with("${")) return help_for_braces(expansion, id, result.begin);
  if (rest.starts_with('^') ||
      (rest.starts_with('*') && result.begin > 0 && text[result.begin - 1] == '*')) {
    return "there is no power operator: multiply, as in $w*$w";
  }
  if (rest.starts_with('%')) return "there is no remainder operator; the operators are + - * /";
  if (rest.starts_with('.')) return "write 0.5 with its 0";
  if (rest.starts_with("{{")) return "a param is written $name";
  if (rest.starts_with(',')) return help_for_decimal_comma(text, result.begin);
  return {};
}

std::string help_for_name(const Expansion& expansion, NodeId id, std::string_view name) {
  const std::span<const std::string_view> names = function_names();
  if (expansion.params.find(name) != nullptr) return message_of("a param is written ${}", name);
  const std::vector<std::string_view> indexes = index_names(expansion.tree, id);
  if (std::find(indexes.begin(), indexes.end(), name) != indexes.end()) {
    return message_of("an index is written ${{{}}}", name);
  }
  if (name == "pi" || name == "PI") return "write 3.141592653589793";
  if (name == "pow") return "there is no power operator: multiply, as in $w*$w";
  std::string help = expansion.diagnostics.did_you_mean(name, names);
  return help.empty() ? fmt::format("the functions are {}", fmt::join(names, ", ")) : help;
}

std::string help_for_arguments(std::string_view text, std::size_t begin) {
  for (std::size_t at = text.find(',', begin); at != std::string_view::npos;
       at = text.find(',', at + 1)) {
    std::string help = help_for_decimal_comma(text, at);
    if (!help.empty()) return help;
  }
  return {};
}

// A param that is not a number.
std::string help_for_param(const Expansion& expansion, std::string_view name) {
  const Param& param = *expansion.params.find(name);
  const std::string_view text = expansion.tree.stretch(param.text_begin, param.text_size);
  if (text.starts_with('=')) {
    return message_of("params are not computed: write ({}) here", text.substr(1));
  }
  const ScalarType unquoted = scalar_type(text, true);
  if (unquoted != ScalarType::Int && unquoted != ScalarType::Float) return {};
  return message_of("remove the quotes where the param is set: {}", text);
}

std::string help_for(const Expansion& expansion, NodeId id, const ExpressionResult& result) {
  const std::string_view text = expansion.tree.text_of(id);
  const std::string_view part = text.substr(result.begin, result.size);
  switch (result.fault) {
    case ExpressionFault::Unexpected:
      return help_for_unexpected(expansion, id, result);
    case ExpressionFault::UnknownFunction:
      return help_for_name(expansion, id, part);
    case ExpressionFault::UnknownParam: {
      std::string help = help_for_index(expansion, id, {result.begin, result.size});
      if (help.empty()) {
        help = expansion.diagnostics.did_you_mean(part.substr(1), expansion.params.names());
      }
      return help.empty() ? message_of("declare it: params: {{{}: 1}}", part.substr(1)) : help;
    }
    case ExpressionFault::WrongArity:
      return help_for_arguments(text, result.begin);
    case ExpressionFault::NotNumber:
      return help_for_param(expansion, part.substr(1));
    default:
      return {};
  }
}

void report_fault(const Expansion& expansion, NodeId id, const ExpressionResult& result) {
  if (result.fault == ExpressionFault::UnknownParam && expansion.params.is_incomplete()) return;
  const Reporter at = expansion.reporter();
  const std::string_view text = expansion.tree.text_of(id);
  const NewFinding added =
      at.report_at(code_of(result.fault), id, at.range_within(id, result.begin, result.size), "{}",
                   message_for(result.fault, text.substr(result.begin, result.size)));
  if (added) added.help(help_for(expansion, id, result));
}

void report_old(const Expansion& expansion, NodeId id) {
  expansion.reporter()
      .report(Code::TooNewForDocument, id, "an expression in a document of version {}.{}",
              expansion.version.major, expansion.version.minor)
      .help("write version: \"0.12\"");
}

// The value becomes the text of the node, as if the author had written the number.
void set_value(Tree& tree, NodeId id, double value, NumberField field) {
  Node& node = tree.nodes[id];
  tree.origins.push_back({.kind = OriginKind::Expression,
                          .parent = node.made,
                          .text_begin = node.text_begin,
                          .text_size = node.text_size});
  node.made = static_cast<OriginId>(tree.origins.size());
  node.plain = true;
  const auto whole = field == NumberField::Whole ? whole_expression(value) : std::nullopt;
  NumberBuffer buffer;
  const std::string_view text =
      whole ? whole_text(*whole, buffer) : number_text(quantize_expression(value), buffer);
  node.text_begin = static_cast<std::uint32_t>(tree.text.size());
  node.text_size = static_cast<std::uint32_t>(text.size());
  tree.text.insert(tree.text.end(), text.begin(), text.end());
}

// Results by position of the text: repetitions share it, and a small document could otherwise ask
// for the same long sum a million times. Short ones are faster to compute than to look up.
class KnownResults {
 public:
  [[nodiscard]] ExpressionResult of(const Expansion& expansion, NodeId id) {
    const Node& node = expansion.tree[id];
    const std::string_view text = expansion.tree.text_of(id);
    if (node.text_size < least_size) return evaluate(text, expansion.params);
    const auto [known, is_new] = results_.try_emplace(node.text_begin);
    if (is_new) known->second = evaluate(text, expansion.params);
    return known->second;
  }

 private:
  static constexpr std::uint32_t least_size = 48;
  std::unordered_map<std::uint32_t, ExpressionResult> results_;
};

// False if something is wrong, which has been reported.
bool evaluate_field(Expansion& expansion, KnownResults& results, NodeId id, NumberField field) {
  if (!has(expansion.version, Feature::Expressions)) {
    report_old(expansion, id);
    return false;
  }
  const std::string_view text = expansion.tree.text_of(id);
  ExpressionResult result = results.of(expansion, id);
  if (result.fault == ExpressionFault::None && !std::isfinite(quantize_expression(result.value))) {
    result = {0, ExpressionFault::NotFinite, 1, text.size() - 1};
  }
  if (result.fault != ExpressionFault::None) {
    report_fault(expansion, id, result);
    return false;
  }
  set_value(expansion.tree, id, result.value, field);
  return true;
}

// The text of a param is never an expression.
bool is_expression(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  if (node.reported || node.text_size < 2 || tree.text[node.text_begin] != '=') return false;
  return !is_from_param(tree, id) && !is_key(tree, id);
}

}  // namespace

void evaluate_expressions(Expansion& expansion) {
  KnownResults results;
  for (const NodeId id : expansion.candidates) {
    if (!is_expression(expansion.tree, id)) continue;
    const NumberField field = number_field_of(expansion.tree, id, *expansion.root);
    if (field == NumberField::None || evaluate_field(expansion, results, id, field)) continue;
    expansion.tree.nodes[id].reported = true;
  }
}

}  // namespace rigy::language
