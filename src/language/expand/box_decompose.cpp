// box_decompose: a wall with rectangular cutouts, as boxes. First the stretches without a cutout,
// then the remaining parts below and above each cutout.
#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "expand/expansion.hpp"
#include "expand/identifier.hpp"
#include "expand/macros.hpp"
#include "expand/read.hpp"
#include "math/lengths.hpp"

namespace rigy::language {
namespace {

struct Cutout {
  NodeId node = no_index;
  std::string_view id;
  Span span;
  double bottom = 0;
  double top = 0;
};

struct Wall {
  Axis axis = Axis::X;
  Span span;
  double base_y = 0;
  double height = 0;
  double thickness = 0;
  double offset = 0;
  std::vector<Cutout> cutouts;
  PrimitiveNodes from;
};

using WallFields = FieldValues<box_decompose_object>;

// The value of an optional field.
bool read_optional(const MacroUse& use, const FieldValue& value, double& number) {
  if (!value.given()) return true;
  const std::optional<double> read = read_finite(use.at, value);
  number = read.value_or(number);
  return read.has_value();
}

bool read_offset(const MacroUse& use, const WallFields& fields, Wall& wall) {
  const FieldValue offset = fields.get<"offset">();
  const FieldValue offset_mode = fields.get<"offset_mode">();
  if (!offset_mode.given()) return read_optional(use, offset, wall.offset);
  if (!has(use.version, Feature::OffsetMode)) {
    use.at
        .report(Code::TooNewForDocument, offset_mode.node,
                "offset_mode in a document of version {}.{}", use.version.major, use.version.minor)
        .help("write version: \"0.12\", or give offset");
    return false;
  }
  if (offset.given()) {
    use.at
        .report(Code::ExclusiveFields, offset_mode.node, "{} has both 'offset' and 'offset_mode'",
                use.owner)
        .help("keep one of the two")
        .related(use.at.range_of(offset.node), "the other one");
    return false;
  }
  const Word* word = read_choice(use.at, offset_mode);
  if (word == nullptr) return false;
  const auto mode = static_cast<OffsetMode>(word->value);
  const double half = wall.thickness / 2;
  wall.offset = mode == OffsetMode::Centerline ? 0 : mode == OffsetMode::NegFace ? half : -half;
  return true;
}

// Reports a field of a cutout; `format` says what it is, and what it must be.
template <class... Args>
bool refuse(const MacroUse& use, NodeId node, const Cutout& cutout, std::string_view field,
            fmt::format_string<const Args&...> format, const Args&... args) {
  use.at.report(Code::MacroOutOfRange, node, "{} of cutout '{}' of {} is {}", field, cutout.id,
                use.owner, fmt::format(format, args...));
  return false;
}

struct CutoutNodes {
  NodeId span;
  NodeId bottom;
  NodeId top;
};

// Whether the cutout lies in the wall.
bool check_place(const MacroUse& use, const CutoutNodes& node, const Cutout& cutout,
                 const Wall& wall) {
  const Span& span = cutout.span;
  if (is_longer(wall.span.start, span.start) || is_longer(span.end, wall.span.end)) {
    return refuse(use, node.span, cutout, "span", "[{}, {}]; it must be within the wall's [{}, {}]",
                  span.start, span.end, wall.span.start, wall.span.end);
  }
  if (is_longer(0, cutout.bottom)) {
    return refuse(use, node.bottom, cutout, "bottom", "{}; it must be at least 0", cutout.bottom);
  }
  if (is_longer(cutout.top, wall.height)) {
    return refuse(use, node.top, cutout, "top", "{}; it must be at most the wall's height, {}",
                  cutout.top, wall.height);
  }
  if (cutout.bottom < cutout.top) return true;
  return refuse(use, node.bottom, cutout, "bottom", "{}; it must be below its top, {}",
                cutout.bottom, cutout.top);
}

std::optional<Cutout> read_cutout(const MacroUse& use, NodeId element, const Wall& wall) {
  const auto fields = read_macro_fields<cutout_object>(use.at, element, "a cutout of " + use.owner);
  if (!fields) return std::nullopt;
  const NodeId id = fields->node<"id">();
  Cutout cutout;
  cutout.node = element;
  cutout.id = text_or_empty(use.at.tree, id);
  cutout.top = wall.height;
  if (!is_identifier(cutout.id)) {
    use.at
        .report(Code::UnnamedCutout, id == no_index ? element : id, "a cutout of {} {}", use.owner,
                id == no_index ? "has no id" : "has an id that is not a name")
        .help("a name is letters, digits and _, and does not begin with a digit");
    return std::nullopt;
  }
  const FieldValue bottom = fields->get<"bottom">();
  const FieldValue top = fields->get<"top">();
  const std::optional<Span> along = read_span(use.at, fields->get<"span">());
  if (!along || !read_optional(use, bottom, cutout.bottom) ||
      !read_optional(use, top, cutout.top)) {
    return std::nullopt;
  }
  cutout.span = *along;
  const auto given = [element](NodeId one) { return one == no_index ? element : one; };
  const CutoutNodes nodes{fields->node<"span">(), given(bottom.given() ? bottom.node : top.node),
                          given(top.node)};
  if (!check_place(use, nodes, cutout, wall)) return std::nullopt;
  return cutout;
}

bool read_cutouts(const MacroUse& use, NodeId list, Wall& wall) {
  if (list == no_index) return true;
  const Tree& tree = use.at.tree;
  if (tree[list].kind != NodeKind::Sequence) {
    if (!tree[list].reported) use.at.report(Code::WrongType, list, "cutouts must be a list");
    return false;
  }
  bool all = true;
  for (NodeId element = list + 1; element < tree[list].after; element = tree[element].after) {
    const std::optional<Cutout> cutout = read_cutout(use, element, wall);
    if (cutout) wall.cutouts.push_back(*cutout);
    all = all && cutout;
  }
  return all;
}

// From 0.12 on; before, it had no meaning.
bool check_mesh(const MacroUse& use, NodeId node) {
  if (node == no_index || !has(use.version, Feature::OffsetMode)) return true;
  if (use.at.tree[node].reported) return false;
  if (text_or_empty(use.at.tree, node) == use.mesh && !use.mesh.empty()) return true;
  use.at
      .report(Code::MacroOfOtherMesh, node, "{} is in mesh '{}', not in '{}'", use.owner, use.mesh,
              text_or_empty(use.at.tree, node))
      .help("remove the field, or move the macro");
  return false;
}

std::optional<Wall> read_wall(const MacroUse& use) {
  const auto fields = read_macro_fields<box_decompose_object>(use.at, use.node, use.owner);
  if (!fields) return std::nullopt;
  const NodeId span = fields->node<"span">();
  const Word* along = read_choice(use.at, fields->get<"axis">());
  const auto stretch = read_span(use.at, fields->get<"span">());
  const auto tall = read_positive(use.at, fields->get<"height">());
  const auto thick = read_positive(use.at, fields->get<"thickness">());
  Wall wall;
  const bool is_placed = read_optional(use, fields->get<"base_y">(), wall.base_y);
  const bool is_here = check_mesh(use, fields->node<"mesh">());
  if (!along || !stretch || !tall || !thick || !is_placed || !is_here) return std::nullopt;
  wall.axis = static_cast<Axis>(along->value);
  wall.span = *stretch;
  wall.height = *tall;
  wall.thickness = *thick;
  const bool is_x = wall.axis == Axis::X;
  wall.from = {use.node,
               fields->node<"id">(),
               {span, fields->node<"height">(), fields->node<"thickness">()},
               span};
  if (!is_x) std::swap(wall.from.dimensions[0], wall.from.dimensions[2]);
  const bool has_offset = read_offset(use, *fields, wall);
  if (!read_cutouts(use, fields->node<"cutouts">(), wall) || !has_offset) return std::nullopt;
  return wall;
}

// The cutouts at the current position of the sweep, by height. As long as none overlap, they are in
// order.
using Active = std::set<std::pair<double, const Cutout*>>;

bool heights_overlap(const Cutout& a, const Cutout& b) {
  return is_longer(std::min(a.top, b.top), std::max(a.bottom, b.bottom));
}

// The cutout that it overlaps, or null.
const Cutout* overlapped(const Active& active, const Cutout& cutout) {
  const auto next = active.lower_bound({cutout.bottom, nullptr});
  if (next != active.end() && heights_overlap(cutout, *next->second)) return next->second;
  if (next == active.begin()) return nullptr;
  const Cutout* before = std::prev(next)->second;
  return heights_overlap(cutout, *before) ? before : nullptr;
}

bool report_overlap(const MacroUse& use, const Cutout& cutout, const Cutout& other) {
  use.at
      .report(Code::OverlappingCutouts, cutout.node,
              "cutouts '{}' and '{}' of {} overlap: '{}' ends at {}, '{}' begins at {}", cutout.id,
              other.id, use.owner, other.id, other.span.end, cutout.id, cutout.span.start)
      .related(use.at.range_of(other.node), "the other one");
  return false;
}

// Not just a line, which overlaps nothing.
bool has_area(const Cutout& cutout) {
  return is_longer(cutout.span.end, cutout.span.start) && is_longer(cutout.top, cutout.bottom);
}

// A sweep along the wall over the cutouts, sorted by their starts.
bool check_overlaps(const MacroUse& use, const std::vector<Cutout>& cutouts) {
  std::vector<const Cutout*> by_end;
  for (const Cutout& cutout : cutouts) {
    if (has_area(cutout)) by_end.push_back(&cutout);
  }
  std::sort(by_end.begin(), by_end.end(),
            [](const Cutout* a, const Cutout* b) { return a->span.end < b->span.end; });
  Active active;
  std::size_t ended = 0;
  bool ok = true;
  for (const Cutout& cutout : cutouts) {
    if (!has_area(cutout)) continue;
    for (; !is_longer(by_end[ended]->span.end, cutout.span.start); ++ended) {
      active.erase({by_end[ended]->bottom, by_end[ended]});
    }
    if (const Cutout* other = overlapped(active, cutout)) {
      ok = report_overlap(use, cutout, *other);
      continue;
    }
    if (!active.empty()) {
      use.at
          .report(Code::StackedCutouts, cutout.node,
                  "cutouts '{}' and '{}' of {} are above one another", cutout.id,
                  active.begin()->second->id, use.owner)
          .help("the boxes above and below one of them fill the other");
    }
    active.emplace(cutout.bottom, &cutout);
  }
  return ok;
}

class Decomposer {
 public:
  Decomposer(const MacroUse& use, const Wall& wall) : use_(use), wall_(wall) {}

