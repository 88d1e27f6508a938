// The whole pipeline over a set of files in memory.
#include <algorithm>

#include "fuzz/compile_checks.hpp"
#include "fuzz/targets.hpp"

namespace rigy::fuzz {
namespace {

// Instances of instances multiply: a small document may validly ask for gigabytes of output. The
// tests of the limits cover that.
constexpr std::size_t max_copies = 4096;

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

// How many instances the last asset of a chain of imports could have.
bool may_be_enormous(const FileSet& set) {
  std::size_t copies = 1;
  for (const auto& [name, text] : set.files) {
    copies *= std::max<std::size_t>(1, count(text, "import") - count(text, "imports"));
    if (copies > max_copies) return true;
  }
  return false;
}

}  // namespace

std::string run_compile(std::string_view input) {
  const FileSet set = parse_file_set(input);
  return may_be_enormous(set) ? std::string() : check_compilation(set).problem;
}

}  // namespace rigy::fuzz
