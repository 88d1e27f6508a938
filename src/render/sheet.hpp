// What a picture consists of: one view, or several side by side, for every frame of an animation.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "render/camera.hpp"
#include "render/raster.hpp"
#include "rigy/render.hpp"

namespace rigy {

struct Cell {
  std::string caption;
  CameraAngle angle;
  std::string pose;
  std::optional<Solver> solver;
};

// One frame. Cell i of every sheet has the same place and is seen from the same distance.
struct Sheet {
  std::vector<Cell> cells;
};

[[nodiscard]] std::vector<Sheet> sheets_of(const RenderOptions& options,
                                           const std::vector<std::string>& poses);

// Where cell number `index` of `count` lies.
[[nodiscard]] Viewport cell_place(const RenderOptions& options, std::size_t count,
                                  std::size_t index);

// What is wrong with the options, as far as it can be told without the document.
[[nodiscard]] std::vector<std::string> faults_of(const RenderOptions& options);

}  // namespace rigy
