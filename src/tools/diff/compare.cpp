#include "diff/compare.hpp"

#include <set>
#include <span>

#include "diff/describe.hpp"
#include "diff/limits.hpp"
#include "diff/lists.hpp"
#include "diff/motions.hpp"

namespace rigy::tools {
namespace {

const Document no_document;
const RigsDocument no_rigs_document;

const Document& document_of(const Asset* asset) {
  return asset == nullptr ? no_document : asset->document;
}
const RigsDocument& document_of(const RigsFile* scene) {
  return scene == nullptr ? no_rigs_document : scene->document;
}

Description head_of(const Asset& asset) {
  Description head = describe_checks(asset.tree);
  add_text(head, ChangeKind::Changed, "version", version_text(asset.document.version));
  return head;
}

// The import, and what its contract says.
Description described_import(const Import& import, const Contract* contract) {
  Description description = describe(import);
  if (contract == nullptr) return description;
  for (Aspect& aspect : describe(*contract)) description.push_back(std::move(aspect));
  return description;
}

// How much there is to compare in a file.
std::size_t objects_in(const Document& document) {
  std::size_t count = document.materials.size() + document.anchors.size() +
                      document.imports.size() + document.instances.size();
  for (const Mesh& mesh : document.meshes) count += 1 + mesh.primitives.size();
  for (const Armature& armature : document.armatures) count += 1 + armature.bones.size();
  for (const Pose& pose : document.poses) count += 1 + pose.bones.size();
  return count;
}

template <class Item>
std::string ids_in(const std::vector<Item>& items) {
  std::string ids;
  for (const Item& item : items) ids.append(id_of(item)).append(1, '\0');
  return ids;
}

// What a bone is, whatever its parent is called.
std::string key_of_bone(const Bone& bone) { return key_of(describe_members(bone)); }

Affine place_of(const AnalyzedAssembly& analyzed, const Asset& asset, const Instance& instance) {
  const auto index = static_cast<std::size_t>(&instance - asset.document.instances.data());
  const auto& placed = analyzed.placements.instances[analyzed.assembly.number_of(asset)][index];
  return placed ? placed->transform : Affine();
}

Affine place_of(const AnalyzedAssembly& analyzed, const RigsChild& child) {
  const auto index =
      static_cast<std::size_t>(&child - analyzed.assembly.rigs->document.children.data());
  return analyzed.placements.roots[index + 1].transform.value_or(Affine());
}

// One version of a file. The ids of the earlier one are described as those of today.
struct Side {
  const AnalyzedAssembly* analyzed = nullptr;
  const Asset* asset = nullptr;
  const Renames* renames = nullptr;

  [[nodiscard]] const Document& document() const { return document_of(asset); }

  [[nodiscard]] std::string key_of_mesh(const Mesh& mesh) const {
    std::string key = key_of(describe(mesh));
    for (const Primitive& primitive : mesh.primitives) {
      key.append(primitive.id.value).append(1, '\0');
      key += key_of_primitive(primitive, mesh);
    }
    return key;
  }
  [[nodiscard]] std::string key_of_primitive(const Primitive& primitive, const Mesh& mesh) const {
    return key_of(describe(primitive, mesh, asset->tree, *renames));
  }

