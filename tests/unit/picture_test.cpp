// Pictures: the same pixels for every number of threads, and properties of what they show. Digests
// are of pixels; they change only when something looks different.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "render/color.hpp"
#include "render/errors_over.hpp"
#include "render/glyphs.hpp"
#include "rigy/render.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

// FNV-1a.
std::uint64_t digest(const std::vector<Picture>& frames) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const Picture& frame : frames) {
    for (const std::uint8_t byte : frame.rgba) hash = (hash ^ byte) * 0x100000001b3;
  }
  return hash;
}

constexpr const char* scene = R"(version: "0.6"
materials:
  red: {base_color: [0.8, 0.1, 0.1, 1]}
  glass: {base_color: [0.2, 0.5, 0.9, 0.4]}
meshes:
- id: arm
  primitives:
  - {id: upper, type: capsule, material: red, dimensions: {radius: 0.2, height: 1}, transform: {translation: [0, 1, 0]}}
- {id: pane, primitives: [{id: p, type: box, material: glass, dimensions: {x: 1.5, y: 1, z: 0.1}, transform: {translation: [0, 0.5, 0.5]}}]}
- {id: ball, primitives: [{id: p, type: sphere, dimensions: {radius: 0.3}, transform: {translation: [0.8, 0.3, 0]}}]}
armatures:
- id: rig
  bones:
  - {id: low, parent: none, head: [0, 0.3, 0], tail: [0, 1, 0]}
  - {id: high, parent: low, head: [0, 1, 0], tail: [0, 1.7, 0]}
bindings:
- mesh_id: arm
  armature_id: rig
  weight_maps:
  - primitive_id: upper
    gradients: [{axis: y, range: [0.8, 1.2], from: [{bone_id: low, weight: 1}], to: [{bone_id: high, weight: 1}]}]
poses:
- id: bent
  bones:
    low: {translation: [0, 0.3, 0]}
    high: {rotation: [0.8, 0.6, 0, 0], translation: [0, 1, 0]}
anchors: [{id: tip, translation: [0, 1.7, 0]}]
)";

RenderResult drawn(RenderOptions options, const char* text = scene) {
  MemoryFiles files(test::Files{{test::entry_name, text}});
  options.analysis.suppressed_warnings = {"all"};
  if (options.width == 800) {
    options.width = 160;
    options.height = 120;
  }
  RenderResult result = render(test::entry_name, files, options);
  EXPECT_EQ(test::messages(result.report), "");
  EXPECT_TRUE(result.option_faults.empty());
  return result;
}

RenderOptions everything() {
  RenderOptions options;
  options.views = {*view_named("front"), *view_named("30,15")};
  options.overlays = {true, true, true, true, true, true, true, true};
  options.pose = "bent";
  options.solver = SolverChoice::Both;
  options.highlight = {"ball"};
  options.section = Section{0, 0.1};
  options.diagnostics = true;
  return options;
}

TEST(Picture, DoesNotDependOnThreads) {
  for (RenderOptions options : {RenderOptions(), everything()}) {
    options.analysis.threads = 1;
    const std::uint64_t expected = digest(drawn(options).frames);
    for (const unsigned threads : {2u, 3u, 8u}) {
      options.analysis.threads = threads;
      EXPECT_EQ(digest(drawn(options).frames), expected) << threads;
    }
  }
}

// What other machines must draw too. Update these after an intended change of the looks.
TEST(Picture, HasTheSamePixelsEverywhere) {
  EXPECT_EQ(digest(drawn({}).frames), 17068040011465993578u);
  EXPECT_EQ(digest(drawn(everything()).frames), 6460508088562872118u);
}

const std::uint8_t* pixel(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  return picture.rgba.data() + 4 * (std::size_t{y} * picture.width + x);
}

constexpr const char* cube = R"(version: "0.6"
materials: {green: {base_color: [0.05, 0.6, 0.05, 1]}}
meshes:
- {id: cube, primitives: [{id: p, type: box, material: green, dimensions: {x: 2, y: 2, z: 2}, transform: {translation: [0, 1, 0]}}]}
)";

