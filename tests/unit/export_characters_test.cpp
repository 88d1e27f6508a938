// Bone maps, the T-pose, VRM files, levels of detail and presets.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "body/body_map.hpp"
#include "export_model/model.hpp"
#include "rigy/export.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

// Its arms hang down; the left hand is a box of its own, which follows one bone.
const std::string person = R"(version: "0.13"
symmetry: {mirror_x: {prefix_from: "L_", prefix_to: "R_"}}
meshes:
  - id: body
    primitives:
      - {id: trunk, type: box, dimensions: {x: 0.3, y: 1.6, z: 0.2}, transform: {translation: [0, 1, 0]}}
      - {id: L_hand, type: box, dimensions: {x: 0.1, y: 0.1, z: 0.1}, transform: {translation: [-0.2, 0.85, 0]}}
armatures:
  - id: rig
    bones:
      - {id: pelvis, parent: none, head: [0, 1, 0], tail: [0, 1.1, 0]}
      - {id: back, parent: pelvis, head: [0, 1.1, 0], tail: [0, 1.4, 0]}
      - {id: skull, parent: back, head: [0, 1.5, 0], tail: [0, 1.8, 0]}
      - {id: L_arm, parent: back, head: [-0.2, 1.4, 0], tail: [-0.2, 1.1, 0]}
      - {id: L_elbow, parent: L_arm, head: [-0.2, 1.1, 0], tail: [-0.2, 0.9, 0]}
      - {id: L_palm, parent: L_elbow, head: [-0.2, 0.9, 0], tail: [-0.2, 0.8, 0]}
      - {id: L_leg, parent: pelvis, head: [-0.1, 0.9, 0], tail: [-0.1, 0.5, 0]}
      - {id: L_knee, parent: L_leg, head: [-0.1, 0.5, 0], tail: [-0.1, 0.1, 0]}
      - {id: L_sole, parent: L_knee, head: [-0.1, 0.1, 0], tail: [-0.1, 0, -0.1]}
bindings:
  - mesh_id: body
    armature_id: rig
    weights:
      - {primitive_id: trunk, bones: [{bone_id: back, weight: 1}]}
      - {primitive_id: L_hand, bones: [{bone_id: L_palm, weight: 1}]}
anchors:
  - {id: grip, translation: [0.2, 0.85, 0]}
)";

const std::string ball = R"(version: "0.13"
meshes:
  - id: ball
    primitives:
      - {id: ball, type: sphere, dimensions: {radius: 1}}
      - {id: pin, type: cylinder, dimensions: {radius: 0.5, height: 4}}
      - {id: pill, type: capsule, dimensions: {radius: 0.5, height: 2}, transform: {translation: [3, 0, 0]}}
      - id: blob
        type: implicit_surface
        iso: 0.35
        domain:
          aabb: {min: [-1, 3, -1], max: [1, 5, 1]}
          grid: {nx: 16, ny: 16, nz: 16}
        ops:
          - {op: add, field: metaball_sphere@1, radius: 0.9, strength: 1.6, transform: {translation: [0, 4, 0]}}
)";

struct Built {
  Built(const test::Files& given, ExportOptions options) {
    MemoryFiles files(given);
    options.analysis.find_bone_map = true;
    Analysis unused;
    analyzed = run_analysis(test::entry_name, files, options.analysis, unused);
    model = build_model(*analyzed, options, analyzed->diagnostics);
    report = Diagnostics(analyzed->diagnostics).report(analyzed->assembly.sources);
  }

  // The id of the first error.
  [[nodiscard]] std::string error() const {
    for (const Diagnostic& one : report.diagnostics) {
      if (one.severity == Severity::Error) return one.id;
    }
    return {};
  }

  [[nodiscard]] const ExportBone& bone(std::string_view id) const {
    const std::vector<ExportBone>& bones = model->skeletons.at(0).bones;
    return *std::find_if(bones.begin(), bones.end(),
                         [id](const ExportBone& bone) { return bone.id == id; });
  }

  std::optional<AnalyzedAssembly> analyzed;
  std::optional<ExportModel> model;
  Report report;
};

