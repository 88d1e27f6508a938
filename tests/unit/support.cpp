#include "support.hpp"

#include <bit>
#include <cmath>
#include <functional>
#include <type_traits>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include "document/decode.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {
namespace {

const Json null_value;

Json convert(const simdjson::dom::element& element) {
  using Type = simdjson::dom::element_type;
  Json value;
  switch (element.type()) {
    case Type::ARRAY:
      value.kind = Json::Kind::List;
      for (const auto item : element.get_array()) value.items.push_back(convert(item));
      break;
    case Type::OBJECT:
      value.kind = Json::Kind::Object;
      for (const auto field : element.get_object()) {
        value.fields.push_back({std::string(field.key), convert(field.value)});
      }
      break;
    case Type::STRING:
      value.kind = Json::Kind::Text;
      value.text = std::string(element.get_string().value());
      break;
    case Type::BOOL:
      value.kind = Json::Kind::Bool;
      value.boolean = element.get_bool();
      break;
    case Type::NULL_VALUE:
      break;
    default:
      value.kind = Json::Kind::Number;
      value.number = element.get_double();
  }
  return value;
}

std::uint32_t little_endian_at(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 4; i-- > 0;) {
    value = value << 8 | static_cast<unsigned char>(bytes.at(at + i));
  }
  return value;
}

std::string id_and_place(const Diagnostic& one) {
  const std::string file = one.place.file == entry_name ? "" : one.place.file + ":";
  return fmt::format("{} {}{}:{}", one.id, file, one.place.start.line, one.place.start.column);
}

// The bytes of an accessor; every one has its own bufferView.
std::string_view view_of(const GlbFile& glb, std::size_t accessor) {
  const Json& view = glb.json["bufferViews"][glb.json["accessors"][accessor]["bufferView"].index()];
  return std::string_view(glb.binary)
      .substr(view["byteOffset"].index(), view["byteLength"].index());
}

template <class T>
std::vector<T> numbers_of(const GlbFile& glb, std::size_t accessor) {
  const std::string_view bytes = view_of(glb, accessor);
  std::vector<T> numbers;
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    std::uint32_t bits = 0;
    for (std::size_t i = sizeof(T); i-- > 0;) {
      bits = bits << 8 | static_cast<unsigned char>(bytes[at + i]);
    }
    if constexpr (std::is_same_v<T, float>) {
      numbers.push_back(std::bit_cast<float>(bits));
    } else {
      numbers.push_back(static_cast<T>(bits));
    }
  }
  return numbers;
}

std::vector<Vec3> vectors_of(const GlbFile& glb, std::size_t accessor) {
  const std::vector<float> numbers = glb.floats(accessor);
  std::vector<Vec3> vectors;
  for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
    vectors.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
  }
  return vectors;
}

}  // namespace

CompileResult compile_files(Files files, const CompileOptions& options) {
  MemoryFiles reader(std::move(files));
  return compile(entry_name, reader, options);
}

CompileResult compile_text(std::string document, const CompileOptions& options) {
  return compile_files({{entry_name, std::move(document)}}, options);
}

std::string findings(const Report& report) {
  std::string text;
  for (const Diagnostic& one : report.diagnostics) text += id_and_place(one) + "\n";
  return text;
}

std::string messages(const Report& report) {
  std::string text;
  for (const Diagnostic& one : report.diagnostics) {
    text += fmt::format("{} {}\n", id_and_place(one), one.message);
  }
  return text;
}

std::string findings_of(Files files, CompileOptions options) {
  for (const char* id : {"W07", "W09", "W10", "W14"}) options.suppressed_warnings.emplace_back(id);
  return findings(compile_files(std::move(files), options).report);
}

std::string findings_of(std::string document, const CompileOptions& options) {
  return findings_of(Files{{entry_name, std::move(document)}}, options);
}

std::string bytes_of(Files files, const CompileOptions& options) {
  const CompileResult result = compile_files(std::move(files), options);
  return result.report.ok() ? result.glb.to_string() : findings(result.report);
}

std::string bytes_of(std::string document, const CompileOptions& options) {
  return bytes_of(Files{{entry_name, std::move(document)}}, options);
}

Sources only(const Source& source) { return {{std::make_shared<const Source>(source)}}; }

Decoded::Decoded(std::string text) {
  source.name = entry_name;
  source.text = std::move(text);
  source.quotable = true;
  if (auto parsed = parse_yaml(source, 0, diagnostics)) {
    tree = std::move(*parsed);
    document = decode_document(reporter());
  }
}

std::string Decoded::report() { return findings(diagnostics.report(only(source))); }

const Json& Json::operator[](std::string_view key) const {
  for (const auto& [name, value] : fields) {
    if (name == key) return value;
  }
  return null_value;
}

const Json& Json::operator[](std::size_t index) const {
  return index < items.size() ? items[index] : null_value;
}

std::size_t Json::size() const { return items.size() + fields.size(); }

bool Json::has(std::string_view key) const { return &(*this)[key] != &null_value; }

std::vector<double> Json::numbers() const {
  std::vector<double> out;
  for (const Json& item : items) out.push_back(item.number);
  return out;
}

Json parse_json(const std::string& text) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  const auto error = parser.parse(text).get(root);
  EXPECT_EQ(error, simdjson::SUCCESS) << text;
  return error == simdjson::SUCCESS ? convert(root) : Json{};
}

