#include "influences/influences.hpp"

#include <algorithm>
#include <tuple>

namespace rigy::model {
namespace {

struct Candidate {
  std::uint16_t joint = 0;
  double weight = 0;
};

// A number whose sums tell sets of joints apart.
std::uint64_t scattered(std::uint16_t joint) {
  const std::uint64_t mixed = (joint + std::uint64_t{1}) * 0x9e37'79b9'7f4a'7c15;
  return (mixed ^ (mixed >> 29)) * 0xbf58'476d'1ce4'e5b9;
}

// Takes lists of influences one by one and appends each to the runs: sorted, capped and normalized.
// Lists may be long, but only the strongest influences are ever kept.
class Canonicalizer {
 public:
  Canonicalizer(const InfluenceLayers& layers, InfluenceRuns& out) : layers_(layers), out_(out) {}

  void begin_list() {
    count_ = 0;
    set_ = 0;
  }

  void offer(Candidate candidate) {
    set_ += scattered(candidate.joint);
    std::size_t at = count_++;
    if (at >= kept_.size()) {
      at = kept_.size() - 1;
      if (!comes_before(candidate, kept_[at])) return;
    }
    for (; at > 0 && comes_before(candidate, kept_[at - 1]); --at) kept_[at] = kept_[at - 1];
    kept_[at] = candidate;
  }

  void end_list() {
    value_ = normalized();
    dropped_ = no_index;
    if (count_ <= 4) return;
    Dropped dropped{count_ - 4, set_, {}};
    for (std::size_t i = 0; i < 4; ++i) dropped.set -= scattered(kept_[i].joint);
    for (std::size_t i = 4; i < kept_.size() && i < count_; ++i) {
      dropped.strongest[i - 4] = kept_[i].joint;
    }
    dropped_ = static_cast<std::uint32_t>(out_.dropped.size());
    out_.dropped.push_back(dropped);
  }

  // Gives the list that ended last to vertices [begin, end).
  void add_run(std::uint32_t begin, std::uint32_t end) {
    out_.runs.push_back({begin, end, value_, dropped_});
  }

 private:
  // "Influence Sorting": weight descending, then bone id by UTF-8 bytes, then bone index.
  [[nodiscard]] bool comes_before(const Candidate& a, const Candidate& b) const {
    if (a.weight != b.weight) return a.weight > b.weight;
    const int order = layers_.armature->bones[a.joint].id.value.compare(
        layers_.armature->bones[b.joint].id.value);
    return order != 0 ? order < 0 : a.joint < b.joint;
  }

  // "Influence Capping and Normalization", "Influence Padding".
  [[nodiscard]] JointWeights normalized() const {
    const std::size_t kept = std::min<std::size_t>(4, count_);
    double total = 0;
    for (std::size_t i = 0; i < kept; ++i) total += kept_[i].weight;
    JointWeights result;
    if (!(total > 0)) {
      result.joints[0] = layers_.root;
      result.weights[0] = 1;
      return result;
    }
    for (std::size_t i = 0; i < kept; ++i) {
      result.joints[i] = kept_[i].joint;
      result.weights[i] = kept_[i].weight / total;
    }
    return result;
  }

