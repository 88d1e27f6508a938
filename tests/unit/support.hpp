// Shared by the unit tests: compiles documents given as strings, shortens reports to lines, and
// reads GLBs.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.hpp"
#include "document/document.hpp"
#include "math/affine.hpp"
#include "rigy/compile.hpp"
#include "rigy/files.hpp"
#include "syntax/asked_version.hpp"
#include "syntax/reporter.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {

using Files = std::map<std::string, std::string>;

inline constexpr const char* entry_name = "doc.rigy.yaml";

// Compiles `files`, of which `entry_name` is the entry.
[[nodiscard]] CompileResult compile_files(Files files, const CompileOptions& options = {});
[[nodiscard]] CompileResult compile_text(std::string document, const CompileOptions& options = {});

// The sources of a compilation that has only this one.
[[nodiscard]] Sources only(const Source& source);

// One line per diagnostic: "V11 7:21". Files other than the entry are named before the position.
// The messages are mostly left to the golden tests.
[[nodiscard]] std::string findings(const Report& report);
// The same with the messages: "V11 7:21 binding refers to …".
[[nodiscard]] std::string messages(const Report& report);
// The findings in a document, which may be the fragment that a test needs: armatures without
// bindings (W09), poses of some bones (W07), weights of any sum (W14) and prefixes without ids
// (W10) are ignored. tests/golden has cases for them.
[[nodiscard]] std::string findings_of(std::string document, const CompileOptions& options = {});
[[nodiscard]] std::string findings_of(Files files, CompileOptions options = {});

// The bytes of a document that must compile; if it does not, its findings.
[[nodiscard]] std::string bytes_of(Files files, const CompileOptions& options = {});
[[nodiscard]] std::string bytes_of(std::string document, const CompileOptions& options = {});

// A document as far as decoding and symmetry take it.
struct Decoded {
  explicit Decoded(std::string text);

  [[nodiscard]] Reporter reporter() {
    return {diagnostics, tree, 0, std::nullopt, asked_version(tree)};
  }
  [[nodiscard]] std::string report();

  Source source;
  Diagnostics diagnostics;
  Tree tree;  // empty if the text is not YAML
  Document document;
};

// A JSON value.
struct Json {
  enum class Kind { Null, Bool, Number, Text, List, Object };
  struct Field;

  [[nodiscard]] const Json& operator[](std::string_view key) const;  // null if it is not there
  [[nodiscard]] const Json& operator[](std::size_t index) const;
  [[nodiscard]] bool has(std::string_view key) const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(number); }
  [[nodiscard]] std::vector<double> numbers() const;

  // How gtest shows a test's parameter.
  friend void PrintTo(const Json& json, std::ostream* out) { *out << json["id"].text; }

  Kind kind = Kind::Null;
  bool boolean = false;
  double number = 0;
  std::string text;
  std::vector<Json> items;
  std::vector<Field> fields;
};

struct Json::Field {
  std::string key;
  Json value;
};

[[nodiscard]] Json parse_json(const std::string& text);

// A GLB taken apart. Fails the test, and is empty, if the container is invalid.
struct GlbFile {
  explicit GlbFile(const std::string& bytes);

  // The elements of an accessor, one after the other.
  [[nodiscard]] std::vector<float> floats(std::size_t accessor) const;
  [[nodiscard]] std::vector<std::uint32_t> indices(std::size_t accessor) const;
  [[nodiscard]] std::vector<std::uint16_t> joints(std::size_t accessor) const;

  // Attributes of mesh `mesh`.
  [[nodiscard]] std::vector<Vec3> positions(std::size_t mesh = 0) const;
  [[nodiscard]] std::vector<Vec3> normals(std::size_t mesh = 0) const;
  [[nodiscard]] std::vector<std::uint32_t> triangles(std::size_t mesh = 0) const;
  [[nodiscard]] std::size_t attribute(std::size_t mesh, std::string_view name) const;

  // The node's `matrix`, or the identity, or its `translation`.
  [[nodiscard]] Affine transform(std::size_t node) const;
  // Each node with a mesh and its transform from the scene's root, in the order of the nodes.
  struct Placed {
    std::size_t node = 0;
    std::size_t mesh = 0;
    Affine world;
  };
  [[nodiscard]] std::vector<Placed> placed_meshes() const;
  // The index of the node with this name; fails the test if there is none.
  [[nodiscard]] std::size_t node_named(std::string_view name) const;
  [[nodiscard]] std::vector<std::string> node_names() const;

  std::string json_text;
  std::string binary;
  Json json;
};

[[nodiscard]] GlbFile glb_of(Files files, const CompileOptions& options = {});
[[nodiscard]] GlbFile glb_of(std::string document, const CompileOptions& options = {});

// A number as YAML and JSON read it back exactly.
[[nodiscard]] std::string exact(double value);
[[nodiscard]] std::string exact(const Vec3& v);  // "[x, y, z]"

using Random = std::mt19937_64;
[[nodiscard]] double uniform(Random& random, double low, double high);
[[nodiscard]] std::size_t below(Random& random, std::size_t count);
[[nodiscard]] Vec3 random_point(Random& random, double size);

[[nodiscard]] double distance(const Vec3& a, const Vec3& b);

// Triangles by whether their winding agrees with their normals.
struct WindingCount {
  std::size_t agreeing = 0;
  std::size_t opposing = 0;
  std::size_t degenerate = 0;
};
[[nodiscard]] WindingCount count_winding(const std::vector<Vec3>& positions,
                                         const std::vector<Vec3>& normals,
                                         const std::vector<std::uint32_t>& triangles);

}  // namespace rigy::test
