// Micro-benchmarks of the steps, next to the least that each could cost. The document to measure
// comes from the environment: RIGY_BENCH_DOCUMENT (default: the humanoid example).
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <benchmark/benchmark.h>
#include <yaml.h>

#include "analyze/analyzed_assembly.hpp"
#include "canonical/container.hpp"
#include "canonical/fill.hpp"
#include "canonical/json.hpp"
#include "common/limits.hpp"
#include "document/decode.hpp"
#include "expand/expression.hpp"
#include "math/rounding.hpp"
#include "shapes/tessellate.hpp"
#include "skinning/skinning.hpp"
#include "syntax/parse.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

const std::string& document_text() {
  static const std::string text = [] {
    const char* path = std::getenv("RIGY_BENCH_DOCUMENT");
    std::ifstream file(path != nullptr ? path : RIGY_SOURCE_DIR "/examples/humanoid.rigy.yaml");
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  return text;
}

MemoryFiles document_files() { return MemoryFiles({{"document.rigy.yaml", document_text()}}); }

// A document that was analyzed.
struct Checked {
  Analysis analysis;
  const AnalyzedAssembly& analyzed() const { return *analysis.assembly; }

  Checked() {
    MemoryFiles files = document_files();
    analysis = analyze("document.rigy.yaml", files);
    if (!analysis.report.ok()) std::abort();
  }
};

Glb assemble(const Checked& checked) {
  Diagnostics diagnostics;
  const Scene scene = build_scene(checked.analyzed().assembly, checked.analyzed().placements, {});
  const Layout layout = plan_layout(scene);
  Glb glb;
  glb.binary = Buffer(layout.size);
  const auto bounds = fill_binary(scene, layout, {}, glb.binary.bytes(), diagnostics);
  glb.head = begin_glb_head();
  append_gltf_json(glb.head, scene, layout, bounds, max_output_size);
  finish_glb_head(glb.head, layout.size);
  return glb;
}

void set_bytes(benchmark::State& state, std::size_t bytes) {
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
}

// The floor of reading.
void yaml_events(benchmark::State& state) {
  const std::string& text = document_text();
  for (auto _ : state) {
    yaml_parser_t parser;
    yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()),
                                 text.size());
    for (bool more = true; more;) {
      yaml_event_t event;
      yaml_parser_parse(&parser, &event);
      more = event.type != YAML_STREAM_END_EVENT;
      yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
  }
  set_bytes(state, text.size());
}
BENCHMARK(yaml_events)->Unit(benchmark::kMicrosecond);

void read_checked(benchmark::State& state) {
  for (auto _ : state) {
    Checked checked;
    benchmark::DoNotOptimize(checked);
  }
  set_bytes(state, document_text().size());
}
BENCHMARK(read_checked)->Unit(benchmark::kMicrosecond);

void parse(benchmark::State& state) {
  for (auto _ : state) {
    Diagnostics diagnostics;
    Source source{"document.rigy.yaml", "", document_text(), true};
    benchmark::DoNotOptimize(parse_yaml(source, 0, diagnostics));
  }
}
BENCHMARK(parse)->Unit(benchmark::kMicrosecond);

void decode(benchmark::State& state) {
  Diagnostics diagnostics;
  Source source{"document.rigy.yaml", "", document_text(), true};
  const auto tree = parse_yaml(source, 0, diagnostics);
  for (auto _ : state) {
    benchmark::DoNotOptimize(decode_document({diagnostics, *tree, 0}));
  }
}
BENCHMARK(decode)->Unit(benchmark::kMicrosecond);

// The floor of everything after reading: the result copied into fresh memory.
void copy_result(benchmark::State& state) {
  const Checked checked;
  const Glb glb = assemble(checked);
  for (auto _ : state) {
    Buffer head(glb.head.size());
    Buffer binary(glb.binary.size());
    std::memcpy(head.data(), glb.head.data(), glb.head.size());
    std::memcpy(binary.data(), glb.binary.data(), glb.binary.size());
    benchmark::DoNotOptimize(binary.data());
  }
  set_bytes(state, glb.size());
}
BENCHMARK(copy_result)->Unit(benchmark::kMicrosecond);

