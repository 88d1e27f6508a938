// The command line of another compiler, with placeholders for what changes from case to case.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "interfaces_floor.hpp"

namespace rigy::interfaces {

// Words that are used together or not at all.
struct CommandGroup {
  std::vector<std::string> words;
  bool needs_pose = false;             // used only where a pose is baked
  bool needs_bake_transforms = false;  // used only where transforms are baked
};

struct CommandTemplate {
  std::vector<CommandGroup> groups;
  bool knows_pose = false;
  bool knows_bake_transforms = false;
};

// Splits at blanks; quotes '…' and "…" keep them. {input} and {output} are required. A word with
// {pose} or {bake_transforms}, or several words in [ ], are left out for cases without a pose or
// baked transforms; {bake_transforms} itself is replaced by nothing. A text says what is wrong.
[[nodiscard]] std::variant<CommandTemplate, std::string> parse_command(std::string_view text);

struct CommandValues {
  std::string input;
  std::string output;
  std::string pose;
  bool bake_transforms = false;
};

// The program and its arguments.
[[nodiscard]] std::vector<std::string> expand_command(const CommandTemplate& command,
                                                      const CommandValues& values);

}  // namespace rigy::interfaces
