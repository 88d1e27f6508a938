// Numbers as text: in the form of the canonical JSON, and in the shortest form.
#pragma once

#include <cstdint>
#include <string>

namespace rigy::base {

// The shortest decimal that reads back as the same binary64, always with ".0" or an exponent: 1.0,
// 1e-05, 1e+16, -0.0.
void append_number(std::string& out, double value);
void append_integer(std::string& out, std::uint64_t value);

// The shortest decimal that reads back as the same number, with nothing added: 1, 0.5, 1e-05. Zero
// has no sign.
void append_shortest(std::string& out, double value);
void append_shortest(std::string& out, float value);

// Exactly six decimals, half to even: the text of color components.
void append_six_decimals(std::string& out, float value);

}  // namespace rigy::base
