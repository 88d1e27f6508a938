// Motions made for a skeleton: gaits as documents to edit (docs/motion.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy {

// A gait that some kind of body has. Several kinds may have one of the same name.
struct GaitDescription {
  std::string_view name;     // "trot"
  std::string_view of;       // what it takes: "four legs"
  std::string_view summary;  // what it is
  std::string_view view;     // from where it is seen best: "left"
};
[[nodiscard]] std::vector<GaitDescription> known_gaits();
// Those that the armature of an asset can have.
[[nodiscard]] std::vector<GaitDescription> gaits_for(const Analysis& analysis,
                                                     std::string_view armature = {});

struct MotionOptions {
  std::vector<std::string> gaits;  // at least one; each becomes a clip of its name
  std::string armature;            // needed only if the asset has several
  std::string asset;               // its path as the motion writes it, relative to the motion
};

struct MadeMotion {
  std::string text;  // of a motion document
  // What is wrong with the options, or why the asset cannot move so; then there is no text.
  std::vector<std::string> faults;
};

// Of the analysis of an asset without errors. The same text on every machine.
[[nodiscard]] MadeMotion make_motion(const Analysis& analysis, const MotionOptions& options);

}  // namespace rigy
