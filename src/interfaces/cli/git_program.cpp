#include "cli/git_program.hpp"

#include <chrono>

#include <fmt/format.h>

#include "cli/exit_code.hpp"
#include "common/limits.hpp"

namespace rigy::interfaces::cli {
namespace {

using platform::ChildResult;

constexpr std::chrono::seconds git_limit{60};

}  // namespace

ChildResult run_git(const std::string& folder, const std::vector<std::string>& arguments,
                    bool keep_errors) {
  std::vector<std::string> words{"git", "-C", folder, "--literal-pathspecs", "--no-optional-locks"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  ChildResult result = platform::run_child(
      words, {.limit = git_limit, .most_kept = max_file_size + 1, .keep_errors = keep_errors});
  if (result.end == ChildResult::End::Exited) return result;
  throw FileTroubleError(fmt::format("git {}: {}", arguments.front(), result.trouble));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

}  // namespace rigy::interfaces::cli
