#include "fbx/output.hpp"

namespace rigy::outputs {
namespace {

// Readers disagree on which of three settings makes a material transparent, and on what missing
// ones mean. These values mean the same to all: some take 1 - TransparencyFactor, some Opacity,
// some multiply TransparentColor by TransparencyFactor, and some use TransparentColor if the factor
// is 0 or 1.
void set_transparency(FbxRecordWriter& writer, double alpha) {
  const double transparent = alpha < 1 ? 1 : 0;
  set_animatable_color(writer, "TransparentColor", {transparent, transparent, transparent});
  set_animatable_number(writer, "TransparencyFactor", 1 - alpha);
  set_real(writer, "Opacity", alpha);
}

void write_material(FbxRecordWriter& writer, std::size_t number, const ExportMaterial& material) {
  const auto [red, green, blue, alpha] = material.base_color;
  begin_object(writer, {"Material", "Material", ""}, fbx_id(FbxKind::Material, number),
               material.name);
  put_int32(writer, "Version", 102);
  put_text(writer, "ShadingModel", "Lambert");
  put_int32(writer, "MultiLayer", 0);
  begin_settings(writer);
  set_animatable_color(writer, "DiffuseColor", {red, green, blue});
  set_animatable_number(writer, "DiffuseFactor", 1);
  set_transparency(writer, alpha);
  writer.end();
  writer.end();
}

}  // namespace

void write_materials(const FbxOutput& output) {
  const std::vector<ExportMaterial>& materials = output.model.materials;
  for (std::size_t i = 0; i < materials.size(); ++i) {
    write_material(output.writer, i, materials[i]);
  }
  if (output.plan.stand_in_material.empty()) return;
  write_material(output.writer, materials.size(),
                 {.name = output.plan.stand_in_material, .base_color = {1, 1, 1, 1}});
}

}  // namespace rigy::outputs
