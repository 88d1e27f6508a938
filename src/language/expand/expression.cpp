#include "expand/expression.hpp"

#include <array>
#include <cmath>
#include <span>

#include <fast_float/fast_float.h>

#include "common/limits.hpp"
#include "common/unreachable.hpp"
#include "expand/identifier.hpp"
#include "math/rotation.hpp"
#include "math/trig.hpp"

namespace rigy::language {
namespace {

enum class Function : std::uint8_t {
  Abs,
  Atan2,
  Clamp,
  Cos,
  Deg2Rad,
  Max,
  Min,
  Rad2Deg,
  Sin,
  Sqrt,
  Tan
};

struct FunctionInfo {
  std::string_view name;
  int arity;
};

constexpr auto functions = std::to_array<FunctionInfo>({{"abs", 1},
                                                        {"atan2", 2},
                                                        {"clamp", 3},
                                                        {"cos", 1},
                                                        {"deg2rad", 1},
                                                        {"max", 2},
                                                        {"min", 2},
                                                        {"rad2deg", 1},
                                                        {"sin", 1},
                                                        {"sqrt", 1},
                                                        {"tan", 1}});
constexpr int max_arity = 3;

double smaller(double a, double b) { return b < a ? b : a; }
double larger(double a, double b) { return b > a ? b : a; }

double call(Function function, const std::array<double, max_arity>& x) {
  switch (function) {
    case Function::Abs:
      return std::abs(x[0]);
    case Function::Atan2:
      return base::atan2(x[0], x[1]);
    case Function::Clamp:
      return larger(x[1], smaller(x[2], x[0]));
    case Function::Cos:
      return base::cos(x[0]);
    case Function::Deg2Rad:
      return x[0] * radians_per_degree;
    case Function::Max:
      return larger(x[0], x[1]);
    case Function::Min:
      return smaller(x[0], x[1]);
    case Function::Rad2Deg:
      return x[0] * degrees_per_radian;
    case Function::Sin:
      return base::sin(x[0]);
    case Function::Sqrt:
      return std::sqrt(x[0]);
    case Function::Tan:
      return base::tan(x[0]);
  }
  unreachable();
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Recursive descent. After a fault every function returns at once with whatever it has.
class Evaluator {
 public:
  Evaluator(std::string_view text, const Params& params) : text_(text), params_(params) {}

  ExpressionResult run() {
    skip_blanks();
    result_.value = expr();
    if (ok() && at_ < text_.size()) fail_here(ExpressionFault::Unexpected);
    return result_;
  }

 private:
  double expr();
  double term();
  double unary();
  double atom();
  double number();
  double param();
  double function_call();
  double arguments(Function function, std::size_t begin);
  double bracketed();

  // The value if it is finite; otherwise a fault of the text from `begin` on.
  double finite(double value, std::size_t begin) {
    if (ok() && !std::isfinite(value)) fail(ExpressionFault::NotFinite, begin, end_ - begin);
    return value;
  }

  [[nodiscard]] bool ok() const { return result_.fault == ExpressionFault::None; }
  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() {
    while (next() == ' ' || next() == '\t') ++at_;
  }
  // Moves past a token.
  void take(std::size_t size) {
    at_ += size;
    end_ = at_;
    skip_blanks();
  }
  void expect(char c) {
    if (next() == c) {
      take(1);
    } else {
      fail_here(ExpressionFault::Unexpected);
    }
  }
  void fail(ExpressionFault fault, std::size_t begin, std::size_t size) {
    if (!ok()) return;
    result_.fault = fault;
    result_.begin = begin;
    result_.size = size;
  }
  void fail_here(ExpressionFault fault);
  void fail_at_braces();

  std::string_view text_;
  const Params& params_;
  ExpressionResult result_;
  std::size_t at_ = 1;   // the next token
  std::size_t end_ = 1;  // the end of the last one
  int depth_ = 0;
};

// At the end there is nothing to point at, so the last token is marked.
void Evaluator::fail_here(ExpressionFault fault) {
  if (at_ >= text_.size()) return fail(ExpressionFault::UnexpectedEnd, end_ - 1, 1);
  const std::size_t name = identifier_length(text_.substr(at_));
  std::size_t size = name > 0 ? name : 1;
  // The bytes of one character.
  while (at_ + size < text_.size() &&
         (static_cast<unsigned char>(text_[at_ + size]) & 0xc0) == 0x80) {
    ++size;
  }
  fail(fault, at_, size);
}

// "${i+1}" is at fault as a whole.
void Evaluator::fail_at_braces() {
  const std::size_t end = text_.find('}', at_);
  const bool has_braces = text_.substr(at_).starts_with("${") && end != std::string_view::npos;
  if (!has_braces) return fail_here(ExpressionFault::Unexpected);
  fail(ExpressionFault::Unexpected, at_, end + 1 - at_);
}

double Evaluator::expr() {
  const std::size_t begin = at_;
  double value = term();
  while (ok() && (next() == '+' || next() == '-')) {
    const bool minus = next() == '-';
    take(1);
    const double right = term();
    value = finite(minus ? value - right : value + right, begin);
  }
  return value;
}

double Evaluator::term() {
  const std::size_t begin = at_;
  double value = unary();
  while (ok() && (next() == '*' || next() == '/')) {
    const bool divides = next() == '/';
    take(1);
    const std::size_t right_begin = at_;
    const double right = unary();
    if (divides && right == 0) {
      fail(ExpressionFault::DivisionByZero, right_begin, end_ - right_begin);
    }
    value = finite(divides ? value / right : value * right, begin);
  }
  return value;
}

double Evaluator::unary() {
  bool negative = false;
  while (next() == '+' || next() == '-') {
    negative ^= next() == '-';
    take(1);
  }
  const double value = atom();
  return negative ? -value : value;
}

double Evaluator::atom() {
  const char c = next();
  if (is_digit(c)) return number();
  if (c == '$') return param();
  if (c == '(') return bracketed();
  if (begins_identifier(c)) return function_call();
  fail_here(ExpressionFault::Unexpected);
  return 0;
}

double Evaluator::number() {
  std::size_t end = at_;
  const auto digits = [&] {
    while (end < text_.size() && is_digit(text_[end])) ++end;
  };
  digits();
  if (end < text_.size() && text_[end] == '.') {
    ++end;
    digits();
  }
  if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
    const std::size_t mantissa = end++;
    if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
    const std::size_t exponent = end;
    digits();
    if (end == exponent) end = mantissa;
  }
  double value = 0;
  fast_float::from_chars(text_.data() + at_, text_.data() + end, value);
  const std::size_t begin = at_;
  take(end - at_);
  return finite(value, begin);
}

double Evaluator::param() {
  const std::size_t size = identifier_length(text_.substr(at_ + 1));
  if (size == 0) {
    fail_at_braces();
    return 0;
  }
  const Param* found = params_.find(text_.substr(at_ + 1, size));
  if (found == nullptr || !found->is_number()) {
    fail(found == nullptr ? ExpressionFault::UnknownParam : ExpressionFault::NotNumber, at_,
         size + 1);
    return 0;
  }
  take(size + 1);
  return found->number;
}

double Evaluator::bracketed() {
  if (++depth_ > max_expression_nesting) {
    fail_here(ExpressionFault::TooDeep);
    return 0;
  }
  take(1);
  const double value = expr();
  if (ok()) expect(')');
  --depth_;
  return value;
}

double Evaluator::function_call() {
  const std::size_t begin = at_;
  const std::size_t size = identifier_length(text_.substr(at_));
  const std::string_view name = text_.substr(begin, size);
  std::size_t which = 0;
  while (which < functions.size() && functions[which].name != name) ++which;
  take(size);
  if (which == functions.size() || next() != '(') {
    fail(which == functions.size() ? ExpressionFault::UnknownFunction : ExpressionFault::NotCalled,
         begin, size);
    return 0;
  }
  if (++depth_ > max_expression_nesting) {
    fail_here(ExpressionFault::TooDeep);
    return 0;
  }
  const double value = arguments(static_cast<Function>(which), begin);
  --depth_;
  return value;
}

double Evaluator::arguments(Function function, std::size_t begin) {
  const FunctionInfo& info = functions[static_cast<std::size_t>(function)];
  std::array<double, max_arity> values{};
  int count = 0;
  do {
    take(1);  // the bracket or comma
    if (count == 0 && next() == ')') break;
    const double value = expr();
    if (!ok()) return 0;
    if (count < max_arity) values[static_cast<std::size_t>(count)] = value;
    ++count;
  } while (next() == ',');
  expect(')');
  if (ok() && count != info.arity) {
    fail(ExpressionFault::WrongArity, begin, info.name.size());
  }
  if (!ok()) return 0;
  if (function == Function::Sqrt && values[0] < 0) {
    fail(ExpressionFault::NegativeRoot, begin, end_ - begin);
    return 0;
  }
  return finite(call(function, values), begin);
}

}  // namespace

ExpressionResult evaluate(std::string_view text, const Params& params) {
  return Evaluator(text, params).run();
}

std::span<const std::string_view> function_names() {
  static constexpr auto names = [] {
    std::array<std::string_view, functions.size()> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = functions[i].name;
    return all;
  }();
  return names;
}

int arity_of(std::string_view function) {
  for (const FunctionInfo& info : functions) {
    if (info.name == function) return info.arity;
  }
  return 0;
}

}  // namespace rigy::language
