// Runs targets without a fuzzer, with any compiler and any sanitizer:
//
//     fuzz_replay TARGET PATH...              every file, also those in folders
//     fuzz_replay --random COUNT [FIRST]      the target `generate`, on COUNT seeds from FIRST on
//     fuzz_replay --write COUNT FOLDER        COUNT generated documents and what they compile to
//     fuzz_replay --show FILE                 the documents that an input of `generate` makes
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "fuzz/compile_checks.hpp"
#include "fuzz/export_checks.hpp"
#include "fuzz/generate.hpp"
#include "fuzz/targets.hpp"
#include "tests/every_floor.hpp"

namespace {

namespace fs = std::filesystem;
using namespace rigy::fuzz;

// Enough decisions for all but the largest documents.
constexpr std::size_t bytes_per_document = 3000;
// Processor time that an input may take; more under sanitizers.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(NDEBUG)
constexpr double max_seconds = 20;
#else
constexpr double max_seconds = 1;
#endif

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> files_below(const std::vector<std::string>& paths) {
  std::vector<fs::path> files;
  for (const std::string& path : paths) {
    if (!fs::exists(path)) continue;  // nothing was kept for this target
    if (!fs::is_directory(path)) {
      files.emplace_back(path);
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Runs one input; returns whether it passed.
bool run(const Target& target, const std::string& name, const std::string& input) {
  const std::clock_t start = std::clock();
  std::string problem = target.run(input);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  if (problem.empty() && seconds > max_seconds) problem = fmt::format("it takes {:.1f} s", seconds);
  if (problem.empty()) return true;
  fmt::print("{}: {}\n", name, problem);
  return false;
}

int finish(std::size_t total, std::size_t failed) {
  fmt::print("{} passed, {} failed\n", total - failed, failed);
  return failed > 0 || total == 0 ? 1 : 0;
}

int replay(const Target& target, const std::vector<std::string>& paths) {
  std::size_t failed = 0;
  const std::vector<fs::path> files = files_below(paths);
  for (const fs::path& file : files) {
    if (!run(target, file.string(), read_file(file))) ++failed;
  }
  return finish(files.size(), failed);
}

int run_random(std::size_t count, std::size_t first) {
  std::size_t failed = 0;
  for (std::size_t i = first; i < first + count; ++i) {
    if (!run(*find_target("generate"), fmt::format("seed {}", i),
             random_bytes(i, bytes_per_document))) {
      ++failed;
    }
  }
  return finish(count, failed);
}

// FOLDER/N.txt, N.glb, N.export.glb, and manifest.txt with a line "N.glb WARNING..." for each;
// exports may have no warnings at all.
int write_documents(std::size_t count, const fs::path& folder) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::ofstream manifest(folder / "manifest.txt");
  for (std::size_t i = 0; i < count; ++i) {
    const GeneratedCase generated = generate_case(Decisions(random_bytes(i, bytes_per_document)));
    const FileSet set = spell_case(generated, Decisions(i));
    const CheckedCompilation checked = check_compilation(set);
    std::ofstream(folder / fmt::format("{}.txt", i), std::ios::binary) << to_text(set);
    std::ofstream(folder / fmt::format("{}.glb", i), std::ios::binary) << checked.glb;
    manifest << i << ".glb";
    if (generated.has_zero_weights) manifest << " ACCESSOR_JOINTS_USED_ZERO_WEIGHT";
    if (generated.has_instances) manifest << " NODE_SKINNED_MESH_NON_ROOT";
    manifest << '\n';
    const rigy::ExportResult exported = export_set(set, {}, 1);
    if (exported.files.empty()) continue;  // check_export says whether that is right
    std::ofstream(folder / fmt::format("{}.export.glb", i), std::ios::binary)
        << exported.files.front().bytes;
    manifest << i << ".export.glb\n";
  }
  manifest.close();
  return manifest ? 0 : 1;
}

int show(const std::string& path) {
  const GeneratedCase generated = generate_case(Decisions(read_file(path)));
  fmt::print("{}", to_text(spell_case(generated, Decisions(std::string_view()))));
  return 0;
}

int usage() {
  fmt::print(stderr,
             "usage: fuzz_replay TARGET PATH... | --random COUNT [FIRST] | --write COUNT FOLDER | "
             "--show FILE\n");
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 2) return usage();
  const auto number = [&](std::size_t i) {
    return std::strtoul(arguments[i].c_str(), nullptr, 10);
  };
  if (arguments[0] == "--random") {
    return run_random(number(1), arguments.size() > 2 ? number(2) : 0);
  }
  if (arguments[0] == "--write" && arguments.size() == 3) {
    return write_documents(number(1), arguments[2]);
  }
  if (arguments[0] == "--show") return show(arguments[1]);
  const Target* target = find_target(arguments[0]);
  if (target == nullptr) return usage();
  return replay(*target, {arguments.begin() + 1, arguments.end()});
}
