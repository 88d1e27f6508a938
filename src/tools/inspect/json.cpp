// An inspection as JSON: the keys of the reference, and more.
#include <span>

#include "rigy/inspect.hpp"
#include "text/json_writer.hpp"
#include "tools_floor.hpp"

namespace rigy {
using namespace tools;
namespace {

class InspectionWriter {
 public:
  explicit InspectionWriter(const Inspection& inspection) : inspection_(inspection) {}

  [[nodiscard]] std::string write();
  // The summary alone.
  [[nodiscard]] std::string write_summary() {
    summary();
    return json_.take();
  }

 private:
  void summary();
  void surface_op(const InspectedOp& one);
  void implicit(const std::optional<InspectedSurface>& surface);
  void primitive(const InspectedPrimitive& one);
  void face(const InspectedFace& one);
  void uv_set(const InspectedUvSet& one);
  void uv_role(const InspectedUvRole& one);
  void mesh(const InspectedMesh& one);
  void material(const InspectedMaterial& one);
  void armature(const InspectedArmature& one);
  void bone(const InspectedArmature& armature, const InspectedBone& one);
  void unweighted(const UnweightedPrimitive& one);
  void skin(const InspectedSkin& one);
  void key(const InspectedKey& one);
  void moving_bone(const InspectedMotionBone& one);
  void clip(const InspectedClip& one);
  void motion(const InspectedMotion& one);
  void pose(const InspectedPose& one);
  void anchor(const InspectedAnchor& one);
  void instance(const InspectedInstance& one);
  void pair(const InspectedPair& one);
  void check(const InspectedCheck& one);
  void humanoid(const InspectedHumanoid& one);

  void text(std::string_view key, std::string_view value) {
    json_.key(key);
    json_.string(value);
  }
  // Null if it is empty.
  void text_or_null(std::string_view key, std::string_view value) {
    if (!value.empty()) return text(key, value);
    json_.key(key);
    json_.null();
  }
  void number(std::string_view key, double value) {
    json_.key(key);
    json_.shortest(value);
  }
  void count(std::string_view key, std::uint64_t value) {
    json_.key(key);
    json_.number(value);
  }
  void boolean(std::string_view key, bool value) {
    json_.key(key);
    json_.boolean(value);
  }
  template <class Numbers>
  void numbers(const Numbers& values) {
    json_.begin_array();
    for (const auto value : values) json_.shortest(value);
    json_.end_array();
  }
  template <class Numbers>
  void numbers(std::string_view key, const Numbers& values) {
    json_.key(key);
    numbers(values);
  }
  template <class Numbers>
  void numbers_or_null(std::string_view key, const std::optional<Numbers>& values) {
    if (values) return numbers(key, *values);
    json_.key(key);
    json_.null();
  }
  void texts(std::string_view key, std::span<const std::string> values) {
    json_.key(key);
    json_.begin_array();
    for (const std::string& value : values) json_.string(value);
    json_.end_array();
  }
  void box(std::string_view key, const std::optional<Aabb>& value);
  // With its center and its extents.
  void aabb(const std::optional<Aabb>& value);
  void counts(const GeometryCounts& value);
  // One element per line.
  template <class Items, class Write>
  void list(std::string_view key, const Items& items, const Write& write) {
    json_.line_break();
    json_.key(key);
    json_.begin_array();
    for (const auto& item : items) {
      json_.line_break();
      write(item);
    }
    json_.end_array();
  }
  template <class Item>
  void object(const Item& item, void (InspectionWriter::*write)(const Item&)) {
    json_.begin_object();
    (this->*write)(item);
    json_.end_object();
  }
  template <class Item>
  void list(std::string_view key, const std::vector<Item>& items,
            void (InspectionWriter::*write)(const Item&)) {
    list(key, items, [&](const Item& item) { object(item, write); });
  }
  // All elements on one line.
  template <class Item>
  void short_list(std::string_view key, const std::vector<Item>& items,
                  void (InspectionWriter::*write)(const Item&)) {
    json_.key(key);
    json_.begin_array();
    for (const Item& item : items) object(item, write);
    json_.end_array();
  }

