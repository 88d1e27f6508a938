#include "syntax/written_text.hpp"

#include <algorithm>

namespace rigy::language {

std::uint32_t code_points_in(std::string_view utf8) {
  return static_cast<std::uint32_t>(std::count_if(utf8.begin(), utf8.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

bool is_as_written(const Tree& tree, NodeId scalar) {
  const Node& node = tree[scalar];
  const std::uint32_t quotes = node.plain ? 0 : 2;
  return node.start.line == node.end.line &&
         node.end.column - node.start.column == code_points_in(tree.text_of(scalar)) + quotes;
}

}  // namespace rigy::language
