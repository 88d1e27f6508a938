// Two documents, with everything they import, object by object.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyze/analyzed_assembly.hpp"
#include "rigy/diff.hpp"
#include "tools_floor.hpp"

namespace rigy::tools {

// What became of the objects of the earlier document.
struct Kept {
  // Several if its file was compared with several.
  std::map<const Primitive*, std::vector<const Primitive*>> primitives;
  // For an armature and what it became: for each bone its index there, no_index if it was removed.
  std::map<std::pair<const Armature*, const Armature*>, std::vector<std::uint32_t>> bones;
  std::map<const Pose*, const Pose*> poses;
  // New ids of instances that were renamed, by their file (null: the scene) and old id.
  std::map<std::pair<const Asset*, std::string>, std::string> instances;
  // Where the later primitives are in the list of objects.
  std::map<const Primitive*, std::size_t> objects;
};

struct Comparison {
  std::vector<ObjectDiff> objects;  // with primitives that have not changed
  std::size_t files_omitted = 0;    // pairs of imported files beyond the limit
  Kept kept;
};

// At most one of the two is null.
[[nodiscard]] Comparison compare_documents(const AnalyzedAssembly* before,
                                           const AnalyzedAssembly* after);

}  // namespace rigy::tools
