// The picture of a comparison: its three parts, and the colors of the difference.
#include <cstddef>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "rigy/render_diff.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr std::uint32_t side = 64;

Analysis analyzed(const std::string& primitives) {
  MemoryFiles files(test::Files{
      {test::entry_name,
       "version: \"0.12\"\nmaterials: {gray: {base_color: [0.2, 0.2, 0.2, 1]}, white: {base_color: "
       "[1, 1, 1, 1]}}\nmeshes:\n- id: m\n  primitives:\n" +
           primitives}});
  return analyze(test::entry_name, files, {});
}

std::string box(const std::string& id, double x, const std::string& material = "gray") {
  return "  - {id: " + id + ", type: box, material: " + material +
         ", dimensions: {x: 1, y: 1, z: 1}, transform: {translation: [" + std::to_string(x) +
         ", 0, 0]}}\n";
}

Picture drawn(const Analysis& before, const Analysis& after, unsigned threads = 1) {
  RenderOptions options;
  options.width = 3 * side;
  options.height = side;
  options.views = {*view_named("front")};
  options.analysis.threads = threads;
  RenderResult result = render_diff(before, after, options);
  EXPECT_EQ(test::messages(result.report), "");
  EXPECT_EQ(result.frames.size(), 1u);
  return result.frames.at(0);
}

// Pixels of a part of the picture that have a color, by the one that is strongest.
struct Colors {
  std::size_t red = 0;
  std::size_t green = 0;
  std::size_t blue = 0;
  std::size_t orange = 0;
};

Colors colors_in(const Picture& picture, std::uint32_t part) {
  Colors colors;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = part * side; x < (part + 1) * side; ++x) {
      const std::uint8_t* pixel = &picture.rgba[std::size_t{4} * (y * picture.width + x)];
      const int r = pixel[0];
      const int g = pixel[1];
      const int b = pixel[2];
      if (g > r + 40 && g > b + 40) ++colors.green;
      if (b > r + 40 && b > g + 20) ++colors.blue;
      if (r > g + 40 && r > b + 40) ++(4 * (g - b) > r - b ? colors.orange : colors.red);
    }
  }
  return colors;
}

TEST(DiffPicture, NothingHasAColorIfNothingChanged) {
  const Analysis one = analyzed(box("a", 0) + box("b", 3));
  const Picture picture = drawn(one, one);
  EXPECT_EQ(picture.width, 3 * side);
  EXPECT_EQ(picture.height, side);
  for (std::uint32_t part = 0; part < 3; ++part) {
    const Colors colors = colors_in(picture, part);
    EXPECT_EQ(colors.red + colors.green + colors.blue + colors.orange, 0u) << part;
  }
}

TEST(DiffPicture, WhatWasAddedIsGreenAndWhatWasRemovedIsRed) {
  const Picture picture =
      drawn(analyzed(box("a", 0) + box("b", 3)), analyzed(box("a", 0) + box("c", 6, "white")));
  const Colors difference = colors_in(picture, 2);
  EXPECT_GT(difference.green, 50u);
  EXPECT_GT(difference.red, 50u);
  EXPECT_EQ(difference.blue + difference.orange, 0u);
  EXPECT_EQ(colors_in(picture, 0).green + colors_in(picture, 1).green, 0u);
}

TEST(DiffPicture, WhatMovedIsBlueAndLeavesATrace) {
  const Picture picture =
      drawn(analyzed(box("a", 0) + box("b", 3)), analyzed(box("a", 0) + box("b", 6)));
  const Colors difference = colors_in(picture, 2);
  EXPECT_GT(difference.blue, 50u);
  EXPECT_GT(difference.red, 50u);
  EXPECT_EQ(difference.green, 0u);
}

TEST(DiffPicture, WhatHasAnotherColorIsOrange) {
  const Picture picture =
      drawn(analyzed(box("a", 0) + box("b", 3)), analyzed(box("a", 0) + box("b", 3, "white")));
  const Colors difference = colors_in(picture, 2);
  EXPECT_GT(difference.orange, 50u);
  EXPECT_EQ(difference.blue + difference.green + difference.red, 0u);
}

TEST(DiffPicture, TheSamePixelsForEveryNumberOfThreads) {
  const Analysis before = analyzed(box("a", 0) + box("b", 3));
  const Analysis after = analyzed(box("a", 1) + box("c", 3, "white"));
  EXPECT_EQ(drawn(before, after, 1).rgba, drawn(before, after, 3).rgba);
}

TEST(DiffPicture, OfAPoseFitsTheRestShapeUnlessAskedNotTo) {
  const std::string rigged = box("a", 0) +
                             "armatures: [{id: rig, bones: [{id: b, parent: none, head: [0, 0, 0], "
                             "tail: [0, 1, 0]}]}]\n"
                             "bindings: [{mesh_id: m, armature_id: rig}]\n"
                             "poses: [{id: up, bones: {b: {translation: [0, 9, 0]}}}]\n";
  const Analysis document = analyzed(rigged);
  RenderOptions options;
  options.width = 240;
  options.height = 80;
  options.background = Background::Transparent;
  const Picture rest = render_diff(document, document, options).frames.at(0);
  options.pose = "up";
  const Picture away = render_diff(document, document, options).frames.at(0);
  options.fit = CameraFit::Pose;
  const Picture fitted = render_diff(document, document, options).frames.at(0);
  const auto at = [](const Picture& picture) { return picture.rgba[4 * (40 * 240 + 40) + 3]; };
  EXPECT_EQ(at(rest), 255);
  EXPECT_EQ(at(away), 0);  // far above the picture
  EXPECT_EQ(at(fitted), 255);
}

TEST(DiffPicture, OptionsAndDocumentsThatMakeNoSense) {
  const Analysis good = analyzed(box("a", 0));
  RenderOptions options;
  options.views = {*view_named("front"), *view_named("top")};
  EXPECT_EQ(render_diff(good, good, options).option_faults,
            std::vector<std::string>{"a comparison has one view"});
  options.views.clear();
  options.pose = "wave";
  EXPECT_TRUE(render_diff(good, good, options).frames.empty());
  EXPECT_FALSE(render_diff(good, good, options).report.ok());
  EXPECT_FALSE(render_diff(analyzed("  - nonsense\n"), good, {}).report.ok());
}

}  // namespace
}  // namespace rigy
