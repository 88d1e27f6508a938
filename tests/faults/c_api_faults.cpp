// Every function of the C interface, while one allocation finds no memory, for every allocation:
// the result is NULL or says X26, a later call with the same arguments works, and nothing leaks.
//
//   rigy_c_api_faults FOLDER [NAME]
//
// FOLDER is the repository; with NAME, only functions whose names contain it.
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "injector.hpp"
#include "rigy/rigy.h"

namespace {

using rigy::faults::Repeat;

struct Case {
  std::string name;
  std::function<rigy_result*()> run;
};

std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Files that a document needs, in memory.
struct Document {
  std::string entry;
  std::vector<std::pair<std::string, std::string>> texts;
  std::vector<rigy_file> files;
};

Document document(const std::string& folder, const std::vector<std::string>& names) {
  Document made;
  made.entry = names.front();
  for (const std::string& name : names) {
    std::string path = folder;
    made.texts.emplace_back(name, read(path.append("/").append(name)));
  }
  for (const auto& [name, text] : made.texts) {
    if (text.empty()) std::printf("%s/%s is missing\n", folder.c_str(), name.c_str());
    made.files.push_back(RIGY_FILE_INIT(name.c_str(), text.data(), text.size()));
  }
  return made;
}

using Choices = std::vector<rigy_param>;
using Operation = rigy_result* (*)(const rigy_analysis*, const rigy_param*, std::size_t);

// The analysis, then an operation on it.
Case operation(std::string name, const Document& of, Operation run, const Choices& choices = {}) {
  return {std::move(name), [&of, run, choices]() -> rigy_result* {
            rigy_analysis* const analysis =
                rigy_analyze(of.entry.c_str(), of.files.data(), of.files.size(), nullptr, 0);
            if (analysis == nullptr) return nullptr;
            rigy_result* const result = run(analysis, choices.data(), choices.size());
            rigy_analysis_free(analysis);
            return result;
          }};
}

rigy_param option(const char* name, const char* value) { return RIGY_PARAM_INIT(name, value); }

void add_cases(std::vector<Case>& cases, const Document& arm, const Document& walker,
               const Document& lid, const std::vector<const Document*>& documents) {
  const Document& implicit = *documents.back();
  for (const Document* of : documents) {
    // A motion is not compiled.
    const bool is_asset = !of->entry.ends_with(".rigm.yaml");
    if (is_asset)
      cases.push_back({"compile " + of->entry, [of] {
                         rigy_options options = RIGY_OPTIONS_INIT;
                         options.outline = 1;
                         options.list_params = 1;
                         options.expanded_yaml = RIGY_EXPANDED_YAML_PROVENANCE;
                         return rigy_compile(of->entry.c_str(), of->files.data(), of->files.size(),
                                             &options);
                       }});
    if (is_asset)
      cases.push_back(operation("analyze, compile " + of->entry, *of, rigy_analysis_compile));
    cases.push_back(operation("check " + of->entry, *of, rigy_analysis_check));
    cases.push_back(operation("export " + of->entry, *of, rigy_analysis_export));
    cases.push_back(operation("inspect " + of->entry, *of, rigy_analysis_inspect));
    cases.push_back(operation("lint " + of->entry, *of, rigy_analysis_lint));
  }
  for (const char* format : {"gltf", "obj", "stl", "fbx"}) {
    cases.push_back(operation(std::string("export as ") + format, arm, rigy_analysis_export,
                              {option("format", format)}));
  }
  cases.push_back(operation("export small", implicit, rigy_analysis_export,
                            {option("small", "true"), option("compress", "true"),
                             option("lods", "2"), option("colors", "palette")}));
  cases.push_back(
      operation("render", arm, rigy_analysis_render,
                {option("width", "64"), option("height", "48"), option("views", "front,top")}));
  cases.push_back(operation("measure", arm, rigy_analysis_measure,
                            {option("a", "upper"), option("b", "ground")}));
  cases.push_back(operation("pose", arm, rigy_analysis_pose,
                            {option("turns", "elbow:z:20deg"), option("write", "true")}));
  cases.push_back(operation("weights", lid, rigy_analysis_weights));
  cases.push_back(operation("rig", implicit, rigy_analysis_rig, {option("kind", "fish")}));
  cases.push_back(operation("gaits", arm, rigy_analysis_gaits));
  cases.push_back(operation("motion", walker, rigy_analysis_motion, {option("gaits", "idle")}));
  cases.push_back(operation("shape", arm, rigy_analysis_shape,
                            {option("type", "capsule"), option("along", "elbow"),
                             option("radius", "0.05"), option("mesh", "arm")}));
  cases.push_back({"diff", [&arm, &implicit]() -> rigy_result* {
                     rigy_analysis* const before =
                         rigy_analyze(arm.entry.c_str(), arm.files.data(), 1, nullptr, 0);
                     rigy_analysis* const after =
                         rigy_analyze(implicit.entry.c_str(), implicit.files.data(), 1, nullptr, 0);
                     rigy_result* const result =
                         before == nullptr || after == nullptr
                             ? nullptr
                             : rigy_analysis_diff(before, after, nullptr, 0);
                     rigy_analysis_free(before);
                     rigy_analysis_free(after);
                     return result;
                   }});
  cases.push_back({"format", [&arm] {
                     return rigy_format(arm.texts[0].second.data(), arm.texts[0].second.size(),
                                        nullptr, 0);
                   }});
  static const std::string arguments =
      R"({"document":"version: \"0.13\"\nmeshes: [{id: m, primitives: [{id: p, type: box, dimensions: {x: 1, y: 1, z: 1}}]}]\n",)"
      R"("picture":false})";
  cases.push_back({"call write_asset",
                   [] { return rigy_call_tool("write_asset", arguments.c_str(), nullptr); }});
}

