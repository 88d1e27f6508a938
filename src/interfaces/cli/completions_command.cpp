// rigy completions: what a shell completes, derived from the commands and their options.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/output.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* completions_footer = R"(Examples:
  rigy completions bash >/etc/bash_completion.d/rigy
  rigy completions zsh >~/.zsh/completions/_rigy
  rigy completions fish >~/.config/fish/completions/rigy.fish)";

using Commands = std::vector<CommandDescription>;

std::string names_of(const Commands& commands) {
  std::vector<std::string> names;
  for (const CommandDescription& command : commands) names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, " "));
}

std::string option_names(const CommandDescription& command) {
  std::vector<std::string> names{"--help"};
  for (const OptionDescription& option : command.options) {
    if (!option.long_name.empty()) names.push_back(option.long_name);
    if (!option.short_name.empty()) names.push_back(option.short_name);
  }
  return fmt::format("{}", fmt::join(names, " "));
}

// --- bash ---

std::string bash_values(const Commands& commands) {
  std::string text;
  for (const CommandDescription& command : commands) {
    for (const OptionDescription& option : command.options) {
      if (option.words.empty() || option.long_name.empty()) continue;
      text += fmt::format("    {}:{}) words='{}' ;;\n", command.name, option.long_name,
                          fmt::join(option.words, " "));
    }
  }
  return text;
}

std::string bash_script(const Commands& commands) {
  std::string options;
  for (const CommandDescription& command : commands) {
    options += fmt::format("    {}) words='{}' ;;\n", command.name, option_names(command));
  }
  return fmt::format(R"(# Completion of rigy for bash; written by 'rigy completions bash'.
_rigy() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{} --help --version' -- "$current"))
    return
  fi
  case "${{COMP_WORDS[1]}}:$previous" in
{}    help:help) words='{}' ;;
    completions:completions) words='bash zsh fish' ;;
    schema:schema) words='rigy rigs ricy weights' ;;
  esac
  if [ -z "$words" ] && [ "${{current#-}}" != "$current" ]; then
    case "${{COMP_WORDS[1]}}" in
{}    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}}
complete -o filenames -F _rigy rigy
)",
                     names_of(commands), bash_values(commands), names_of(commands), options);
}

// --- zsh ---

// Between single quotes, and without what _arguments gives a meaning.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else if (c == '[' || c == ']' || c == ':') {
      out.append(1, '\\').append(1, c);
    } else {
      out += c;
    }
  }
  return out;
}

std::string zsh_option(const std::string& name, const OptionDescription& option) {
  std::string value;
  if (option.takes_value) {
    value = option.words.empty() ? ":value:_files"
                                 : fmt::format(":value:({})", fmt::join(option.words, " "));
  }
  return fmt::format("        '*{}[{}]{}' \\\n", name, zsh_text(option.description), value);
}

std::string zsh_command(const CommandDescription& command) {
  std::string text = fmt::format("    {})\n      _arguments \\\n", command.name);
  for (const OptionDescription& option : command.options) {
    if (!option.long_name.empty()) text += zsh_option(option.long_name, option);
    if (!option.short_name.empty()) text += zsh_option(option.short_name, option);
  }
  const std::string_view rest = command.name == "completions" ? "'*:shell:(bash zsh fish)'"
                                : command.name == "schema"    ? "'*:kind:(rigy rigs ricy weights)'"
                                                              : "'*:file:_files'";
  return text + fmt::format("        {} ;;\n", rest);
}

std::string zsh_script(const Commands& commands) {
  std::string names;
  std::string cases;
  for (const CommandDescription& command : commands) {
    names += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
    cases += zsh_command(command);
  }
  return fmt::format(R"(#compdef rigy
# Completion of rigy for zsh; written by 'rigy completions zsh'.
_rigy() {{
  local -a commands
  commands=(
{}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=${{words[2]}}
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
}}
if [ "$funcstack[1]" = "_rigy" ]; then
  _rigy "$@"
else
  compdef _rigy rigy
fi
)",
                     names, cases);
}

// --- fish ---

std::string fish_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string fish_option(const std::string& command, const OptionDescription& option) {
  if (option.long_name.empty() && option.short_name.empty()) return {};
  std::string text = fmt::format("complete -c rigy -n '__fish_seen_subcommand_from {}'", command);
  if (!option.long_name.empty()) text += " -l " + option.long_name.substr(2);
  if (!option.short_name.empty()) text += " -s " + option.short_name.substr(1);
  if (option.takes_value) text += " -r";
  if (!option.words.empty()) text += fmt::format(" -f -a '{}'", fmt::join(option.words, " "));
  return text + fmt::format(" -d '{}'\n", fish_text(option.description));
}

std::string fish_script(const Commands& commands) {
  std::string text = "# Completion of rigy for fish; written by 'rigy completions fish'.\n";
  for (const CommandDescription& command : commands) {
    text += fmt::format("complete -c rigy -n __fish_use_subcommand -f -a {} -d '{}'\n",
                        command.name, fish_text(command.summary));
    for (const OptionDescription& option : command.options) {
      text += fish_option(command.name, option);
    }
  }
  text += "complete -c rigy -n '__fish_seen_subcommand_from completions' -f -a 'bash zsh fish'\n";
  text += fmt::format("complete -c rigy -n '__fish_seen_subcommand_from help' -f -a '{}'\n",
                      names_of(commands));
  return text;
}

ExitCode run_completions(const std::string& shell) {
  const Commands commands = describe_commands();
  print(shell == "bash"  ? bash_script(commands)
        : shell == "zsh" ? zsh_script(commands)
                         : fish_script(commands));
  return Done;
}

}  // namespace

Action add_completions_command(Options& options) {
  options.footer(completions_footer);
  const auto shell = std::make_shared<std::string>();
  options.word("SHELL", *shell, {"bash", "zsh", "fish"}, "The shell").required();
  return [shell] { return run_completions(*shell); };
}

}  // namespace rigy::interfaces::cli
