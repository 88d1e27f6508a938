#include "lint/context.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "math/rounding.hpp"
#include "measure/solids.hpp"

namespace rigy::tools {
namespace {

// Where the comment of a line begins: at a # after a space that is not in quotes.
std::size_t comment_of(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const char before = i == 0 ? ' ' : line[i - 1];
    if (quote != 0) {
      if (quote == '"' && c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = 0;
      }
    } else if (c == '#' && (before == ' ' || before == '\t')) {
      return i;
    } else if ((c == '"' || c == '\'') &&
               std::string_view(" \t[{,:").find(before) != std::string_view::npos) {
      quote = c;
    }
  }
  return line.size();
}

// Whether a comment in the line allows the rule: "# rigy-lint: allow L03, L04". What follows the
// list may say why.
bool line_allows(std::string_view line, std::string_view id) {
  constexpr std::string_view marker = "rigy-lint: allow ";
  const std::size_t at = line.find(marker, comment_of(line));
  if (at == std::string_view::npos) return false;
  std::string_view list = line.substr(at + marker.size());
  while (true) {
    list.remove_prefix(std::min(list.find_first_not_of(" \t"), list.size()));
    const std::size_t end = std::min(list.find_first_of(" \t,"), list.size());
    if (list.substr(0, end) == id) return true;
    list.remove_prefix(end);
    list.remove_prefix(std::min(list.find_first_not_of(" \t"), list.size()));
    if (list.empty() || list.front() != ',') return false;
    list.remove_prefix(1);
  }
}

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '#';
}

// Whether the line ends, but for a comment, with the key or the dash of what follows.
bool introduces(std::string_view line) {
  line = line.substr(0, comment_of(line));
  const std::size_t last = line.find_last_not_of(" \t");
  return last != std::string_view::npos && (line[last] == ':' || line[last] == '-');
}

// Its own lines, or comments alone on the lines above, or with its key or dash.
bool is_allowed_at(const LintItem& item, std::string_view id, Memory& memory) {
  const Source& source = *item.file->source;
  auto known = memory.lines.find(&source);
  if (known == memory.lines.end()) {
    const bool has_comments = source.text.find("rigy-lint:") != std::string::npos;
    known = memory.lines.emplace(&source, has_comments ? source.text : std::string_view()).first;
  }
  const LineIndex& lines = known->second;
  const Node& node = item.file->tree[item.origin.node];
  // A block ends where the next item begins.
  const bool is_block = node.end.line > node.start.line && node.end.column <= node.start.column;
  const std::uint32_t last = is_block ? node.end.line - 1 : node.end.line;
  for (std::uint32_t line = node.start.line; line <= last; ++line) {
    if (line_allows(lines.line(line), id)) return true;
  }
  for (std::uint32_t line = node.start.line; line > 1; --line) {
    const std::string_view above = lines.line(line - 1);
    if (!is_comment(above)) return introduces(above) && line_allows(above, id);
    if (line_allows(above, id)) return true;
  }
  return false;
}

bool is_before(const Contact& one, const Contact& two) {
  return std::pair(one.a, one.b) < std::pair(two.a, two.b);
}

bool has_contact(const LintContext& context, std::uint32_t a, std::uint32_t b) {
  return std::binary_search(context.contacts.begin(), context.contacts.end(), Contact{a, b, {}},
                            is_before);
}

// As far as expressions are rounded, in the size of the numbers.
double rounding_of(const Bounds& all) {
  double largest = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    largest = std::max({largest, std::abs(all.min[axis]), std::abs(all.max[axis])});
  }
  return expression_unit * largest;
}

// Symmetry and repeats make several items of one.
bool are_same(const SourceRange& a, const SourceRange& b) {
  return a.source == b.source && a.start == b.start && a.end == b.end;
}

Reporter reporter_of(const Assembly& assembly, const ImportingFile& file,
                     Diagnostics& diagnostics) {
  if (&file == assembly.rigs.get()) return assembly.reporter(*assembly.rigs, diagnostics);
  for (const auto& motion : assembly.motions) {
    if (&file == motion.get()) return assembly.reporter(*motion, diagnostics);
  }
  return assembly.reporter(static_cast<const Asset&>(file), diagnostics);
}

}  // namespace

LintContext make_context(const EvaluatedScene& scene, const Placements& placements,
                         const std::string& pose, Memory& memory, Work& work) {
  LintContext context{scene, placements, pose, memory, work, 1, 0, {}, {}, {}, {}};
  std::vector<Bounds> boxes;
  for (std::uint32_t i = 0; i < scene.primitives.size(); ++i) {
    context.solids.push_back(solid_of(scene, scene.primitives[i]));
    if (!context.solids.back()) continue;
    context.items.push_back(i);
    boxes.push_back(context.solids.back()->bounds);
  }
  context.tree = BoundsTree(boxes);
  if (context.items.empty()) return context;
  const Bounds& all = context.tree[0].bounds;
  context.scale = std::min(1.0, size_of(all) / lint_limits::usual_size);
  context.rounding = rounding_of(all);
  return context;
}