  // Nothing if a number gets too large.
  std::optional<MacroResult> run() {
    add_gaps();
    for (const Cutout& cutout : wall_.cutouts) {
      if (cutout.bottom > 0) add(cutout, "below", 0, cutout.bottom);
      if (cutout.top < wall_.height) add(cutout, "above", cutout.top, wall_.height);
    }
    if (finite_) return MacroResult{"box", std::move(parts_)};
    use_.at.report(Code::MacroOutOfRange, use_.node, "{} is too large or too far away", use_.owner);
    return std::nullopt;
  }

 private:
  void add_gaps();
  void add(const Cutout& cutout, std::string_view where, double low, double high);
  void add(std::string part_id, const Span& along, double low, double high, PrimitiveNodes from,
           std::string_view cutout = {});

  const MacroUse& use_;
  const Wall& wall_;
  std::vector<MacroPart> parts_;
  bool finite_ = true;
};

void Decomposer::add_gaps() {
  std::vector<double> edges = {wall_.span.start, wall_.span.end};
  for (const Cutout& cutout : wall_.cutouts) {
    edges.push_back(cutout.span.start);
    edges.push_back(cutout.span.end);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  auto next = wall_.cutouts.begin();
  double covered = wall_.span.start;  // by cutouts that start at or before the stretch
  std::size_t number = 0;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    for (; next != wall_.cutouts.end() && next->span.start <= edges[i]; ++next) {
      covered = std::max(covered, next->span.end);
    }
    if (covered >= edges[i + 1]) continue;
    add(fmt::format("{}_gap_{}", use_.id, number++), {edges[i], edges[i + 1]}, 0, wall_.height,
        wall_.from);
  }
}

void Decomposer::add(const Cutout& cutout, std::string_view where, double low, double high) {
  PrimitiveNodes from = wall_.from;
  from.all = cutout.node;
  add(fmt::format("{}_{}_{}", use_.id, cutout.id, where), cutout.span, low, high, from, cutout.id);
}

void Decomposer::add(std::string part_id, const Span& along, double low, double high,
                     PrimitiveNodes from, std::string_view cutout) {
  const double size = along.end - along.start;
  const double center = (along.start + along.end) / 2;
  const double tall = high - low;
  const double middle = wall_.base_y + (low + high) / 2;
  for (const double number : {size, center, tall, middle}) {
    finite_ = finite_ && std::isfinite(number);
  }
  MacroPart part;
  part.id = std::move(part_id);
  part.cutout = cutout;
  const bool is_x = wall_.axis == Axis::X;
  part.dimensions = is_x ? Vec3{size, tall, wall_.thickness} : Vec3{wall_.thickness, tall, size};
  part.translation = is_x ? Vec3{center, middle, wall_.offset} : Vec3{wall_.offset, middle, center};
  part.from = from;
  parts_.push_back(std::move(part));
}

}  // namespace

std::optional<MacroResult> decompose_box(const MacroUse& use) {
  std::optional<Wall> wall = read_wall(use);
  if (!wall) return std::nullopt;
  std::sort(wall->cutouts.begin(), wall->cutouts.end(), [](const Cutout& a, const Cutout& b) {
    return std::tie(a.span.start, a.span.end, a.bottom, a.top) <
           std::tie(b.span.start, b.span.end, b.bottom, b.top);
  });
  if (!check_overlaps(use, wall->cutouts)) return std::nullopt;
  return Decomposer(use, *wall).run();
}

}  // namespace rigy::language
