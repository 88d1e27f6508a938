// Differences as text for people.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "rigy/diff.hpp"
#include "text/number_text.hpp"
#include "text/terminal_text.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

struct Palette {
  std::string_view added, removed, changed, place, plain;
};

constexpr Palette no_colors{};
constexpr Palette terminal_colors{.added = "\x1b[32m",
                                  .removed = "\x1b[31m",
                                  .changed = "\x1b[33m",
                                  .place = "\x1b[1m",
                                  .plain = "\x1b[0m"};

// Six digits say enough, unless two different values would look the same.
constexpr int short_digits = 6;
constexpr int all_digits = 17;

std::string text_of(double number, int digits) {
  if (digits == all_digits) {
    std::string text;
    append_shortest(text, number);
    return text;
  }
  const std::string text = fmt::format("{:.{}g}", number, digits);
  return text == "-0" ? "0" : text;
}

std::string list_of(std::span<const double> numbers, int digits = short_digits) {
  std::vector<std::string> texts;
  for (const double number : numbers) texts.push_back(text_of(number, digits));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string text_of(const DiffValue& value, int digits = short_digits) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* number = std::get_if<double>(&value)) return text_of(*number, digits);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    return list_of(*numbers, digits);
  }
  return "none";
}

std::string both(const DiffValue& before, const DiffValue& after) {
  const bool alike = text_of(before) == text_of(after);
  const int digits = alike ? all_digits : short_digits;
  return fmt::format("{} -> {}", text_of(before, digits), text_of(after, digits));
}

std::string_view word_of(ChangeKind kind) {
  switch (kind) {
    case ChangeKind::Recolored:
      return "re-colored";
    case ChangeKind::Rebound:
      return "re-bound";
    case ChangeKind::Reweighted:
      return "re-weighted";
    case ChangeKind::Reposed:
      return "re-posed";
    case ChangeKind::Reordered:
      return "re-ordered";
    default:
      return name_of(kind);
  }
}

// "dimensions.radius" is the radius to people.
std::string_view short_field(std::string_view field) {
  constexpr std::string_view prefix = "dimensions.";
  return field.starts_with(prefix) ? field.substr(prefix.size()) : field;
}

// "moved by 0, 0.1, 0 (0.1 m)" or "turned by 30 degrees about 0, 0, 1"; empty if it is neither.
std::string motion_of(const Change& change) {
  if (change.by.size() != 3) return {};
  const bool is_turn = std::get<std::vector<double>>(change.after).size() == 4;
  if (is_turn) {
    return fmt::format("turned by {} degrees about {}", text_of(change.amount, short_digits),
                       list_of(change.by));
  }
  return fmt::format("moved by {} ({} m)", list_of(change.by),
                     text_of(change.amount, short_digits));
}

std::string weights_of(const Change& change) {
  std::string text = fmt::format("re-weighted: bone {} {} on average", change.bone,
                                 both(change.before, change.after));
  if (change.vertices == 0) return text;
  return text + fmt::format(", by up to {} at {} {}", text_of(change.amount, short_digits),
                            change.vertices, change.vertices == 1 ? "vertex" : "vertices");
}

std::string text_of(const Change& change) {
  std::string motion = motion_of(change);
  const std::string values = both(change.before, change.after);
  switch (change.kind) {
    case ChangeKind::Renamed:
      return fmt::format("renamed from {}", text_of(change.before));
    case ChangeKind::Reordered:
      return fmt::format("re-ordered: its {} have another order", change.field);
    case ChangeKind::Reweighted:
      return weights_of(change);
    case ChangeKind::Reposed:
      if (motion.empty()) {
        return fmt::format("re-posed: bone {}: {} {}", change.bone, change.field, values);
      }
      return fmt::format("re-posed: bone {} {}", change.bone, motion);
    case ChangeKind::Moved:
    case ChangeKind::Turned:
      if (motion.empty()) break;
      if (change.field == "translation") return fmt::format("{}: {}", motion, values);
      if (change.field == "rotation") return motion;
      return fmt::format("{} {}: {}", change.field, motion, values);
    default:
      break;
  }
  if (change.kind == ChangeKind::Reshaped && change.field == "surface") {
    return "reshaped: its surface differs";
  }
  return fmt::format("{}: {} {}", word_of(change.kind), short_field(change.field), values);
}

class DiffWriter {
 public:
  explicit DiffWriter(const Palette& palette) : palette_(palette) {}

  void write(const Diff& diff) {
    line(fmt::format("--- {}", diff.before.empty() ? "nothing" : diff.before), palette_.place);
    line(fmt::format("+++ {}", diff.after.empty() ? "nothing" : diff.after), palette_.place);
    if (!diff.comparable()) return line("not compared: a document has errors");
    if (diff.same()) return line("no change");
    for (const ObjectDiff& object : diff.objects) write(object);
    if (diff.omitted > 0) line(fmt::format("... and {} more objects", diff.omitted));
    if (diff.files_omitted > 0) {
      line(fmt::format("{} pairs of imported files were too many to compare", diff.files_omitted));
    }
    if (diff.displacement) write(*diff.displacement);
    if (diff.surfaces_omitted > 0) {
      line(fmt::format("{} surfaces were too much work to compare", diff.surfaces_omitted));
    }
    for (const Displacement& pose : diff.poses) write(pose);
    if (diff.poses_omitted > 0) {
      line(fmt::format("{} more poses were too much work to compare", diff.poses_omitted));
    }
    line(fmt::format("{} added, {} removed, {} changed", diff.added, diff.removed, diff.changed));
  }

  std::string take() { return std::move(out_); }

 private:
  void line(std::string_view text, std::string_view color = {}) {
    out_ += color;
    append_terminal_text(out_, text);
    if (!color.empty()) out_ += palette_.plain;
    out_ += '\n';
  }

  void write(const ObjectDiff& object) {
    const bool is_added = object.state == ObjectState::Added;
    const bool is_kept = object.state == ObjectState::Kept;
    std::string head = fmt::format("{} {}",
                                   is_kept    ? '~'
                                   : is_added ? '+'
                                              : '-',
                                   name_of(object.kind));
    if (!object.id.empty()) head += " " + object.id;
    if (!object.import.empty()) head += fmt::format(" in import {}", object.import);
    line(head, is_kept ? palette_.changed : is_added ? palette_.added : palette_.removed);
    for (const Change& change : object.changes) line("    " + text_of(change));
    for (const Property& one : object.values) {
      line(fmt::format("    {} {}", short_field(one.field), text_of(one.value)));
    }
    if (object.omitted > 0) line(fmt::format("    ... and {} more", object.omitted));
    if (object.displacement) {
      line(fmt::format("    surface moves by up to {} m",
                       text_of(*object.displacement, short_digits)));
    }
  }

  void write(const Displacement& displacement) {
    const std::string where =
        displacement.pose.empty() ? "at rest" : fmt::format("in pose {}", displacement.pose);
    line(fmt::format("largest displacement of the surface {}: {} m, at {}, from {} to {}", where,
                     text_of(displacement.distance, short_digits), displacement.primitive,
                     list_of(displacement.before), list_of(displacement.after)));
  }

  const Palette& palette_;
  std::string out_;
};

}  // namespace

std::string diff_text(const Diff& diff, bool color) {
  DiffWriter writer(color ? terminal_colors : no_colors);
  writer.write(diff);
  return writer.take();
}

}  // namespace rigy
