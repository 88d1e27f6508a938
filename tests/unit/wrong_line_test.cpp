// One wrong line, of each kind, in the documents of the repository: every key outside of its block
// keeps its path, its value and its findings.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "rigy/files.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"
#include "tests/unit/repository_documents.hpp"
#include "tests/unit/support.hpp"

namespace rigy {
namespace {

using Lines = std::vector<std::string>;

Lines lines_of(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

std::size_t indentation_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// Where the value of "key: value" begins; npos if there is none.
std::size_t value_in(const std::string& line) {
  const std::size_t colon = line.find(": ");
  return colon == std::string::npos ? colon : colon + 2;
}

// Makes a line wrong; false if there is nothing in it that can be.
using Break = bool (*)(std::string& line);

struct Kind {
  const char* name;
  Break apply;
  bool adds_line = false;  // before the line
};

bool drop_colon(std::string& line) {
  const std::size_t colon =
      std::min(line.find(": "), line.ends_with(':') ? line.size() - 1 : line.npos);
  if (colon == std::string::npos) return false;
  line.erase(colon, 1);
  return true;
}

bool open_double_quote(std::string& line) {
  const std::size_t at = value_in(line);
  if (at == std::string::npos || line.find('"') != line.npos) return false;
  line.insert(at, "\"");
  return true;
}

bool open_single_quote(std::string& line) {
  const std::size_t at = value_in(line);
  if (at == std::string::npos || line.find('\'') != line.npos) return false;
  line.insert(at, "'");
  return true;
}

bool drop_closing_quote(std::string& line) {
  const std::size_t at = line.rfind('"');
  if (at == std::string::npos) return false;
  line.erase(at, 1);
  return true;
}

bool open_list(std::string& line) {
  const std::size_t at = value_in(line);
  if (at == std::string::npos) return false;
  line.insert(at, "[");
  return true;
}

bool open_mapping(std::string& line) {
  const std::size_t at = value_in(line);
  if (at == std::string::npos) return false;
  line.insert(at, "{");
  return true;
}

bool drop_closing_bracket(std::string& line) {
  const std::size_t at = line.find_last_of("]}");
  if (at == std::string::npos) return false;
  line.erase(at, 1);
  return true;
}

bool indent_with_tab(std::string& line) {
  const std::size_t indentation = indentation_of(line);
  if (indentation == 0) return false;
  line.replace(0, indentation, "\t");
  return true;
}

bool indent_more(std::string& line) {
  line.insert(0, " ");
  return true;
}

bool indent_less(std::string& line) {
  if (line.empty() || line[0] != ' ') return false;
  line.erase(0, 1);
  return true;
}

bool stray_words(std::string& line) {
  line = std::string(indentation_of(line), ' ') + "some stray words";
  return true;
}

bool stray_words_in_front(std::string& line) {
  line = "some stray words";
  return true;
}

bool stray_word(std::string& line) {
  line = std::string(indentation_of(line), ' ') + "stray";
  return true;
}

bool add_closing_bracket(std::string& line) {
  line += ']';
  return true;
}

bool add_closing_brace(std::string& line) {
  line += '}';
  return true;
}

bool drop_comma(std::string& line) {
  if (!line.ends_with(',')) return false;
  line.pop_back();
  return true;
}

bool drop_indentation(std::string& line) {
  const std::size_t indentation = indentation_of(line);
  line.erase(0, indentation);
  return indentation > 0;
}

bool merge_conflict(std::string& line) {
  line = "<<<<<<< HEAD";
  return true;
}

// Where the first key of the line begins; npos if there is none.
std::size_t key_in(const std::string& line) {
  std::size_t at = indentation_of(line);
  while (line.compare(at, 2, "- ") == 0) at += 2;
  std::size_t end = at;
  while (end < line.size() &&
         (std::isalnum(static_cast<unsigned char>(line[end])) || line[end] == '_'))
    ++end;
  const bool is_key =
      end > at && line[end] == ':' && (end + 1 == line.size() || line[end + 1] == ' ');
  return is_key ? at : std::string::npos;
}

bool insert_before_key(std::string& line, char what) {
  const std::size_t at = key_in(line);
  if (at == std::string::npos) return false;
  line.insert(at, 1, what);
  return true;
}

bool quote_key(std::string& line) { return insert_before_key(line, '"'); }
bool open_list_before_key(std::string& line) { return insert_before_key(line, '['); }

bool join_mark_and_key(std::string& line) {
  const std::size_t at = indentation_of(line);
  if (line.compare(at, 2, "- ") != 0) return false;
  line.erase(at + 1, 1);
  return true;
}

bool bullet(std::string& line) {
  const std::size_t at = indentation_of(line);
  if (line.compare(at, 2, "- ") != 0) return false;
  line[at] = '*';
  return true;
}

bool indent_much_more(std::string& line) {
  line.insert(0, "  ");
  return true;
}

bool stray_mark(std::string& line) {
  line = std::string(indentation_of(line), ' ') + "@todo: look at this";
  return true;
}

bool stray_bracket(std::string& line) {
  line = std::string(indentation_of(line), ' ') + "}";
  return true;
}

bool stray_fence(std::string& line) {
  line = "```";
  return true;
}

bool stray_conflict(std::string& line) {
  line = ">>>>>>> topic: words";
  return true;
}

bool stray_directive(std::string& line) {
  line = "%include words";
  return true;
}

constexpr Kind kinds[] = {
    {"a missing colon", drop_colon},
    {"an open double quote", open_double_quote},
    {"an open single quote", open_single_quote},
    {"a quote without its end", drop_closing_quote},
    {"an open list", open_list},
    {"an open mapping", open_mapping},
    {"a bracket without its end", drop_closing_bracket},
    {"a tab", indent_with_tab},
    {"a space too many", indent_more},
    {"a space too few", indent_less},
    {"stray words", stray_words, true},
    {"a stray word", stray_word, true},
    {"stray words at the margin", stray_words_in_front, true},
};

// What people and programs write when they have another language in mind, and more of the above.
constexpr Kind more_kinds[] = {
    {"a quote before a key", quote_key},
    {"a bracket before a key", open_list_before_key},
    {"an item without its space", join_mark_and_key},
    {"a bullet", bullet},
    {"two spaces too many", indent_much_more},
    {"a stray mark", stray_mark, true},
    {"a stray bracket", stray_bracket, true},
    {"a stray fence", stray_fence, true},
    {"the end of a conflict", stray_conflict, true},
    {"a stray directive", stray_directive, true},
};

// What else happens to lines between brackets.
constexpr Kind kinds_in_brackets[] = {
    {"a closing bracket too many", add_closing_bracket},
    {"a closing brace too many", add_closing_brace},
    {"a missing comma", drop_comma},
    {"no indentation", drop_indentation},
    {"a merge conflict", merge_conflict, true},
};

struct Read {
  explicit Read(std::string text) {
    source.name = test::entry_name;
    source.text = std::move(text);
    source.quotable = true;
    tree = parse_yaml(source, 0, diagnostics);
  }

  Source source;
  Diagnostics diagnostics;
  std::optional<Tree> tree;
};

struct LineRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;

  [[nodiscard]] bool has(std::uint32_t line) const { return first <= line && line <= last; }
};

// A document and the same with one line that is wrong.
struct Broken {
  std::string name;  // for messages
  std::string document;
  const Tree* original = nullptr;
  std::string text;
  LineRange block;  // of the wrong line, in the original
  std::uint32_t added = 0;

