#include "export_model/cache_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace rigy::outputs {
namespace {

// Tipsy strips (Sander, Nehab and Barczak 2007): fans around one vertex after the other, and next
// the vertex whose fan still finds most of its corners in the cache.
class FanOrder {
 public:
  FanOrder(std::span<const std::uint32_t> indices, std::uint32_t first, std::size_t vertices)
      : indices_(indices),
        first_(first),
        live_(vertices),
        offsets_(vertices + 1),
        times_(vertices),
        emitted_(indices.size() / 3) {
    for (const std::uint32_t index : indices) ++offsets_[index - first + 1];
    for (std::size_t i = 0; i < vertices; ++i) {
      live_[i] = offsets_[i + 1];
      offsets_[i + 1] += offsets_[i];
    }
    triangles_.resize(indices.size());
    std::vector<std::uint32_t> next(offsets_.begin(), offsets_.end() - 1);
    for (std::uint32_t i = 0; i < indices.size(); ++i)
      triangles_[next[indices[i] - first]++] = i / 3;
  }

  void run(std::vector<std::uint32_t>& out) {
    for (std::uint32_t fan = indices_[0] - first_; fan != no_index; fan = next_fan()) {
      around_.clear();
      for (std::uint32_t i = offsets_[fan]; i < offsets_[fan + 1]; ++i) emit(triangles_[i], out);
    }
  }

 private:
  static constexpr std::uint32_t cache_size = 16;

  void emit(std::uint32_t triangle, std::vector<std::uint32_t>& out) {
    if (emitted_[triangle]) return;
    emitted_[triangle] = true;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t vertex = indices_[std::size_t{3} * triangle + corner] - first_;
      out.push_back(vertex + first_);
      around_.push_back(vertex);
      ends_.push_back(vertex);
      --live_[vertex];
      if (time_ - times_[vertex] > cache_size) times_[vertex] = time_++;
    }
  }

  std::uint32_t next_fan() {
    std::uint32_t best = no_index;
    std::uint32_t best_age = 0;
    for (const std::uint32_t vertex : around_) {
      if (live_[vertex] == 0) continue;
      const std::uint32_t age = time_ - times_[vertex];
      const std::uint32_t value = age + 2 * live_[vertex] <= cache_size ? age + 1 : 1;
      if (best != no_index && value <= best_age) continue;
      best = vertex;
      best_age = value;
    }
    return best != no_index ? best : unfinished();
  }

  std::uint32_t unfinished() {
    while (!ends_.empty()) {
      const std::uint32_t vertex = ends_.back();
      ends_.pop_back();
      if (live_[vertex] > 0) return vertex;
    }
    for (; cursor_ < live_.size(); ++cursor_) {
      if (live_[cursor_] > 0) return cursor_;
    }
    return no_index;
  }

  std::span<const std::uint32_t> indices_;
  std::uint32_t first_;
  std::vector<std::uint32_t> live_;       // triangles of each vertex that are not written yet
  std::vector<std::uint32_t> offsets_;    // of each vertex, in triangles_
  std::vector<std::uint32_t> triangles_;  // of each vertex
  std::vector<std::uint32_t> times_;      // when each vertex came into the cache
  std::vector<bool> emitted_;
  std::vector<std::uint32_t> around_;  // corners of the last fan
  std::vector<std::uint32_t> ends_;    // corners, the last one on top
  std::uint32_t time_ = cache_size + 1;
  std::uint32_t cursor_ = 0;
};

std::vector<std::uint32_t> ordered_indices(const Geometry& geometry,
                                           std::span<const PrimitiveGroup> groups) {
  std::vector<std::uint32_t> indices;
  indices.reserve(geometry.indices.size());
  for (const PrimitiveGroup& group : groups) {
    const auto own = geometry.indices.subspan(group.first_index, group.index_count);
    const auto [least, greatest] = std::minmax_element(own.begin(), own.end());
    FanOrder(own, *least, *greatest - *least + 1).run(indices);
  }
  return indices;
}

template <class Number>
std::span<const Number> moved(std::span<const Number> numbers, std::size_t width,
                              const std::vector<std::uint32_t>& order, OwnNumbers& own) {
  std::vector<Number> out;
  if (!numbers.empty()) out.reserve(width * order.size());
  for (const std::uint32_t vertex : order) {
    if (numbers.empty()) break;
    const auto of_vertex = numbers.subspan(width * vertex, width);
    out.insert(out.end(), of_vertex.begin(), of_vertex.end());
  }
  return own.keep(std::move(out));
}

// What rounding leaves over goes to the strongest, which comes first.
std::array<int, 4> rounded(const float* weights) {
  std::array<int, 4> levels{};
  int sum = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    levels[i] = static_cast<int>(std::floor(weights[i] * 255 + 0.5f));
    sum += levels[i];
  }
  levels[0] += 255 - sum;
  return levels;
}

}  // namespace

void order_for_cache(Geometry& geometry, std::span<const PrimitiveGroup> groups, OwnNumbers& own) {
  std::vector<std::uint32_t> indices = ordered_indices(geometry, groups);
  std::vector<std::uint32_t> numbers(geometry.vertex_count(), no_index);
  std::vector<std::uint32_t> order;
  for (std::uint32_t& index : indices) {
    std::uint32_t& number = numbers[index];
    if (number == no_index) {
      number = static_cast<std::uint32_t>(order.size());
      order.push_back(index);
    }
    index = number;
  }
  geometry.indices = own.keep(std::move(indices));
  geometry.positions = moved(geometry.positions, 3, order, own);
  geometry.normals = moved(geometry.normals, 3, order, own);
  geometry.colors = moved(geometry.colors, 4, order, own);
  for (std::span<const float>& uvs : geometry.uv_sets) uvs = moved(uvs, 2, order, own);
  geometry.joints = moved(geometry.joints, 4, order, own);
  geometry.weights = moved(geometry.weights, 4, order, own);
}

void round_weights(Geometry& geometry, OwnNumbers& own) {
  if (geometry.weights.empty()) return;
  std::vector<float> weights;
  std::vector<std::uint16_t> joints;
  weights.reserve(geometry.weights.size());
  joints.reserve(geometry.joints.size());
  for (std::size_t vertex = 0; vertex < geometry.vertex_count(); ++vertex) {
    const std::array<int, 4> levels = rounded(&geometry.weights[4 * vertex]);
    for (std::size_t i = 0; i < 4; ++i) {
      weights.push_back(static_cast<float>(levels[i]) / 255);
      joints.push_back(levels[i] == 0 ? std::uint16_t{0} : geometry.joints[4 * vertex + i]);
    }
  }
  geometry.weights = own.keep(std::move(weights));
  geometry.joints = own.keep(std::move(joints));
}

void order_for_cache(ExportModel& model) {
  std::vector<bool> done(model.geometries.size());
  for (const ExportMesh& mesh : model.meshes) {
    for (const ExportPart& part : mesh.parts) {
      if (done[part.geometry]) continue;
      done[part.geometry] = true;
      order_for_cache(model.geometries[part.geometry], part.groups, model.own);
    }
  }
}

void round_weights(ExportModel& model) {
  for (Geometry& geometry : model.geometries) round_weights(geometry, model.own);
}

}  // namespace rigy::outputs
