// The checks that all lists of influences share.
#pragma once

#include <string_view>

#include "check/check.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::analysis {

// What a list of influences is for.
struct InfluenceUse {
  Code out_of_range;      // for a weight outside [0, 1]
  std::string_view what;  // as messages call a weight
  bool may_be_zero = false;
};
inline constexpr InfluenceUse of_weights{Code::WeightOutOfRange, "weight"};
// One end of a gradient may be zero if the other is not.
inline constexpr InfluenceUse of_gradient{Code::GradientWeightOutOfRange, "gradient weight", true};
inline constexpr InfluenceUse of_override{Code::OverrideWeightOutOfRange, "override weight"};

// W05, X04, X11 and the code for weights out of range, for one list of the item.
void check_influences(const CheckContext& context, const InfluenceList& list,
                      const ItemOrigin& item, const InfluenceUse& use);

// Where each primitive is first named by an entry of the binding. Further entries for it are
// reported: "primitive 'arm' has two weight maps".
template <class Entry>
TextMap<std::string_view, NodeId> first_of_each_primitive(const CheckContext& context,
                                                          const std::vector<Entry>& entries,
                                                          Code code, std::string_view what) {
  TextMap<std::string_view, NodeId> first;
  first.reserve(entries.size());
  for (const Entry& entry : entries) {
    if (!entry.primitive.given()) continue;
    const auto [found, is_first] = first.emplace(entry.primitive.id, entry.primitive.node);
    if (is_first) continue;
    context.at
        .report(code, entry.origin.at(entry.primitive.node), "primitive '{}' has two {}",
                entry.primitive.id, what)
        .help("merge them into one")
        .related(context.at.range_of(found->second), "first here");
  }
  return first;
}

}  // namespace rigy::analysis