ExportOptions for_vrm() {
  ExportOptions options = *export_preset("vrm");
  options.meta = {"Person", {"Ada"}, "https://vrm.dev/licenses/1.0/"};
  return options;
}

TEST(BoneMaps, NameBonesBesideWhatIsFound) {
  ExportOptions options;
  options.bones = ExportBones::Unreal;
  const Built built(
      {{test::entry_name, person}, {"doc.bones.yaml", "bones: {chest: back, spine: pelvis}"}},
      options);
  ASSERT_TRUE(built.model);
  const std::vector<std::string>& names = built.model->armatures.at(0).bone_names;
  EXPECT_EQ(names.at(0), "spine_01");
  EXPECT_EQ(names.at(1), "spine_02");
  EXPECT_NE(std::find(names.begin(), names.end(), "hand_r"), names.end());
}

TEST(BoneMaps, OfAnAnimalHaveOnlyWhatTheyName) {
  ExportOptions options;
  options.bones = ExportBones::Godot;
  const Built built({{test::entry_name, person},
                     {"doc.bones.yaml", "profile: quadruped\nbones: {leftFrontFoot: L_palm}"}},
                    options);
  ASSERT_TRUE(built.model);
  const std::vector<std::string>& names = built.model->armatures.at(0).bone_names;
  EXPECT_NE(std::find(names.begin(), names.end(), "LeftFrontFoot"), names.end());
  EXPECT_EQ(names.at(0), "pelvis");
}

TEST(BoneMaps, SayWhatAnchorsFollow) {
  ExportOptions options;
  options.sockets = ExportSockets::Unreal;
  const test::Files files{{test::entry_name, person}, {"doc.bones.yaml", "anchors: {grip: skull}"}};
  const Built sockets(files, options);
  const ExportNode& socket = sockets.model->nodes.back();
  EXPECT_EQ(socket.name, "SOCKET_grip");
  EXPECT_EQ(sockets.model->skeletons.at(0).bones.at(socket.followed_bone).id, "skull");
  const Built plain(files, {});
  EXPECT_EQ(plain.model->nodes.back().followed_bone, socket.followed_bone);
  EXPECT_EQ(plain.model->nodes.back().name, "grip");
}

TEST(BoneMaps, AreNotReadUnlessAskedFor) {
  MemoryFiles files({{test::entry_name, person}, {"doc.bones.yaml", "nonsense"}});
  const Analysis analysis = analyze(test::entry_name, files);
  EXPECT_TRUE(analysis.ok());
  EXPECT_EQ(analysis.files.size(), 1u);
}

TEST(BoneMaps, WithMistakesAreRefused) {
  const auto id_of = [](const std::string& map) {
    const Built built({{test::entry_name, person}, {"doc.bones.yaml", map}}, {});
    EXPECT_FALSE(built.model);
    return built.error();
  };
  EXPECT_EQ(id_of("bones: {hip: pelvis}"), "B02");
  EXPECT_EQ(id_of("bones: {hips: pelvsi}"), "B03");
  EXPECT_EQ(id_of("anchors: {girp: skull}"), "B03");
  EXPECT_EQ(id_of("armature: rag"), "B03");
  EXPECT_EQ(id_of("bones: {spine: back, chest: back}"), "B04");
  EXPECT_EQ(id_of("bnoes: {}"), "V57");
  EXPECT_EQ(id_of("profile: fish"), "P05");
}

TEST(TPose, StretchesTheArmsOutAndMovesWhatIsBoundToThem) {
  ExportOptions options;
  options.t_pose = true;
  const Built built({{test::entry_name, person}}, options);
  ASSERT_TRUE(built.model);
  EXPECT_LT(length(built.bone("L_palm").head - Vec3{0.7, 1.4, 0}), 1e-12);
  EXPECT_LT(length(built.bone("R_palm").tail - Vec3{-0.8, 1.4, 0}), 1e-12);
  EXPECT_LT(length(built.bone("L_sole").tail - Vec3{0.1, 0, 0.1}), 1e-12);
  float farthest = 0;
  for (const Geometry& geometry : built.model->geometries) {
    farthest = std::max(farthest, geometry.max[0]);
  }
  EXPECT_NEAR(farthest, 0.8, 1e-6);
}