// The functions of 0.13.0: the document and the options in one call, also with files from a disk.
void add_single_calls(std::vector<Case>& cases, const Document& arm, const std::string& path) {
  cases.push_back({"rigy_check",
                   [&arm] { return rigy_check(arm.entry.c_str(), arm.files.data(), 1, nullptr); }});
  cases.push_back({"rigy_export", [&arm] {
                     rigy_export_options options = RIGY_EXPORT_OPTIONS_INIT;
                     options.colliders = RIGY_COLLIDERS_GODOT;
                     return rigy_export(arm.entry.c_str(), arm.files.data(), 1, &options);
                   }});
  cases.push_back({"rigy_render", [&arm] {
                     rigy_render_options options = RIGY_RENDER_OPTIONS_INIT;
                     options.width = options.height = 32;
                     return rigy_render(arm.entry.c_str(), arm.files.data(), 1, &options);
                   }});
  cases.push_back({"rigy_inspect", [&arm] {
                     rigy_inspect_options options = RIGY_INSPECT_OPTIONS_INIT;
                     options.pairwise_gaps = options.expanded = 1;
                     return rigy_inspect(arm.entry.c_str(), arm.files.data(), 1, &options);
                   }});
  cases.push_back({"rigy_measure", [&arm] {
                     rigy_measure_options options = RIGY_MEASURE_OPTIONS_INIT;
                     options.a = "upper";
                     options.b = "lower";
                     return rigy_measure(arm.entry.c_str(), arm.files.data(), 1, &options);
                   }});
  cases.push_back({"rigy_compile_with_reader", [path] {
                     return rigy_compile_with_reader(path.c_str(), rigy_disk_reader, nullptr,
                                                     nullptr);
                   }});
}

// Tools, with files below a folder; nothing is written.
void add_tools(std::vector<Case>& cases, const std::string& root) {
  static const std::vector<std::pair<const char*, const char*>> calls = {
      {"list_tools", ""},
      {"look", R"({"document":"version: 7","size":64})"},
      {"explain", R"({"id":"V11"})"},
      {"measure", R"({"path":"arm.rigy.yaml","pairs":[{"a":"upper","b":"lower"}]})"},
      {"inspect", R"({"path":"arm.rigy.yaml"})"},
      {"export", R"({"path":"arm.rigy.yaml","format":"glb","bytes":true})"},
      {"diff", R"({"before":{"path":"arm.rigy.yaml"},"after":{"path":"mug.rigy.yaml"}})"},
      {"fix", R"({"document":"version: \"0.13\"\nmeshs: []\n"})"},
      {"pose",
       R"({"path":"arm.rigy.yaml","turns":[{"bone":"elbow","axis":"z","degrees":20}],"picture":false})"},
      {"motion", R"({"path":"motion/walker.rigy.yaml","gaits":["idle"],"picture":false})"},
      {"template", R"({"name":"box"})"},
  };
  for (const auto& [tool, arguments] : calls) {
    const char* const name = tool;
    const char* const given = arguments;
    cases.push_back({std::string("call ") + name,
                     [name, given, root] { return rigy_call_tool(name, given, root.c_str()); }});
  }
}

