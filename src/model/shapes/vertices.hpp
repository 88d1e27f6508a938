// The vertices of one primitive, in binary64.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "shapes/topology.hpp"

namespace rigy::model {

// Scratch space that is reused for each primitive and only ever grows.
class PrimitiveVertices {
 public:
  // Makes room for the vertices of a primitive. Its normals are the constants of the topology until
  // own_normals() is called.
  void start(const Topology& topology) {
    count_ = topology.vertex_count;
    if (positions_.size() < count_) positions_.resize(count_);
    constant_normals_ = topology.constant_normals;
    stored_normals_ = topology.stored_normals;
    if (constant_normals_.empty()) grow_normals();
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::span<Vec3> positions() { return std::span(positions_).first(count_); }
  [[nodiscard]] std::span<const Vec3> positions() const {
    return std::span(positions_).first(count_);
  }
  [[nodiscard]] std::span<const Vec3> normals() const {
    return constant_normals_.empty() ? std::span(own_normals_).first(count_) : constant_normals_;
  }
  // The normals as stored, three numbers each, if they are constants; else nothing.
  [[nodiscard]] std::span<const float> stored_normals() const { return stored_normals_; }

  // The normals, to be modified.
  [[nodiscard]] std::span<Vec3> own_normals() {
    if (!constant_normals_.empty()) {
      grow_normals();
      std::copy(constant_normals_.begin(), constant_normals_.end(), own_normals_.begin());
      constant_normals_ = {};
      stored_normals_ = {};
    }
    return std::span(own_normals_).first(count_);
  }

 private:
  void grow_normals() {
    if (own_normals_.size() < count_) own_normals_.resize(count_);
  }

  std::size_t count_ = 0;
  std::vector<Vec3> positions_;
  std::vector<Vec3> own_normals_;
  std::span<const Vec3> constant_normals_;  // not given: the normals are its own
  std::span<const float> stored_normals_;
};

}  // namespace rigy::model
