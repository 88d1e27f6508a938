#include "fuzz/targets.hpp"

#include <algorithm>

#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

constexpr Target targets[] = {
    {"yaml", run_yaml},         {"reader", run_reader},     {"compile", run_compile},
    {"weights", run_weights},   {"contract", run_contract}, {"scene", run_scene},
    {"inspect", run_inspect},   {"generate", run_generate}, {"diff", run_diff},
    {"export", run_export},     {"measure", run_measure},   {"render", run_render},
    {"format", run_format},     {"rigging", run_rigging},   {"motion", run_motion},
    {"messages", run_messages}, {"tools", run_tools},       {"edit", run_edit},
    {"fix", run_fix},           {"editor", run_editor},     {"lsp", run_lsp},
    {"mcp", run_mcp},           {"import", run_import}};

}  // namespace

std::span<const Target> all_targets() { return targets; }

const Target* find_target(std::string_view name) {
  const auto found = std::find_if(std::begin(targets), std::end(targets),
                                  [name](const Target& target) { return target.name == name; });
  return found == std::end(targets) ? nullptr : found;
}

}  // namespace rigy::fuzz
