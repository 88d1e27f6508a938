#include "influences/influences.hpp"

#include <algorithm>
#include <limits>

namespace rigy {
namespace {

struct Candidate {
  std::uint16_t joint = 0;
  double weight = 0;
};

// Sorts, caps and normalises lists of influences and appends them to the runs.
class Canonicalizer {
 public:
  Canonicalizer(const InfluenceLayers& layers, InfluenceRuns& out) : layers_(layers), out_(out) {}

  // The list that add() takes next.
  std::vector<Candidate>& list() {
    list_.clear();
    return list_;
  }

  // Adds the list for vertices [begin, end).
  void add(std::uint32_t begin, std::uint32_t end) {
    InfluenceRun run;
    run.begin = begin;
    run.end = end;
    sort();
    run.dropped_begin = static_cast<std::uint32_t>(out_.dropped.size());
    for (std::size_t i = 4; i < list_.size(); ++i) out_.dropped.push_back(list_[i].joint);
    run.dropped_end = static_cast<std::uint32_t>(out_.dropped.size());
    run.value = normalised();
    out_.runs.push_back(run);
  }

 private:
  // §9.2: weight descending, then bone id by UTF-8 bytes, then bone index.
  [[nodiscard]] bool comes_before(const Candidate& a, const Candidate& b) const {
    if (a.weight != b.weight) return a.weight > b.weight;
    const int order = layers_.armature->bones[a.joint].id.value.compare(
        layers_.armature->bones[b.joint].id.value);
    return order != 0 ? order < 0 : a.joint < b.joint;
  }

  void sort() {
    if (list_.size() < 2) return;
    std::sort(list_.begin(), list_.end(),
              [this](const Candidate& a, const Candidate& b) { return comes_before(a, b); });
  }

  // §9.3 and §9.4.
  [[nodiscard]] JointWeights normalised() const {
    const std::size_t kept = std::min<std::size_t>(4, list_.size());
    double total = 0;
    for (std::size_t i = 0; i < kept; ++i) total += list_[i].weight;
    JointWeights result;
    if (!(total > 0)) {
      result.joints[0] = layers_.root;
      result.weights[0] = 1;
      return result;
    }
    for (std::size_t i = 0; i < kept; ++i) {
      result.joints[i] = list_[i].joint;
      result.weights[i] = list_[i].weight / total;
    }
    return result;
  }

  const InfluenceLayers& layers_;
  InfluenceRuns& out_;
  std::vector<Candidate> list_;
};

void take(const InfluenceList& from, std::vector<Candidate>& to) {
  for (const Influence& influence : from.items) {
    to.push_back({static_cast<std::uint16_t>(influence.bone.index), influence.weight.value});
  }
}

// Layers 1 and 2, the same for all vertices.
void add_primitive_weights(const InfluenceLayers& layers, std::uint32_t count,
                           Canonicalizer& canonical) {
  std::vector<Candidate>& list = canonical.list();
  if (layers.weights != nullptr) take(layers.weights->bones, list);
  canonical.add(0, count);
}

// Layer 3. A mirrored map reads its original's file and goes to the mirror images (D9).
void add_weight_file(const InfluenceLayers& layers, Canonicalizer& canonical) {
  const WeightFile& file = *layers.file;
  for (const WeightFile::Entry& entry : file.entries) {
    std::vector<Candidate>& list = canonical.list();
    for (std::uint32_t i = entry.begin; i < entry.end; ++i) {
      const WeightFile::Influence& influence = file.influences[i];
      list.push_back({static_cast<std::uint16_t>((*layers.map->file_joints)[influence.bone]),
                      influence.weight});
    }
    MirrorImage at{static_cast<std::uint16_t>(entry.vertex),
                   static_cast<std::uint16_t>(entry.vertex)};
    if (layers.map->mirrored) at = layers.shape->mirror[entry.vertex];
    canonical.add(at.vertex, at.vertex + 1u);
    if (at.seam != at.vertex) canonical.add(at.seam, at.seam + 1u);
  }
}

// One bone of a gradient, with its weight at both ends.
struct Blend {
  std::uint16_t joint = 0;
  double from = 0;
  double to = 0;
};

std::vector<Blend> blends_of(const Gradient& gradient) {
  std::vector<Blend> blends;
  for (const Influence& influence : gradient.from.items) {
    blends.push_back({static_cast<std::uint16_t>(influence.bone.index), influence.weight.value, 0});
  }
  for (const Influence& influence : gradient.to.items) {
    const auto joint = static_cast<std::uint16_t>(influence.bone.index);
    const auto known = std::find_if(blends.begin(), blends.end(),
                                    [joint](const Blend& blend) { return blend.joint == joint; });
    if (known != blends.end()) {
      known->to = influence.weight.value;
    } else {
      blends.push_back({joint, 0, influence.weight.value});
    }
  }
  return blends;
}

// Layer 4: one gradient sets every vertex, so only the last one is needed. Neighbours at the same
// coordinate share a run.
void add_gradient(const Gradient& gradient, std::span<const Vec3> positions,
                  Canonicalizer& canonical) {
  const std::vector<Blend> blends = blends_of(gradient);
  const auto axis = static_cast<std::size_t>(*gradient.axis);
  const double start = gradient.range[0].value;
  const double end = gradient.range[1].value;
  for (std::size_t i = 0; i < positions.size();) {
    const double coordinate = positions[i][axis];
    const std::size_t begin = i;
    while (i < positions.size() && positions[i][axis] == coordinate) ++i;
    const double t = std::clamp((coordinate - start) / (end - start), 0.0, 1.0);
    std::vector<Candidate>& list = canonical.list();
    for (const Blend& blend : blends) {
      // The formula of §9.5, as it is written there.
      const double weight = blend.from * (1.0 - t) + blend.to * t;
      if (weight > 0) list.push_back({blend.joint, weight});
    }
    canonical.add(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(i));
  }
}

// Layer 5.
void add_override(const Override& entry, Canonicalizer& canonical) {
  for (const VertexIndex& vertex : entry.vertices) {
    take(entry.bones, canonical.list());
    const auto at = static_cast<std::uint32_t>(vertex.value);
    canonical.add(at, at + 1);
  }
}

}  // namespace

std::uint16_t root_bone(const Armature& armature) {
  for (std::size_t i = 0; i < armature.bones.size(); ++i) {
    if (armature.bones[i].is_root()) return static_cast<std::uint16_t>(i);
  }
  return 0;  // §7.4: without a root, the first bone
}

void resolve_influences(const InfluenceLayers& layers, std::span<const Vec3> positions,
                        InfluenceRuns& out) {
  out.runs.clear();
  out.dropped.clear();
  Canonicalizer canonical(layers, out);
  const bool gradients = layers.map != nullptr && !layers.map->gradients.empty();
  if (gradients) {
    add_gradient(layers.map->gradients.back(), positions, canonical);
  } else {
    add_primitive_weights(layers, static_cast<std::uint32_t>(positions.size()), canonical);
    if (layers.file != nullptr) add_weight_file(layers, canonical);
  }
  if (layers.map == nullptr) return;
  for (const Override& entry : layers.map->overrides) add_override(entry, canonical);
}

void last_runs(const InfluenceRuns& runs, std::span<std::uint32_t> run_of_vertex) {
  for (std::uint32_t i = 0; i < runs.runs.size(); ++i) {
    const InfluenceRun& run = runs.runs[i];
    std::fill(run_of_vertex.begin() + run.begin, run_of_vertex.begin() + run.end, i);
  }
}

}  // namespace rigy
