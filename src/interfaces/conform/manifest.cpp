#include "conform/manifest.hpp"

#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "conform/blocks.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::interfaces {
namespace {

namespace json = simdjson::dom;

// Reads fields and remembers the first thing that is wrong.
class ManifestReader {
 public:
  Suite read(json::element root);
  std::string fault;

 private:
  std::string text(json::object object, const std::string& where, const char* key);
  std::string required_text(json::object object, const std::string& where, const char* key);
  bool flag(json::object object, const std::string& where, const char* key);
  ConformCase read_case(json::object object, std::size_t number);
  void read_pose(json::object object, const std::string& where, ConformCase& test);
  void read_digests(json::object object, const std::string& where, ConformCase& test);
  void read_warnings(json::object object, const std::string& where, ConformCase& test);

  void complain(std::string message) {
    if (fault.empty()) fault = std::move(message);
  }
};

std::string ManifestReader::text(json::object object, const std::string& where, const char* key) {
  json::element value;
  if (object[key].get(value) != simdjson::SUCCESS) return {};
  std::string_view result;
  if (value.get(result) != simdjson::SUCCESS || result.empty()) {
    complain(fmt::format("{}: '{}' must be a non-empty string", where, key));
  }
  return std::string(result);
}

std::string ManifestReader::required_text(json::object object, const std::string& where,
                                          const char* key) {
  std::string result = text(object, where, key);
  if (result.empty()) complain(fmt::format("{} has no '{}'", where, key));
  return result;
}

bool ManifestReader::flag(json::object object, const std::string& where, const char* key) {
  json::element value;
  if (object[key].get(value) != simdjson::SUCCESS) return false;
  bool result = false;
  if (value.get(result) != simdjson::SUCCESS) {
    complain(fmt::format("{}: '{}' must be true or false", where, key));
  }
  return result;
}

void ManifestReader::read_pose(json::object object, const std::string& where, ConformCase& test) {
  test.pose = text(object, where, "pose_id");
  if (flag(object, where, "baked") == test.pose.empty()) {
    complain(fmt::format("{}: 'baked' and 'pose_id' belong together", where));
  }
}

void ManifestReader::read_digests(json::object object, const std::string& where,
                                  ConformCase& test) {
  json::element value;
  if (object["digests"].get(value) != simdjson::SUCCESS) return;
  json::object digests;
  if (value.get(digests) != simdjson::SUCCESS) {
    complain(fmt::format("{}: 'digests' must be an object", where));
    return;
  }
  for (const std::string_view name : block_names) {
    const std::string key(name);
    test.digests[key] = required_text(digests, where + ": 'digests'", key.c_str());
  }
}

void ManifestReader::read_warnings(json::object object, const std::string& where,
                                   ConformCase& test) {
  json::element value;
  if (object["expected_warnings"].get(value) != simdjson::SUCCESS) return;
  test.expected_warnings.emplace();
  json::array ids;
  bool good = value.get(ids) == simdjson::SUCCESS;
  if (good) {
    for (const json::element id : ids) {
      std::string_view text;
      good = good && id.get(text) == simdjson::SUCCESS;
      test.expected_warnings->emplace_back(text);
    }
  }
  if (!good) complain(fmt::format("{}: 'expected_warnings' must be a list of strings", where));
}

ConformCase ManifestReader::read_case(json::object object, std::size_t number) {
  ConformCase test;
  test.id = required_text(object, fmt::format("test {}", number), "id");
  const std::string where = fmt::format("test '{}'", test.id);
  test.category = required_text(object, where, "category");
  test.input = required_text(object, where, "input");
  read_pose(object, where, test);
  test.bake_transforms = flag(object, where, "bake_transforms");
  const std::string type = required_text(object, where, "type");
  test.positive = type == "positive";
  if (test.positive) {
    test.expected_output = required_text(object, where, "expected_output");
    test.expected_sha256 = required_text(object, where, "expected_sha256");
    read_digests(object, where, test);
    read_warnings(object, where, test);
  } else if (type == "negative") {
    test.expected_class = required_text(object, where, "expected_error_type");
    test.expected_code = text(object, where, "expected_code");
  } else {
    complain(fmt::format("{}: 'type' must be 'positive' or 'negative'", where));
  }
  return test;
}

Suite ManifestReader::read(json::element root) {
  Suite suite;
  json::object object;
  json::array tests;
  if (root.get(object) != simdjson::SUCCESS || object["tests"].get(tests) != simdjson::SUCCESS) {
    complain("it is not an object with a list 'tests'");
    return suite;
  }
  suite.version = required_text(object, "the manifest", "version");
  if (object["suite_revision"].get(suite.revision) != simdjson::SUCCESS) {
    complain("'suite_revision' must be an integer");
  }
  TextSet<std::string> ids;
  for (const json::element test : tests) {
    json::object fields;
    if (test.get(fields) != simdjson::SUCCESS) {
      complain(fmt::format("test {} is not an object", suite.cases.size()));
      break;
    }
    suite.cases.push_back(read_case(fields, suite.cases.size()));
    const std::string& id = suite.cases.back().id;
    if (!ids.insert(id).second) complain(fmt::format("test '{}' is listed twice", id));
  }
  if (suite.cases.empty()) complain("it has no tests");
  return suite;
}

}  // namespace

std::variant<Suite, std::string> parse_manifest(const std::string& text) {
  json::parser parser;
  json::element root;
  if (const auto error = parser.parse(text).get(root); error != simdjson::SUCCESS) {
    return fmt::format("it is not JSON: {}", simdjson::error_message(error));
  }
  ManifestReader reader;
  Suite suite = reader.read(root);
  if (!reader.fault.empty()) return std::move(reader.fault);
  return suite;
}

}  // namespace rigy::interfaces
