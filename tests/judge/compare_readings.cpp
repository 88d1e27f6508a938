#include "tests/judge/compare_readings.hpp"

#include <array>
#include <memory>
#include <random>

#include <fmt/format.h>

#include "diagnostics/diagnostics.hpp"
#include "syntax/line_separators.hpp"
#include "syntax/parse.hpp"
#include "tests/judge/libyaml_reader.hpp"
#include "text/lines.hpp"
#include "text/utf8.hpp"

namespace rigy::judge {
namespace {

std::string described(const Tree& tree, NodeId id) {
  const Node& node = tree[id];
  std::string text = fmt::format(
      "{} {}:{}-{}:{} parent {} after {} index {} size {} {}{}{}{}", static_cast<int>(node.kind),
      node.start.line, node.start.column, node.end.line, node.end.column, node.parent, node.after,
      node.index, node.size, node.plain ? "plain " : "", node.duplicate ? "duplicate " : "",
      node.refused_key ? "refused " : "", node.reported ? "reported " : "");
  if (node.kind == NodeKind::Scalar) text += tree.text_of(id);
  if (node.kind == NodeKind::Alias) text += fmt::format("node {}", node.text_begin);
  return text;
}

std::string compare_trees(const Tree& judge, const Tree& ours) {
  for (NodeId id = 0; id < std::min(judge.nodes.size(), ours.nodes.size()); ++id) {
    const std::string wanted = described(judge, id);
    const std::string found = described(ours, id);
    if (wanted != found) return fmt::format("node {}\nlibyaml: {}\nours:    {}", id, wanted, found);
  }
  if (judge.nodes.size() != ours.nodes.size()) return "another number of nodes";
  if (judge.expanded != ours.expanded) return "another number of expanded nodes";
  return judge.duplicates.size() == ours.duplicates.size() ? "" : "other duplicate keys";
}

// "[? ]" and the like, of which libyaml takes the bracket for a part of the key.
bool has_key_mark_in_list(std::string_view text) {
  return text.find('?') != std::string_view::npos;
}

}  // namespace

std::string compare_readings(std::string_view text) {
  std::string_view document = text;
  if (document.starts_with(byte_order_mark)) document.remove_prefix(byte_order_mark.size());
  const bool is_utf16 = text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
  if (is_utf16 || !is_valid_utf8(text) || !line_separators_in(document).empty()) return {};
  const LibyamlReading judge = read_with_libyaml(document);
  const auto source = std::make_shared<Source>(
      Source{.name = "text", .identity = "text", .text = std::string(text), .quotable = true});
  Diagnostics diagnostics;
  const std::optional<Tree> ours = parse_yaml(*source, 0, diagnostics);
  const bool is_accepted = !diagnostics.has_errors();
  if (judge.is_invalid || judge.is_refused) {
    if (!is_accepted || has_key_mark_in_list(text)) return {};
    return fmt::format("libyaml refuses it: {} at {}:{}", judge.problem, judge.at.line,
                       judge.at.column);
  }
  if (!judge.tree) return ours ? "a tree of nothing" : "";
  if (!is_accepted) {
    if (has_key_mark_in_list(text)) return {};
    const Diagnostic first = diagnostics.report({{source}}).diagnostics.at(0);
    return fmt::format("refused: {} {} at {}:{}", first.id, first.message, first.place.start.line,
                       first.place.start.column);
  }
  return ours ? compare_trees(*judge.tree, *ours) : "no tree";
}

std::string random_text(unsigned seed) {
  static constexpr auto pieces = std::to_array<std::string_view>({"a",
                                                                  "b: ",
                                                                  "- ",
                                                                  "c:",
                                                                  "\n",
                                                                  "\n  ",
                                                                  "\n    ",
                                                                  "  ",
                                                                  "\n- ",
                                                                  "{",
                                                                  "}",
                                                                  "[",
                                                                  "]",
                                                                  ", ",
                                                                  ",",
                                                                  ": ",
                                                                  ":",
                                                                  "'x'",
                                                                  "\"y\"",
                                                                  "'",
                                                                  "\"",
                                                                  "# c",
                                                                  "#",
                                                                  "&k ",
                                                                  "*k",
                                                                  "|\n",
                                                                  "> \n",
                                                                  "|-\n ",
                                                                  "? ",
                                                                  "!t ",
                                                                  "1",
                                                                  "0.5",
                                                                  "true",
                                                                  "~",
                                                                  "\t",
                                                                  "x y",
                                                                  "--- ",
                                                                  "\n---\n",
                                                                  "...",
                                                                  "\n...\n",
                                                                  "%",
                                                                  "@",
                                                                  "é",
                                                                  "\\n",
                                                                  "\\u00e9",
                                                                  "''",
                                                                  "\n\n",
                                                                  "\r\n",
                                                                  "d: 1\n",
                                                                  "\n ",
                                                                  "\n   ",
                                                                  "-",
                                                                  "?",
                                                                  ">+2\n",
                                                                  "<<",
                                                                  "=x",
                                                                  "$i",
                                                                  "\n\t",
                                                                  "- g\n",
                                                                  "m: {n: o}\n",
                                                                  "e:\n  f: 2\n",
                                                                  "key: [1, 2]\n",
                                                                  "\"p q\": r\n"});
  std::mt19937 random(seed);
  const auto count = 1 + random() % (random() % 4 == 0 ? 40 : 14);
  std::string text;
  for (auto i = count; i > 0; --i) text += pieces[random() % pieces.size()];
  return text;
}

std::string mutated(std::string text, unsigned seed) {
  static constexpr std::string_view inserted = " \n:-#\"'{}[],&*!|>?\t";
  std::mt19937 random(seed);
  for (auto i = 1 + random() % 3; i > 0 && !text.empty(); --i) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
      case 0:
        text.erase(at, 1 + random() % 3);
        break;
      case 1:
        text.insert(at, 1, inserted[random() % inserted.size()]);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), random() % 12));
        break;
      default:
        text.erase(at, std::min(text.find('\n', at), text.size()) - at);
        break;
    }
  }
  return text;
}

}  // namespace rigy::judge
