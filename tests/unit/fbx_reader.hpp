// A small, strict reader of binary FBX, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tests/every_floor.hpp"

namespace rigy {

struct FbxRaw {
  std::string bytes;
};

using FbxProperty = std::variant<bool, std::int32_t, std::int64_t, double, std::string, FbxRaw,
                                 std::vector<std::int32_t>, std::vector<std::int64_t>,
                                 std::vector<float>, std::vector<double>>;

struct FbxRecord {
  std::string name;
  std::vector<FbxProperty> properties;
  std::vector<FbxRecord> children;
  bool has_list = false;
};

struct FbxFile {
  std::string problem;  // empty if all lengths, lists and the footer are right
  std::uint32_t version = 0;
  std::vector<FbxRecord> records;
};

[[nodiscard]] FbxFile read_fbx(std::string_view bytes);

// One record per line: name, properties with their types, nested records in brackets.
[[nodiscard]] std::string to_text(const std::vector<FbxRecord>& records, int depth = 0);

}  // namespace rigy
