// The fuzz targets: plain functions from bytes to what is wrong, so that libFuzzer, the replay of
// the corpus and the tests of the checks themselves all run the same code.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {

// What is wrong with how the compiler treated `input`; empty if nothing.
using TargetFunction = std::string (*)(std::string_view input);

[[nodiscard]] std::string run_yaml(std::string_view input);
[[nodiscard]] std::string run_reader(std::string_view input);
[[nodiscard]] std::string run_format(std::string_view input);
[[nodiscard]] std::string run_compile(std::string_view input);
[[nodiscard]] std::string run_weights(std::string_view input);
[[nodiscard]] std::string run_contract(std::string_view input);
[[nodiscard]] std::string run_scene(std::string_view input);
[[nodiscard]] std::string run_motion(std::string_view input);
[[nodiscard]] std::string run_inspect(std::string_view input);
[[nodiscard]] std::string run_diff(std::string_view input);
[[nodiscard]] std::string run_measure(std::string_view input);
[[nodiscard]] std::string run_rigging(std::string_view input);
[[nodiscard]] std::string run_render(std::string_view input);
[[nodiscard]] std::string run_generate(std::string_view input);
[[nodiscard]] std::string run_export(std::string_view input);
[[nodiscard]] std::string run_messages(std::string_view input);
[[nodiscard]] std::string run_tools(std::string_view input);
[[nodiscard]] std::string run_edit(std::string_view input);
[[nodiscard]] std::string run_fix(std::string_view input);
[[nodiscard]] std::string run_editor(std::string_view input);
[[nodiscard]] std::string run_lsp(std::string_view input);
[[nodiscard]] std::string run_mcp(std::string_view input);
[[nodiscard]] std::string run_import(std::string_view input);

struct Target {
  std::string_view name;
  TargetFunction run;
};

[[nodiscard]] std::span<const Target> all_targets();
// Null if there is no such target.
[[nodiscard]] const Target* find_target(std::string_view name);

}  // namespace rigy::fuzz
