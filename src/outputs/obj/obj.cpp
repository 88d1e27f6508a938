// The shape of the model as Wavefront OBJ, with its materials in a second file.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "common/parallel.hpp"
#include "common/unreachable.hpp"
#include "export_model/files.hpp"
#include "export_model/names.hpp"
#include "export_model/number_source.hpp"
#include "export_model/points.hpp"
#include "io/write_pieces.hpp"
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

// The numbers of the next lines.
struct ObjCounts {
  std::uint64_t first_point = 1;
  std::uint64_t first_vertex = 1;  // of normals
  std::uint64_t first_uv = 1;
};

// A part of an object: what lines come before it, and how they and its faces count.
struct ObjPart {
  const ExportPart* part = nullptr;
  std::string head;                      // of the first part of an object
  std::vector<std::string> group_names;  // of its groups
  ObjCounts counts;
};

enum class ObjSection : std::uint8_t { All, Points, Uvs, Normals, Faces };

// Lines that are made at once: of a part, or of a primitive of a large part.
struct ObjPiece {
  std::size_t part = 0;
  ObjSection section = ObjSection::All;
  bool is_first = true;  // of the part
  PrimitiveSlot slot;
  std::size_t group = 0;
  ObjCounts counts;
};

// The text of so many vertices takes about 10 MB.
constexpr std::size_t max_vertices_at_once = 1u << 16;

class ObjWriter {
 public:
  ObjWriter(const ExportModel& model, const std::vector<std::string>& materials)
      : model_(model), materials_(materials) {}

  // What comes before all objects.
  [[nodiscard]] std::string head(const std::string& name) const {
    std::string text(header);
    if (!materials_.empty()) text += "mtllib " + obj_material_file(name) + "\n";
    return text;
  }

  // All parts, in order; follow() sets where their counts begin.
  [[nodiscard]] std::vector<ObjPart> plan() const {
    std::vector<ObjPart> parts;
    std::string object;
    UniqueNames objects;
    for (const ExportNode& node : model_.nodes) {
      if (node.kind != ExportNodeKind::Mesh) continue;
      object += "o " + objects.take(word_of(node.name)) + "\n";
      UniqueNames groups;  // of the object
      for (const ExportPart& part : model_.meshes[node.mesh].parts) {
        ObjPart& planned = parts.emplace_back();
        planned.part = &part;
        planned.head = std::exchange(object, {});
        for (const PrimitiveGroup& group : part.groups) {
          planned.group_names.push_back(groups.take(word_of(group.id)));
        }
      }
    }
    return parts;
  }

  // Lets a part begin where the counts of the one before it end.
  void follow(const ObjPart& before, std::size_t points, ObjPart& part) const {
    const Geometry& geometry = model_.geometries[before.part->geometry];
    part.counts = after(before.counts, geometry, points, geometry.vertex_count());
  }

  // The pieces of a part whose numbers are made later: those of a large one are written section by
  // section.
  void add_pieces(const std::vector<ObjPart>& parts, std::size_t number,
                  std::vector<ObjPiece>& pieces) const {
    const ObjPart& part = parts[number];
    const Geometry& geometry = model_.geometries[part.part->geometry];
    if (geometry.vertex_count() <= max_vertices_at_once) {
      pieces.push_back({.part = number, .slot = {}, .counts = part.counts});
      return;
    }
    const std::vector<PrimitiveSlot> slots = model_.source->slots_of(geometry);
    bool is_first = true;
    for (const ObjSection section :
         {ObjSection::Points, ObjSection::Uvs, ObjSection::Normals, ObjSection::Faces}) {
      if (section == ObjSection::Uvs && geometry.uv_set_count() == 0) continue;
      ObjCounts counts = part.counts;
      for (std::size_t i = 0; i < slots.size(); ++i) {
        pieces.push_back({number, section, is_first, slots[i], i, counts});
        const PrimitiveFacts& facts = model_.source->facts(slots[i]);
        counts = after(counts, geometry, facts.points, facts.vertices);
        is_first = false;
      }
    }
  }

  // `geometry` is that of the part, with its numbers.
  void append(const ObjPart& planned, const Geometry& geometry, const PartPoints& points,
              std::string& out) const {
    const ExportPart& part = *planned.part;
    out += planned.head;
    append_points(out, geometry, points);
    if (!geometry.uv_sets.empty()) append_uvs(out, geometry.uv_sets.front());
    append_normals(out, geometry);
    for (std::size_t i = 0; i < part.groups.size(); ++i) {
      const PrimitiveGroup& group = part.groups[i];
      append_group(out, planned, i);
      append_faces(out, planned.counts,
                   geometry.indices.subspan(group.first_index, group.index_count), points,
                   !geometry.uv_sets.empty());
    }
  }

  // `geometry` is that of the primitive.
  void append(const ObjPiece& piece, const ObjPart& planned, const Geometry& geometry,
              std::string& out) const {
    PrimitiveGroup all;
    all.index_count = static_cast<std::uint32_t>(geometry.indices.size());
    if (piece.is_first) out += planned.head;
    switch (piece.section) {
      case ObjSection::Points:
        return append_points(out, geometry, points_of(geometry, {&all, 1}));
      case ObjSection::Uvs:
        return append_uvs(out, geometry.uv_sets.front());
      case ObjSection::Normals:
        return append_normals(out, geometry);
      case ObjSection::Faces:
        append_group(out, planned, piece.group);
        return append_faces(out, piece.counts, geometry.indices, points_of(geometry, {&all, 1}),
                            !geometry.uv_sets.empty());
      case ObjSection::All:
        break;
    }
    unreachable();
  }