void find_contacts(LintContext& context, const LintContext* known) {
  if (context.items.empty()) return;
  const double farthest = context.scale * lint_limits::contact + context.rounding;
  const auto near = [&] { return context.work.is_exceeded() ? -1.0 : farthest * farthest; };
  visit_near_pairs(context.tree, context.tree, near, [&](std::uint32_t i, std::uint32_t j) {
    if (i >= j || context.work.is_exceeded()) return;
    const std::uint32_t a = context.items[i];
    const std::uint32_t b = context.items[j];
    if (known != nullptr && has_contact(*known, a, b)) return;
    const double reach = reach_between(context, a, b);
    if (!overlap(context.solid(a).bounds, context.solid(b).bounds, reach)) return;
    const SolidRelation found = relation(context.solid(a), context.solid(b), context.work);
    if (found.distance <= reach) context.contacts.push_back({a, b, found});
  });
  std::sort(context.contacts.begin(), context.contacts.end(), is_before);
}

double smaller_size(const LintContext& context, std::uint32_t a, std::uint32_t b) {
  return std::min(size_of(context.solid(a).bounds), size_of(context.solid(b).bounds));
}

double reach_between(const LintContext& context, std::uint32_t a, std::uint32_t b) {
  const double share = lint_limits::contact_share * smaller_size(context, a, b);
  return std::min(context.scale * lint_limits::contact, share) + context.rounding;
}

std::uint32_t turned_child_of(const LintContext& context, std::uint32_t primitive) {
  const EvaluatedScene& scene = context.scene;
  std::uint32_t instance = scene.mesh_of(scene.primitives[primitive]).instance;
  while (instance != no_index && !context.memory.turned.contains(instance)) {
    instance = scene.instances[instance].parent;
  }
  return instance;
}

LintItem item_of(const LintContext& context, std::uint32_t primitive) {
  const ShownPrimitive& own = context.scene.primitives[primitive];
  return {context.scene.mesh_of(own).asset, own.primitive->origin, own.primitive, own.mesh};
}

bool is_allowed(const LintContext& context, Code code, const LintItem& item,
                const LintItem* other) {
  const std::string_view id = info_of(code).id;
  return is_allowed_at(item, id, context.memory) ||
         (other != nullptr && is_allowed_at(*other, id, context.memory));
}

void report(const LintContext& context, Code code, const LintItem& item, const LintItem* other,
            const std::string& message, const std::string& help) {
  Memory& memory = context.memory;
  if (is_allowed(context, code, item, other)) return;
  const void* const second = other == nullptr ? nullptr : other->identity;
  const auto [one, two] = std::minmax({item.identity, second}, std::less<>());
  const std::string of_pose = code == Code::TearingPose ? context.pose : std::string();
  const auto [known, is_new] =
      memory.known.try_emplace({code, one, two, of_pose}, memory.findings.size());
  if (is_new) {
    const std::string where =
        context.pose.empty() ? "" : fmt::format("in pose '{}': ", context.pose);
    memory.findings.push_back({code, item, {}, where + message, help, {}});
    if (other != nullptr) memory.findings.back().other = *other;
  }
  const std::uint32_t place = other == nullptr ? no_index : other->place;
  memory.findings[known->second].places.insert(std::minmax({item.place, place}));
}

void report_findings(const Memory& memory, const std::vector<std::string>& allowed,
                     const Assembly& assembly, Diagnostics& diagnostics) {
  for (const LintFinding& one : memory.findings) {
    if (std::find(allowed.begin(), allowed.end(), info_of(one.code).id) != allowed.end()) continue;
    const std::size_t more = one.places.size() - 1;
    const std::string also =
        more == 0 ? "" : fmt::format(" (and in {} more instance{})", more, more == 1 ? "" : "s");
    const Reporter at = reporter_of(assembly, *one.item.file, diagnostics);
    const NewFinding finding =
        at.report(one.code, one.item.origin, "{}{}", one.message, also).help(one.help);
    if (!one.other) continue;
    const Reporter there = reporter_of(assembly, *one.other->file, diagnostics);
    const SourceRange range = there.range_of(one.other->origin.node);
    if (are_same(range, at.range_of(one.item.origin.node))) continue;
    const std::string_view what = one.code == Code::TippedChild ? "anchor" : "other one";
    finding.related(range, "the {} is here", what);
  }
}

std::string meters(double value) { return fmt::format("{:.3g} m", value); }

std::string vector_text(const Vec3& v, double step) {
  const auto shown = [&](double value) { return std::abs(value) < 0.5 * step ? 0.0 : value; };
  return fmt::format("[{:.3g}, {:.3g}, {:.3g}]", shown(v.x), shown(v.y), shown(v.z));
}

double size_of(const Bounds& bounds) {
  const Vec3 extent = bounds.max - bounds.min;
  return std::max({extent.x, extent.y, extent.z});
}

Vec3 middle_of(const Bounds& bounds) { return 0.5 * (bounds.min + bounds.max); }

}  // namespace rigy::tools