GlbFile::GlbFile(const std::string& bytes) {
  if (!bytes.starts_with("glTF")) {
    ADD_FAILURE() << "not a GLB: " << bytes.substr(0, 2000);
    return;
  }
  EXPECT_EQ(little_endian_at(bytes, 4), 2u);
  EXPECT_EQ(little_endian_at(bytes, 8), bytes.size());
  const std::size_t json_size = little_endian_at(bytes, 12);
  EXPECT_EQ(bytes.substr(16, 4), "JSON");
  json_text = bytes.substr(20, json_size);
  json = parse_json(json_text);
  const std::size_t chunk = 20 + json_size;
  if (chunk == bytes.size()) return;
  EXPECT_EQ(little_endian_at(bytes, chunk), bytes.size() - chunk - 8);
  EXPECT_EQ(bytes.substr(chunk + 4, 4), std::string("BIN\0", 4));
  binary = bytes.substr(chunk + 8);
}

std::vector<float> GlbFile::floats(std::size_t accessor) const {
  EXPECT_EQ(json["accessors"][accessor]["componentType"].number, 5126);
  return numbers_of<float>(*this, accessor);
}

std::vector<std::uint32_t> GlbFile::indices(std::size_t accessor) const {
  EXPECT_EQ(json["accessors"][accessor]["componentType"].number, 5125);
  return numbers_of<std::uint32_t>(*this, accessor);
}

std::vector<std::uint16_t> GlbFile::joints(std::size_t accessor) const {
  EXPECT_EQ(json["accessors"][accessor]["componentType"].number, 5123);
  return numbers_of<std::uint16_t>(*this, accessor);
}

std::size_t GlbFile::attribute(std::size_t mesh, std::string_view name) const {
  const Json& found = json["meshes"][mesh]["primitives"][0]["attributes"][name];
  EXPECT_EQ(found.kind, Json::Kind::Number) << "no attribute " << name;
  return found.index();
}

std::vector<Vec3> GlbFile::positions(std::size_t mesh) const {
  return vectors_of(*this, attribute(mesh, "POSITION"));
}

std::vector<Vec3> GlbFile::normals(std::size_t mesh) const {
  return vectors_of(*this, attribute(mesh, "NORMAL"));
}

std::vector<std::uint32_t> GlbFile::triangles(std::size_t mesh) const {
  return indices(json["meshes"][mesh]["primitives"][0]["indices"].index());
}

Affine GlbFile::transform(std::size_t node) const {
  Affine result;
  const Json& at = json["nodes"][node];
  if (at.has("matrix")) {
    const std::vector<double> m = at["matrix"].numbers();
    result.linear = from_columns({m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]});
    result.translation = {m[12], m[13], m[14]};
  } else if (at.has("translation")) {
    const std::vector<double> t = at["translation"].numbers();
    result.translation = {t[0], t[1], t[2]};
  }
  return result;
}

std::vector<GlbFile::Placed> GlbFile::placed_meshes() const {
  std::vector<Placed> placed;
  const std::function<void(std::size_t, const Affine&)> visit = [&](std::size_t node,
                                                                    const Affine& above) {
    const Affine world = above * transform(node);
    const Json& at = json["nodes"][node];
    if (at.has("mesh")) placed.push_back({node, at["mesh"].index(), world});
    for (const Json& child : at["children"].items) visit(child.index(), world);
  };
  for (const Json& root : json["scenes"][0]["nodes"].items) visit(root.index(), {});
  return placed;
}

std::size_t GlbFile::node_named(std::string_view name) const {
  for (std::size_t i = 0; i < json["nodes"].size(); ++i) {
    if (json["nodes"][i]["name"].text == name) return i;
  }
  ADD_FAILURE() << "no node is called " << name;
  return 0;
}

std::vector<std::string> GlbFile::node_names() const {
  std::vector<std::string> names;
  for (const Json& node : json["nodes"].items) names.push_back(node["name"].text);
  return names;
}

GlbFile glb_of(Files files, const CompileOptions& options) {
  return GlbFile(bytes_of(std::move(files), options));
}

GlbFile glb_of(std::string document, const CompileOptions& options) {
  return GlbFile(bytes_of(std::move(document), options));
}

std::string exact(double value) { return fmt::format("{:.17e}", value); }

std::string exact(const Vec3& v) {
  return fmt::format("[{}, {}, {}]", exact(v.x), exact(v.y), exact(v.z));
}

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

std::size_t below(Random& random, std::size_t count) {
  return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

Vec3 random_point(Random& random, double size) {
  const double x = uniform(random, -size, size);
  const double y = uniform(random, -size, size);
  return {x, y, uniform(random, -size, size)};
}

double distance(const Vec3& a, const Vec3& b) { return length(a - b); }

WindingCount count_winding(const std::vector<Vec3>& positions, const std::vector<Vec3>& normals,
                           const std::vector<std::uint32_t>& triangles) {
  WindingCount count;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    const Vec3& a = positions.at(triangles[i]);
    const Vec3& b = positions.at(triangles[i + 1]);
    const Vec3& c = positions.at(triangles[i + 2]);
    const Vec3 face = cross(b - a, c - a);
    const Vec3 normal =
        normals[triangles[i]] + normals[triangles[i + 1]] + normals[triangles[i + 2]];
    const double sides = distance(a, b) * distance(a, c);
    if (!(length(face) > 1e-6 * sides) || distance(b, c) < 1e-6 * distance(a, b)) {
      ++count.degenerate;
    } else if (dot(face, normal) > 0) {
      ++count.agreeing;
    } else {
      ++count.opposing;
    }
  }
  return count;
}

}  // namespace rigy::test