// A cube from the front fills the picture between the margins, exactly.
TEST(Picture, ShowsTheAssetInTheMiddle) {
  RenderOptions options;
  options.width = 200;
  options.height = 200;
  options.views = {*view_named("front")};
  options.projection = Projection::Orthographic;
  options.background = Background::Transparent;
  const Picture picture = drawn(options, cube).frames.at(0);
  for (std::uint32_t y = 0; y < 200; ++y) {
    for (std::uint32_t x = 0; x < 200; ++x) {
      const bool inside = x >= 16 && x < 184 && y >= 16 && y < 184;
      ASSERT_EQ(pixel(picture, x, y)[3] == 255, inside) << x << ' ' << y;
    }
  }
  EXPECT_GT(pixel(picture, 100, 100)[1], 2 * pixel(picture, 100, 100)[0]);
}

bool has_shadow(const Picture& picture) {
  for (std::size_t i = 0; i < picture.rgba.size(); i += 4) {
    const std::uint8_t* at = picture.rgba.data() + i;
    if (at[3] > 20 && at[3] < 200 && at[0] + at[1] + at[2] == 0) return true;
  }
  return false;
}

std::size_t differing(const Picture& a, const Picture& b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
    count += !std::equal(&a.rgba[i], &a.rgba[i] + 4, &b.rgba[i]);
  }
  return count;
}

// The sides of a model that faces -z, and so has its left at -x, in as many colors.
constexpr const char* sides = R"(version: "0.13"
materials:
  red: {base_color: [0.8, 0, 0, 1]}
  green: {base_color: [0, 0.8, 0, 1]}
  blue: {base_color: [0, 0, 0.8, 1]}
  white: {base_color: [0.8, 0.8, 0.8, 1]}
meshes:
- id: cube
  primitives:
  - {id: front, type: box, material: red, dimensions: {x: 1.9, y: 2, z: 0.1}, transform: {translation: [0, 1, -1]}}
  - {id: back, type: box, material: green, dimensions: {x: 1.9, y: 2, z: 0.1}, transform: {translation: [0, 1, 1]}}
  - {id: left, type: box, material: blue, dimensions: {x: 0.1, y: 2, z: 1.9}, transform: {translation: [-1, 1, 0]}}
  - {id: right, type: box, material: white, dimensions: {x: 0.1, y: 2, z: 1.9}, transform: {translation: [1, 1, 0]}}
)";

enum class Seen { Red, Green, Blue, White };

Seen seen_at(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const std::uint8_t* const at = pixel(picture, x, y);
  const std::uint8_t most = std::max({at[0], at[1], at[2]});
  if (most < 2 * std::min({at[0], at[1], at[2]})) return Seen::White;
  return at[0] == most ? Seen::Red : at[1] == most ? Seen::Green : Seen::Blue;
}

Picture seen_from(const char* view) {
  RenderOptions options;
  options.views = {*view_named(view)};
  return drawn(options, sides).frames.at(0);
}

TEST(Picture, ViewsAreNamedAfterTheSidesOfTheModel) {
  EXPECT_EQ(seen_at(seen_from("front"), 80, 60), Seen::Red);
  EXPECT_EQ(seen_at(seen_from("back"), 80, 60), Seen::Green);
  EXPECT_EQ(seen_at(seen_from("left"), 80, 60), Seen::Blue);
  EXPECT_EQ(seen_at(seen_from("right"), 80, 60), Seen::White);
  // From above and below, the front is where it meets the view of the front.
  EXPECT_EQ(seen_at(seen_from("top"), 80, 108), Seen::Red);
  EXPECT_EQ(seen_at(seen_from("bottom"), 80, 12), Seen::Red);
}