 private:
  [[nodiscard]] static ObjCounts after(ObjCounts counts, const Geometry& geometry,
                                       std::size_t points, std::size_t vertices) {
    counts.first_point += points;
    counts.first_vertex += vertices;
    if (geometry.uv_set_count() > 0) counts.first_uv += vertices;
    return counts;
  }

  void append_points(std::string& out, const Geometry& geometry, const PartPoints& points) const {
    for (const std::uint32_t vertex : points.vertices) {
      append_vector(out, "v", &geometry.positions[3 * std::size_t{vertex}]);
    }
  }

  void append_normals(std::string& out, const Geometry& geometry) const {
    for (std::size_t i = 0; i < geometry.normals.size(); i += 3) {
      append_vector(out, "vn", &geometry.normals[i]);
    }
  }

  void append_group(std::string& out, const ObjPart& planned, std::size_t group) const {
    out += "g " + planned.group_names[group] + "\n";
    const std::uint32_t material = planned.part->material;
    if (material != no_index) out += "usemtl " + materials_[material] + "\n";
  }

  // Without -0.
  void append_vector(std::string& out, std::string_view key, const float* vector) const {
    const auto [x, y, z] = std::array{vector[0], vector[1], vector[2]};
    append_line(out, key, model_.z_is_up ? std::array{x, 0 - z, y} : std::array{x, y, z});
  }

  // Their v = 0 is at the bottom.
  static void append_uvs(std::string& out, std::span<const float> uvs) {
    for (std::size_t i = 0; i < uvs.size(); i += 2) {
      append_line(out, "vt", std::array{uvs[i], 1 - uvs[i + 1]});
    }
  }

  static void append_faces(std::string& out, const ObjCounts& counts,
                           std::span<const std::uint32_t> indices, const PartPoints& points,
                           bool has_uvs) {
    for (std::size_t i = 0; i < indices.size(); ++i) {
      out += i % 3 == 0 ? "f " : " ";
      append_integer(out, counts.first_point + points.of_vertex[indices[i]]);
      out += '/';
      if (has_uvs) append_integer(out, counts.first_uv + indices[i]);
      out += '/';
      append_integer(out, counts.first_vertex + indices[i]);
      if (i % 3 == 2) out += '\n';
    }
  }

  const ExportModel& model_;
  const std::vector<std::string>& materials_;
};

std::string text_of(const ExportModel& model, const ObjWriter& writer, std::vector<ObjPart> parts,
                    std::string text) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Geometry& geometry = model.geometries[parts[i].part->geometry];
    const PartPoints points = points_of(geometry, parts[i].part->groups);
    writer.append(parts[i], geometry, points, text);
    if (i + 1 < parts.size()) writer.follow(parts[i], points.vertices.size(), parts[i + 1]);
  }
  return text;
}

std::size_t point_count(const ExportModel& model, const ObjPart& part) {
  std::size_t points = 0;
  for (const PrimitiveSlot& slot : model.source->slots_of(model.geometries[part.part->geometry])) {
    points += model.source->facts(slot).points;
  }
  return points;
}

// Numbers become text of any length, so that the pieces are written one after the other.
void stream(const ExportModel& model, const ObjWriter& writer, std::vector<ObjPart> parts,
            unsigned threads, const std::string& head, OutputSink& sink) {
  if (!sink.write(0, std::as_bytes(std::span(head)))) return;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    writer.follow(parts[i], point_count(model, parts[i]), parts[i + 1]);
  }
  std::vector<ObjPiece> pieces;
  for (std::size_t i = 0; i < parts.size(); ++i) writer.add_pieces(parts, i, pieces);
  std::vector<std::string> texts(useful_threads(pieces.size(), threads, 1));
  std::uint64_t offset = head.size();
  const auto make = [&](unsigned worker, std::size_t i) {
    const ObjPart& part = parts[pieces[i].part];
    texts[worker].clear();
    if (pieces[i].section != ObjSection::All) {
      NumberReader reader(*model.source);
      return writer.append(pieces[i], part, reader.read(pieces[i].slot), texts[worker]);
    }
    OwnNumbers memory;
    const Geometry& whole = model.geometries[part.part->geometry];
    const Geometry geometry = load(*model.source, whole, 1, memory);
    writer.append(part, geometry, points_of(geometry, part.part->groups), texts[worker]);
  };
  const auto write = [&](unsigned worker, std::size_t) {
    const std::string& text = texts[worker];
    const bool is_written = sink.write(offset, std::as_bytes(std::span(text)));
    offset += text.size();
    return is_written;
  };
  write_pieces({pieces.size(), threads, false}, make, write);
}

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
  const ExportModel& model = input.model;
  const std::string name = input.name + ".obj";
  const std::vector<std::string> materials = material_names(model);
  const ObjWriter writer(model, materials);
  const std::string head = writer.head(input.name);
  std::vector<ObjPart> parts = writer.plan();
  std::vector<ExportedFile> files = one_file(name, {});
  if (model.source != nullptr) {
    stream(model, writer, std::move(parts), input.threads, head, input.sink_of(name));
  } else {
    files.front().bytes = text_of(model, writer, std::move(parts), head);
  }
  if (!materials.empty()) {
    files.push_back({obj_material_file(input.name), materials_text(model, materials)});
  }
  return files;
}

}  // namespace rigy::outputs