  const Inspection& inspection_;
  JsonWriter json_;
};

void InspectionWriter::box(std::string_view key, const std::optional<Aabb>& value) {
  json_.key(key);
  if (!value) return json_.null();
  json_.begin_object();
  numbers("min", value->min);
  numbers("max", value->max);
  json_.end_object();
}

void InspectionWriter::aabb(const std::optional<Aabb>& value) {
  box("aabb", value);
  std::optional<Vector3> center;
  std::optional<Vector3> extents;
  if (value) {
    center = center_of(*value);
    extents = extents_of(*value);
  }
  numbers_or_null("center", center);
  numbers_or_null("extents", extents);
}

void InspectionWriter::counts(const GeometryCounts& value) {
  count("vertex_count", value.vertices);
  count("triangle_count", value.triangles);
  count("inward_triangle_count", value.inward_triangles);
}

void InspectionWriter::summary() {
  json_.begin_object();
  text("kind", inspection_.is_scene ? "scene" : "asset");
  text_or_null("rigy_version", inspection_.is_scene ? "" : inspection_.version);
  text_or_null("rigs_version", inspection_.is_scene ? inspection_.version : "");
  count("mesh_count", inspection_.mesh_count);
  count("primitive_count", inspection_.primitive_count);
  counts(inspection_.counts);
  count("material_count", inspection_.materials.size());
  count("armature_count", inspection_.armatures.size());
  std::size_t bones = 0;
  for (const InspectedArmature& armature : inspection_.armatures) bones += armature.bones.size();
  count("bone_count", bones);
  count("skin_count", inspection_.skins.size());
  count("pose_count", inspection_.poses.size());
  count("anchor_count", inspection_.anchors.size());
  count("instance_count", inspection_.instances.size());
  box("bounds", inspection_.bounds);
  json_.end_object();
}

void InspectionWriter::surface_op(const InspectedOp& one) {
  text("op", one.subtracts ? "subtract" : "add");
  text("field", one.field);
  number("radius", one.radius);
  json_.key("height");
  if (one.height) {
    json_.shortest(*one.height);
  } else {
    json_.null();
  }
  number("strength", one.strength);
  numbers("translation", one.translation);
  numbers("rotation", one.rotation);
  number("scale", one.scale);
}

void InspectionWriter::implicit(const std::optional<InspectedSurface>& surface) {
  json_.key("implicit");
  if (!surface) return json_.null();
  json_.begin_object();
  box("domain", surface->domain);
  json_.key("grid");
  json_.begin_array();
  for (const std::uint32_t count : surface->grid) json_.number(count);
  json_.end_array();
  number("iso", surface->iso);
  short_list("ops", surface->ops, &InspectionWriter::surface_op);
  json_.end_object();
}

void InspectionWriter::primitive(const InspectedPrimitive& one) {
  text("id", one.id);
  text("ref", one.ref);
  text("mesh", one.mesh);
  text("type", one.type);
  text("material", one.material);
  aabb(one.aabb);
  json_.key("dimensions");
  json_.begin_object();
  for (const auto& [name, value] : one.dimensions) number(name, value);
  json_.end_object();
  implicit(one.implicit);
  counts(one.counts);
  text_or_null("surface", one.surface);
  texts("tags", one.tags);
  boolean("mirrored", one.mirrored);
}

void InspectionWriter::face(const InspectedFace& one) {
  text("primitive_id", one.primitive);
  text("surface_key", one.surface_key);
  numbers("normal", one.normal);
  json_.key("plane");
  json_.begin_object();
  numbers("n", one.normal);
  number("d", one.d);
  json_.end_object();
}

void InspectionWriter::uv_set(const InspectedUvSet& one) {
  text("name", one.name);
  text_or_null("generator", one.generator);
}

void InspectionWriter::uv_role(const InspectedUvRole& one) {
  text("role", one.role);
  text("set", one.set);
}

void InspectionWriter::mesh(const InspectedMesh& one) {
  text("id", one.id);
  text("ref", one.ref);
  text_or_null("name", one.name);
  text("file", one.file);
  texts("materials", one.materials);
  aabb(one.aabb);
  count("primitive_count", one.primitives);
  counts(one.counts);
  text_or_null("armature", one.armature);
  text_or_null("solver", one.solver);
  short_list("uv_sets", one.uv_sets, &InspectionWriter::uv_set);
  short_list("uv_roles", one.uv_roles, &InspectionWriter::uv_role);
}

void InspectionWriter::material(const InspectedMaterial& one) {
  text("id", one.id);
  numbers("base_color", one.base_color);
  count("primitive_count", one.primitives);
}

void InspectionWriter::bone(const InspectedArmature& armature, const InspectedBone& one) {
  json_.begin_object();
  text("id", one.id);
  text_or_null("parent", one.parent ? armature.bones[*one.parent].id : "");
  json_.key("children");
  json_.begin_array();
  for (const std::size_t child : one.children) json_.string(armature.bones[child].id);
  json_.end_array();
  count("depth", one.depth);
  numbers("head", one.head);
  numbers("tail", one.tail);
  number("length", one.length);
  numbers_or_null("direction", one.direction);
  for (const auto& [name, value] : one.numbers) number(name, value);
  boolean("mirrored", one.mirrored);
  json_.key("weights");
  json_.begin_object();
  count("vertices", one.vertices);
  number("share", one.share);
  json_.key("primitives");
  json_.begin_array();
  for (const WeightedPrimitive& weighted : one.primitives) {
    json_.begin_object();
    text("primitive", weighted.primitive);
    count("vertices", weighted.vertices);
    number("share", weighted.share);
    json_.end_object();
  }
  json_.end_array();
  json_.end_object();
  json_.end_object();
}

void InspectionWriter::armature(const InspectedArmature& one) {
  text("id", one.id);
  text("ref", one.ref);
  text_or_null("name", one.name);
  texts("meshes", one.meshes);
  list("bones", one.bones, [&](const InspectedBone& item) { bone(one, item); });
}

void InspectionWriter::unweighted(const UnweightedPrimitive& one) {
  text("primitive", one.primitive);
  boolean("bound", one.bound);
  text_or_null("follows", one.follows);
  count("vertices", one.vertices);
}

void InspectionWriter::skin(const InspectedSkin& one) {
  text("name", one.name);
  text("mesh", one.mesh);
  text("armature", one.armature);
  count("joint_count", one.joints);
  text("solver", one.solver);
}

void InspectionWriter::key(const InspectedKey& one) {
  number("at", one.at);
  text("pose", one.pose);
  boolean("mirror", one.mirror);
  text("ease", one.ease);
}

void InspectionWriter::moving_bone(const InspectedMotionBone& one) {
  text("bone", one.bone);
  number("degrees", one.degrees);
  number("distance", one.distance);
  number("speed", one.speed);
}

void InspectionWriter::clip(const InspectedClip& one) {
  text("id", one.id);
  number("length", one.length);
  number("rate", one.rate);
  boolean("loop", one.loop);
  numbers("travel", one.travel);
  count("sample_count", one.sample_count);
  short_list("keys", one.keys, &InspectionWriter::key);
  short_list("bones", one.bones, &InspectionWriter::moving_bone);
}

void InspectionWriter::motion(const InspectedMotion& one) {
  text("file", one.file);
  text("armature", one.armature);
  texts("poses", one.poses);
  short_list("clips", one.clips, &InspectionWriter::clip);
}

void InspectionWriter::pose(const InspectedPose& one) {
  text("id", one.id);
  box("bounds", one.bounds);
  json_.key("bones");
  json_.begin_array();
  for (const InspectedPoseBone& bone : one.bones) {
    json_.begin_object();
    text("id", bone.id);
    numbers("rotation", bone.rotation);
    numbers("translation", bone.translation);
    json_.end_object();
  }
  json_.end_array();
}

void InspectionWriter::anchor(const InspectedAnchor& one) {
  text("id", one.id);
  text("ref", one.ref);
  boolean("mirrored", one.mirrored);
  numbers("position", one.position);
  text_or_null("scope", one.scope);
}

void InspectionWriter::instance(const InspectedInstance& one) {
  text("id", one.id);
  text("ref", one.ref);
  text_or_null("parent", one.parent);
  text_or_null("file", one.file);
  text_or_null("mesh", one.mesh);
  numbers("translation", one.translation);
  numbers_or_null("rotation", one.rotation);
  numbers("scale", one.scale);
  boolean("mirrors", one.mirrors);
  json_.key("matrix");
  json_.begin_array();
  for (const auto& row : one.matrix) numbers(row);
  json_.end_array();
}

void InspectionWriter::pair(const InspectedPair& one) {
  text("a", one.a);
  text("b", one.b);
  json_.key("gap");
  json_.begin_object();
  number("x", one.gap[0]);
  number("y", one.gap[1]);
  number("z", one.gap[2]);
  number("overall", one.overall);
  json_.end_object();
}

void InspectionWriter::humanoid(const InspectedHumanoid& one) {
  text("armature", one.armature);
  text("profile", one.profile);
  json_.key("complete");
  json_.boolean(one.complete);
  json_.key("bones");
  json_.begin_object();
  for (const InspectedHumanBone& bone : one.bones) text_or_null(bone.name, bone.bone);
  json_.end_object();
}

void InspectionWriter::check(const InspectedCheck& one) {
  text_or_null("check", one.check);
  text("label", one.label);
  for (const auto& [name, value] : one.operands) text(name, value);
  number("tolerance", one.tolerance);
  json_.key("pass");
  if (one.pass) {
    json_.boolean(*one.pass);
  } else {
    json_.null();
    text("error", one.error);
  }
  if (!one.status.empty()) text("status", one.status);
  for (const auto& [name, value] : one.values) number(name, value);
  json_.key("place");
  json_.begin_object();
  text("file", one.place.file);
  count("line", one.place.start.line);
  count("column", one.place.start.column);
  json_.end_object();
}

std::string InspectionWriter::write() {
  json_.begin_object();
  json_.key("inspect_schema_version");
  json_.number(inspect_schema_version);
  json_.line_break();
  json_.key("summary");
  summary();
  list("primitives", inspection_.primitives, &InspectionWriter::primitive);
  list("faces", inspection_.faces, &InspectionWriter::face);
  list("meshes", inspection_.meshes, &InspectionWriter::mesh);
  list("materials", inspection_.materials, &InspectionWriter::material);
  list("armatures", inspection_.armatures, &InspectionWriter::armature);
  list("unweighted", inspection_.unweighted, &InspectionWriter::unweighted);
  list("skins", inspection_.skins, &InspectionWriter::skin);
  list("poses", inspection_.poses, &InspectionWriter::pose);
  list("anchors", inspection_.anchors, &InspectionWriter::anchor);
  list("instances", inspection_.instances, &InspectionWriter::instance);
  if (!inspection_.motions.empty()) {
    list("motions", inspection_.motions, &InspectionWriter::motion);
  }
  json_.line_break();
  texts("files", inspection_.files);
  if (inspection_.pairs) list("pairs", *inspection_.pairs, &InspectionWriter::pair);
  if (inspection_.checks) list("checks", *inspection_.checks, &InspectionWriter::check);
  if (inspection_.humanoids) list("humanoids", *inspection_.humanoids, &InspectionWriter::humanoid);
  if (inspection_.expanded_yaml) {
    json_.line_break();
    text("expanded_yaml", *inspection_.expanded_yaml);
  }
  json_.end_object();
  return json_.take() + "\n";
}

}  // namespace

std::string inspection_json(const Inspection& inspection) {
  return InspectionWriter(inspection).write();
}

std::string inspection_summary_json(const Inspection& inspection) {
  return InspectionWriter(inspection).write_summary();
}

}  // namespace rigy