  const InfluenceLayers& layers_;
  InfluenceRuns& out_;
  std::array<Candidate, 4 + std::tuple_size_v<decltype(Dropped::strongest)>> kept_;
  std::uint32_t count_ = 0;  // of the list, kept or not
  std::uint64_t set_ = 0;
  JointWeights value_;
  std::uint32_t dropped_ = no_index;
};

void offer_all(const InfluenceList& from, Canonicalizer& canonical) {
  for (const Influence& influence : from.items) {
    canonical.offer({static_cast<std::uint16_t>(influence.bone.index), influence.weight.value});
  }
}

// Layers 1 and 2, the same for all vertices.
void add_primitive_weights(const InfluenceLayers& layers, std::uint32_t count,
                           Canonicalizer& canonical) {
  canonical.begin_list();
  if (layers.weights != nullptr) offer_all(layers.weights->bones, canonical);
  canonical.end_list();
  canonical.add_run(0, count);
}

// Layer 3. A mirrored map reads its original's file and goes to the mirror images (D9).
void add_weight_file(const InfluenceLayers& layers, Canonicalizer& canonical) {
  const WeightFile& file = *layers.file;
  for (const WeightFile::Entry& entry : file.entries) {
    canonical.begin_list();
    for (std::uint32_t i = entry.begin; i < entry.end; ++i) {
      const WeightFile::Influence& influence = file.influences[i];
      canonical.offer({static_cast<std::uint16_t>((*layers.map->file_joints)[influence.bone]),
                       influence.weight});
    }
    canonical.end_list();
    MirrorImage at{entry.vertex, entry.vertex};
    if (layers.map->origin.is_mirrored()) at = layers.topology->mirror_image(entry.vertex);
    canonical.add_run(at.vertex, at.vertex + 1);
    if (at.seam != at.vertex) canonical.add_run(at.seam, at.seam + 1);
  }
}

// One bone of a gradient, with its weight at both ends.
struct Blend {
  std::uint16_t joint = 0;
  double from = 0;
  double to = 0;
};

// `place_of_joint` is as long as the armature, and zero before and after.
std::vector<Blend> blends_of(const Gradient& gradient, std::vector<std::uint32_t>& place_of_joint) {
  std::vector<Blend> blends;
  const auto blend_of = [&](const Influence& influence) -> Blend& {
    const auto joint = static_cast<std::uint16_t>(influence.bone.index);
    std::uint32_t& place = place_of_joint[joint];
    if (place == 0) {
      blends.push_back({joint, 0, 0});
      place = static_cast<std::uint32_t>(blends.size());
    }
    return blends[place - 1];
  };
  for (const Influence& one : gradient.from.items) blend_of(one).from = one.weight.value;
  for (const Influence& one : gradient.to.items) blend_of(one).to = one.weight.value;
  for (const Blend& blend : blends) place_of_joint[blend.joint] = 0;
  return blends;
}

// Layer 4: a gradient sets every vertex, so only the last one is needed. Neighbors at the same
// coordinate share a run.
void add_gradient(const Gradient& gradient, std::span<const Blend> blends,
                  std::span<const Vec3> positions, Canonicalizer& canonical) {
  const auto axis = static_cast<std::size_t>(*gradient.axis);
  const double start = gradient.range[0].value;
  const double end = gradient.range[1].value;
  for (std::size_t i = 0; i < positions.size();) {
    const double coordinate = positions[i][axis];
    const std::size_t begin = i;
    while (i < positions.size() && positions[i][axis] == coordinate) ++i;
    const double t = std::clamp((coordinate - start) / (end - start), 0.0, 1.0);
    canonical.begin_list();
    for (const Blend& blend : blends) {
      // "Gradient Interpolation Formula", evaluated as written there.
      const double weight = blend.from * (1.0 - t) + blend.to * t;
      if (weight > 0) canonical.offer({blend.joint, weight});
    }
    canonical.end_list();
    canonical.add_run(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(i));
  }
}

// Layer 5. `number` is the override's, from 1; `done_by` has the last override of each vertex.
void add_override(const Override& entry, std::uint32_t number, std::vector<std::uint32_t>& done_by,
                  Canonicalizer& canonical) {
  canonical.begin_list();
  offer_all(entry.bones, canonical);
  canonical.end_list();
  for (const VertexIndex& vertex : entry.vertices) {
    const auto at = static_cast<std::uint32_t>(vertex.value);
    if (done_by[at] != number) canonical.add_run(at, at + 1);
    done_by[at] = number;
  }
}

}  // namespace

std::uint16_t root_bone(const Armature& armature) {
  for (std::size_t i = 0; i < armature.bones.size(); ++i) {
    if (armature.bones[i].is_root()) return static_cast<std::uint16_t>(i);
  }
  return 0;  // without a root, the first bone ("Previously Undefined Behavior")
}

void resolve_influences(const InfluenceLayers& layers, std::span<const Vec3> positions,
                        InfluenceRuns& out) {
  out.runs.clear();
  out.dropped.clear();
  Canonicalizer canonical(layers, out);
  const bool gradients = layers.map != nullptr && !layers.map->gradients.empty();
  if (gradients) {
    const Gradient& gradient = layers.map->gradients.back();
    if (out.place_of_joint.size() < layers.armature->bones.size()) {
      out.place_of_joint.resize(layers.armature->bones.size());
    }
    add_gradient(gradient, blends_of(gradient, out.place_of_joint), positions, canonical);
  } else {
    add_primitive_weights(layers, static_cast<std::uint32_t>(positions.size()), canonical);
    if (layers.file != nullptr) add_weight_file(layers, canonical);
  }
  if (layers.map == nullptr || layers.map->overrides.empty()) return;
  out.done_by_override.assign(positions.size(), 0);
  std::uint32_t number = 0;
  for (const Override& entry : layers.map->overrides) {
    add_override(entry, ++number, out.done_by_override, canonical);
  }
}

std::span<const std::uint32_t> last_runs(InfluenceRuns& runs, std::size_t vertex_count) {
  runs.run_of_vertex.resize(vertex_count);
  std::uint32_t* const begin = runs.run_of_vertex.data();
  for (std::uint32_t i = 0; i < runs.runs.size(); ++i) {
    std::fill(begin + runs.runs[i].begin, begin + runs.runs[i].end, i);
  }
  return runs.run_of_vertex;
}

}  // namespace rigy::model
