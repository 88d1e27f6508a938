#include "fuzz/exported_files.hpp"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

#include "conform/glb_view.hpp"
#include "tests/every_floor.hpp"

namespace rigy::fuzz {
namespace {

// Looking up an accessor takes time in proportion to their number.
constexpr std::uint64_t max_checked_accessors = 3000;

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  }
  return value;
}

std::uint64_t length_of(const GlbView& view, const char* key) {
  const auto list = as<simdjson::dom::array>(view.json[key]);
  return list ? list->size() : 0;
}

std::string check_indices(const GlbView& view, simdjson::dom::element primitive) {
  const auto indices = accessor_of(view, as<std::uint64_t>(primitive["indices"]).value_or(0));
  const auto positions =
      accessor_of(view, as<std::uint64_t>(primitive["attributes"]["POSITION"]).value_or(0));
  if (const auto* wrong = std::get_if<std::string>(&indices)) return *wrong;
  if (const auto* wrong = std::get_if<std::string>(&positions)) return *wrong;
  const auto& list = std::get<AccessorView>(indices);
  const std::uint64_t vertices = std::get<AccessorView>(positions).count;
  for (std::uint64_t i = 0; i < list.count; ++i) {
    if (little_endian(list.component(i, 0)) >= vertices) return "an index out of range";
  }
  return {};
}

// The views of a compressed file: each has its bytes, and decoded it is as long as it says. What
// they decode to is for the readers of gltf_export_options.
std::string check_compressed(const GlbView& view) {
  const auto views = as<simdjson::dom::array>(view.json["bufferViews"]);
  if (!views) return {};
  for (const simdjson::dom::element one : *views) {
    const auto packed = one["extensions"]["EXT_meshopt_compression"];
    if (packed.error() != simdjson::SUCCESS) continue;
    const auto number = [](const auto& of, const char* key) {
      return as<std::uint64_t>(of[key]).value_or(0);
    };
    if (number(packed, "byteOffset") + number(packed, "byteLength") > view.binary.size()) {
      return "a compressed view beyond the end";
    }
    if (number(packed, "byteStride") * number(packed, "count") != number(one, "byteLength")) {
      return "a compressed view of another length than stated";
    }
  }
  return {};
}

std::string check_glb(std::string_view bytes) {
  GlbView view;
  if (std::string wrong = read_glb(bytes, view); !wrong.empty()) return wrong;
  // The second buffer has the length of what is decoded, and no bytes.
  if (length_of(view, "buffers") > 1) return check_compressed(view);
  const std::uint64_t accessors = length_of(view, "accessors");
  if (accessors > max_checked_accessors) return {};
  for (std::uint64_t i = 0; i < accessors; ++i) {
    const auto found = accessor_of(view, i);
    if (const auto* wrong = std::get_if<std::string>(&found)) return *wrong;
  }
  const auto meshes = as<simdjson::dom::array>(view.json["meshes"]);
  if (!meshes) return {};
  for (const simdjson::dom::element mesh : *meshes) {
    const auto primitives = as<simdjson::dom::array>(mesh["primitives"]);
    if (!primitives) return "a mesh without primitives";
    for (const simdjson::dom::element primitive : *primitives) {
      if (std::string wrong = check_indices(view, primitive); !wrong.empty()) return wrong;
    }
  }
  return {};
}

std::string check_gltf(const std::vector<ExportedFile>& files) {
  simdjson::dom::parser parser;
  const auto json = as<simdjson::dom::element>(parser.parse(files.front().bytes));
  if (!json) return "text that is not JSON";
  const std::size_t size = files.size() > 1 ? files[1].bytes.size() : 0;
  const auto stated = as<std::uint64_t>(json->at_pointer("/buffers/0/byteLength"));
  return stated.value_or(0) == size ? std::string() : "data of another length than stated";
}

// The records at the top level: each states where it ends, and a record of zeros comes last.
std::string check_fbx(std::string_view bytes) {
  constexpr std::size_t version_at = 23;
  constexpr std::size_t footer_size = 160;
  if (bytes.size() < version_at + 4) return "no header";
  const std::size_t field = little_endian(bytes.substr(version_at, 4)) < 7500 ? 4 : 8;
  std::size_t at = version_at + 4;
  for (;;) {
    if (at + 3 * field + 1 > bytes.size()) return "a record beyond the end";
    const std::uint64_t end = little_endian(bytes.substr(at, field));
    if (end == 0) break;
    if (end <= at) return "a record that ends before it begins";
    at = static_cast<std::size_t>(end);
  }
  const std::size_t rest = bytes.size() - (at + 3 * field + 1);
  return rest > footer_size && rest <= footer_size + 16 ? std::string() : "no footer";
}

// Numbers of lines so far that faces refer to.
struct ObjLines {
  std::uint64_t positions = 0;
  std::uint64_t uvs = 0;
  std::uint64_t normals = 0;
};

// A corner is POSITION/UV/NORMAL; the UV may be missing.
std::string check_face(std::string_view face, const ObjLines& lines) {
  const std::uint64_t counts[] = {lines.positions, lines.uvs, lines.normals};
  std::size_t kind = 0;
  for (std::size_t at = 0; at < face.size(); ++at) {
    if (face[at] == ' ') kind = 0;
    if (face[at] == '/') ++kind;
    if (face[at] == ' ' || face[at] == '/') continue;
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(&face[at], face.data() + face.size(), number);
    if (error != std::errc() || kind > 2) return "a face that cannot be read";
    if (number == 0 || number > counts[kind]) return "a face without its vertex";
    at = static_cast<std::size_t>(end - face.data()) - 1;
  }
  return {};
}

std::string check_obj(std::string_view text) {
  ObjLines lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "a line without end";
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    lines.positions += line.starts_with("v ") ? 1 : 0;
    lines.uvs += line.starts_with("vt ") ? 1 : 0;
    lines.normals += line.starts_with("vn ") ? 1 : 0;
    if (!line.starts_with("f ")) continue;
    if (std::string wrong = check_face(line.substr(1), lines); !wrong.empty()) return wrong;
  }
  return {};
}

std::string check_stl(std::string_view bytes) {
  constexpr std::size_t header_size = 80;
  constexpr std::size_t triangle_size = 50;
  if (bytes.size() < header_size + 4) return "no header";
  const std::uint64_t triangles = little_endian(bytes.substr(header_size, 4));
  const bool fits = bytes.size() == header_size + 4 + triangles * triangle_size;
  return fits ? std::string() : "not the length of its triangles";
}

}  // namespace

std::string check_exported(const std::vector<ExportedFile>& files, ExportFormat format) {
  const std::string& main = files.front().bytes;
  switch (format) {
    case ExportFormat::Glb:
    case ExportFormat::Vrm:
      return check_glb(main);
    case ExportFormat::Gltf:
      return check_gltf(files);
    case ExportFormat::Fbx:
      return check_fbx(main);
    case ExportFormat::Obj:
      return check_obj(main);
    case ExportFormat::Stl:
      return check_stl(main);
  }
  return "an unknown format";
}

}  // namespace rigy::fuzz
