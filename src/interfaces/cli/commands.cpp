#include "cli/commands.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace rigy::interfaces::cli {
namespace {

// The word of a command: its name in the table, with '-' for '_'.
template <std::size_t Size>
struct Word {
  // NOLINTNEXTLINE(google-explicit-constructor): a literal is a word.
  consteval Word(const char (&name)[Size]) {
    std::replace_copy(name, name + Size, letters.begin(), '_', '-');
  }
  std::array<char, Size> letters{};
};

template <Word word>
constexpr std::string_view text_of() {
  return {word.letters.data(), word.letters.size() - 1};
}

constexpr auto table = std::to_array<Command>({
#define RIGY_COMMAND(name, summary) {text_of<#name>(), summary, add_##name##_command},
#include "cli/commands.def"
#undef RIGY_COMMAND
});

}  // namespace

std::span<const Command> commands() { return table; }

}  // namespace rigy::interfaces::cli