// What is left in the result: every text that can be asked for.
void ask_everything(rigy_result* result) {
  std::size_t size = 0;
  rigy_result_glb(result, &size);
  rigy_result_diagnostics(result, &size);
  rigy_result_diagnostics_text(result, &size);
  rigy_result_text(result, &size);
  rigy_result_inspection(result, &size);
  rigy_result_measurement(result, &size);
  rigy_result_outline(result, &size);
  rigy_result_expanded_yaml(result, &size);
  rigy_result_params(result, &size);
  rigy_result_diff(result, &size);
  rigy_result_notes(result, &size);
  for (std::size_t i = 0; i < rigy_result_file_count(result); ++i)
    rigy_result_file(result, i, &size);
  for (std::size_t i = 0; i < rigy_result_diagnostic_count(result); ++i) {
    rigy_diagnostic diagnostic = RIGY_DIAGNOSTIC_INIT;
    rigy_result_diagnostic(result, i, &diagnostic);
    rigy_fix fix = RIGY_FIX_INIT;
    rigy_result_fix(result, i, 0, &fix);
    rigy_edit edit = RIGY_EDIT_INIT;
    rigy_result_fix_edit(result, i, 0, 0, &edit);
    rigy_related related = RIGY_RELATED_INIT;
    rigy_result_related(result, i, 0, &related);
  }
}

// Everything that a result says, as one text.
std::string contents(rigy_result* result) {
  if (result == nullptr) return "NULL";
  std::string out = rigy_result_ok(result) != 0 ? "ok\n" : "not ok\n";
  std::size_t size = 0;
  if (const unsigned char* glb = rigy_result_glb(result, &size))
    out.append(reinterpret_cast<const char*>(glb), size);
  const auto add = [&](const char* text) {
    if (text != nullptr) out.append(text, size);
    size = 0;
  };
  add(rigy_result_diagnostics(result, &size));
  add(rigy_result_text(result, &size));
  add(rigy_result_inspection(result, &size));
  add(rigy_result_measurement(result, &size));
  add(rigy_result_outline(result, &size));
  add(rigy_result_expanded_yaml(result, &size));
  add(rigy_result_params(result, &size));
  add(rigy_result_diff(result, &size));
  add(rigy_result_param_error(result, &size));
  for (std::size_t i = 0; i < rigy_result_file_count(result); ++i) {
    out += rigy_result_file_name(result, i);
    if (const unsigned char* file = rigy_result_file(result, i, &size))
      out.append(reinterpret_cast<const char*>(file), size);
  }
  return out;
}

bool says_no_memory(rigy_result* result) {
  const char* const text = rigy_result_diagnostics(result, nullptr);
  const char* const error = rigy_result_param_error(result, nullptr);
  // The answer of a tool has the diagnostics in it.
  const char* const answer = rigy_result_text(result, nullptr);
  if (answer != nullptr && std::strstr(answer, "\"X26\"") != nullptr) return true;
  return (text != nullptr && std::strstr(text, "\"X26\"") != nullptr) ||
         (error != nullptr && std::strstr(error, "memory") != nullptr);
}

struct Sweep {
  std::size_t total = 0;
  std::size_t tried = 0;
  std::size_t missing = 0;  // NULL
  std::size_t reported = 0;
  std::size_t unharmed = 0;
  std::size_t faults = 0;
};

void complain(Sweep& sweep, const Case& one, std::size_t number, const char* what) {
  ++sweep.faults;
  std::printf("%s: allocation %zu: %s\n", one.name.c_str(), number, what);
}

// Of a tool, from which parts may be missing.
bool is_answer(const Case& one) { return one.name.starts_with("call "); }

