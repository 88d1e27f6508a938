// vertices IN.rigy.yaml: prints the size of every primitive, without writing a file.
#include <algorithm>
#include <iostream>

#include <rigy/diagnostic_text.hpp>
#include <rigy/meshes.hpp>

namespace {

void print(const rigy::PlacedPrimitive& one) {
  if (one.positions.empty()) return;
  rigy::Vector3 min = one.positions.front();
  rigy::Vector3 max = min;
  for (const rigy::Vector3& position : one.positions) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      min[axis] = std::min(min[axis], position[axis]);
      max[axis] = std::max(max[axis], position[axis]);
    }
  }
  std::cout << one.id << ": " << one.positions.size() << " vertices, " << one.triangles.size()
            << " triangles, " << max[0] - min[0] << " x " << max[1] - min[1] << " x "
            << max[2] - min[2] << " m\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: vertices IN.rigy.yaml\n";
    return 2;
  }
  rigy::DiskFiles files;
  const rigy::MeshesResult result = rigy::evaluate_meshes(argv[1], files);
  std::cerr << rigy::report_text(result.report);
  if (!result.report.ok()) return 1;
  for (const rigy::PlacedPrimitive& one : result.meshes.primitives) print(one);
  return 0;
}
