#include "cli/depfile.hpp"

#include <algorithm>

#include "platform/program.hpp"

namespace rigy::cli {
namespace {

// Characters that make and ninja would read as syntax. Compilers escape the same ones.
void append_escaped(std::string& out, std::string_view path) {
  for (const char byte : path) {
    if (byte == ' ' || byte == '#') out += '\\';
    if (byte == '$') out += '$';
    out += byte;
  }
}

}  // namespace

bool depfile_can_name(std::string_view path) {
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

}  // namespace rigy::cli
