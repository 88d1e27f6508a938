// Anchors that follow a bone.
#pragma once

#include "export_model/model.hpp"
#include "export_model/names.hpp"
#include "export_model/nodes.hpp"

namespace rigy::outputs {

// Puts every anchor that the bone map names below its bone, where it was at rest, and if `sockets`
// says so, every other one that lies beside an armature below the nearest bone. For Unreal their
// names begin with SOCKET_.
void attach_anchors(ModelDraft& draft, const Assembly& assembly, ExportSockets sockets,
                    UniqueNames& names);

// Puts a node, whose transform is in the space of the armature, below a bone of it.
void put_below_bone(const ExportModel& model, ExportNode& node, std::uint32_t armature,
                    std::uint32_t bone);

}  // namespace rigy::outputs
