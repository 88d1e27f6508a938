#include "export_model/colors.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "export_model/merge.hpp"
#include "export_model/palette.hpp"

namespace rigy::outputs {
namespace {

constexpr std::array<float, 4> white{1, 1, 1, 1};

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
      add_color(colored, color);
      model_.geometries.push_back(std::move(colored));
    }
    part.geometry = known->second;
    part.material = material_for(all_[color][3] != 1);
  }

  void add_color(Geometry& geometry, std::size_t color) {
    const std::size_t vertices = geometry.vertex_count();
    if (colors_ == ExportColors::Vertex) {
      std::vector<float> colors;
      for (std::size_t i = 0; i < vertices; ++i) {
        colors.insert(colors.end(), all_[color].begin(), all_[color].end());
      }
      geometry.colors = model_.own.keep(std::move(colors));
      return;
    }
    const float middle = palette_place(color, all_.size());
    std::vector<float> uvs;
    for (std::size_t i = 0; i < vertices; ++i) uvs.insert(uvs.end(), {middle, 0.5f});
    geometry.uv_sets.insert(geometry.uv_sets.begin(), model_.own.keep(std::move(uvs)));
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

void spread_colors(ExportModel& model, ExportColors colors) {
  if (colors == ExportColors::Material || model.materials.empty()) return;
  ColorSpreader(model, colors).run();
}

}  // namespace rigy::outputs
