#include "export_model/person.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "body/body_map.hpp"
#include "export_model/t_pose.hpp"
#include "export_model/t_pose_error.hpp"
#include "export_model/thumbnail.hpp"

namespace rigy::outputs {
namespace {

BodyMap body_of(const ModelDraft& draft, const Assembly& assembly, std::size_t armature) {
  const ArmatureSource& source = draft.sources[armature];
  return analysis::body_of(assembly, *source.asset, *source.armature);
}

std::vector<std::string_view> missing_parts(const BodyMap& body) {
  std::vector<std::string_view> missing;
  for (std::size_t i = 0; i < body.parts.size(); ++i) {
    if (body.parts[i].required && body.bones[i] == no_index) missing.push_back(body.parts[i].vrm);
  }
  return missing;
}

// The first armature with all bones of a person; no_index, and a reported error, if there is none.
std::uint32_t find_person(const ModelDraft& draft, const Assembly& assembly,
                          Diagnostics& diagnostics) {
  std::vector<std::string_view> missing =
      missing_parts({.parts = body_parts(BodyProfile::Humanoid),
                     .bones = std::vector<std::uint32_t>(human_bone_count, no_index)});
  const std::size_t required = missing.size();
  for (std::uint32_t i = 0; i < draft.sources.size(); ++i) {
    const BodyMap body = body_of(draft, assembly, i);
    if (body.is_complete()) return i;
    if (body.profile != BodyProfile::Humanoid) continue;
    const std::vector<std::string_view> of_this = missing_parts(body);
    if (of_this.size() < missing.size()) missing = of_this;
  }
  if (missing.size() == required) {
    diagnostics.add(Code::MissingBodyParts, {}, "there is no armature of a person")
        .help("a VRM file needs hips, spine, head, arms with hands and legs with feet");
  } else {
    diagnostics
        .add(Code::MissingBodyParts, {}, "the armature has no {}",
             fmt::format("{}", fmt::join(missing, ", ")))
        .help("name them under bones of NAME.bones.yaml, or add them to the armature");
  }
  return no_index;
}

ExportMeta meta_of(const Assembly& assembly, const ExportOptions& options) {
  ExportMeta meta = options.meta;
  if (assembly.bone_map == nullptr) return meta;
  const VrmMeta& written = assembly.bone_map->vrm;
  if (meta.name.empty()) meta.name = written.name.value;
  if (meta.license_url.empty()) meta.license_url = written.license_url.value;
  if (meta.authors.empty()) {
    for (const Text& author : written.authors) meta.authors.emplace_back(author.value);
  }
  return meta;
}

void check_meta(const ExportMeta& meta, Diagnostics& diagnostics) {
  const auto expect = [&](bool is_given, std::string_view what, std::string_view field,
                          std::string_view option) {
    if (is_given) return;
    diagnostics.add(Code::MissingVrmMeta, {}, "a VRM file has to say {}", what)
        .help("write vrm: {{{}}} in NAME.bones.yaml, or use {}", field, option);
  };
  expect(!meta.name.empty(), "what the model is called", "name: Hero", "--vrm-name Hero");
  expect(!meta.authors.empty(), "who made it", "authors: [Ada]", "--vrm-author Ada");
  expect(!meta.license_url.empty(), "where its license is",
         "licenseUrl: https://vrm.dev/licenses/1.0/",
         "--vrm-license https://vrm.dev/licenses/1.0/");
}

void add_person(ModelDraft& draft, const Assembly& assembly, std::uint32_t armature,
                ExportMeta meta) {
  const BodyMap body = body_of(draft, assembly, armature);
  ExportPerson& person = draft.model.person.emplace();
  person.armature = armature;
  person.meta = std::move(meta);
  for (std::size_t i = 0; i < body.parts.size(); ++i) {
    if (body.bones[i] != no_index) person.parts.push_back({body.parts[i].vrm, body.bones[i]});
  }
  std::sort(person.parts.begin(), person.parts.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
}

void make_t_poses(const Scene& scene, ModelDraft& draft, const Assembly& assembly,
                  const ExportOptions& options) {
  std::set<std::uint32_t> made;
  SkeletonMoves moves;
  for (std::uint32_t i = 0; i < draft.sources.size(); ++i) {
    const BodyMap body = body_of(draft, assembly, i);
    const std::uint32_t skeleton = draft.model.armatures[i].skeleton;
    if (body.profile != BodyProfile::Humanoid || !made.insert(skeleton).second) continue;
    std::vector<Affine> own = make_t_pose(draft.model, skeleton, body, options.face);
    if (!own.empty()) moves.emplace(skeleton, std::move(own));
  }
  bound_moved_levels(scene, moves, options, draft.model, draft.sources);
}

}  // namespace

void pose_person(const Scene& scene, ModelDraft& draft, const AnalyzedAssembly& analyzed,
                 const ExportOptions& options, Diagnostics& diagnostics) {
  const Assembly& assembly = analyzed.assembly;
  if (options.t_pose) make_t_poses(scene, draft, assembly, options);
  if (options.format != ExportFormat::Vrm) return;
  const std::uint32_t armature = find_person(draft, assembly, diagnostics);
  ExportMeta meta = meta_of(assembly, options);
  check_meta(meta, diagnostics);
  if (armature == no_index || diagnostics.has_errors()) return;
  const ExportSkeleton& skeleton = draft.model.skeletons[draft.model.armatures[armature].skeleton];
  if (!is_t_pose(skeleton, body_of(draft, assembly, armature), options.face)) {
    diagnostics.add(Code::NotInTPose, {}, "the person is not in T-pose, as VRM wants it")
        .help("let --t-pose bring it there");
    return;
  }
  add_person(draft, assembly, armature, std::move(meta));
  stand_on_ground(draft.model);
  draft.model.person->thumbnail = thumbnail_of(analyzed, options.analysis.threads);
}

}  // namespace rigy::outputs
