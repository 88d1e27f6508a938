// Implicit surfaces, next to the least that each step could cost: 2,000,000 corners and 16
// metaballs whose supports cover a tenth of the domain each.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "allocations.hpp"
#include "common/parallel.hpp"
#include "implicit/vertices.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

constexpr unsigned threads = 2;

ImplicitSurface sixteen_metaballs() {
  ImplicitSurface surface;
  surface.grid = {{-1, -1, -1}, {1, 1, 1}, {125, 128, 125}};
  surface.iso = 0.2;
  const double radius = std::cbrt(0.1 * 8 * 3 / (4 * 3.141592653589793));
  std::mt19937_64 random(16);
  const auto coordinate = [&] {  // the whole support is in the domain
    return (1 - radius) * (std::ldexp(static_cast<double>(random() >> 11), -52) - 1);
  };
  for (int i = 0; i < 16; ++i) {
    FieldOp op;
    op.radius = radius;
    op.translation = {coordinate(), coordinate(), coordinate()};
    surface.ops.push_back(op);
  }
  return surface;
}

// The floor of evaluating: the grid is set and read once.
void touch_grid(benchmark::State& state) {
  std::vector<double> grid(max_grid_corners);
  for (auto _ : state) {
    std::memset(grid.data(), 0, grid.size() * sizeof(double));
    benchmark::DoNotOptimize(grid.data());
    benchmark::DoNotOptimize(std::accumulate(grid.begin(), grid.end(), 0.0));
  }
}
BENCHMARK(touch_grid)->Unit(benchmark::kMillisecond)->UseRealTime();

void evaluate_slices(benchmark::State& state) {
  const ScalarField field = prepare_field(sixteen_metaballs());
  std::vector<std::vector<double>> slices(threads, std::vector<double>(field.slice_size()));
  for (auto _ : state) {
    parallel_for(field.grid.counts[2], threads,
                 [&](unsigned worker, std::size_t z) { evaluate_slice(field, z, slices[worker]); });
    benchmark::DoNotOptimize(slices[0].data());
  }
}
BENCHMARK(evaluate_slices)->Unit(benchmark::kMillisecond)->UseRealTime();

// Every op at every corner, the naive way.
void evaluate_plainly(benchmark::State& state) {
  const ImplicitSurface surface = sixteen_metaballs();
  const ScalarField field = prepare_field(surface);
  const auto& [xs, ys, zs] = field.coordinates;
  std::vector<double> slice(field.slice_size());
  for (auto _ : state) {
    for (const double z : zs) {
      std::size_t at = 0;
      for (const double y : ys) {
        for (const double x : xs) {
          double sum = 0;
          for (const FieldOp& op : surface.ops) {
            const double r = length(Vec3{x, y, z} - op.translation);
            const double t = 1 - r / op.radius;
            if (r < op.radius) sum += (op.strength * t) * t;
          }
          slice[at++] = sum;
        }
      }
      benchmark::DoNotOptimize(slice.data());
    }
  }
}
BENCHMARK(evaluate_plainly)->Unit(benchmark::kMillisecond)->UseRealTime();

void find_cells(benchmark::State& state) {
  const ScalarField field = prepare_field(sixteen_metaballs());
  const std::size_t before = bench::restart_peak();
  for (auto _ : state) benchmark::DoNotOptimize(find_active_cells(field, threads));
  state.counters["peak_bytes"] = static_cast<double>(bench::peak_allocated() - before);
  state.counters["slice_bytes"] = static_cast<double>(field.slice_size() * sizeof(double));
}
BENCHMARK(find_cells)->Unit(benchmark::kMillisecond)->UseRealTime();

struct Extracted {
  ScalarField field = prepare_field(sixteen_metaballs());
  ActiveCells active = find_active_cells(field, threads);
  std::vector<Vec3> positions = std::vector<Vec3>(active.vertex_count);
  std::vector<Vec3> normals = std::vector<Vec3>(active.vertex_count);
};

void extract(benchmark::State& state, unsigned workers) {
  Extracted mesh;
  const std::size_t before = bench::restart_peak();
  for (auto _ : state) {
    parallel_for(
        mesh.active.ranges.size(), workers,
        [&](unsigned, std::size_t i) {
          const CellRange& range = mesh.active.ranges[i];
          const std::size_t first = range.first_vertex;
          if (!extract_vertices(mesh.field, range,
                                std::span(mesh.positions).subspan(first, range.vertex_count),
                                std::span(mesh.normals).subspan(first, range.vertex_count))) {
            std::abort();
          }
        },
        1);
    benchmark::DoNotOptimize(mesh.normals.data());
  }
  state.counters["vertices"] = static_cast<double>(mesh.active.vertex_count);
  state.counters["peak_bytes"] = static_cast<double>(bench::peak_allocated() - before);
}
BENCHMARK_CAPTURE(extract, one_thread, 1)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(extract, two_threads, threads)->Unit(benchmark::kMillisecond)->UseRealTime();

// The floor of extracting: the vertices are copied.
void copy_vertices(benchmark::State& state) {
  const Extracted mesh;
  std::vector<Vec3> positions(mesh.positions);
  std::vector<Vec3> normals(mesh.normals);
  const std::size_t bytes = positions.size() * sizeof(Vec3);
  for (auto _ : state) {
    std::memcpy(positions.data(), mesh.positions.data(), bytes);
    std::memcpy(normals.data(), mesh.normals.data(), bytes);
    benchmark::DoNotOptimize(positions.data());
    benchmark::DoNotOptimize(normals.data());
    benchmark::ClobberMemory();
  }
  state.counters["vertices"] = static_cast<double>(mesh.active.vertex_count);
}
BENCHMARK(copy_vertices)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace rigy

BENCHMARK_MAIN();
