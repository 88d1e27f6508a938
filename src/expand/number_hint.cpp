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
  if (!name.empty()) return message_of("a param is written ${}, from version 0.10 on", name);
  if (text.starts_with('$') && is_identifier(text.substr(1))) {
    return "params are replaced from version 0.10 on";
  }
  if (!is_computable(text)) return {};
  return message_of("to compute, begin with '=', from version 0.12 on: \"={}\"", text);
}

}  // namespace rigy
