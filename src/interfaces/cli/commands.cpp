#include "cli/commands.hpp"

#include <array>

namespace rigy::interfaces::cli {
namespace {

constexpr auto table = std::to_array<Command>({
#define RIGY_COMMAND(name, summary) {#name, summary, add_##name##_command},
#include "cli/commands.def"
#undef RIGY_COMMAND
});

}  // namespace

std::span<const Command> commands() { return table; }

}  // namespace rigy::interfaces::cli
