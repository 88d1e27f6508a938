#include "document/text_encoding.hpp"

#include <string>

namespace rigy::language {
namespace {

bool is_bone_id(const std::string& path) {
  if (path.ends_with(".bone_id") || path.ends_with(".parent")) return true;
  const bool in_bones = path.find(".bones") != std::string::npos;
  return in_bones &&
         (path.starts_with("poses") || (path.starts_with("armatures") && path.ends_with(".id")));
}

}  // namespace

Code code_of_bad_bytes(const Tree& tree, NodeId scalar) {
  return is_bone_id(path_of(tree, scalar)) ? Code::BoneIdNotUtf8 : Code::NotUtf8;
}

}  // namespace rigy::language
