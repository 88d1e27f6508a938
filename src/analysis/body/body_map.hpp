// The bones of an armature by the names that engines know: as a bone map says, and where it says
// nothing, as they are found.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "analysis_floor.hpp"
#include "body/body.hpp"
#include "body/humanoid.hpp"
#include "load/assembly.hpp"
#include "load/bone_map.hpp"

namespace rigy::analysis {

struct BodyMap {
  BodyProfile profile = BodyProfile::Humanoid;
  std::span<const HumanBone> parts;
  std::vector<std::uint32_t> bones;  // of the armature, for each part; no_index: there is none

  // The bone by its name in VRM; no_index: there is none.
  [[nodiscard]] std::uint32_t bone_of(std::string_view part) const;
  // Whether there is every bone that VRM requires of a person.
  [[nodiscard]] bool is_complete() const;
  [[nodiscard]] bool is_empty() const;
};

// The bones that engines know of an animal with four legs.
[[nodiscard]] std::span<const HumanBone> body_parts(BodyProfile profile);

// Whether there is a bone map and it is about this armature of `asset`: one of the entry.
[[nodiscard]] bool has_bone_map(const Assembly& assembly, const Asset& asset,
                                const Armature& armature);

// Of an armature of `asset`.
[[nodiscard]] BodyMap body_of(const Assembly& assembly, const Asset& asset,
                              const Armature& armature);

// The body of an animal: what the bone map names, and the rest as it is found.
[[nodiscard]] Body find_body(const Assembly& assembly, const Asset& asset,
                             const Armature& armature);

// The bone that the map lets an anchor of the asset follow; no_index: it says nothing.
[[nodiscard]] std::uint32_t mapped_anchor(const Assembly& assembly, const Asset& asset,
                                          const Armature& armature, std::string_view anchor);

// Reports names of the bone map that there are none of, and bones that it names twice.
void check_bone_map(const Assembly& assembly, Diagnostics& diagnostics);

}  // namespace rigy::analysis
