#include "cli/manifest_reader.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

namespace rigy::interfaces::cli {
namespace {

namespace json = simdjson::dom;

constexpr std::uint64_t known_version = 2;

// Reads fields and remembers the first thing that is wrong.
class ManifestFields {
 public:
  std::string fault;

  ReadManifest read(json::element root) {
    ReadManifest manifest;
    std::uint64_t version = 0;
    if (root["manifest_version"].get(version) != simdjson::SUCCESS) {
      complain("it has no 'manifest_version'");
    } else if (version != known_version) {
      complain(fmt::format("manifest_version {} is not known; this program reads {}", version,
                           known_version));
    }
    manifest.tool_version = text(root["tool"], "tool", "version");
    manifest.input = digest(root["input"], "input");
    manifest.output = digest(root["output"], "output");
    for_each(root["files"], "files", [&](json::element file) {
      manifest.files.push_back(digest(json::element(file), "files"));
    });
    manifest.options = options(root["options"]);
    return manifest;
  }

 private:
  using Element = simdjson::simdjson_result<json::element>;

  void complain(std::string message) {
    if (fault.empty()) fault = std::move(message);
  }

  std::string text(Element object, std::string_view where, const char* key) {
    std::string_view value;
    if (object[key].get(value) != simdjson::SUCCESS) {
      complain(fmt::format("'{}' has no text '{}'", where, key));
    }
    return std::string(value);
  }

  FileDigest digest(Element object, std::string_view where) {
    return {text(object, where, "path"), text(object, where, "sha256")};
  }

  template <class Visit>
  void for_each(Element element, std::string_view where, const Visit& visit) {
    json::array values;
    if (element.get(values) != simdjson::SUCCESS) {
      return complain(fmt::format("'{}' is no list", where));
    }
    for (const json::element one : values) visit(one);
  }

  std::vector<std::string> texts(Element element, std::string_view where) {
    std::vector<std::string> values;
    for_each(element, where, [&](json::element one) {
      std::string_view value;
      if (one.get(value) != simdjson::SUCCESS) {
        complain(fmt::format("'{}' has something that is no text", where));
      }
      values.emplace_back(value);
    });
    return values;
  }

  std::vector<ParamValue> params(Element element) {
    std::vector<ParamValue> values;
    json::object object;
    if (element.get(object) != simdjson::SUCCESS) {
      complain("'params' is not a mapping");
      return values;
    }
    for (const json::key_value_pair param : object) {
      const std::string name(param.key);
      values.push_back({name, text(element, "params", name.c_str())});
    }
    return values;
  }

  CompileOptions options(Element object) {
    CompileOptions options;
    json::element pose;
    if (object["pose"].get(pose) != simdjson::SUCCESS || !pose.is_null()) {
      options.pose = text(object, "options", "pose");
    }
    const std::string winding = text(object, "options", "winding");
    if (winding == "outward") {
      options.winding = Winding::Outward;
    } else if (winding != "canonical") {
      complain(fmt::format("winding '{}' is neither 'canonical' nor 'outward'", winding));
    }
    if (object["bake_transforms"].get(options.bake_transforms) != simdjson::SUCCESS) {
      complain("'options' has no 'bake_transforms' that is true or false");
    }
    options.params = params(object["params"]);
    options.warnings_as_errors = texts(object["warn_as_error"], "warn_as_error");
    options.suppressed_warnings = texts(object["suppress_warning"], "suppress_warning");
    return options;
  }
};

}  // namespace

std::variant<ReadManifest, std::string> read_manifest(const std::string& text) {
  json::parser parser;
  json::element root;
  if (const simdjson::error_code error = parser.parse(text).get(root)) {
    return fmt::format("it is not JSON: {}", simdjson::error_message(error));
  }
  ManifestFields fields;
  ReadManifest manifest = fields.read(root);
  if (!fields.fault.empty()) return std::move(fields.fault);
  return manifest;
}

}  // namespace rigy::interfaces::cli