void assemble_result(benchmark::State& state) {
  const Checked checked;
  std::size_t size = 0;
  for (auto _ : state) {
    const Glb glb = assemble(checked);
    size = glb.size();
    benchmark::DoNotOptimize(glb.binary.data());
  }
  set_bytes(state, size);
}
BENCHMARK(assemble_result)->Unit(benchmark::kMicrosecond);

void write_json(benchmark::State& state) {
  const Checked checked;
  const Scene scene = build_scene(checked.analyzed().assembly, checked.analyzed().placements, {});
  const Layout layout = plan_layout(scene);
  const std::vector<Bounds> bounds(scene.parts.size());
  for (auto _ : state) {
    std::string json;
    append_gltf_json(json, scene, layout, bounds, max_output_size);
    benchmark::DoNotOptimize(json);
  }
}
BENCHMARK(write_json)->Unit(benchmark::kMicrosecond);

// A capsule whose vertices follow two bones in equal parts.
struct PosedCapsule {
  PrimitiveVertices vertices;
  InfluenceRuns influences;
  PosedArmature armature;

  explicit PosedCapsule(Solver solver) {
    Primitive capsule;
    capsule.type = PrimitiveType::Capsule;
    capsule.dimensions = {Number{0.1, 0}, Number{0.5, 0}, Number{}};
    tessellate(capsule, {0, 6}, vertices);
    static_cast<void>(vertices.own_normals());
    Armature bones;
    bones.bones.resize(2);
    bones.bones[0].id = {"a", 0};
    bones.bones[1].id = {"b", 0};
    Pose pose;
    // Both bones rotate alike, so that vertices posed repeatedly do not shrink to nothing.
    for (const char* id : {"a", "b"}) {
      PoseBone& entry = pose.bones.emplace_back();
      entry.bone = {id, 0};
      entry.rotation = {0.8, 0.6, 0, 0};
    }
    armature = pose_armature(bones, pose, solver);
    // One run per ring, as from a gradient along the capsule.
    for (std::uint32_t i = 0; i < vertices.count(); i += 33) {
      influences.runs.push_back({i, i + 33, {{0, 1, 0, 0}, {0.5, 0.5, 0, 0}}, no_index});
    }
  }
};

void pose_with(benchmark::State& state, Solver solver) {
  const auto posed = std::make_unique<PosedCapsule>(solver);
  for (auto _ : state) {
    pose_vertices(posed->armature, posed->influences, posed->vertices);
    benchmark::DoNotOptimize(posed->vertices.positions().data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(posed->vertices.count()) * state.iterations());
}
void pose_lbs(benchmark::State& state) { pose_with(state, Solver::Lbs); }
void pose_dqs(benchmark::State& state) { pose_with(state, Solver::Dqs); }
BENCHMARK(pose_lbs);
BENCHMARK(pose_dqs);

// The floor of posing: each vertex is loaded, rotated once and stored.
void rotate_once(benchmark::State& state) {
  const auto posed = std::make_unique<PosedCapsule>(Solver::Lbs);
  const Mat3 rotation = posed->armature.bones[1].linear;
  for (auto _ : state) {
    for (Vec3& position : posed->vertices.positions()) position = rotation * position;
    for (Vec3& normal : posed->vertices.own_normals()) normal = rotation * normal;
    benchmark::DoNotOptimize(posed->vertices.positions().data());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(posed->vertices.count()) * state.iterations());
}
BENCHMARK(rotate_once);

// One expression as authors write them, computed and rounded.
void expression(benchmark::State& state) {
  Params params;
  params.add({.name = "w", .type = ScalarType::Float, .number = 4.5});
  params.sort();
  std::string_view text = "=($w - 2*0.125)/2 + 3*0.5";
  for (auto _ : state) {
    benchmark::DoNotOptimize(text);
    benchmark::DoNotOptimize(quantize_expression(evaluate(text, params).value));
  }
}
BENCHMARK(expression);

}  // namespace
}  // namespace rigy

BENCHMARK_MAIN();