  // The line of the original that a line is; 0 if it is in the block.
  [[nodiscard]] std::uint32_t original_line(std::uint32_t line) const {
    if (line < block.first) return line;
    return line > block.last + added ? line - added : 0;
  }
};

// The lines of the innermost collection that a line of the document is in.
LineRange block_of(const Tree& tree, std::uint32_t line) {
  NodeId in = 0;
  NodeId first = no_index;
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    const Node& node = tree[id];
    if (node.start.line == line && first == no_index) first = id;
    if (node.start.line <= line && node.end.line >= line && node.kind != NodeKind::Scalar) in = id;
  }
  if (first != no_index) in = tree[first].parent;
  return {tree[in].start.line, tree[in].end.line};
}

bool is_inside_text(const Tree& tree, std::uint32_t line) {
  return std::any_of(tree.nodes.begin(), tree.nodes.end(), [line](const Node& node) {
    return node.kind == NodeKind::Scalar && node.start.line < line && line <= node.end.line;
  });
}

struct Document {
  std::string name;
  std::string text;
  Read original{text};
  Lines lines = lines_of(text);
};

// Calls use(broken, tree) if that makes the line wrong.
template <class Use>
void break_line(const Document& document, std::size_t i, const Kind& kind, const Use& use) {
  const std::string& line = document.lines[i];
  const Tree& tree = *document.original.tree;
  const std::size_t indentation = indentation_of(line);
  const auto number = static_cast<std::uint32_t>(i + 1);
  const bool is_empty = indentation == line.size() || line[indentation] == '#';
  if (is_empty || line.ends_with('\r') || is_inside_text(tree, number)) return;
  Lines wrong = document.lines;
  if (kind.adds_line) wrong.insert(wrong.begin() + static_cast<std::ptrdiff_t>(i), line);
  if (!kind.apply(wrong[i])) return;
  const Broken broken{fmt::format("{}:{}: {}", document.name, number, kind.name),
                      document.text,
                      &tree,
                      joined(wrong),
                      block_of(tree, number),
                      kind.adds_line ? 1u : 0u};
  const Read read(broken.text);
  if (read.diagnostics.has_errors()) use(broken, read.tree);
}

// Breaks every line of every small document, each in another of the ways; with WRONG_LINES=all, in
// all of them, which takes minutes.
template <class Use>
void each_broken(std::span<const Kind> ways, const Use& use) {
  const bool has_time = std::getenv("WRONG_LINES") != nullptr;
  std::size_t turn = 0;
  for (const auto& path : test::repository_documents()) {
    const Document document{path.string(), test::bytes_in(path)};
    const Read& original = document.original;
    if (document.text.size() > 6000 || !original.tree || original.diagnostics.has_errors()) {
      continue;
    }
    for (std::size_t i = 0; i < document.lines.size(); ++i) {
      const std::size_t tries = has_time ? ways.size() : 1;
      for (std::size_t k = 0; k < tries; ++k)
        break_line(document, i, ways[turn++ % ways.size()], use);
    }
  }
}

// "line path=value" of everything outside of the block.
template <class LineOf>
std::multiset<std::string> values_in(const Tree& tree, const LineOf& line_of) {
  std::multiset<std::string> values;
  for (NodeId id = 1; id < tree.nodes.size(); ++id) {
    const Node& node = tree[id];
    const bool is_key = tree[node.parent].kind == NodeKind::Mapping && !is_value(tree, id);
    const bool is_written = node.kind == NodeKind::Scalar && node.start != node.end;
    const std::uint32_t line = line_of(node.start.line);
    if (is_key || !is_written || node.reported || line == 0) continue;
    values.insert(fmt::format("{} {}={}", line, path_of(tree, id), tree.text_of(id)));
  }
  return values;
}

void expect_the_rest(const Broken& broken, const std::optional<Tree>& tree) {
  ASSERT_TRUE(tree) << broken.name;
  const auto before = values_in(
      *broken.original, [&](std::uint32_t line) { return broken.block.has(line) ? 0 : line; });
  const auto after =
      values_in(*tree, [&](std::uint32_t line) { return broken.original_line(line); });
  EXPECT_EQ(before, after) << broken.name << '\n' << broken.text;
}

TEST(WrongLine, LeavesEveryKeyOutsideOfItsBlock) {
  std::size_t count = 0;
  each_broken(kinds, [&count](const Broken& broken, const std::optional<Tree>& tree) {
    ++count;
    expect_the_rest(broken, tree);
  });
  EXPECT_GT(count, 10'000u);
}

TEST(WrongLine, LeavesEveryKeyWhateverElseIsWrong) {
  std::size_t count = 0;
  each_broken(more_kinds, [&count](const Broken& broken, const std::optional<Tree>& tree) {
    ++count;
    expect_the_rest(broken, tree);
  });
  EXPECT_GT(count, 8'000u);
}

constexpr const char* json_style = R"({
  "version": "0.13",
  "meshes": [
    {
      "id": "m",
      "primitives": [
        {
          "id": "b",
          "type": "box",
          "dimensions": {
            "x": 1,
            "y": 1,
            "z": 1
          }
        },
        {
          "id": "c",
          "type": "sphere",
          "dimensions": { "radius": 1 }
        }
      ]
    },
    {
      "id": "n",
      "primitives": [ { "id": "d", "type": "sphere", "dimensions": { "radius": 2 } } ]
    }
  ]
}
)";

constexpr const char* flow_style = R"(version: "0.13"
materials: {clay: {base_color: [0.45, 0.17, 0.08, 1]}, red: {base_color: [1, 0, 0, 1]}}
meshes: [
  {id: arm, material: clay, primitives: [
    {id: limb, type: capsule, dimensions: {radius: 0.08, height: 0.84}},
    {id: hand, type: box,
     dimensions: {x: 0.1, y: 0.1, z: 0.1}}]},
  {id: leg,
   material: red,
   primitives: [
     {id: knee, type: sphere, dimensions: {radius: 0.1}},
   ]}
]
armatures:
  - {id: rig, bones: [
      {id: root, parent: none, head: [0, 0, 0], tail: [0, 0.5, 0]},
      {id: tip, parent: root, head: [0, 0.5, 0], tail: [0, 1, 0]}]}
bindings:
  - {mesh_id: arm, armature_id: rig, weights: [
      {primitive_id: limb, bones: [{bone_id: root, weight: 1}]}]}
)";

