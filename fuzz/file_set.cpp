#include "fuzz/file_set.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "tests/every_floor.hpp"
#include "text/utf8.hpp"

namespace rigy::fuzz {
namespace {

constexpr std::string_view marker = "=== ";
constexpr std::string_view options_name = "options:";
constexpr std::string_view pose_name = "pose=";
constexpr std::string_view default_entry = "main.rigy.yaml";

// Takes the first line, without its break, from the front of `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

std::string_view take_word(std::string_view& text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  return word;
}

// The compiler's caller must pass names and options in UTF-8; messages quote them unchanged.
std::string repaired(std::string_view text) {
  std::string result(text);
  if (!is_valid_utf8(result)) static_cast<void>(replace_invalid_utf8(result, SIZE_MAX));
  return result;
}

CompileOptions parse_options(std::string_view text) {
  CompileOptions options;
  while (!text.empty()) {
    // A pose comes last: its name may have spaces.
    if (text.starts_with(' ') && text.substr(1).starts_with(pose_name)) {
      options.pose = repaired(text.substr(1 + pose_name.size()));
      break;
    }
    const std::string_view word = take_word(text);
    if (word == "outward") options.winding = Winding::Outward;
    if (word == "bake") options.bake_transforms = true;
    if (word == "threads=3") options.threads = 3;
  }
  return options;
}

std::string options_text(const CompileOptions& options) {
  std::string text;
  if (options.winding == Winding::Outward) text += " outward";
  if (options.bake_transforms) text += " bake";
  if (options.threads == 3) text += " threads=3";
  if (!options.pose.empty()) text.append(" ").append(pose_name).append(options.pose);
  return text;
}

constexpr std::size_t max_copies = 4096;

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    ++found;
  }
  return found;
}

}  // namespace

FileSet parse_file_set(std::string_view text) {
  FileSet set;
  std::string* current = nullptr;
  while (!text.empty()) {
    const std::string_view before = text;
    std::string_view line = take_line(text);
    if (!line.starts_with(marker)) {
      if (current == nullptr) {
        set.entry = default_entry;
        current = &set.files[set.entry];
      }
      current->append(before.substr(0, before.size() - text.size()));
      continue;
    }
    line.remove_prefix(marker.size());
    if (current == nullptr && line.starts_with(options_name)) {
      set.options = parse_options(line.substr(options_name.size()));
      continue;
    }
    const std::string name = repaired(line);
    if (current == nullptr) set.entry = name;
    current = &set.files[name];
  }
  if (set.entry.empty()) {
    set.entry = default_entry;
    set.files[set.entry];
  }
  return set;
}

std::string to_text(const FileSet& set) {
  std::string text;
  if (const std::string options = options_text(set.options); !options.empty()) {
    text += fmt::format("{}{}{}\n", marker, options_name, options);
  }
  const auto add = [&text](const std::string& name, const std::string& contents) {
    text += fmt::format("{}{}\n{}", marker, name, contents);
    if (!text.ends_with('\n')) text += '\n';
  };
  add(set.entry, set.files.at(set.entry));
  for (const auto& [name, contents] : set.files) {
    if (name != set.entry) add(name, contents);
  }
  return text;
}

// By how many instances the last asset of a chain of imports could have.
bool may_be_enormous(const FileSet& set) {
  std::size_t copies = 1;
  for (const auto& [name, text] : set.files) {
    copies *= std::max<std::size_t>(1, count(text, "import") - count(text, "imports"));
    if (copies > max_copies) return true;
  }
  return false;
}

}  // namespace rigy::fuzz
