// Texts of messages, in which nothing of the document gets too long.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

#include <fmt/core.h>

#include "base/code_points.hpp"

namespace rigy {

// An id longer than this, in bytes, is cut off in messages.
inline constexpr std::size_t max_shown_text = 200;

// A text of the document as messages show it, on one line; anything else, such as a text composed
// of others, as it is.
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

// As fmt::format, with every text of the document (std::string_view) cut off where it gets too
// long.
template <class... Args>
[[nodiscard]] std::string message_of(fmt::format_string<const Args&...> format,
                                     const Args&... args) {
  return format_shown(format, shown(args)...);
}

}  // namespace rigy
