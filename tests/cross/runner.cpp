// cross_runner SUITE [--locale NAME | --floats MODE | --pictures EVERY]: compiles and exports every
// case of a conformance suite through the C interface, as a program with that locale or
// floating-point mode would.
//
// Standard output gets, for each case in the order of the manifest, a line with the sizes of the
// output (0 if the document is rejected), of the diagnostics and of the export, then the bytes of
// all three. The options of exports take turns (exports.def). The examples there follow, each
// without an output. With --pictures N it gets a line for every Nth case instead: the id, a digest
// of the pixels, and after a tab each the inspection and the measurement of the first and the last
// primitive, as JSON.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "caller.hpp"
#include "conform/manifest.hpp"
#include "platform/program.hpp"
#include "rigy/inspect.hpp"
#include "rigy/measure.hpp"
#include "rigy/render.hpp"
#include "rigy/rigy.h"
#include "tests/every_floor.hpp"

namespace rigy::cross {
namespace {

namespace fs = std::filesystem;

using Files = std::map<std::string, std::string>;

std::string bytes_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The files below a folder, named relative to another one, whose names contain a text.
void add_files(const fs::path& folder, const fs::path& base, const char* text, Files& files) {
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().lexically_relative(base).generic_string();
    if (!entry.is_regular_file() || path.find(text) == std::string::npos) continue;
    files.emplace(path, bytes_of(entry.path()));
  }
}

// Those of the suite, and the examples beside it.
Files inputs_of(const fs::path& suite) {
  Files files;
  add_files(suite, suite, "/inputs/", files);
  const fs::path repository = fs::absolute(suite).parent_path();
  add_files(repository / "examples", repository, ".yaml", files);
  return files;
}

bool is_folder(const Files& files, const std::string& path) {
  const auto first = files.lower_bound(path + "/");
  return first != files.end() && first->first.starts_with(path + "/");
}

int find_file(void* context, const char* path, const void** data, std::size_t* size) {
  const auto& files = *static_cast<const Files*>(context);
  const auto found = files.find(path);
  if (found == files.end()) {
    return is_folder(files, path) ? RIGY_FILE_NOT_REGULAR : RIGY_FILE_NOT_FOUND;
  }
  *data = found->second.data();
  *size = found->second.size();
  return RIGY_FILE_OK;
}

// All files of an export, one after the other.
std::string files_in(const rigy_result* result) {
  std::string bytes;
  for (std::size_t i = 0; i < rigy_result_file_count(result); ++i) {
    std::size_t size = 0;
    const unsigned char* data = rigy_result_file(result, i, &size);
    bytes.append(reinterpret_cast<const char*>(data), size);
  }
  return bytes;
}

void write_result(const rigy_result* compiled, const rigy_result* exported) {
  std::size_t glb_size = 0;
  std::size_t text_size = 0;
  const unsigned char* glb = rigy_result_glb(compiled, &glb_size);
  const char* text = rigy_result_diagnostics(compiled, &text_size);
  const std::string files = files_in(exported);
  std::printf("%zu %zu %zu\n", glb_size, text_size, files.size());
  if (glb_size > 0) std::fwrite(glb, 1, glb_size, stdout);
  std::fwrite(text, 1, text_size, stdout);
  std::fwrite(files.data(), 1, files.size(), stdout);
}

int fail(const std::string& what) {
  std::fprintf(stderr, "cross_runner: %s\n", what.c_str());
  return 1;
}

rigy_result* compile_case(const ConformCase& test, Files& files) {
  rigy_options options = RIGY_OPTIONS_INIT;
  options.pose = test.pose.c_str();
  options.bake_transforms = test.bake_transforms ? 1 : 0;
  options.threads = 2;  // the modes of other threads matter too
  return rigy_compile_with_reader(test.input.c_str(), find_file, &files, &options);
}

// The options between spaces, each a name and a value.
std::map<std::string, std::string> choices_in(const std::string& text) {
  std::map<std::string, std::string> choices;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t equal = word.find('=');
    choices[word.substr(0, equal)] = word.substr(equal + 1);
  }
  return choices;
}

// They point into the choices.
std::vector<rigy_param> params_of(const std::map<std::string, std::string>& choices) {
  std::vector<rigy_param> params;
  for (const auto& [name, value] : choices) {
    params.push_back(RIGY_PARAM_INIT(name.c_str(), value.c_str()));
  }
  return params;
}

struct CrossExample {
  const char* document;
  const char* of_analysis;
  const char* of_export;
};

#define RIGY_CROSS_EXPORT(options) options,
#define RIGY_CROSS_EXAMPLE(document, of_analysis, of_export)
const std::array export_options{
#include "exports.def"
};
#undef RIGY_CROSS_EXPORT
#undef RIGY_CROSS_EXAMPLE
#define RIGY_CROSS_EXPORT(options)
#define RIGY_CROSS_EXAMPLE(document, of_analysis, of_export) \
  CrossExample{document, of_analysis, of_export},
const std::array examples{
#include "exports.def"
};
#undef RIGY_CROSS_EXPORT
#undef RIGY_CROSS_EXAMPLE

