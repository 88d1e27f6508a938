// Comparing documents: spelling is no difference, and the properties of comparisons hold for
// documents that differ a little.
#include "fuzz/diff_checks.hpp"
#include "fuzz/generate.hpp"
#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// The same decisions but for one byte.
std::string changed(std::string_view input) {
  std::string other(input);
  if (other.empty()) return "1";
  const std::size_t at = static_cast<unsigned char>(other.front()) % other.size();
  other[at] = static_cast<char>(other[at] + 1);
  return other;
}

}  // namespace

std::string run_diff(std::string_view input) {
  const GeneratedCase generated = generate_case(Decisions(input));
  const FileSet simple = spell_case(generated, Decisions(std::string_view()));
  const FileSet other = spell_case(generated, Decisions(seed_of(input)));
  if (std::string problem = check_spelling(simple, other); !problem.empty()) return problem;
  const std::string next = changed(input);
  const GeneratedCase later = generate_case(Decisions(next));
  return check_change(simple, spell_case(later, Decisions(std::string_view())));
}

}  // namespace rigy::fuzz
