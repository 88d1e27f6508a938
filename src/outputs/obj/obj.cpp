// The shape of the model as Wavefront OBJ, with its materials in a second file.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "export_model/files.hpp"
#include "export_model/names.hpp"
#include "export_model/points.hpp"
#include "text/number_text.hpp"

namespace rigy::outputs {
namespace {

// In most readers a name ends at the first space, and all kinds of spaces and line breaks count;
// after a backslash the line continues.
std::string word_of(std::string_view name) {
  constexpr std::array<std::string_view, 4> long_spaces{"\xc2\x85", "\xc2\xa0", "\xe2\x80\xa8",
                                                        "\xe2\x80\xa9"};
  std::string word(name);
  for (const std::string_view space : long_spaces) {
    for (std::size_t at = word.find(space); at != std::string::npos; at = word.find(space, at)) {
      word.replace(at, space.size(), "_");
    }
  }
  const auto ends_word = [](unsigned char c) { return c <= ' ' || c == 0x7f || c == '\\'; };
  std::replace_if(word.begin(), word.end(), ends_word, '_');
  return word;
}

// As a word, and different for different names: "my box" is "my~20box", and "my~box" "my~7ebox".
std::string file_word_of(std::string_view name) {
  if (name == word_of(name) && name.find('~') == std::string_view::npos) return std::string(name);
  std::string word;
  for (const char letter : name) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool is_plain = byte > ' ' && byte < 0x7f && byte != '\\' && byte != '~';
    if (is_plain) {
      word += letter;
    } else {
      word += '~';
      word += "0123456789abcdef"[byte >> 4];
      word += "0123456789abcdef"[byte & 15];
    }
  }
  return word;
}

void append_line(std::string& out, std::string_view key, std::span<const float> numbers) {
  out += key;
  for (const float number : numbers) {
    out += ' ';
    append_shortest(out, number);
  }
  out += '\n';
}

constexpr std::string_view header = "# Rigy\n";

class ObjWriter {
 public:
  ObjWriter(const ExportModel& model, std::vector<std::string> materials)
      : model_(model), materials_(std::move(materials)) {}

  std::string write(const std::string& name) {
    out_ = header;
    if (!materials_.empty()) out_ += "mtllib " + obj_material_file(name) + "\n";
    UniqueNames objects;
    for (const ExportNode& node : model_.nodes) {
      if (node.kind != ExportNodeKind::Mesh) continue;
      out_ += "o " + objects.take(word_of(node.name)) + "\n";
      UniqueNames groups;  // of the object
      for (const ExportPart& part : model_.meshes[node.mesh].parts) write_part(part, groups);
    }
    return std::move(out_);
  }

 private:
  void write_part(const ExportPart& part, UniqueNames& groups) {
    const Geometry& geometry = model_.geometries[part.geometry];
    const bool has_uvs = !geometry.uv_sets.empty();
    const PartPoints points = points_of(geometry, part);
    for (const std::uint32_t vertex : points.vertices) {
      write_vector("v", &geometry.positions[3 * std::size_t{vertex}]);
    }
    if (has_uvs) write_uvs(geometry.uv_sets.front());
    for (std::size_t i = 0; i < geometry.normals.size(); i += 3) {
      write_vector("vn", &geometry.normals[i]);
    }
    for (const PrimitiveGroup& group : part.groups) {
      out_ += "g " + groups.take(word_of(group.id)) + "\n";
      if (part.material != no_index) out_ += "usemtl " + materials_[part.material] + "\n";
      write_faces(geometry.indices.subspan(group.first_index, group.index_count), points, has_uvs);
    }
    first_point_ += points.vertices.size();
    first_vertex_ += geometry.vertex_count();
    if (has_uvs) first_uv_ += geometry.vertex_count();
  }

  // Without -0.
  void write_vector(std::string_view key, const float* vector) {
    const auto [x, y, z] = std::array{vector[0], vector[1], vector[2]};
    append_line(out_, key, model_.z_is_up ? std::array{x, 0 - z, y} : std::array{x, y, z});
  }

  // Their v = 0 is at the bottom.
  void write_uvs(std::span<const float> uvs) {
    for (std::size_t i = 0; i < uvs.size(); i += 2) {
      append_line(out_, "vt", std::array{uvs[i], 1 - uvs[i + 1]});
    }
  }

  void write_faces(std::span<const std::uint32_t> indices, const PartPoints& points, bool has_uvs) {
    for (std::size_t i = 0; i < indices.size(); ++i) {
      out_ += i % 3 == 0 ? "f " : " ";
      append_integer(out_, first_point_ + points.of_vertex[indices[i]]);
      out_ += '/';
      if (has_uvs) append_integer(out_, first_uv_ + indices[i]);
      out_ += '/';
      append_integer(out_, first_vertex_ + indices[i]);
      if (i % 3 == 2) out_ += '\n';
    }
  }

  const ExportModel& model_;
  std::vector<std::string> materials_;
  std::string out_;
  std::uint64_t first_point_ = 1;
  std::uint64_t first_vertex_ = 1;  // of normals
  std::uint64_t first_uv_ = 1;
};

// Each a separate word.
std::vector<std::string> material_names(const ExportModel& model) {
  std::vector<std::string> words;
  UniqueNames names;
  for (const ExportMaterial& material : model.materials) {
    words.push_back(names.take(word_of(material.name)));
  }
  return words;
}

std::string materials_text(const ExportModel& model, const std::vector<std::string>& names) {
  std::string text(header);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::span<const float> color = model.materials[i].base_color;
    text += "newmtl " + names[i] + "\n";
    append_line(text, "Kd", color.first(3));
    append_line(text, "d", color.last(1));
    text += "illum 1\n";
  }
  return text;
}

}  // namespace

// A word without spaces.
std::string obj_material_file(const std::string& export_name) {
  return file_word_of(export_name) + ".mtl";
}

// One object per mesh node, one group per primitive. The format has one UV set, and neither bones
// nor empties.
std::vector<ExportedFile> export_as_obj(const ExportInput& input) {
  const auto& [model, name, threads, diagnostics] = input;
  const std::vector<std::string> materials = material_names(model);
  std::vector<ExportedFile> files =
      one_file(name + ".obj", ObjWriter(model, materials).write(name));
  if (!materials.empty()) {
    files.push_back({obj_material_file(name), materials_text(model, materials)});
  }
  return files;
}

}  // namespace rigy::outputs