TEST(WrongLine, LeavesEveryKeyOutsideOfItsBrackets) {
  std::size_t count = 0;
  const auto use = [&count](const Broken& broken, const std::optional<Tree>& tree) {
    ++count;
    expect_the_rest(broken, tree);
  };
  for (const char* text : {json_style, flow_style}) {
    const Document document{"a document", text};
    for (std::size_t i = 0; i < document.lines.size(); ++i) {
      for (const Kind& kind : kinds) break_line(document, i, kind, use);
      for (const Kind& kind : kinds_in_brackets) break_line(document, i, kind, use);
    }
  }
  EXPECT_GT(count, 400u);
}

std::vector<Diagnostic> findings_in(const std::string& text) {
  MemoryFiles files({{test::entry_name, text}});
  AnalyzeOptions options;
  options.max_errors = 1000;
  return analyze(test::entry_name, files, options).report.diagnostics;
}

std::string text_of(const Diagnostic& finding, std::uint32_t line) {
  return fmt::format("{} {} {}", finding.id, line, finding.path);
}

// Findings that depend on what is written elsewhere: an id may be defined in what cannot be read.
bool is_about_others(std::string_view id) {
  constexpr std::string_view ids[] = {"V11", "V14", "V15", "V16", "V19", "V29", "V30",
                                      "W02", "W07", "W12", "W13", "W15", "W17", "X07"};
  return std::find(std::begin(ids), std::end(ids), id) != std::end(ids);
}

