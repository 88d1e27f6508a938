// Which parts of a body are neighbors in its skeleton. A hand beside a thigh may touch it, but the
// bones between them move other parts: the two do not belong together.
#pragma once

#include <cstdint>
#include <vector>

#include "lint/context.hpp"

namespace rigy::tools {

class BoneLinks {
 public:
  explicit BoneLinks(const LintContext& rest);

  // Whether no bone between those that the two follow moves a third part. Parts that are not bound,
  // or not to one armature, count as linked: there is no skeleton to say otherwise.
  [[nodiscard]] bool are_linked(std::uint32_t a, std::uint32_t b) const;

 private:
  struct Skeleton {
    std::vector<std::vector<std::uint32_t>> neighbors;  // of each bone: its parent and children
    std::vector<std::vector<std::uint32_t>> followers;  // of each bone: at most three parts
  };

  void add_part(std::uint32_t part);

  const LintContext& rest_;
  std::vector<Skeleton> skeletons_;  // of EvaluatedScene::armatures
  std::vector<std::vector<std::uint32_t>>
      bones_;  // of EvaluatedScene::primitives: that each follows
};

}  // namespace rigy::tools