rigy_result* export_document(const std::string& entry, const std::string& of_analysis,
                             const std::string& of_export, Files& files) {
  std::map<std::string, std::string> choices = choices_in(of_analysis);
  choices["threads"] = "2";
  const std::vector<rigy_param> params = params_of(choices);
  rigy_analysis* const analysis =
      rigy_analyze_with_reader(entry.c_str(), find_file, &files, params.data(), params.size());
  const std::map<std::string, std::string> of_format = choices_in(of_export);
  const std::vector<rigy_param> exports = params_of(of_format);
  rigy_result* const result = rigy_analysis_export(analysis, exports.data(), exports.size());
  rigy_analysis_free(analysis);
  return result;
}

// Without an output, and with the diagnostics of the export.
int run_examples(Files& files) {
  const FloatMode mode = float_mode();
  for (const CrossExample& one : examples) {
    rigy_result* const exported = export_document(std::string("examples/") + one.document,
                                                  one.of_analysis, one.of_export, files);
    if (float_mode() != mode) return fail(std::string(one.document) + " changed the floats");
    if (exported == nullptr) return fail(std::string(one.document) + ": no result");
    write_result(exported, exported);
    rigy_result_free(exported);
  }
  return std::fflush(stdout) == 0 ? 0 : fail("cannot write the results");
}

int run_suite(const Suite& suite, Files& files) {
  const FloatMode mode = float_mode();
  for (std::size_t i = 0; i < suite.cases.size(); ++i) {
    const ConformCase& test = suite.cases[i];
    rigy_result* compiled = compile_case(test, files);
    rigy_result* exported =
        export_document(test.input, "", export_options[i % export_options.size()], files);
    if (float_mode() != mode) return fail(test.id + " changed the floating-point mode");
    if (compiled == nullptr || exported == nullptr) return fail(test.id + ": no result");
    write_result(compiled, exported);
    rigy_result_free(compiled);
    rigy_result_free(exported);
  }
  return run_examples(files);
}

// FNV-1a.
std::uint64_t digest(const Picture& picture) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::uint8_t byte : picture.rgba) hash = (hash ^ byte) * 0x100000001b3;
  return hash;
}

RenderOptions picture_options(const ConformCase& test) {
  RenderOptions options;
  options.width = 96;
  options.height = 72;
  options.views = {*view_named("30,20")};
  options.pose = test.pose;
  options.overlays.skeleton = true;
  options.overlays.names = true;
  options.overlays.grid = true;
  options.analysis.threads = 2;
  return options;
}

// Line ends within texts are escaped in JSON.
std::string on_one_line(std::string json) {
  std::replace(json.begin(), json.end(), '\n', ' ');
  return json;
}

std::string measured(const ConformCase& test, const Files& files, const Inspection& inspection) {
  MemoryFiles memory(files);
  MeasureOptions options;
  options.a = inspection.primitives.front().ref;
  options.b = inspection.primitives.back().ref;
  options.pose = test.pose;
  const MeasureResult result = measure(test.input, memory, options);
  return result.measurement ? to_json(*result.measurement) : "null";
}

// The inspection and a measurement, each after a tab.
std::string numbers_of(const ConformCase& test, const Files& files) {
  MemoryFiles memory(files);
  InspectOptions options;
  options.pairwise_gaps = true;
  options.analysis.threads = 2;
  const InspectResult result = inspect(test.input, memory, options);
  if (!result.inspection) return "\tnull\tnull";
  const std::string json = on_one_line(inspection_json(*result.inspection));
  const bool has_primitives = !result.inspection->primitives.empty();
  return "\t" + json + "\t" + (has_primitives ? measured(test, files, *result.inspection) : "null");
}

int draw_suite(const Suite& suite, const Files& files, std::size_t every) {
  if (every == 0) return fail("--pictures needs a number");
  for (std::size_t i = 0; i < suite.cases.size(); i += every) {
    const ConformCase& test = suite.cases[i];
    MemoryFiles memory(files);
    const RenderResult drawn = render(test.input, memory, picture_options(test));
    const std::uint64_t hash = drawn.frames.empty() ? 0 : digest(drawn.frames.front());
    std::printf("%s %016llx%s\n", test.id.c_str(), static_cast<unsigned long long>(hash),
                numbers_of(test, files).c_str());
  }
  return std::fflush(stdout) == 0 ? 0 : fail("cannot write the results");
}

bool set_up(const std::string& option, const std::string& value) {
  if (option == "--locale") return set_locale(value);
  return option == "--floats" && set_float_mode(value);
}

int run(const std::string& folder, const std::string& option, const std::string& value) {
  const std::variant<Suite, std::string> suite =
      parse_manifest(bytes_of(folder + "/manifest.json"));
  if (const auto* fault = std::get_if<std::string>(&suite)) return fail(*fault);
  Files files = inputs_of(folder);
  if (option == "--pictures") {
    return draw_suite(std::get<Suite>(suite), files, std::strtoul(value.c_str(), nullptr, 10));
  }
  if (!option.empty() && !set_up(option, value)) return fail("no " + option + " " + value);
  return run_suite(std::get<Suite>(suite), files);
}

}  // namespace
}  // namespace rigy::cross

// An exception ends it, which the caller sees.
// NOLINTNEXTLINE(bugprone-exception-escape)
int main(int count, char** arguments) {
  const std::vector<std::string> words = rigy::platform::start(count, arguments);
  if (words.size() == 1) return rigy::cross::run(words[0], {}, {});
  if (words.size() == 3) return rigy::cross::run(words[0], words[1], words[2]);
  std::fprintf(stderr,
               "usage: cross_runner SUITE [--locale NAME | --floats MODE | --pictures EVERY]\n");
  return 2;
}
