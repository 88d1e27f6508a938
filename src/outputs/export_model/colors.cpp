#include "export_model/colors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "export_model/merge.hpp"
#include "export_model/palette.hpp"

namespace rigy::outputs {
namespace {

constexpr std::array<float, 4> white{1, 1, 1, 1};

void paint_later(const VertexPaint& with, Geometry& geometry) {
  LaterNumbers later = *geometry.later;
  for (PrimitiveRange& range : later.primitives) range.paint = with;
  later.has_colors = with.color.has_value();
  if (with.palette_place) later.are_large_uvs.insert(later.are_large_uvs.begin(), false);
  geometry.later = std::make_shared<const LaterNumbers>(std::move(later));
}

class ColorSpreader {
 public:
  ColorSpreader(ExportModel& model, ExportColors colors) : model_(model), colors_(colors) {
    for (const ExportMaterial& material : model.materials) all_.push_back(material.base_color);
    all_.push_back(white);  // of parts without a material
  }

  void run() {
    for (ExportMesh& mesh : model_.meshes) {
      for (ExportPart& part : mesh.parts) change(part);
    }
    drop_unused_geometries(model_);
    model_.materials = std::move(materials_);
    if (colors_ == ExportColors::Palette) model_.palette = palette_png(all_);
  }

 private:
  void change(ExportPart& part) {
    const std::size_t color = std::min<std::size_t>(part.material, all_.size() - 1);
    const auto [known, is_new] = made_.try_emplace({part.geometry, color});
    if (is_new) {
      known->second = static_cast<std::uint32_t>(model_.geometries.size());
      Geometry colored = model_.geometries[part.geometry];
      if (colored.later != nullptr) {
        paint_later(paint_of(color), colored);
      } else {
        paint(paint_of(color), colored, model_.own);
      }
      model_.geometries.push_back(std::move(colored));
    }
    part.geometry = known->second;
    part.material = material_for(all_[color][3] != 1);
  }

  [[nodiscard]] VertexPaint paint_of(std::size_t color) const {
    VertexPaint found;
    if (colors_ == ExportColors::Vertex) {
      found.color = all_[color];
    } else {
      found.palette_place = palette_place(color, all_.size());
    }
    return found;
  }

  std::uint32_t material_for(bool is_transparent) {
    std::uint32_t& number = is_transparent ? transparent_ : opaque_;
    if (number != no_index) return number;
    number = static_cast<std::uint32_t>(materials_.size());
    ExportMaterial material;
    material.name = is_transparent ? "transparent" : "colors";
    material.base_color = white;
    material.is_transparent = is_transparent;
    material.has_palette = colors_ == ExportColors::Palette;
    materials_.push_back(std::move(material));
    return number;
  }

  ExportModel& model_;
  ExportColors colors_;
  std::vector<std::array<float, 4>> all_;
  std::vector<ExportMaterial> materials_;
  std::uint32_t opaque_ = no_index;
  std::uint32_t transparent_ = no_index;
  // Of each geometry and color.
  std::map<std::pair<std::uint32_t, std::size_t>, std::uint32_t> made_;
};

}  // namespace

void paint(const VertexPaint& with, Geometry& geometry, OwnNumbers& own) {
  const std::size_t vertices = geometry.vertex_count();
  if (with.color) {
    std::vector<float> colors;
    colors.reserve(4 * vertices);
    for (std::size_t i = 0; i < vertices; ++i) {
      colors.insert(colors.end(), with.color->begin(), with.color->end());
    }
    geometry.colors = own.keep(std::move(colors));
  }
  if (with.palette_place) {
    std::vector<float> uvs;
    uvs.reserve(2 * vertices);
    for (std::size_t i = 0; i < vertices; ++i) uvs.insert(uvs.end(), {*with.palette_place, 0.5f});
    geometry.uv_sets.insert(geometry.uv_sets.begin(), own.keep(std::move(uvs)));
  }
}

void spread_colors(ExportModel& model, ExportColors colors) {
  if (colors == ExportColors::Material || model.materials.empty()) return;
  ColorSpreader(model, colors).run();
}

}  // namespace rigy::outputs
