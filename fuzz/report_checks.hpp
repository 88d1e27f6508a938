// Whether the compiler's report is consistent in itself and with the files.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "rigy/compile.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {

using Files = std::map<std::string, std::string>;

// What is wrong with the result of compiling `files`; empty if nothing.
[[nodiscard]] std::string check_result(const CompileResult& result, const Files& files);

// The same for a report alone: counts, ids, places.
[[nodiscard]] std::string check_report(const Report& report, const Files& files);

// The same for every way to render the report.
[[nodiscard]] std::string check_rendering(const Report& report);

[[nodiscard]] bool is_json(const std::string& text);

// All diagnostics, one per line, to compare and to show.
[[nodiscard]] std::string text_of(const Report& report);

}  // namespace rigy::fuzz
