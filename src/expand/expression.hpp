// Expressions: sums, products, functions and params, read and computed in one pass.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "expand/params.hpp"

namespace rigy {

enum class ExpressionFault : std::uint8_t {
  None,
  Unexpected,  // something else must stand here
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
  double value = 0;  // before it is quantised
  ExpressionFault fault = ExpressionFault::None;
  // The stretch of the text that is at fault.
  std::size_t begin = 0;
  std::size_t size = 0;
};

// `text` begins with '='.
[[nodiscard]] ExpressionResult evaluate(std::string_view text, const Params& params);

// How many arguments the function takes; 0 if there is none of that name.
[[nodiscard]] int arity_of(std::string_view function);

}  // namespace rigy
