// The reader of YAML: the same trees as libyaml, and no byte of a text lost.
#include "fuzz/targets.hpp"
#include "syntax/concrete_syntax.hpp"
#include "tests/judge/compare_readings.hpp"

namespace rigy::fuzz {
namespace {

std::string check_pieces(std::string_view input) {
  std::size_t end = 0;
  for (const Piece& piece : read_concrete_syntax(input).pieces) {
    if (piece.begin != end || piece.size == 0) return "the pieces are not side by side";
    end += piece.size;
  }
  return end == input.size() ? "" : "the pieces are not the text";
}

}  // namespace

std::string run_reader(std::string_view input) {
  if (std::string problem = check_pieces(input); !problem.empty()) return problem;
  return judge::compare_readings(input);
}

}  // namespace rigy::fuzz
