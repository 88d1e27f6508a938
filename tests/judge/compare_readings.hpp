// Our own reader against libyaml: the same tree for every text that libyaml reads, an error for
// every other.
#pragma once

#include <string>
#include <string_view>

namespace rigy::judge {

// What differs; empty if nothing does. The text may be any bytes.
[[nodiscard]] std::string compare_readings(std::string_view text);

// A text of random pieces of YAML, mostly with mistakes.
[[nodiscard]] std::string random_text(unsigned seed);
// The text with a few random changes.
[[nodiscard]] std::string mutated(std::string text, unsigned seed);

}  // namespace rigy::judge