// The result of allocation `number` failing must be nothing, X26 or what it would be otherwise.
void fail_one(const Case& one, std::size_t number, Repeat repeat, const std::string& expected,
              Sweep& sweep) {
  const std::ptrdiff_t before = rigy::faults::live_blocks();
  rigy::faults::fail_allocation(number, repeat);
  rigy_result* const result = one.run();
  ask_everything(result);
  rigy::faults::fail_allocation(0, Repeat::Once);
  ++sweep.tried;
  if (result == nullptr) {
    ++sweep.missing;
  } else if (says_no_memory(result)) {
    ++sweep.reported;
    if (rigy_result_ok(result) != 0 && !is_answer(one))
      complain(sweep, one, number, "an accepted result has X26");
  } else if (contents(result) == expected || is_answer(one)) {
    ++sweep.unharmed;
  } else {
    complain(sweep, one, number, "the result is another one");
    std::printf("%.300s\n", contents(result).c_str());
  }
  rigy_result_free(result);
  if (rigy::faults::live_blocks() != before) complain(sweep, one, number, "memory leaks");
}

Sweep sweep(const Case& one) {
  // Twice, so that what is made once is there.
  rigy_result_free(one.run());
  rigy_result* const whole = one.run();
  const std::string expected = contents(whole);
  const bool is_ok = rigy_result_ok(whole) != 0;
  rigy_result_free(whole);
  rigy::faults::fail_allocation(0, Repeat::Once);
  rigy_result* const counted = one.run();
  ask_everything(counted);
  Sweep found{.total = rigy::faults::allocations()};
  rigy_result_free(counted);
  if (!is_ok && one.name.find("wrong") == std::string::npos) {
    complain(found, one, 0, "the call is refused even with memory");
    std::printf("%.300s\n", expected.c_str());
  }
  if (found.total == 0) complain(found, one, 0, "no allocation is seen, so none can fail");
  for (std::size_t number = 1; number <= found.total; ++number) {
    fail_one(one, number, Repeat::Once, expected, found);
    fail_one(one, number, Repeat::FromThenOn, expected, found);
  }
  rigy_result* const after = one.run();
  if (contents(after) != expected) complain(found, one, 0, "a call afterwards has another result");
  rigy_result_free(after);
  return found;
}

// What the first exception of a process makes stays.
void throw_once() {
  try {
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
    return;
  }
}

}  // namespace

int main(int argc, char** argv) {
  throw_once();
  const std::string folder = argc > 1 ? argv[1] : ".";
  const std::string only = argc > 2 ? argv[2] : "";
  const std::string documents = folder + "/tests/faults/documents";
  const Document arm = document(folder + "/examples", {"arm.rigy.yaml"});
  const Document walker = document(folder + "/examples/motion", {"walker.rigy.yaml"});
  const Document lid = document(documents, {"lid.rigy.yaml"});
  const Document wrong = document(documents, {"wrong.rigy.yaml"});
  const Document scene = document(documents, {"lids.rigs.yaml", "lid.rigy.yaml", "lid.ricy.yaml"});
  const Document motion = document(documents, {"lid.rigm.yaml", "lid.rigy.yaml"});
  const Document implicit = document(documents, {"blob.rigy.yaml"});
  std::vector<Case> cases;
  add_cases(cases, arm, walker, lid, {&arm, &wrong, &scene, &motion, &implicit});
  add_single_calls(cases, arm, folder + "/examples/arm.rigy.yaml");
  add_tools(cases, folder + "/examples");
  std::size_t faults = 0;
  std::size_t tried = 0;
  for (const Case& one : cases) {
    if (!only.empty() && one.name.find(only) == std::string::npos) continue;
    const Sweep found = sweep(one);
    std::printf("%-40s %7zu allocations, %7zu failed: %zu NULL, %zu X26, %zu unharmed\n",
                one.name.c_str(), found.total, found.tried, found.missing, found.reported,
                found.unharmed);
    std::fflush(stdout);
    faults += found.faults;
    tried += found.tried;
  }
  std::printf("%zu failing allocations, %zu faults\n", tried, faults);
  return faults == 0 ? 0 : 1;
}