TEST(WrongLine, LeavesTheFindingsOutsideOfItsBlock) {
  std::size_t count = 0;
  std::size_t new_findings = 0;
  std::string document;
  std::vector<Diagnostic> before;
  each_broken(kinds, [&](const Broken& broken, const std::optional<Tree>&) {
    ++count;
    if (document != broken.document) before = findings_in(document = broken.document);
    std::multiset<std::string> found;
    for (const Diagnostic& one : findings_in(broken.text)) {
      if (one.id == "P01" || one.id == "P07") continue;
      const std::uint32_t line = broken.original_line(one.place.start.line);
      if (line > 0) found.insert(text_of(one, line));
    }
    for (const Diagnostic& one : before) {
      const std::uint32_t line = one.place.start.line;
      if (broken.block.has(line)) continue;
      const auto same = found.find(text_of(one, line));
      const bool is_kept = same != found.end();
      EXPECT_TRUE(is_kept || is_about_others(one.id))
          << broken.name << " loses " << text_of(one, line) << '\n'
          << broken.text;
      if (is_kept) found.erase(same);
    }
    new_findings += found.size();
  });
  EXPECT_GT(count, 10'000u);
  // Few lines are so wrong that ids seem to be unknown, for instance because an item of a list
  // of lists could belong to either.
  EXPECT_LT(new_findings * 400, count);
}

}  // namespace
}  // namespace rigy