TEST(Picture, ShowsTheFrontByDefault) {
  for (const RenderOptions& options : {RenderOptions(), [] {
                                         RenderOptions turning;
                                         turning.turntable = 2;
                                         return turning;
                                       }()}) {
    const Picture picture = drawn(options, sides).frames.at(0);
    EXPECT_EQ(seen_at(picture, 60, 60), Seen::Red);
    EXPECT_EQ(seen_at(picture, 100, 60), Seen::Blue);
  }
  EXPECT_EQ(digest({seen_from("iso")}), digest(drawn({}, sides).frames));
}

// A box that stays and one that moves: a digger and its bucket.
std::string digger(const std::string& translation) {
  return R"(version: "0.6"
meshes:
- {id: still, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [-1, 0.5, 0]}}]}
- {id: moving, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [1, 0.5, 0]}}]}
armatures: [{id: rig, bones: [{id: b, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: moving, armature_id: rig}]
poses: [{id: moved, bones: {b: {translation: )" +
         translation + "}}}]\n";
}

// How many pixels of the right half the model covers. The box that stays is there in the front
// view, as it is at -x.
std::size_t covered_right(const Picture& picture) {
  std::size_t count = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = picture.width / 2; x < picture.width; ++x) {
      count += pixel(picture, x, y)[3] == 255 ? 1 : 0;
    }
  }
  return count;
}

RenderOptions from_the_front() {
  RenderOptions options;
  options.views = {*view_named("front")};
  options.background = Background::Transparent;
  return options;
}

TEST(Picture, OfAPoseKeepsTheCameraOfTheRestShape) {
  const std::string document = digger("[0, 2, 0]");
  RenderOptions options = from_the_front();
  const std::size_t at_rest = covered_right(drawn(options, document.c_str()).frames.at(0));
  options.pose = "moved";
  EXPECT_EQ(covered_right(drawn(options, document.c_str()).frames.at(0)), at_rest);
  options.fit = CameraFit::Pose;
  EXPECT_LT(covered_right(drawn(options, document.c_str()).frames.at(0)), 3 * at_rest / 4);
}

// The shadow of what stands on the ground stays where it is when something digs below.
TEST(Picture, OfAPoseKeepsTheGroundOfTheRestShape) {
  const std::string document = digger("[0, -0.8, 0]");
  RenderOptions options = from_the_front();
  options.views = {*view_named("180,50")};
  const auto shadow_right = [&] {
    const Picture picture = drawn(options, document.c_str()).frames.at(0);
    std::size_t rows = 0;
    for (std::uint32_t y = 0; y < picture.height; ++y) {
      for (std::uint32_t x = picture.width / 2; x < picture.width; ++x) {
        if (pixel(picture, x, y)[3] > 60 && pixel(picture, x, y)[3] < 255) rows = y;
      }
    }
    return rows;
  };
  const std::size_t at_rest = shadow_right();
  options.pose = "moved";
  EXPECT_NEAR(static_cast<double>(shadow_right()), static_cast<double>(at_rest), 2);
}

// Behind the camera, through it, beside it, and as far away as numbers go.
TEST(Picture, LeavesOutWhatAPosePutsBesideThePicture) {
  for (const char* const translation : {"[0, 0, -1000]", "[0, 0, -6]", "[0, 30, 0]", "[1e30, 0, 0]",
                                        "[0, 0, 1e30]", "[-1e30, 1e30, -1e30]"}) {
    const std::string document = digger(translation);
    for (const Projection projection : {Projection::Perspective, Projection::Orthographic}) {
      RenderOptions options = from_the_front();
      options.projection = projection;
      const std::size_t at_rest = covered_right(drawn(options, document.c_str()).frames.at(0));
      options.pose = "moved";
      EXPECT_GE(covered_right(drawn(options, document.c_str()).frames.at(0)), at_rest)
          << translation;
    }
  }
}

// One end of a rod stays, and the other goes so far that no digits are left for what is near.
TEST(Picture, DrawsWhatAPoseStretchesBeyondMeasure) {
  for (const char* const away : {"[1e30, 0, 0]", "[0, 0, -1e30]", "[0, -1e25, 1e30]"}) {
    const std::string document = std::string(R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: cylinder, dimensions: {radius: 0.2, height: 2}, transform: {translation: [0, 1, 0]}}]}]
armatures: [{id: rig, bones: [{id: a, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}, {id: b, parent: a, head: [0, 1, 0], tail: [0, 2, 0]}]}]
bindings:
- {mesh_id: m, armature_id: rig, weight_maps: [{primitive_id: p, gradients: [{axis: y, range: [0.5, 1.5], from: {bone_id: a, weight: 1}, to: {bone_id: b, weight: 1}}]}]}
poses: [{id: far, bones: {a: {}, b: {translation: )") +
                                 away + "}}}]\n";
    for (const Projection projection : {Projection::Perspective, Projection::Orthographic}) {
      RenderOptions options = from_the_front();
      options.projection = projection;
      options.pose = "far";
      EXPECT_EQ(drawn(options, document.c_str()).frames.size(), 1u);
    }
  }
}

TEST(Picture, AnAnimationOfPosesShowsThemAll) {
  const std::string document = digger("[0, 3, 0]");
  RenderOptions options = from_the_front();
  options.all_poses = true;
  const std::vector<Picture> frames = drawn(options, document.c_str()).frames;
  ASSERT_EQ(frames.size(), 2u);
  for (std::uint32_t x = 0; x < frames[1].width; ++x) EXPECT_EQ(pixel(frames[1], x, 0)[3], 0);
  options.all_poses = false;
  options.pose = "moved";
  EXPECT_GT(differing(drawn(options, document.c_str()).frames.at(0), frames[1]), 100u);
}

// The line of an error counts from the beginning of its file.
TEST(Picture, NamesTheFilesOfErrorsThatAreWrittenOverIt) {
  const auto errors_in = [](const std::string& file) {
    Outcome outcome;
    outcome.files = {"cars/car.rigy.yaml", "wheel.rigy.yaml"};
    outcome.report.errors = 1;
    Diagnostic& error = outcome.report.diagnostics.emplace_back();
    error.id = "V11";
    error.message = "no such bone";
    error.place.file = file;
    error.place.start.line = 7;
    Picture picture = drawn({}, cube).frames.at(0);
    outputs::write_errors_over(picture, outcome);
    return picture;
  };
  const Picture entry = errors_in("cars/car.rigy.yaml");
  EXPECT_GT(differing(entry, errors_in("wheel.rigy.yaml")), 0u);
  EXPECT_EQ(differing(entry, errors_in("cars/car.rigy.yaml")), 0u);
}

TEST(Picture, TransparentBackgroundHasAShadowOnly) {
  RenderOptions options;
  options.background = Background::Transparent;
  const Picture picture = drawn(options, cube).frames.at(0);
  EXPECT_EQ(pixel(picture, 0, 0)[3], 0);
  EXPECT_TRUE(has_shadow(picture));
}

TEST(Picture, GlassCastsNoShadow) {
  RenderOptions options;
  options.background = Background::Transparent;
  for (const auto& [alpha, expected] : {std::pair("0.5]", true), std::pair("0.49]", false)}) {
    std::string text = cube;
    text.replace(text.find("1]}}"), 2, alpha);
    EXPECT_EQ(has_shadow(drawn(options, text.c_str()).frames.at(0)), expected) << alpha;
  }
}

// Every option changes the picture, and none changes all of it.
TEST(Picture, EveryOptionShows) {
  const Picture plain = drawn({}).frames.at(0);
  std::vector<RenderOptions> all(15);
  all[0].overlays.skeleton = true;
  all[1].overlays.axes = true;
  all[2].overlays.grid = true;
  all[3].overlays.anchors = true;
  all[4].overlays.bounds = true;
  all[5].overlays.dimensions = true;
  all[6].overlays.wireframe = true;
  all[7].overlays.names = true;
  all[8].heat = "high";
  all[9].highlight = {"arm.upper"};
  all[10].focus = {"ball"};
  all[11].section = Section{2, 0.0};
  all[12].pose = "bent";
  all[13].views = {*view_named("three-quarter")};
  all[14].projection = Projection::Orthographic;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t count = differing(plain, drawn(all[i]).frames.at(0));
    EXPECT_GT(count, 20u) << i;
    EXPECT_LT(count, 160u * 120) << i;
  }
}

// A bone selects the primitives that follow it, its armature those of all its bones.
TEST(Picture, FocusOnABoneIsFocusOnWhatItMoves) {
  RenderOptions options;
  options.focus = {"arm"};
  const Picture arm = drawn(options).frames.at(0);
  for (const char* const id : {"high", "rig.high", "rig"}) {
    options.focus = {id};
    EXPECT_EQ(differing(arm, drawn(options).frames.at(0)), 0u) << id;
  }
}

// Glass would show its far side if it were open.
TEST(Picture, SectionsOpenOnlyWhatTheyCut) {
  RenderOptions options;
  options.views = {*view_named("45,35")};
  const Picture whole = drawn(options).frames.at(0);
  // Only the ball reaches as far as that.
  options.section = Section{0, 1.09};
  const std::size_t cut = differing(whole, drawn(options).frames.at(0));
  EXPECT_GT(cut, 0u);
  EXPECT_LT(cut, 120u);
}

std::string heat_messages(const std::string& bone) {
  MemoryFiles files(test::Files{{test::entry_name, R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]
armatures: [{id: arm, bones: [{id: forearm, parent: none, head: [0, 0, 0], tail: [0, 1, 0]}]}]
bindings: [{mesh_id: m, armature_id: arm}]
)"}});
  RenderOptions options;
  options.width = options.height = 16;
  options.heat = bone;
  return test::messages(render(test::entry_name, files, options).report);
}

// Neither an armature nor the end of a bone's id.
TEST(Picture, HeatIsOfABone) {
  EXPECT_EQ(heat_messages("forearm"), "");
  EXPECT_EQ(heat_messages("arm.forearm"), "");
  for (const char* const id : {"arm", "rm"}) {
    EXPECT_EQ(heat_messages(id), "X51 0:0 no mesh is bound to a bone '" + std::string(id) + "'\n");
  }
}

TEST(Picture, SolversDiffer) {
  RenderOptions options;
  options.pose = "bent";
  options.solver = SolverChoice::Lbs;
  const Picture lbs = drawn(options).frames.at(0);
  options.solver = SolverChoice::AsWritten;
  EXPECT_EQ(differing(lbs, drawn(options).frames.at(0)), 0u);
  options.solver = SolverChoice::Dqs;
  EXPECT_GT(differing(lbs, drawn(options).frames.at(0)), 10u);
}

TEST(Picture, AnimationsHaveFrames) {
  RenderOptions options;
  options.turntable = 4;
  const RenderResult turning = drawn(options);
  ASSERT_EQ(turning.frames.size(), 4u);
  EXPECT_GT(differing(turning.frames[0], turning.frames[1]), 100u);
  options.turntable = 0;
  options.all_poses = true;
  const RenderResult posed = drawn(options);
  ASSERT_EQ(posed.frames.size(), 2u);
  EXPECT_GT(differing(posed.frames[0], posed.frames[1]), 100u);
}

std::string faults_of(const RenderOptions& options) {
  MemoryFiles files(test::Files{{test::entry_name, scene}});
  const RenderResult result = render(test::entry_name, files, options);
  EXPECT_TRUE(result.frames.empty());
  return fmt::format("{}", fmt::join(result.option_faults, "\n"));
}

TEST(Picture, AnimationsAreLimitedInFramesPixelsAndViews) {
  RenderOptions options;
  options.turntable = 1;
  EXPECT_EQ(faults_of(options), "an animation has 2 to 1000 frames, not 1");
  options.turntable = 1001;
  EXPECT_EQ(faults_of(options), "an animation has 2 to 1000 frames, not 1001");
  options.turntable = 1000;
  EXPECT_EQ(faults_of(options), "the frames of an animation have at most 134217728 pixels in all");
  options.width = options.height = 16;
  options.views.assign(3, *view_named("top"));
  EXPECT_EQ(faults_of(options),
            "the frames of an animation have at most 2000 views in all, not 3000");
  options.views.resize(2);
  options.solver = SolverChoice::Both;
  EXPECT_EQ(faults_of(options),
            "the frames of an animation have at most 2000 views in all, not 4000");
}

// Triangles that share an edge leave no gap: a sphere in front of light has no light pixels inside.
TEST(Picture, HasNoGapsBetweenTriangles) {
  RenderOptions options;
  options.width = 256;
  options.height = 256;
  options.background = Background::Transparent;
  options.views = {*view_named("12,34")};
  const Picture picture = drawn(options, R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
)")
                              .frames.at(0);
  for (std::uint32_t y = 0; y < 256; ++y) {
    for (std::uint32_t x = 0; x < 256; ++x) {
      const double dx = x + 0.5 - 128;
      const double dy = y + 0.5 - 128;
      if (dx * dx + dy * dy >= 98 * 98) continue;
      ASSERT_EQ(pixel(picture, x, y)[3], 255) << x << ' ' << y;
    }
  }
}

TEST(Picture, HugeAndTinyAssetsLookAlike) {
  const auto sized = [](const char* size) {
    const std::string text = std::string(R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: )") +
                             size + ", y: " + size + ", z: " + size + "}}]}]\n";
    return drawn({}, text.c_str()).frames.at(0);
  };
  const Picture unit = sized("1");
  EXPECT_LT(differing(unit, sized("1.0e+30")), 200u);
  EXPECT_LT(differing(unit, sized("1.0e-6")), 200u);
}

TEST(Picture, RefusesSizesThatMakeNoSense) {
  MemoryFiles files(test::Files{{test::entry_name, cube}});
  RenderOptions options;
  options.width = 70000;
  options.height = 70000;
  const RenderResult result = render(test::entry_name, files, options);
  EXPECT_TRUE(result.frames.empty());
  EXPECT_EQ(result.option_faults,
            (std::vector<std::string>{
                "a picture has at least 16 pixels on each side and at most 33554432 in all, not "
                "70000 x 70000"}));
}

TEST(Color, EncodesEveryStepOfTheScreen) {
  for (std::uint32_t i = 0; i < 256; ++i) {
    EXPECT_EQ(encode_srgb(linear_rgb(i).b), i);
    EXPECT_EQ(encode_srgb(linear_rgb(i << 16).r), i);
  }
  EXPECT_EQ(encode_srgb(-1), 0);
  EXPECT_EQ(encode_srgb(7), 255);
  // The middle between black and white in linear light is 188 on a screen.
  EXPECT_EQ(encode_srgb(0.5), 188);
}

TEST(Glyphs, AreRowsOfPointsOnTheirGrid) {
  std::vector<std::string_view> seen;
  for (char32_t c = 0x21; c < 0x7f; ++c) {
    const std::string_view strokes = strokes_of(c);
    EXPECT_FALSE(strokes.empty());
    EXPECT_EQ(std::count(seen.begin(), seen.end(), strokes), 0) << static_cast<char>(c);
    seen.push_back(strokes);
    std::size_t digits = 0;
    for (const char one : strokes) {
      if (one == ' ') {
        EXPECT_EQ(digits % 2, 0u) << static_cast<char>(c);
        digits = 0;
        continue;
      }
      EXPECT_LE(one, digits % 2 == 0 ? '4' : '9') << static_cast<char>(c);
      EXPECT_GE(one, '0');
      ++digits;
    }
    EXPECT_GT(digits, 0u);
    EXPECT_EQ(digits % 2, 0u) << static_cast<char>(c);
  }
}

}  // namespace
}  // namespace rigy
