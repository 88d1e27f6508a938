// Texts of messages, with limits on how much of the document they quote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/core.h>

#include "language_floor.hpp"
#include "text/code_points.hpp"

namespace rigy::language {

// Longer ids, in bytes, are cut off in messages.
inline constexpr std::size_t max_shown_text = 200;

// A text of the document as messages show it, on one line; anything else, such as a text composed
// of others, unchanged.
template <class Arg>
[[nodiscard]] auto shown(const Arg& arg) {
  if constexpr (std::is_same_v<Arg, std::string_view>) {
    return on_one_line(shortened(arg, max_shown_text));
  } else {
    return arg;
  }
}

template <class... Shown>
[[nodiscard]] std::string format_shown(fmt::string_view format, const Shown&... args) {
  return fmt::vformat(format, fmt::make_format_args(args...));
}

// Like fmt::format, but cuts off every overlong text of the document (std::string_view).
template <class... Args>
[[nodiscard]] std::string message_of(fmt::format_string<const Args&...> format,
                                     const Args&... args) {
  return format_shown(format, shown(args)...);
}

}  // namespace rigy::language
