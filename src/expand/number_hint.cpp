#include "expand/number_hint.hpp"

#include "diagnostics/diagnostics.hpp"
#include "expand/expression.hpp"
#include "expand/identifier.hpp"

namespace rigy {
namespace {

// "w" of "{{ w }}".
std::string_view template_name(std::string_view text) {
  if (!text.starts_with("{{") || !text.ends_with("}}") || text.size() < 5) return {};
  text = text.substr(2, text.size() - 4);
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return is_identifier(text) ? text : std::string_view();
}

bool is_computable(std::string_view text) {
  if (text.find_first_of("+-*/(") == std::string_view::npos) return false;
  const ExpressionFault fault = evaluate("=" + std::string(text), {}).fault;
  return fault == ExpressionFault::None || fault == ExpressionFault::UnknownParam;
}

}  // namespace

std::string number_hint(std::string_view text) {
  const std::string_view name = template_name(text);
  if (!name.empty()) return message_of("a param is written ${} (since version 0.10)", name);
  if (text.starts_with('$') && is_identifier(text.substr(1))) {
    return "params need version 0.10";
  }
  if (!is_computable(text)) return {};
  return message_of("to compute, begin with '=' (since version 0.12): \"={}\"", text);
}

}  // namespace rigy
