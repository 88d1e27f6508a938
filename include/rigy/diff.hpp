// Differences between two documents, object by object, in the values of the language. How a
// document is spelled makes no difference: what is compared is what preprocessing and symmetry make
// of it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

enum class ObjectKind : std::uint8_t {
  Document,
  Material,
  Mesh,
  Primitive,
  Armature,
  Bone,
  Binding,
  Pose,
  Anchor,
  Import,
  Instance,
  Child,  // of a scene
  MotionPose,
  Clip,  // of a motion
};

enum class ChangeKind : std::uint8_t {
  Renamed,
  Moved,
  Turned,
  Resized,
  Reshaped,
  Recolored,
  Rebound,
  Reweighted,
  Reposed,
  Reordered,
  Changed,  // anything else
};

// As in JSON: "primitive", "recolored".
[[nodiscard]] std::string_view name_of(ObjectKind kind);
[[nodiscard]] std::string_view name_of(ChangeKind kind);

// A value of the language: none, a text, a number, or several.
using DiffValue = std::variant<std::monostate, std::string, double, std::vector<double>>;

struct Property {
  std::string field;  // "dimensions.radius"
  DiffValue value;
};

struct Change {
  ChangeKind kind = ChangeKind::Changed;
  std::string bone;   // that the change is about, in a pose or in the weights of a primitive
  std::string field;  // "translation", "dimensions.radius", "base_color"; of a rename "id"
  // Turned: quaternions w x y z. Reweighted: the average weight of the bone.
  DiffValue before;
  DiffValue after;
  // Moved: the way, and its length in meters. Turned: the axis, and the angle in degrees.
  // Reweighted: the largest difference at a vertex.
  std::vector<double> by;
  double amount = 0;
  std::size_t vertices = 0;  // Reweighted: how many differ
};

enum class ObjectState : std::uint8_t { Kept, Added, Removed };

struct ObjectDiff {
  ObjectKind kind = ObjectKind::Document;
  ObjectState state = ObjectState::Kept;
  std::string import;            // the imports that lead to its file: "car.wheel"; empty: the entry
  std::string id;                // "body", "body.head"; if it was renamed, the new one
  std::vector<Change> changes;   // of what was kept
  std::vector<Property> values;  // of what was added or removed
  std::size_t omitted = 0;       // changes or values beyond the limit of all lists
  std::optional<double> displacement;  // of the surface of a primitive that was kept, if it moved
};

// The point of the surface that moved most. Where a primitive has other vertices than before, the
// one that is farthest from the other surface.
struct Displacement {
  std::string pose;  // empty: at rest
  std::string primitive;
  double distance = 0;
  std::array<double, 3> before{};
  std::array<double, 3> after{};
};

struct DiffOptions {
  unsigned threads = 1;  // the result does not depend on it
};

struct Diff {
  // What is shown of the documents; empty if there is none on that side.
  std::string before;
  std::string after;
  // What is wrong with the documents; if not both are ok, nothing was compared.
  Report before_report;
  Report after_report;
  std::vector<ObjectDiff> objects;  // in the order of kinds, then of the documents
  std::size_t added = 0;            // the counts include objects that are not listed
  std::size_t removed = 0;
  std::size_t changed = 0;
  std::size_t omitted = 0;        // objects beyond the limit of the list
  std::size_t files_omitted = 0;  // pairs of imported files that were too many to compare
  std::optional<Displacement> displacement;  // at rest; nothing if no surface moved
  std::vector<Displacement> poses;           // of poses in both documents, if a surface moved
  std::size_t poses_omitted = 0;             // that were too much work to look at
  std::size_t surfaces_omitted = 0;          // at rest, of primitives, for the same reason

  [[nodiscard]] bool comparable() const { return before_report.ok() && after_report.ok(); }
  [[nodiscard]] bool same() const {
    return comparable() && added + removed + changed + files_omitted + surfaces_omitted == 0;
  }
};

// Whether a document is not too large to be compared: if it is, the other one need not be analyzed.
[[nodiscard]] bool has_comparable_size(const Analysis& analysis);

// Compares two documents. Null stands for a document that does not exist: all objects of the other
// one were added or removed. Never throws; what is wrong with the documents is in the reports.
[[nodiscard]] Diff diff(const Analysis* before, const Analysis* after,
                        const DiffOptions& options = {});

// For people; ends with a line break.
[[nodiscard]] std::string diff_text(const Diff& diff, bool color);
// One JSON object, described by docs/diff.schema.json; ends with a line break.
[[nodiscard]] std::string diff_json(const Diff& diff);

}  // namespace rigy
