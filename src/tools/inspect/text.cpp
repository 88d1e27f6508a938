// An inspection for people.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "inspect/phrases.hpp"
#include "inspect/table.hpp"
#include "math/rotation.hpp"
#include "rigy/inspect.hpp"
#include "text/terminal_text.hpp"

namespace rigy {
using namespace tools;
namespace {

// Deeper bones are not indented further.
constexpr std::size_t deepest_indent = 24;
// Of a bone's primitives or a list in the summary, how many are named.
constexpr std::size_t most_named = 4;

TableCell faint(std::string text) { return {std::move(text), Style::Faint}; }
TableCell faint_right(std::string text) { return {std::move(text), Style::Faint, true}; }
TableCell right(std::string text) { return {std::move(text), Style::Plain, true}; }

class TextWriter {
 public:
  TextWriter(const Inspection& inspection, bool color) : inspection_(inspection), color_(color) {}

  [[nodiscard]] std::string write();

 private:
  void heading(std::string_view text) { out_ += "\n" + styled(text, Style::Strong, color_) + "\n"; }
  void add(const Table& table) { out_ += table.text(color_); }

  void summary();
  void geometry();
  void surfaces();
  void uv_sets();
  void faces();
  void armature(const InspectedArmature& one);
  void bones_below(const InspectedArmature& armature, Table& table);
  void unweighted();
  void skins();
  void poses();
  void motion(const InspectedMotion& one);
  void clip(const InspectedClip& one);
  void anchors();
  void instances();
  void pairs();
  void checks();
  void humanoids();
  void files();

