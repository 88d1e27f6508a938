// Reports about the nodes of a tree.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "diagnostics/diagnostics.hpp"
#include "syntax/item_origin.hpp"
#include "syntax/tree.hpp"
#include "tables/version.hpp"

namespace rigy::language {

// Reports about the nodes of one file.
struct Reporter {
  Diagnostics& diagnostics;
  const Tree& tree;
  SourceId source = 0;
  // A contract reports all its findings under one id.
  std::optional<Code> every_code = std::nullopt;
  Version version = newest_version;  // that the file is written in

  [[nodiscard]] SourceRange range_of(NodeId node) const;
  // The range of `size` bytes of a scalar's text, from `begin` on; the whole scalar if the text is
  // not in the source unchanged, on one line.
  [[nodiscard]] SourceRange range_within(NodeId scalar, std::size_t begin, std::size_t size) const;

  // Reports about an item or a node. Nothing is said about a mirrored item that was said about its
  // original.
  template <class... Args>
  NewFinding report(Code code, const ItemOrigin& item, fmt::format_string<const Args&...> format,
                    const Args&... args) const {
    return report_at<Args...>(code, item, range_of(item.node), format, args...);
  }

  // About a part of the node, as range_within finds it.
  template <class... Args>
  NewFinding report_at(Code code, const ItemOrigin& item, const SourceRange& range,
                       fmt::format_string<const Args&...> format, const Args&... args) const {
    code = every_code.value_or(code_in(version, code));
    if (item.is_mirrored() && diagnostics.was_said(code, range)) return {};
    if (!diagnostics.wants(code, range)) return {};
    return diagnostics.keep(code, range,
                            message_of<Args...>(format, args...).append(wording_of(item)),
                            path_of(tree, item.node), origin_text(tree, tree[item.node].made));
  }

 private:
  // What a message adds about an item that the author did not write.
  [[nodiscard]] static std::string_view wording_of(const ItemOrigin& item) {
    return item.is_mirrored() ? " (mirrored by symmetry)" : "";
  }
};

}  // namespace rigy::language
