// rigy git-setup: rigy diff as a driver of git, in one command, and undone by one.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/git_attributes.hpp"
#include "cli/git_program.hpp"
#include "cli/output.hpp"
#include "platform/files.hpp"
#include "platform/output_files.hpp"
#include "platform/program.hpp"
#include "text/terminal_text.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* git_setup_footer =
    R"(Makes `git diff` show changes to documents as `rigy diff` does, instead of changed lines.
`git log -p` and `git show` do so with --ext-diff.

It adds lines to .gitattributes at the top of the current repository, which you can commit, and sets
diff.rigy.command in the repository's configuration. People who have not run it see changed lines as
before. With --global it changes your own attributes and configuration, for all repositories. Run it
again if the program has moved. --remove removes only what was added; lines and commands that somebody
else wrote stay.

Exit status: 0 success, 2 another program is the driver 'rigy', 3 there is no git or no repository,
or a file could not be written.

Examples:
  rigy git-setup
  rigy git-setup --global
  rigy git-setup --remove)";

constexpr const char* key = "diff.rigy.command";
constexpr std::string_view driver_arguments = " diff --git-driver";

struct SetupArguments {
  bool is_global = false;
  bool removes = false;
};

const char* scope_of(const SetupArguments& arguments) {
  return arguments.is_global ? "--global" : "--local";
}

// What git prints, or nothing if it ends with another status than 0.
std::optional<std::string> asked(const std::vector<std::string>& arguments) {
  const platform::ChildResult result = run_git(".", arguments, false);
  if (result.exit_status != 0) return std::nullopt;
  return first_line(result.printed);
}

void tell(const std::vector<std::string>& arguments) {
  const platform::ChildResult result = run_git(".", arguments, true);
  if (result.exit_status == 0) return;
  throw FileTroubleError(fmt::format("git {}: {}", arguments.front(), first_line(result.printed)));
}

// --- the command ------------------------------------------------------------------------------

// For the shell that git starts.
std::string shell_word(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string driver_command() {
  std::error_code error;
  const std::string program = platform::canonical_path(platform::program_file(), error);
  if (error) throw FileTroubleError("the path of this program is unknown: " + error.message());
  return shell_word(platform::with_slashes(program)) + std::string(driver_arguments);
}

std::optional<std::string> command_there(const SetupArguments& arguments) {
  return asked({"config", scope_of(arguments), "--get", key});
}

bool is_of_rigy(const std::string& command) { return command.ends_with(driver_arguments); }

// A line about what was done; empty if there was nothing to do.
std::string set_command(const SetupArguments& arguments) {
  const std::optional<std::string> there = command_there(arguments);
  const std::string wanted = driver_command();
  if (there == wanted) return {};
  tell({"config", scope_of(arguments), "--replace-all", key, wanted});
  return fmt::format("set {} to {}\n", key, terminal_text(wanted));
}

std::string unset_command(const SetupArguments& arguments) {
  const std::optional<std::string> there = command_there(arguments);
  if (!there || !is_of_rigy(*there)) return {};
  tell({"config", scope_of(arguments), "--unset-all", key});
  return fmt::format("unset {}\n", key);
}

void refuse_another_driver(const SetupArguments& arguments) {
  const std::optional<std::string> there = command_there(arguments);
  if (!there || is_of_rigy(*there)) return;
  throw UsageError(fmt::format("{} is already '{}'; 'git config {} --unset {}' removes it", key,
                               *there, scope_of(arguments), key));
}

// --- the attributes ---------------------------------------------------------------------------

// Git knows best what '~' is.
std::string path_below_home(const std::string& path) {
  const std::optional<std::string> found =
      asked({"-c", "rigy.path=~/" + path, "config", "--type=path", "--get", "rigy.path"});
  if (!found) throw FileTroubleError("git does not know your home folder");
  return *found;
}

std::string users_attributes() {
  if (const auto chosen =
          asked({"config", "--global", "--type=path", "--get", "core.attributesFile"})) {
    return *chosen;
  }
  const char* const folder = std::getenv("XDG_CONFIG_HOME");
  if (folder != nullptr && *folder != '\0') return fmt::format("{}/git/attributes", folder);
  return path_below_home(".config/git/attributes");
}

std::string attributes_path(const SetupArguments& arguments) {
  if (arguments.is_global) return users_attributes();
  const platform::ChildResult found = run_git(".", {"rev-parse", "--show-toplevel"}, true);
  if (found.exit_status != 0) {
    throw FileTroubleError(
        fmt::format("the working directory is not in the work tree of a git repository (git: {}); "
                    "--global needs none",
                    first_line(found.printed)));
  }
  return first_line(found.printed) + "/.gitattributes";
}

AttributesText text_of(const std::string& path) {
  if (!platform::status_of(path, platform::Links::Follow)) return std::nullopt;
  std::ifstream file(platform::to_path(path), std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file) throw FileTroubleError(fmt::format("cannot read '{}'", path));
  return text;
}

// A line about what was done; empty if there was nothing to do.
std::string replace(const std::string& path, const AttributesText& now,
                    const AttributesText& wanted) {
  if (wanted == now) return {};
  if (!wanted) {
    if (platform::remove_file(path.c_str()))
      return fmt::format("removed {}\n", terminal_text(path));
    throw FileTroubleError(fmt::format("cannot remove '{}'", path));
  }
  if (const std::error_code error = write_file(path, {bytes_of(*wanted)})) {
    throw FileTroubleError(fmt::format("cannot write '{}': {}", path, error.message()));
  }
  return fmt::format("wrote {}\n", terminal_text(path));
}

ExitCode run_git_setup(const SetupArguments& arguments) {
  const std::string path = attributes_path(arguments);
  const AttributesText now = text_of(path);
  std::string done;
  if (arguments.removes) {
    done = replace(path, now, without_rigy_lines(now)) + unset_command(arguments);
  } else {
    refuse_another_driver(arguments);
    done = replace(path, now, with_rigy_lines(now)) + set_command(arguments);
  }
  print(done.empty() ? "nothing to do\n" : done);
  return Done;
}

}  // namespace

Action add_git_setup_command(Options& options) {
  options.footer(git_setup_footer);
  const auto arguments = std::make_shared<SetupArguments>();
  options.flag("--global", arguments->is_global, "For all of your repositories");
  options.flag("--remove", arguments->removes, "Remove what was added");
  return [arguments] { return run_git_setup(*arguments); };
}

}  // namespace rigy::interfaces::cli
