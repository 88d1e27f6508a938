// What a picture consists of: one view, or several side by side, for every frame of an animation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "render/camera.hpp"
#include "render/raster.hpp"
#include "rigy/render.hpp"

namespace rigy::outputs {

// What is shown: a document, or one side of a comparison.
enum class CellContent : std::uint8_t { Document, Before, After, Difference };

struct Cell {
  std::string caption;
  CameraAngle angle;
  std::string pose;
  std::optional<Solver> solver;
  CellContent content = CellContent::Document;
};

// One frame. Cell i of every sheet has the same place and is seen from the same distance.
struct Sheet {
  std::vector<Cell> cells;
  std::size_t columns = 0;   // 0: about as many as rows
  bool same_camera = false;  // all cells at the same scale, not each as large as fits
  bool shares_work = false;  // all cells together take at most as much work as one
};

// A pose, or a moment of a clip, with what it is called.
struct ShownPose {
  std::string pose;
  std::string caption;
};

// `poses` are those of an animation, or those that are shown side by side.
[[nodiscard]] std::vector<Sheet> sheets_of(const RenderOptions& options,
                                           const std::vector<ShownPose>& poses);

// Before, after and difference, side by side.
[[nodiscard]] Sheet comparison_sheet(const RenderOptions& options);

// Where a cell lies.
[[nodiscard]] Viewport cell_place(const RenderOptions& options, const Sheet& sheet,
                                  std::size_t index);

// What is wrong with an animation of so many frames.
[[nodiscard]] std::vector<std::string> faults_of_frames(const RenderOptions& options,
                                                        std::uint64_t frames);

// What is wrong with the options, as far as it can be told without the document.
[[nodiscard]] std::vector<std::string> faults_of(const RenderOptions& options);

}  // namespace rigy::outputs
