// Expressions: sums, products, functions and params, parsed and computed in one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "expand/params.hpp"

namespace rigy::language {

enum class ExpressionFault : std::uint8_t {
  None,
  Unexpected,  // something else is expected here
  UnexpectedEnd,
  UnknownFunction,
  NotCalled,  // a name without brackets
  WrongArity,
  TooDeep,
  UnknownParam,
  NotNumber,  // a param that is text or a boolean
  NotFinite,
  DivisionByZero,
  NegativeRoot,
};

struct ExpressionResult {
  double value = 0;  // before it is quantized
  ExpressionFault fault = ExpressionFault::None;
  // The range of the text that is at fault.
  std::size_t begin = 0;
  std::size_t size = 0;
};

// `text` begins with '='.
[[nodiscard]] ExpressionResult evaluate(std::string_view text, const Params& params);

// In alphabetical order.
[[nodiscard]] std::span<const std::string_view> function_names();
// The number of arguments of the function; 0 if there is no such function.
[[nodiscard]] int arity_of(std::string_view function);

}  // namespace rigy::language