  // The lists of the file.
  [[nodiscard]] ItemList<Material> materials() const {
    const auto described = [](const Material& material) { return describe(material); };
    const auto key = [described](const Material& material) { return key_of(described(material)); };
    return {document().materials, {}, described, {key}};
  }
  [[nodiscard]] ItemList<Mesh> meshes() const {
    return {document().meshes,
            {},
            [](const Mesh& mesh) { return describe(mesh); },
            {[this](const Mesh& mesh) { return key_of_mesh(mesh); },
             [](const Mesh& mesh) { return ids_in(mesh.primitives); }}};
  }
  [[nodiscard]] ItemList<Primitive> primitives(const Mesh& mesh) const {
    const auto described = [this, &mesh](const Primitive& primitive) {
      return describe(primitive, mesh, asset->tree, *renames);
    };
    const auto key = [described](const Primitive& primitive) {
      return key_of(described(primitive));
    };
    return {mesh.primitives, std::string(mesh.id.value), described, {key}};
  }
  [[nodiscard]] ItemList<Armature> armatures() const {
    return {document().armatures,
            {},
            [](const Armature& armature) { return describe(armature); },
            {[](const Armature& armature) { return ids_in(armature.bones); }}};
  }
  [[nodiscard]] ItemList<Bone> bones(const Armature& armature) const {
    return {armature.bones,
            std::string(armature.id.value),
            [this, &armature](const Bone& bone) { return describe(bone, armature, *renames); },
            {key_of_bone}};
  }
  [[nodiscard]] ItemList<Binding> bindings() const {
    return {document().bindings, {}, [this](const Binding& binding) {
              return describe(binding, document(), *renames);
            }};
  }
  [[nodiscard]] ItemList<Pose> poses() const {
    const auto described = [this](const Pose& pose) { return describe(pose, *renames); };
    const auto key = [described](const Pose& pose) { return key_of(described(pose)); };
    return {document().poses, {}, described, {key}};
  }
  [[nodiscard]] ItemList<Anchor> anchors() const {
    const auto described = [this](const Anchor& anchor) { return describe(anchor, asset->tree); };
    const auto key = [described](const Anchor& anchor) { return key_of(described(anchor)); };
    return {document().anchors, {}, described, {key}};
  }
  [[nodiscard]] ItemList<Instance> instances() const {
    const auto described = [this](const Instance& instance) {
      return describe(instance, place_of(*analyzed, *asset, instance), *renames);
    };
    const auto key = [described](const Instance& instance) { return key_of(described(instance)); };
    return {document().instances, {}, described, {key}};
  }
};

class Comparer {
 public:
  Comparer(const AnalyzedAssembly* before, const AnalyzedAssembly* after)
      : before_(before), after_(after) {}

  Comparison run();

 private:
  // A pair of imported files that is yet to be compared.
  struct Waiting {
    const Asset* before;
    const Asset* after;
    std::string import;
  };

  void compare_assets(const Asset* before, const Asset* after, const std::string& import);
  void compare_heads(const Side& before, const Side& after);
  void compare_armatures(const Side& before, const Side& after);
  void compare_bones(const Side& before, const Armature& armature_before, const Side& after,
                     const Armature& armature_after);
  void compare_meshes(const Side& before, const Side& after);
  void compare_primitives(const Side& before, const Mesh& mesh_before, const Side& after,
                          const Mesh& mesh_after);
  void compare_poses(const Side& before, const Side& after);
  void compare_instances(const Side& before, const Side& after);
  void compare_imports(const ImportingFile* before, const std::vector<Import>& imports_before,
                       const ImportingFile* after, const std::vector<Import>& imports_after);
  void compare_scenes(const RigsFile* before, const RigsFile* after);
  void compare_children(const RigsFile* before, const RigsFile* after);
  void add_waiting(Waiting pair);
  void add_document(std::vector<Change> changes);
  [[nodiscard]] ListOptions options(ObjectKind kind) const { return {kind, import_}; }

