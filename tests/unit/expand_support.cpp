#include "expand_support.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "common/limits.hpp"
#include "expand/emit.hpp"
#include "expand/expand.hpp"
#include "support.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {

ExpandedText expand_text(std::string document, const std::vector<ParamValue>& params,
                         bool provenance) {
  ExpandedText result;
  Diagnostics diagnostics;
  Source source{
      .name = entry_name, .identity = entry_name, .text = std::move(document), .quotable = true};
  std::size_t nodes_left = max_nodes;
  std::optional<Tree> tree = parse_yaml(source, 0, diagnostics, {}, nodes_left);
  if (tree) {
    tree = expand(std::move(*tree), 0, diagnostics, nodes_left, {params, &result.faults});
  }
  if (tree) result.yaml = expanded_yaml(*tree, {true, provenance, {}});
  result.messages = messages(diagnostics.report(only(source)));
  return result;
}

std::string value_of(const std::string& written, const std::string& params) {
  const ExpandedText result = expand_text(fmt::format(
      "version: \"0.12\"\nparams: {{{}}}\nanchors:\n- {{id: a, weight: {}}}\n", params, written));
  if (!result.messages.empty()) return result.messages;
  const std::string begin = "weight: ";
  const std::size_t at = result.yaml.find(begin) + begin.size();
  return result.yaml.substr(at, result.yaml.find('}', at) - at);
}

}  // namespace rigy::test