  const Inspection& inspection_;
  bool color_;
  std::string out_;
};

std::vector<TableCell> header(std::initializer_list<std::string_view> left,
                              std::initializer_list<std::string_view> numbers) {
  std::vector<TableCell> row;
  for (const std::string_view name : left) row.push_back(faint(std::string(name)));
  for (const std::string_view name : numbers) row.push_back(faint_right(std::string(name)));
  return row;
}

std::string named(const std::vector<std::string>& names) {
  const std::size_t count = std::min(names.size(), most_named);
  std::string text = fmt::format(
      "{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(count), ", "));
  if (names.size() > count) text += fmt::format(" and {} more", names.size() - count);
  return text;
}

void TextWriter::summary() {
  std::string entry;
  append_terminal_text(entry, inspection_.entry);
  out_ += styled(entry, Style::Strong, color_);
  const std::string kind = inspection_.is_scene ? "scene, Rigs" : "asset, Rigy";
  out_ += styled(fmt::format("  {} {}", kind, inspection_.version), Style::Faint, color_) + "\n";
  Table table;
  const auto line = [&](std::string label, std::string value) {
    table.add({faint(std::move(label)), {std::move(value)}});
  };
  line("size", inspection_.bounds ? size_text(*inspection_.bounds) + " m" : "nothing to be seen");
  if (inspection_.bounds) line("from", point_text(inspection_.bounds->min));
  if (inspection_.bounds) line("to", point_text(inspection_.bounds->max));
  line("meshes", fmt::format("{} with {}", inspection_.mesh_count,
                             counted(inspection_.primitive_count, "primitive")));
  const GeometryCounts& counts = inspection_.counts;
  line("geometry", fmt::format("{}, {}", counted(counts.vertices, "vertex", "vertices"),
                               counted(counts.triangles, "triangle")));
  if (counts.inward_triangles > 0) {
    line("winding", fmt::format("{} of {} face inward in the canonical output",
                                counts.inward_triangles, counted(counts.triangles, "triangle")));
  }
  std::vector<std::string> materials;
  for (const InspectedMaterial& material : inspection_.materials) materials.push_back(material.id);
  if (!materials.empty()) {
    line("materials", fmt::format("{}: {}", materials.size(), named(materials)));
  }
  add(table);
}

// A row of the table of meshes and primitives. What they are made of is in the last column, so
// that tables without it have none.
std::vector<TableCell> geometry_row(TableCell id, std::string type, std::string material,
                                    const std::optional<Aabb>& box, const GeometryCounts& counts,
                                    std::string surface) {
  return {std::move(id),
          {std::move(type)},
          {std::move(material)},
          {box ? size_text(*box) : "empty"},
          {box ? point_text(center_of(*box)) : ""},
          right(std::to_string(counts.vertices)),
          right(std::to_string(counts.triangles)),
          {std::move(surface)}};
}

void TextWriter::geometry() {
  if (inspection_.primitives.empty()) return;
  std::map<std::string_view, const InspectedMesh*> meshes;
  for (const InspectedMesh& mesh : inspection_.meshes) meshes.emplace(mesh.ref, &mesh);
  Table table;
  std::vector<TableCell> names =
      header({"mesh, primitive", "type", "material", "size", "center"}, {"vertices", "triangles"});
  const bool says_surfaces =
      std::any_of(inspection_.primitives.begin(), inspection_.primitives.end(),
                  [](const InspectedPrimitive& one) { return !one.surface.empty(); });
  if (says_surfaces) names.push_back(faint("surface"));
  table.add(std::move(names));
  std::string_view current;
  for (const InspectedPrimitive& one : inspection_.primitives) {
    if (current != one.mesh) {
      const InspectedMesh& mesh = *meshes.at(one.mesh);
      const std::string bound = mesh.armature.empty() ? "" : "mesh, " + mesh.solver;
      table.add(geometry_row({mesh.ref, Style::Strong}, bound.empty() ? "mesh" : bound, "",
                             mesh.aabb, mesh.counts, ""));
      current = one.mesh;
    }
    table.add(
        geometry_row({"  " + one.id}, one.type, one.material, one.aabb, one.counts, one.surface));
  }
  heading("Geometry");
  add(table);
}

std::string op_text(const InspectedOp& op) {
  std::string text = fmt::format("radius {}", number_text(op.radius));
  if (op.height) text += fmt::format(", height {}", number_text(*op.height));
  text += fmt::format(", strength {}", number_text(op.strength));
  if (op.scale != 1) text += fmt::format(", scale {}", number_text(op.scale));
  const std::string turn = turn_text(op.rotation);
  return turn.empty() ? text : text + ", " + turn;
}

// Each with its domain, and a row for each op below it.
void TextWriter::surfaces() {
  Table table;
  for (const InspectedPrimitive& one : inspection_.primitives) {
    if (!one.implicit) continue;
    const InspectedSurface& surface = *one.implicit;
    if (table.empty()) table.add(header({"primitive, op", "from, at", "to, field", ""}, {}));
    table.add({{one.ref, Style::Strong},
               {point_text(surface.domain.min)},
               {point_text(surface.domain.max)},
               {fmt::format("grid {}, iso {}", fmt::join(surface.grid, " × "),
                            number_text(surface.iso))}});
    for (const InspectedOp& op : surface.ops) {
      table.add({{op.subtracts ? "  subtract" : "  add"},
                 {point_text(op.translation)},
                 {std::string(op.field)},
                 {op_text(op)}});
    }
  }
  if (table.empty()) return;
  heading("Implicit surfaces");
  add(table);
}

std::string roles_of(const InspectedMesh& mesh, const std::string& set) {
  std::vector<std::string> roles;
  for (const InspectedUvRole& one : mesh.uv_roles) {
    if (one.set == set) roles.push_back(one.role);
  }
  return fmt::format("{}", fmt::join(roles, ", "));
}

void TextWriter::uv_sets() {
  Table table;
  for (const InspectedMesh& mesh : inspection_.meshes) {
    for (const InspectedUvSet& set : mesh.uv_sets) {
      if (table.empty()) table.add(header({"mesh", "set", "generator", "roles"}, {}));
      table.add({{mesh.ref}, {set.name}, {std::string(set.generator)}, {roles_of(mesh, set.name)}});
    }
  }
  if (table.empty()) return;
  heading("UV sets");
  add(table);
}

bool is_along_an_axis(const InspectedFace& face) {
  return std::count(face.normal.begin(), face.normal.end(), 0.0) == 2;
}

// Planes across an axis say nothing that the size and the center do not, so they are left out
// unless only some primitives are shown.
void TextWriter::faces() {
  const bool all = inspection_.primitives.size() < inspection_.primitive_count;
  Table table;
  for (const InspectedFace& face : inspection_.faces) {
    if (!all && is_along_an_axis(face)) continue;
    if (table.empty()) table.add(header({"primitive", "face", "normal"}, {"plane d"}));
    table.add({{face.primitive},
               {std::string(face.surface_key)},
               {point_text(face.normal)},
               right(number_text(face.d))});
  }
  if (table.empty()) return;
  heading(all ? "Faces" : "Faces that are not across an axis");
  add(table);
}

std::string weights_text(const InspectedBone& bone) {
  std::vector<std::string> parts;
  for (const WeightedPrimitive& one : bone.primitives) {
    parts.push_back(fmt::format("{} {}", one.primitive, percent_text(one.share)));
  }
  return named(parts);
}

// ", rolled by 90°"; numbers that are 0 are left out.
std::string numbers_text(const InspectedBone& bone) {
  std::string text;
  for (const auto& [name, value] : bone.numbers) {
    if (value == 0) continue;
    text += name == "roll" ? fmt::format(", rolled by {}°", number_text(value * degrees_per_radian))
                           : fmt::format(", {} {}", name, number_text(value));
  }
  return text;
}

void TextWriter::bones_below(const InspectedArmature& armature, Table& table) {
  std::vector<std::size_t> waiting;  // the next one last
  for (std::size_t i = armature.bones.size(); i-- > 0;) {
    if (!armature.bones[i].parent) waiting.push_back(i);
  }
  while (!waiting.empty()) {
    const InspectedBone& bone = armature.bones[waiting.back()];
    waiting.pop_back();
    waiting.insert(waiting.end(), bone.children.rbegin(), bone.children.rend());
    const std::string indent(2 * std::min(bone.depth, deepest_indent), ' ');
    table.add({{indent + bone.id},
               right(number_text(bone.length)),
               {bone.direction ? direction_text(*bone.direction) + numbers_text(bone) : ""},
               {point_text(bone.head)},
               right(bone.vertices > 0 ? std::to_string(bone.vertices) : ""),
               right(bone.vertices > 0 ? percent_text(bone.share) : ""),
               {weights_text(bone)}});
  }
}

void TextWriter::armature(const InspectedArmature& one) {
  std::string title;
  append_terminal_text(title, "Armature " + one.ref);
  heading(title);
  std::string facts = "  " + counted(one.bones.size(), "bone") + ", ";
  facts += one.meshes.empty() ? "nothing is bound to it" : "moves " + named(one.meshes);
  append_terminal_text(out_, facts);
  out_ += "\n";
  Table table;
  std::vector<TableCell> names = header({"bone"}, {"length"});
  for (const char* name : {"direction", "head"}) names.push_back(faint(name));
  for (const char* name : {"vertices", "share"}) names.push_back(faint_right(name));
  names.push_back(faint("weights of"));
  table.add(std::move(names));
  bones_below(one, table);
  add(table);
}

void TextWriter::unweighted() {
  if (inspection_.unweighted.empty()) return;
  heading("Without weights");
  Table table;
  for (const UnweightedPrimitive& one : inspection_.unweighted) {
    table.add({{one.primitive},
               right(counted(one.vertices, "vertex", "vertices")),
               {one.bound ? fmt::format("follows {} as a whole", one.follows)
                          : "its mesh is not bound: no bone moves it"}});
  }
  add(table);
}

void TextWriter::skins() {
  if (inspection_.skins.empty()) return;
  heading("Skins");
  Table table;
  table.add(header({"skin", "mesh", "armature", "solver"}, {"joints"}));
  for (const InspectedSkin& one : inspection_.skins) {
    table.add(
        {{one.name}, {one.mesh}, {one.armature}, {one.solver}, right(std::to_string(one.joints))});
  }
  add(table);
}

void TextWriter::poses() {
  if (inspection_.poses.empty()) return;
  heading("Poses");
  Table table;
  table.add(header({"pose", "size", "from", "to", "bones"}, {}));
  for (const InspectedPose& one : inspection_.poses) {
    std::vector<std::string> bones;
    for (const InspectedPoseBone& bone : one.bones) bones.push_back(bone.id);
    table.add({{one.id},
               {one.bounds ? size_text(*one.bounds) : "unknown"},
               {one.bounds ? point_text(one.bounds->min) : ""},
               {one.bounds ? point_text(one.bounds->max) : ""},
               {named(bones)}});
  }
  add(table);
}

void TextWriter::clip(const InspectedClip& one) {
  heading(fmt::format("Clip {}", one.id));
  Table table;
  const auto line = [&](std::string label, std::string value) {
    table.add({faint(std::move(label)), {std::move(value)}});
  };
  line("length",
       fmt::format("{:.6g} s{}, {} at {:.6g} per second", one.length, one.loop ? ", a loop" : "",
                   counted(one.sample_count, "sample"), one.rate));
  for (const InspectedKey& key : one.keys) {
    line(fmt::format("at {:.6g}", key.at),
         fmt::format("{}{}, {}", key.pose, key.mirror ? ", mirrored" : "", key.ease));
  }
  if (one.travel != Vector3{}) line("travel", point_text(one.travel));
  add(table);
  if (one.bones.empty()) return;
  Table bones;
  bones.add(header({"bone"}, {"turns °", "moves m", "speed m/s"}));
  for (const InspectedMotionBone& bone : one.bones) {
    bones.add({{bone.bone},
               right(fmt::format("{:.4g}", bone.degrees)),
               right(fmt::format("{:.4g}", bone.distance)),
               right(fmt::format("{:.4g}", bone.speed))});
  }
  add(bones);
}

void TextWriter::motion(const InspectedMotion& one) {
  heading(fmt::format("Motion {}", one.file));
  Table table;
  table.add({faint("armature"), {one.armature}});
  table.add({faint("poses"), {fmt::format("{}: {}", one.poses.size(), named(one.poses))}});
  add(table);
  for (const InspectedClip& each : one.clips) clip(each);
}

void TextWriter::anchors() {
  if (inspection_.anchors.empty()) return;
  heading("Anchors");
  Table table;
  for (const InspectedAnchor& one : inspection_.anchors) {
    table.add({{one.ref}, {point_text(one.position)}, {one.scope}});
  }
  add(table);
}

void TextWriter::instances() {
  if (inspection_.instances.empty()) return;
  heading("Instances");
  Table table;
  table.add(header({"instance", "of", "position", "turned", "scaled"}, {}));
  for (const InspectedInstance& one : inspection_.instances) {
    table.add({{one.ref},
               {one.file.empty() ? "mesh " + one.mesh : one.file},
               {point_text(one.translation)},
               {turn_text(one.rotation)},
               {scale_text(one)}});
  }
  add(table);
}

void TextWriter::pairs() {
  if (!inspection_.pairs) return;
  heading("Gaps between boxes");
  Table table;
  table.add(header({"a", "b"}, {"x", "y", "z", "overall"}));
  for (const InspectedPair& one : *inspection_.pairs) {
    std::vector<TableCell> row{{one.a}, {one.b}};
    for (const double gap : one.gap) row.push_back(right(number_text(gap)));
    row.push_back(
        {number_text(one.overall), one.overall < 0 ? Style::Doubtful : Style::Plain, true});
    table.add(std::move(row));
  }
  if (inspection_.pairs->empty()) {
    out_ += "  fewer than two primitives\n";
  } else {
    add(table);
  }
}

void TextWriter::humanoids() {
  if (!inspection_.humanoids) return;
  for (const InspectedHumanoid& one : *inspection_.humanoids) {
    heading((one.profile == "humanoid" ? "Humanoid " : "Quadruped ") + one.armature);
    if (one.bones.empty()) out_ += "  no legs, arms and head were found\n";
    Table table;
    for (const InspectedHumanBone& bone : one.bones) {
      if (bone.bone.empty() && !bone.required) continue;
      table.add({{bone.name},
                 bone.bone.empty() ? TableCell{"missing", Style::Bad} : TableCell{bone.bone}});
    }
    if (!one.bones.empty()) add(table);
  }
}

void TextWriter::checks() {
  if (!inspection_.checks) return;
  heading("Intent checks");
  if (inspection_.checks->empty()) out_ += "  none\n";
  Table table;
  for (const InspectedCheck& one : *inspection_.checks) {
    TableCell verdict{"error", Style::Doubtful};
    if (one.pass)
      verdict = *one.pass ? TableCell{"pass", Style::Good} : TableCell{"FAIL", Style::Bad};
    std::vector<std::string> operands;
    for (const auto& [name, value] : one.operands) operands.push_back(value);
    table.add({std::move(verdict),
               {one.label.empty() ? fmt::format("line {}", one.place.start.line) : one.label},
               {one.check},
               {fmt::format("{}", fmt::join(operands, ", "))},
               {one.pass ? measured_text(one) : one.error}});
  }
  add(table);
}

void TextWriter::files() {
  if (inspection_.files.size() < 2) return;
  heading("Files");
  Table table;
  for (const std::string& file : inspection_.files) table.add({{file}});
  add(table);
}

std::string TextWriter::write() {
  summary();
  geometry();
  surfaces();
  uv_sets();
  faces();
  for (const InspectedArmature& one : inspection_.armatures) armature(one);
  unweighted();
  skins();
  poses();
  anchors();
  instances();
  for (const InspectedMotion& one : inspection_.motions) motion(one);
  pairs();
  checks();
  humanoids();
  files();
  if (inspection_.expanded_yaml) {
    heading("Expanded document");
    out_ += *inspection_.expanded_yaml;
  }
  return std::move(out_);
}

}  // namespace

std::string inspection_text(const Inspection& inspection, bool color) {
  return TextWriter(inspection, color).write();
}

}  // namespace rigy
