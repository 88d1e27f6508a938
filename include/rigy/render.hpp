// Pictures: a document drawn by a renderer of the library's own, without GPU or display. The pixels
// are the same on every machine and for every number of threads.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

// The position of the camera, in degrees: azimuth 0 stands at +z, 90 at +x, 180 at -z, where a
// model shows its face; elevation 90 is above it. Named views are the model's own sides: "front"
// stands at -z, "left" at -x.
struct View {
  std::string caption;
  double azimuth = 0;
  double elevation = 0;
};

// A view by its name, or by "AZ,EL"; nothing if the text is neither.
[[nodiscard]] std::optional<View> view_named(std::string_view text);
// The names, in a fixed order.
[[nodiscard]] std::vector<std::string_view> view_names();

enum class Projection { Perspective, Orthographic };
enum class Background { Light, Dark, Transparent };
enum class SolverChoice { AsWritten, Lbs, Dqs, Both };
// What the camera fits, and what the ground is below: the rest shape, so that pictures of poses can
// be compared and what digs is below the ground; or what is shown.
enum class CameraFit { Rest, Pose };

// A plane across an axis. What lies between it and the camera is cut away.
struct Section {
  int axis = 0;  // 0 x, 1 y, 2 z
  double at = 0;
};

// What is drawn besides the surfaces.
struct Overlays {
  bool skeleton = false;
  bool names = false;  // of the bones and anchors that are shown; of primitives, if neither is
  bool axes = false;
  bool grid = false;
  bool anchors = false;
  bool bounds = false;
  bool dimensions = false;
  bool wireframe = false;
  bool numbers = false;  // on primitives, of those in focus if there is a focus
};

struct RenderOptions {
  AnalyzeOptions analysis;
  std::uint32_t width = 800;
  std::uint32_t height = 600;
  std::vector<View> views;  // several become one picture with captions; none: the view "iso"
  Projection projection = Projection::Perspective;
  Background background = Background::Light;
  Overlays overlays;
  std::optional<Section> section;
  // Ids of meshes, primitives, instances or bones: "body", "body.head", "head", "car.wheel".
  std::vector<std::string> focus;      // the rest is faded
  std::vector<std::string> highlight;  // drawn in a color that stands out
  std::string heat;                    // a bone: its weights, as colors
  // Mark what errors and warnings are about. Of a document with errors, what can be drawn is drawn.
  bool diagnostics = false;
  std::string pose;                               // if empty, the rest shape
  SolverChoice solver = SolverChoice::AsWritten;  // Both: side by side
  CameraFit fit = CameraFit::Rest;
  // An animation: the camera around the asset in this many frames, or the rest shape and every
  // pose.
  std::uint32_t turntable = 0;
  bool all_poses = false;
  // A clip of a motion as an animation, or this many moments of it side by side, or one moment, in
  // seconds. Without an id it is the first clip.
  std::string clip = {};
  std::uint32_t strip = 0;
  std::optional<double> at = std::nullopt;

  [[nodiscard]] bool shows_clip() const { return !clip.empty() || strip > 0 || at.has_value(); }
};

// Rows from the top, four bytes each pixel: red, green, blue in sRGB, and alpha, not premultiplied.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgba;
};

struct RenderResult : Outcome {
  // One, or those of the animation; empty if the report has errors that are not marked.
  std::vector<Picture> frames;
  std::uint32_t frame_milliseconds = 0;
  std::vector<std::string> numbered = {};  // the ids of the primitives with numbers, from 1
};

// Draws the document at `entry`. Never throws; everything it finds is in the report.
[[nodiscard]] RenderResult render(const std::string& entry, FileReader& files,
                                  const RenderOptions& options = {});
// Draws what was analyzed before.
[[nodiscard]] RenderResult render(const Analysis& analysis, const RenderOptions& options = {});

}  // namespace rigy
