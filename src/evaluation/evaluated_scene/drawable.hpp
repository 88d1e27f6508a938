// What can be shown of a document with errors.
#pragma once

#include "analyze/analyzed_assembly.hpp"
#include "evaluation_floor.hpp"

namespace rigy::evaluation {

// The rest shape, without the primitives, materials, instances and children that could not be read
// or have no shape or place: those are reported. Bindings and poses are left out altogether,
// because any error may be about what they rely on. Its texts are those of `analyzed`, which must
// outlive it.
[[nodiscard]] AnalyzedAssembly drawable_part(const AnalyzedAssembly& analyzed);

}  // namespace rigy::evaluation
