#include "c_api/export_choices.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace rigy::interfaces {
namespace {

std::string take_scale(const ChoiceInfo& info, std::string_view value, ExportOptions& options) {
  std::string fault = take_member<&ExportOptions::scale>(info, value, options);
  if (fault.empty() && !(options.scale > 0)) fault = "scale: it must be greater than 0";
  return fault;
}

#define RIGY_EXPORT_FORMAT(enumerator, name, has_bones, side_file) "|" #name
constexpr std::string_view format_words =
#include "rigy/export_formats.def"
    ;
#undef RIGY_EXPORT_FORMAT

std::string take_preset(const ChoiceInfo& info, std::string_view value, ExportOptions& options) {
  std::string fault;
  if (const auto index = word_index(info, value, fault); index && *index > 0) {
    const AnalyzeOptions analysis = options.analysis;
    options = *export_preset(value);
    options.analysis = analysis;
  }
  return fault;
}

std::string take_detail(const ChoiceInfo& info, std::string_view value, ExportOptions& options) {
  std::string fault = take_member<&ExportOptions::detail>(info, value, options);
  if (fault.empty() && !(options.detail >= 0 && options.detail <= 1)) {
    fault = "detail: it must be from 0 to 1";
  }
  return fault;
}

std::string take_compress(const ChoiceInfo& info, std::string_view value, ExportOptions& options) {
  std::string fault = take_member<&ExportOptions::compress>(info, value, options);
  if (fault.empty() && options.compress && !can_compress_exports()) {
    fault = "compress: this library was built without meshoptimizer";
  }
  return fault;
}

std::string take_lods(const ChoiceInfo& info, std::string_view value, ExportOptions& options) {
  std::string fault;
  if (const auto count = count_in(info, value, max_export_lods, fault)) {
    options.lods = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(*count));
  }
  return fault;
}

template <auto Member>
std::string take_meta(const ChoiceInfo& info, std::string_view value, ExportOptions& options) {
  return take_member<Member>(info, value, options.meta);
}

constexpr auto export_table = std::to_array<Choice<ExportOptions>>({
    {{"preset", ChoiceKind::Word, "none|blender|godot|three|unity|unreal|vrm", "none",
      "The options that suit a program; others that are given win."},
     take_preset},
    {{"format", ChoiceKind::Word, format_words, "glb", "What the export is written as."},
     take_member<&ExportOptions::format>},
    {{"name", ChoiceKind::Text, "", "",
      "The name of the files, without extension; by default that of "
      "the document."},
     take_member<&ExportOptions::name>},
    {{"pose", ChoiceKind::Text, "", "",
      "The shape in this pose, without bones; by default the rest shape with its bones.",
      R"("wave")"},
     take_member<&ExportOptions::pose>},
    {{"poses", ChoiceKind::Word, "stills|loops|none", "stills",
      "Poses as animations of one key, from rest to pose and back, or not at all."},
     take_member<&ExportOptions::poses>},
    {{"colliders", ChoiceKind::Word, "none|godot|unreal|omi", "none",
      "Collision shapes from the primitives: by names, or as OMI_physics_shape."},
     take_member<&ExportOptions::colliders>},
    {{"anchors", ChoiceKind::Flag, "", "true", "Whether anchors become named empty nodes."},
     take_member<&ExportOptions::anchors>},
    {{"scale", ChoiceKind::Number, "", "1", "Multiplies all lengths.", "100"}, take_scale},
    {{"face", ChoiceKind::Word, "+z|-z", "+z",
      "Which way the model faces: turned to +z, as other programs expect, or -z as in the "
      "document."},
     take_member<&ExportOptions::face>},
    {{"root_motion", ChoiceKind::Flag, "", "false",
      "Let the root bones move as far as clips travel, instead of noting it."},
     take_member<&ExportOptions::root_motion>},
    {{"names", ChoiceKind::Word, "unique|godot", "unique",
      "No two bones or nodes of one name, or as Godot's importer wants it."},
     take_member<&ExportOptions::names>},
    {{"unit", ChoiceKind::Word, "m|cm", "m", "The unit of an FBX file."},
     take_member<&ExportOptions::unit>},
    {{"up", ChoiceKind::Word, "usual|y|z", "usual",
      "Which axis is up in STL and OBJ files: z in STL and y in OBJ, or as said."},
     take_member<&ExportOptions::up>},
    {{"merge", ChoiceKind::Word, "none|material|armature", "none",
      "One part for each material of a mesh, or of all meshes of an armature."},
     take_member<&ExportOptions::merge>},
    {{"bones", ChoiceKind::Word, "ids|mixamo|vrm|godot|unreal|unity", "ids",
      "Whose names the bones of a person get."},
     take_member<&ExportOptions::bones>},
    {{"sockets", ChoiceKind::Word, "none|follow|unreal", "none",
      "Whether anchors follow the nearest bone; for Unreal with names that begin with SOCKET_."},
     take_member<&ExportOptions::sockets>},
    {{"colors", ChoiceKind::Word, "material|palette|vertex", "material",
      "Colors in materials, in one picture, or in vertices; the last two in glTF only."},
     take_member<&ExportOptions::colors>},
    {{"shading", ChoiceKind::Word, "smooth|flat", "smooth",
      "Normals of the shapes, or of each triangle."},
     take_member<&ExportOptions::shading>},
    {{"small", ChoiceKind::Flag, "", "false",
      "glTF: vertices in fewer bytes (KHR_mesh_quantization)."},
     take_member<&ExportOptions::small>},
    {{"compress", ChoiceKind::Flag, "", "false",
      "glTF: compress everything (EXT_meshopt_compression); best with small."},
     take_compress},
    {{"rest_clip", ChoiceKind::Flag, "", "false", "A clip of the rest before all others."},
     take_member<&ExportOptions::rest_clip>},
    {{"detail", ChoiceKind::Number, "", "1",
      "How finely round shapes are divided: 1 is all of it, 0.5 half as many segments.", "0.5"},
     take_detail},
    {{"lods", ChoiceKind::Count, "", "1",
      "Levels of detail, each with half the segments of the one before it; at most 4.", "3"},
     take_lods},
    {{"t_pose", ChoiceKind::Flag, "", "false", "Stretch out the arms of a person."},
     take_member<&ExportOptions::t_pose>},
    {{"vrm_name", ChoiceKind::Text, "", "", "What a VRM file says that the model is called.",
      R"("Hero")"},
     take_meta<&ExportMeta::name>},
    {{"vrm_authors", ChoiceKind::Texts, "", "", "Who made it.", R"(["Ada"])"},
     take_meta<&ExportMeta::authors>},
    {{"vrm_license", ChoiceKind::Text, "", "", "Where its license is.",
      R"("https://creativecommons.org/publicdomain/zero/1.0/")"},
     take_meta<&ExportMeta::license_url>},
});

}  // namespace

std::span<const Choice<ExportOptions>> export_choices() { return export_table; }

}  // namespace rigy::interfaces
