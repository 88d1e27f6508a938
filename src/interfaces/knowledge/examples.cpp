#include "knowledge/examples.hpp"

#include <algorithm>

namespace rigy::interfaces {
namespace {

struct Section {
  std::string_view kind;
  std::string_view name;
  std::string_view body;
};

// Cuts the next section off `text`: a line "--- kind name" and everything up to the next such line.
Section take_section(std::string_view& text) {
  constexpr std::string_view mark = "--- ";
  Section section;
  const std::size_t line_end = text.find('\n');
  std::string_view head = text.substr(mark.size(), line_end - mark.size());
  const std::size_t blank = std::min(head.find(' '), head.size());
  section.kind = head.substr(0, blank);
  section.name = head.substr(std::min(blank + 1, head.size()));
  text.remove_prefix(line_end + 1);
  const bool empty = text.starts_with(mark);
  const std::size_t next = text.find("\n--- ");
  const std::size_t size = empty ? 0 : std::min(next, text.size() - 1) + 1;
  section.body = text.substr(0, size);
  text.remove_prefix(size);
  return section;
}

// `bytes` sections are one line with escapes; their lines are shown as lines.
std::string with_line_breaks(std::string_view body) {
  std::string text;
  body = body.substr(0, body.find('\n'));
  for (std::size_t at = body.find("\\n"); at != std::string_view::npos; at = body.find("\\n")) {
    text.append(body.substr(0, at)).append("\n");
    body.remove_prefix(at + 2);
  }
  return text.append(body);
}

void add_file(const Section& section, Example& example) {
  const bool bytes = section.kind == "bytes";
  ExampleFile file{std::string(section.name),
                   bytes ? with_line_breaks(section.body) : std::string(section.body)};
  (section.name.starts_with("good") ? example.good : example.bad).push_back(std::move(file));
}

Example parse(std::string_view text) {
  Example example;
  text.remove_prefix(std::min(text.find("--- "), text.size()));
  int runs = 0;
  while (!text.empty()) {
    const Section section = take_section(text);
    if (section.kind == "file" || section.kind == "bytes" || section.kind == "made") {
      add_file(section, example);
    } else if (section.kind == "args" && ++runs == 1) {
      example.command = "rigy " + std::string(section.body);
    } else if (section.kind == "stderr" && runs == 1) {
      example.output = section.body;
    }
  }
  return example;
}

}  // namespace

Example example_of(std::string_view id) {
  const auto examples = embedded_examples();
  const auto found = std::find_if(examples.begin(), examples.end(),
                                  [id](const EmbeddedExample& one) { return one.id == id; });
  return found == examples.end() ? Example{} : parse(found->text);
}

}  // namespace rigy::interfaces