  const AnalyzedAssembly* before_;
  const AnalyzedAssembly* after_;
  // Each pair of files is compared once, however many ways lead to it.
  std::set<std::pair<const Asset*, const Asset*>> seen_;
  std::vector<Waiting> waiting_;  // imports that are in both files
  std::string import_;            // that leads to the files being compared
  Renames renames_;               // in these files
  const Renames none_;
  Comparison result_;
};

void Comparer::add_waiting(Waiting pair) {
  if (seen_.contains({pair.before, pair.after})) return;
  if (seen_.size() >= max_compared_files) {
    ++result_.files_omitted;
    return;
  }
  seen_.emplace(pair.before, pair.after);
  waiting_.push_back(std::move(pair));
}

void Comparer::add_document(std::vector<Change> changes) {
  if (changes.empty()) return;
  ObjectDiff object;
  object.import = import_;
  object.changes = std::move(changes);
  result_.objects.push_back(std::move(object));
}

// The version, intent checks, and the order of lists that outputs keep.
void Comparer::compare_heads(const Side& before, const Side& after) {
  if (before.asset == nullptr || after.asset == nullptr) return;
  std::vector<Change> changes = changes_between(head_of(*before.asset), head_of(*after.asset));
  const auto add_order = [&changes](const auto& earlier, const auto& later,
                                    std::string_view field) {
    for (Change& change :
         order_changes(ids_of(std::span(earlier)), ids_of(std::span(later)), field)) {
      changes.push_back(std::move(change));
    }
  };
  add_order(before.document().meshes, after.document().meshes, "meshes");
  add_order(before.document().armatures, after.document().armatures, "armatures");
  add_order(before.document().poses, after.document().poses, "poses");
  add_order(before.document().anchors, after.document().anchors, "anchors");
  add_order(before.document().instances, after.document().instances, "instances");
  add_document(std::move(changes));
}

void Comparer::compare_bones(const Side& before, const Armature& armature_before, const Side& after,
                             const Armature& armature_after) {
  const ItemList<Bone> earlier = before.bones(armature_before);
  const ItemList<Bone> later = after.bones(armature_after);
  const ListComparer<Bone> lists(options(ObjectKind::Bone), earlier, later);
  lists.add_renames(renames_, earlier.owner);
  lists.add_renames(renames_, {});  // poses name bones without their armature
  lists.add_objects(result_.objects);
  std::vector<std::uint32_t> kept(armature_before.bones.size(), no_index);
  for (const Match& match : lists.matches()) {
    if (match.is_kept()) kept[match.before] = match.after;
  }
  if (!earlier.items.empty() && !later.items.empty()) {
    result_.kept.bones.emplace(std::pair(&armature_before, &armature_after), std::move(kept));
  }
}

void Comparer::compare_armatures(const Side& before, const Side& after) {
  const ItemList<Armature> earlier = before.armatures();
  const ItemList<Armature> later = after.armatures();
  const ListComparer<Armature> lists(options(ObjectKind::Armature), earlier, later);
  lists.add_renames(renames_, {});
  lists.add_objects(result_.objects, [](const Armature& old_one, const Armature& new_one) {
    return order_changes(ids_of(std::span(old_one.bones)), ids_of(std::span(new_one.bones)),
                         "bones");
  });
  const Armature none;
  for (const Match& match : lists.matches()) {
    compare_bones(before, match.before == no_index ? none : earlier.items[match.before], after,
                  match.after == no_index ? none : later.items[match.after]);
  }
}

void Comparer::compare_primitives(const Side& before, const Mesh& mesh_before, const Side& after,
                                  const Mesh& mesh_after) {
  const ItemList<Primitive> earlier = before.primitives(mesh_before);
  const ItemList<Primitive> later = after.primitives(mesh_after);
  const std::size_t first = result_.objects.size();
  // All are listed: only their surfaces show whether they are weighted differently.
  const ListComparer<Primitive> lists({ObjectKind::Primitive, import_, true}, earlier, later);
  lists.add_objects(result_.objects);
  for (std::size_t i = 0; i < lists.matches().size(); ++i) {
    const Match& match = lists.matches()[i];
    if (!match.is_kept()) continue;
    const Primitive& now = later.items[match.after];
    result_.kept.primitives[&earlier.items[match.before]].push_back(&now);
    result_.kept.objects.emplace(&now, first + i);
  }
}

void Comparer::compare_meshes(const Side& before, const Side& after) {
  const ItemList<Mesh> earlier = before.meshes();
  const ItemList<Mesh> later = after.meshes();
  const ListComparer<Mesh> lists(options(ObjectKind::Mesh), earlier, later);
  lists.add_renames(renames_, {});
  lists.add_objects(result_.objects, [](const Mesh& old_one, const Mesh& new_one) {
    return order_changes(ids_of(std::span(old_one.primitives)),
                         ids_of(std::span(new_one.primitives)), "primitives");
  });
  const Mesh none;
  for (const Match& match : lists.matches()) {
    compare_primitives(before, match.before == no_index ? none : earlier.items[match.before], after,
                       match.after == no_index ? none : later.items[match.after]);
  }
}

void Comparer::compare_poses(const Side& before, const Side& after) {
  const ItemList<Pose> earlier = before.poses();
  const ItemList<Pose> later = after.poses();
  const ListComparer<Pose> lists(options(ObjectKind::Pose), earlier, later);
  lists.add_objects(result_.objects);
  for (const Match& match : lists.matches()) {
    if (!match.is_kept()) continue;
    result_.kept.poses.emplace(&earlier.items[match.before], &later.items[match.after]);
  }
}

void Comparer::compare_instances(const Side& before, const Side& after) {
  const ItemList<Instance> earlier = before.instances();
  const ItemList<Instance> later = after.instances();
  const ListComparer<Instance> lists(options(ObjectKind::Instance), earlier, later);
  lists.add_objects(result_.objects);
  for (const Match& match : lists.matches()) {
    if (!match.is_kept()) continue;
    const std::string_view old_id = earlier.items[match.before].id.value;
    const std::string_view new_id = later.items[match.after].id.value;
    if (old_id != new_id) result_.kept.instances[{before.asset, std::string(old_id)}] = new_id;
  }
}

// Where a file lies does not count; what is in it does. Assets are compared once this one is done.
void Comparer::compare_imports(const ImportingFile* before,
                               const std::vector<Import>& imports_before,
                               const ImportingFile* after,
                               const std::vector<Import>& imports_after) {
  const auto listed = [](const ImportingFile* file, const std::vector<Import>& imports) {
    const auto key = [](const Import& import) { return key_of(describe(import)); };
    const auto described = [file, &imports](const Import& import) {
      const auto index = static_cast<std::size_t>(&import - imports.data());
      return described_import(import, file->contracts[index].get());
    };
    return ItemList<Import>{imports, {}, described, {key}};
  };
  const ItemList<Import> earlier = listed(before, imports_before);
  const ItemList<Import> later = listed(after, imports_after);
  const ListComparer<Import> lists(options(ObjectKind::Import), earlier, later);
  lists.add_renames(renames_, {});
  std::vector<ObjectDiff> objects;
  lists.add_objects(objects);
  for (ObjectDiff& object : objects) {
    std::erase_if(object.changes, [](const Change& change) {
      return change.field == "source" || change.field == "contract";
    });
    const bool differs = object.state != ObjectState::Kept || !object.changes.empty();
    if (differs) result_.objects.push_back(std::move(object));
  }
  for (const Match& match : lists.matches()) {
    if (!match.is_kept()) continue;
    add_waiting({before->imports[match.before].get(), after->imports[match.after].get(),
                 join_ids(import_, later.items[match.after].name.value)});
  }
}

void Comparer::compare_assets(const Asset* before, const Asset* after, const std::string& import) {
  import_ = import;
  renames_ = {};
  const Side earlier{before_, before, &renames_};
  const Side later{after_, after, &none_};
  const auto compare = [&](ObjectKind kind, const auto& old_items, const auto& new_items) {
    const ListComparer lists(options(kind), old_items, new_items);
    lists.add_renames(renames_, {});
    lists.add_objects(result_.objects);
  };
  compare_heads(earlier, later);
  compare(ObjectKind::Material, earlier.materials(), later.materials());
  compare_meshes(earlier, later);
  compare_armatures(earlier, later);
  const ItemList<Binding> old_bindings = earlier.bindings();
  const ItemList<Binding> new_bindings = later.bindings();
  ListComparer<Binding>(options(ObjectKind::Binding), old_bindings, new_bindings)
      .add_objects(result_.objects);
  compare_poses(earlier, later);
  compare(ObjectKind::Anchor, earlier.anchors(), later.anchors());
  compare_imports(before, earlier.document().imports, after, later.document().imports);
  compare_instances(earlier, later);
}

void Comparer::compare_children(const RigsFile* before, const RigsFile* after) {
  const auto listed = [](const AnalyzedAssembly* analyzed, const RigsDocument& document,
                         const Renames& renames) {
    const auto described = [analyzed, &document, &renames](const RigsChild& child) {
      return describe(child, document, place_of(*analyzed, child), renames);
    };
    const auto key = [described](const RigsChild& child) { return key_of(described(child)); };
    return ItemList<RigsChild>{document.children, {}, described, {key}};
  };
  const ItemList<RigsChild> earlier = listed(before_, document_of(before), renames_);
  const ItemList<RigsChild> later = listed(after_, document_of(after), none_);
  const ListComparer<RigsChild> lists(options(ObjectKind::Child), earlier, later);
  lists.add_renames(renames_, {});
  lists.add_objects(result_.objects);
  for (const Match& match : lists.matches()) {
    if (!match.is_kept()) continue;
    const std::string_view old_id = earlier.items[match.before].id.value;
    const std::string_view new_id = later.items[match.after].id.value;
    if (old_id != new_id) result_.kept.instances[{nullptr, std::string(old_id)}] = new_id;
  }
}

void Comparer::compare_scenes(const RigsFile* before, const RigsFile* after) {
  const RigsDocument& earlier = document_of(before);
  const RigsDocument& later = document_of(after);
  compare_imports(before, earlier.imports, after, later.imports);
  if (before != nullptr && after != nullptr) {
    Description old_head;
    Description new_head;
    add_text(old_head, ChangeKind::Rebound, "base",
             renames_.now(ObjectKind::Import, {}, earlier.base.id));
    add_text(new_head, ChangeKind::Rebound, "base", later.base.id);
    std::vector<Change> changes = changes_between(old_head, new_head);
    for (Change& change : order_changes(ids_of(std::span(earlier.children)),
                                        ids_of(std::span(later.children)), "children")) {
      changes.push_back(std::move(change));
    }
    add_document(std::move(changes));
  }
  compare_children(before, after);
}

Comparison Comparer::run() {
  std::size_t objects = 0;  // in imported files
  const auto scene_of = [](const AnalyzedAssembly* analyzed) {
    return analyzed == nullptr ? nullptr : analyzed->assembly.rigs.get();
  };
  const auto root_of = [](const AnalyzedAssembly* analyzed) {
    return analyzed == nullptr ? nullptr : analyzed->assembly.root();
  };
  const RigsFile* old_scene = scene_of(before_);
  const RigsFile* new_scene = scene_of(after_);
  if (before_ != nullptr && after_ != nullptr && (old_scene == nullptr) != (new_scene == nullptr)) {
    Change change;
    change.field = "kind";
    change.before = std::string(old_scene == nullptr ? "asset" : "scene");
    change.after = std::string(new_scene == nullptr ? "asset" : "scene");
    add_document({change});
  }
  if (old_scene != nullptr || new_scene != nullptr) compare_scenes(old_scene, new_scene);
  if (root_of(before_) != nullptr || root_of(after_) != nullptr) {
    seen_.emplace(root_of(before_), root_of(after_));
    compare_assets(root_of(before_), root_of(after_), {});
  }
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Waiting next = waiting_[i];
    objects += objects_in(next.before->document) + objects_in(next.after->document);
    if (objects <= max_compared_objects) {
      compare_assets(next.before, next.after, next.import);
    } else {
      ++result_.files_omitted;
    }
  }
  compare_motions(before_, after_, result_.objects);
  return std::move(result_);
}

}  // namespace

Comparison compare_documents(const AnalyzedAssembly* before, const AnalyzedAssembly* after) {
  return Comparer(before, after).run();
}

}  // namespace rigy::tools
