// Draws sheets: cameras, lights, surfaces and overlays of every cell.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "evaluated_scene/evaluated_scene.hpp"
#include "render/drawing.hpp"
#include "render/look.hpp"
#include "render/sheet.hpp"
#include "render/surfaces.hpp"
#include "rigy/render.hpp"

namespace rigy::outputs {

// A scene as it is painted.
struct Model {
  EvaluatedScene scene;
  Marks marks;
  Surfaces surfaces;
  std::vector<Vec3> extra = {};            // points that the overlays need room for
  std::vector<std::size_t> numbered = {};  // primitives
};

// Makes what a cell shows. Nothing if something is wrong, which is then reported.
using ModelMaker = std::function<std::optional<Model>(const Cell& cell)>;

// Reports that there is no picture (X52): other errors are why, if there are any.
void report_nothing_to_see(Diagnostics& diagnostics);

[[nodiscard]] bool cuts(const Section& section, const Bounds& box);

class SheetDrawer {
 public:
  SheetDrawer(ModelMaker make_model, const RenderOptions& options, Diagnostics& diagnostics)
      : make_model_(std::move(make_model)), options_(options), diagnostics_(diagnostics) {}

  // Empty if something is wrong, which is then reported.
  [[nodiscard]] std::vector<Picture> draw(const std::vector<Sheet>& sheets);

 private:
  [[nodiscard]] const Model* model_of(const Cell& cell);
  // What the camera fits when it shows the cell.
  [[nodiscard]] Cell fitted(const Cell& cell) const;
  // The box of everything that the cameras fit, and the ground. False if something is wrong, which
  // is then reported.
  [[nodiscard]] bool find_bounds(const std::vector<Sheet>& sheets);
  // How far it reaches in every cell.
  void find_reaches(const std::vector<Sheet>& sheets);
  void fill(Canvas& canvas) const;
  void use_widest_reach();
  // Whether the section goes through the box; reports it if not.
  [[nodiscard]] bool check_section(const Bounds& box);
  // Reports it and returns false.
  bool refuse_work();
  [[nodiscard]] bool draw_cell(const Cell& cell, std::size_t index, const Viewport& place,
                               Canvas& canvas);
  [[nodiscard]] Frame frame_of(const Viewport& place) const;
  [[nodiscard]] double text_size(const Viewport& place) const {
    return std::max(6.0, std::min(place.width, place.height) / 58.0);
  }
  void add_elsewhere(const Model& model, const Viewport& place, Canvas& canvas) const;
  void add_caption(const Cell& cell, const Viewport& place, Canvas& canvas) const;
  void add_borders(const Sheet& sheet, Canvas& canvas) const;

  ModelMaker make_model_;
  const RenderOptions& options_;
  Diagnostics& diagnostics_;
  // The models used last; most pictures need one.
  struct CellModel {
    std::string pose;
    std::optional<Solver> solver;
    CellContent content = CellContent::Document;
    Model model;
  };
  std::vector<CellModel> models_;
  std::vector<Reach> reaches_;  // of each cell
  std::optional<Bounds> bounds_;
  double ground_ = 0;        // its height
  std::uint64_t spent_ = 0;  // of the work that a view may take
};

}  // namespace rigy::outputs