TEST(TPose, BindMatricesUndoTheNewRest) {
  ExportOptions options;
  options.t_pose = true;
  const Built built({{test::entry_name, person}}, options);
  ASSERT_TRUE(built.model);
  const ExportBone& palm = built.bone("L_palm");
  EXPECT_LT(length(palm.inverse_bind(palm.head)), 1e-12);
  EXPECT_LT(length(palm.inverse_bind(palm.tail) - Vec3{0, palm.length, 0}), 1e-12);
}

TEST(Vrm, HasItsBonesAndStandsOnTheGround) {
  const Built built({{test::entry_name, person}}, for_vrm());
  ASSERT_TRUE(built.model);
  ASSERT_TRUE(built.model->person);
  EXPECT_EQ(built.model->person->parts.size(), 15u);
  EXPECT_EQ(built.model->person->parts.front().name, "head");
  float lowest = 1;
  for (const Geometry& geometry : built.model->geometries) {
    lowest = std::min(lowest, geometry.min[1]);
  }
  EXPECT_NEAR(lowest, 0, 1e-6);
  EXPECT_NEAR(built.bone("pelvis").head.y, 0.8, 1e-7);
}

TEST(Vrm, SaysWhatIsMissing) {
  const auto id_of = [](const std::string& document, const ExportOptions& options) {
    const Built built({{test::entry_name, document}}, options);
    EXPECT_FALSE(built.model);
    return built.error();
  };
  EXPECT_EQ(id_of(ball, for_vrm()), "B05");
  ExportOptions unsigned_options = for_vrm();
  unsigned_options.meta.authors.clear();
  EXPECT_EQ(id_of(person, unsigned_options), "B06");
  ExportOptions as_it_is = for_vrm();
  as_it_is.t_pose = false;
  EXPECT_EQ(id_of(person, as_it_is), "B07");
}

TEST(Detail, HasFewerTrianglesWithinItsError) {
  std::uint64_t before = 0;
  for (const double detail : {1.0, 0.5, 0.25, 0.0}) {
    ExportOptions options;
    options.detail = detail;
    const Built built({{test::entry_name, ball}}, options);
    ASSERT_TRUE(built.model);
    const ExportedLevel& level = built.model->levels.at(0);
    EXPECT_TRUE(detail == 1 || level.triangles * 2 < before) << detail;
    EXPECT_EQ(level.error == 0, detail == 1) << detail;
    EXPECT_LT(level.error, 1) << detail;
    before = level.triangles;
  }
}

TEST(Detail, OfASphereIsThatOfItsSegments) {
  const std::string sphere = ball.substr(0, ball.find("      - {id: pin"));
  ExportOptions options;
  options.detail = 0.5;
  const Built built({{test::entry_name, sphere}}, options);
  // 16 segments and 8 rings; two of them are caps of single triangles.
  EXPECT_EQ(built.model->levels.at(0).triangles, 16u * (2 + 6 * 2));
  // From the sphere to the middle of the largest quad.
  const double middle = std::cos(3.14159265358979 / 16);
  EXPECT_NEAR(built.model->levels.at(0).error, 1 - middle * middle, 2e-3);
}

TEST(Detail, LevelsAreNodesOfTheirOwn) {
  ExportOptions options;
  options.lods = 3;
  options.merge = ExportMerge::Armature;
  options.colliders = ExportColliders::Godot;
  const Built built({{test::entry_name, person}}, options);
  std::vector<std::string> names;
  for (const ExportNode& node : built.model->nodes) names.push_back(node.name);
  for (const std::string_view name : {"body_LOD0", "body_LOD1", "body_LOD2"}) {
    EXPECT_EQ(std::count(names.begin(), names.end(), name), 1) << name;
  }
  ASSERT_EQ(built.model->levels.size(), 3u);
  EXPECT_EQ(built.model->levels[2].triangles, 36u);
}

TEST(Presets, AreKnownByName) {
  for (const std::string_view name : export_preset_names())
    EXPECT_TRUE(export_preset(name)) << name;
  EXPECT_FALSE(export_preset("maya"));
  EXPECT_EQ(export_preset("unreal")->unit, ExportUnit::Centimeter);
}

}  // namespace
}  // namespace rigy
