// Text as JSON strings.
#pragma once

#include <string>
#include <string_view>

namespace rigy::base {

// Appends `utf8` as a JSON string, quotes included, in ASCII: everything outside U+0020..U+007E is
// \uXXXX (surrogate pairs above U+FFFF), except the short forms \b \f \n \r \t. This is the form
// of the canonical GLB.
void append_json_string_ascii(std::string& out, std::string_view utf8);

// The same, but leaves everything from U+0080 on as it is, for people and tools to read.
void append_json_string(std::string& out, std::string_view utf8);

}  // namespace rigy::base
