#include "syntax/read_text.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "syntax/lexer.hpp"
#include "syntax/parser.hpp"

namespace rigy::language {
namespace {

struct Request {
  std::string_view text;
  const TextReporter& reporter;
  std::size_t nesting;
  std::size_t& nodes_left;
  const Surroundings* around;
};

// What tells which lines are wrong, and where they belong. Nothing: all is right.
enum class Guide : std::uint8_t { Nothing, Lines, FarLines, Layout };

struct Attempt {
  Reading reading;
  bool has_long_brackets = false;
};

Attempt read_once(const Request& request, Guide guide, std::vector<SyntaxToken>* tokens) {
  Attempt attempt;
  TreeBuilder builder(request.reporter, request.text.size(), request.nesting, request.nodes_left);
  bool goes_on = false;
  {
    Lexer lexer(request.text, builder.texts());
    if (guide != Guide::Nothing) lexer.look_for_stray_lines();
    if (guide == Guide::Layout) lexer.trust_layout();
    if (guide == Guide::FarLines) lexer.trust_far_lines();
    if (request.around != nullptr) {
      lexer.start_at_line(request.around->first_line, request.around->fence);
    }
    Parser parser(request.text, lexer, builder, request.reporter);
    if (tokens != nullptr) parser.record(*tokens);
    goes_on = parser.parse();
    attempt.reading.faults = lexer.faults();
    attempt.has_long_brackets = lexer.has_long_brackets();
  }
  attempt.reading.is_empty = goes_on && builder.empty();
  if (goes_on && !builder.empty()) attempt.reading.tree = std::move(builder).tree();
  return attempt;
}

std::uint32_t first_wrong_line(const Reading& reading) {
  std::uint32_t first = UINT32_MAX;
  for (const SyntaxFault& fault : reading.faults) first = std::min(first, fault.at.line);
  return first;
}

bool explains_better(const Reading& reading, const Reading& other) {
  if (!reading.tree) return false;
  if (!other.tree || reading.faults.size() < other.faults.size()) return true;
  return reading.faults.size() == other.faults.size() &&
         first_wrong_line(reading) < first_wrong_line(other);
}

}  // namespace

Reading read_text(std::string_view text, const TextReporter& reporter, std::size_t nesting,
                  std::size_t& nodes_left, const Surroundings* around,
                  std::vector<SyntaxToken>* tokens) {
  const Request request{text, reporter, nesting, nodes_left, around};
  const Diagnostics diagnostics_before = reporter.diagnostics;
  const std::size_t nodes_before = nodes_left;
  Attempt best = read_once(request, Guide::Nothing, tokens);
  for (const Guide guide : {Guide::Lines, Guide::FarLines, Guide::Layout}) {
    if (best.reading.faults.empty()) break;
    if (guide == Guide::Layout && !best.has_long_brackets) continue;
    Diagnostics diagnostics_after = std::exchange(reporter.diagnostics, diagnostics_before);
    const std::size_t nodes_after = std::exchange(nodes_left, nodes_before);
    std::vector<SyntaxToken> other_tokens;
    Attempt other = read_once(request, guide, tokens != nullptr ? &other_tokens : nullptr);
    if (guide == Guide::Lines || explains_better(other.reading, best.reading)) {
      if (tokens != nullptr) *tokens = std::move(other_tokens);
      other.has_long_brackets = other.has_long_brackets || best.has_long_brackets;
      best = std::move(other);
    } else {
      reporter.diagnostics = std::move(diagnostics_after);
      nodes_left = nodes_after;
    }
  }
  return std::move(best.reading);
}

}  // namespace rigy::language
