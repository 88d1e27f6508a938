#include "cli/depfile.hpp"

#include <algorithm>

#include "platform/files.hpp"
#include "platform/program.hpp"

namespace rigy::interfaces::cli {
namespace {

// The colon of a drive is not syntax.
bool is_drive(std::string_view path, std::size_t colon) {
  return colon == 1 && platform::root_size(path) > 1;
}

// Characters that make and ninja would read as syntax. A backslash is one only before those, where
// make, and before spaces also ninja, halves the number of backslashes.
void append_escaped(std::string& out, std::string_view path) {
  std::size_t backslashes = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char byte = path[i];
    if (byte == ' ' || byte == '#' || (byte == ':' && !is_drive(path, i))) {
      out.append(backslashes + 1, '\\');
    }
    if (byte == '$') out += '$';
    out += byte;
    backslashes = byte == '\\' ? backslashes + 1 : 0;
  }
}

}  // namespace

bool depfile_can_name(std::string_view path) {
  if (path.ends_with('\\')) return false;
  return std::none_of(path.begin(), path.end(),
                      [](unsigned char byte) { return byte < 0x20 || byte == 0x7f; });
}

std::string depfile_rule(const std::string& output, std::span<const std::string> files) {
  std::string rule;
  append_escaped(rule, platform::with_slashes(output));
  rule += ':';
  for (const std::string& file : files) {
    rule += " \\\n  ";
    append_escaped(rule, platform::with_slashes(file));
  }
  return rule + "\n";
}

}  // namespace rigy::interfaces::cli
