// A pose put into the text of a document.
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "edit/document_text.hpp"
#include "expand/yaml_text.hpp"
#include "rigy/posing.hpp"

namespace rigy {
using namespace tools;
namespace {

ListItem item_of(const MadePose& pose) {
  std::string id;
  append_yaml_text(id, pose.id);
  ListItem item;
  item.block = fmt::format("- id: {}\n  bones:\n", id);
  for (const std::string& bone : pose.bones) item.block += fmt::format("    {}\n", bone);
  item.flow = fmt::format("{{id: {}, bones: {{{}}}}}", id, fmt::join(pose.bones, ", "));
  return item;
}

}  // namespace

std::string pose_entry(const MadePose& pose, std::size_t indent) {
  return indented(item_of(pose).block, indent);
}

std::optional<std::string> with_pose(std::string_view text, const MadePose& pose) {
  const std::optional<DocumentText> document = DocumentText::read(std::string(text));
  if (!document) return {};
  return document->with_item(0, "poses", item_of(pose));
}

}  // namespace rigy
