// Automatic weights: which bones the vertices of a mesh follow, from the distance to each bone
// through the inside of the shape, as weight files and as entries of a document.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

struct WeightsOptions {
  AnalyzeOptions analysis;
  std::string mesh;       // if empty, the only one that is bound, or the only one
  std::string primitive;  // if empty, all of the mesh that are written: symmetry makes the others
};

// The weights of one primitive.
struct MadeWeights {
  std::string mesh;
  std::string primitive;
  std::string armature;
  std::size_t vertex_count = 0;
  std::vector<std::string> bones;  // that it follows, in the order of the armature
  // By how much a weight differs, at most, between the ends of an edge.
  double largest_step = 0;
  std::string file;  // the text of its weight file

  // Whether all of it follows one bone, so that it needs no file.
  [[nodiscard]] bool is_rigid() const { return bones.size() == 1; }
};

struct WeightsResult : Outcome {
  std::vector<MadeWeights> weights;  // in the order of the mesh; empty unless ok()
};

// Makes weights for the document at `entry`. Never throws; everything it finds is in the report and
// in option_faults.
[[nodiscard]] WeightsResult make_weights(const std::string& entry, FileReader& files,
                                         const WeightsOptions& options = {});
// Makes them for what was analyzed before.
[[nodiscard]] WeightsResult make_weights(const Analysis& analysis,
                                         const WeightsOptions& options = {});

// The text of a document in which a primitive has these weights: those of the weight file at
// `source`, or one bone if it is rigid. What a weight map said about the primitive is replaced; its
// other entries and everything else stay. Nothing if the text has no place for them. The caller
// must analyze the result before using it.
[[nodiscard]] std::optional<std::string> with_weights(std::string_view text,
                                                      const MadeWeights& weights,
                                                      std::string_view source);

// "crane.rigy.yaml" and "boom" give "crane.boom.weights.json".
[[nodiscard]] std::string weight_file_name(std::string_view document, std::string_view primitive);

// The text of a document in which all of these primitives have their weights.
struct WeightedText {
  std::string text;
  std::vector<bool> uses_file;  // of each of the weights
};
[[nodiscard]] std::optional<WeightedText> with_weights(std::string_view text,
                                                       const std::vector<MadeWeights>& weights,
                                                       const std::vector<std::string>& sources);

}  // namespace rigy
