#include "export_model/face.hpp"

#include <array>
#include <vector>

namespace rigy::outputs {
namespace {

// A half turn about y, or none, only changes signs: of points, of the axes that rotations turn
// about, and in matrices of what leads from one of the axes x and z to y or back.
class Turn {
 public:
  explicit Turn(ExportFace face) : signs_(signs_of(face)) {}

  void operator()(Vec3& v) const {
    v = {changed(v.x, signs_.x), changed(v.y, signs_.y), changed(v.z, signs_.z)};
  }
  void operator()(Quaternion& q) const {
    q = {changed(q.w, 1), changed(q.x, signs_.x), changed(q.y, signs_.y), changed(q.z, signs_.z)};
  }
  void operator()(Affine& transform) const {
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column) {
        double& element = transform.linear.rows[row][column];
        element = changed(element, signs_[row] * signs_[column]);
      }
    }
    (*this)(transform.translation);
  }
  void operator()(RigidMotion& motion) const {
    (*this)(motion.translation);
    (*this)(motion.rotation);
  }
  void operator()(NodeTransform& transform) const {
    (*this)(transform.translation);
    (*this)(transform.rotation);
  }
  void operator()(ExportBone& bone) const {
    (*this)(bone.head);
    (*this)(bone.tail);
    (*this)(bone.rest);
    (*this)(bone.local);
    (*this)(bone.inverse_bind);
  }
  void operator()(const ExportChannel& channel, std::vector<double>& values) const {
    const std::array<double, 4> of_rotation{1, signs_.x, signs_.y, signs_.z};
    const std::size_t width = channel.width();
    const double* signs = of_rotation.data() + (4 - width);
    double* value = values.data() + channel.first_value;
    for (std::size_t i = 0; i < width * channel.key_count; ++i) {
      value[i] = changed(value[i], signs[i % width]);
    }
  }

 private:
  // Adding 0 makes -0 positive and changes nothing else.
  static double changed(double value, double sign) { return sign * value + 0.0; }

  Vec3 signs_;
};

}  // namespace

Vec3 signs_of(ExportFace face) {
  return face == ExportFace::PlusZ ? Vec3{-1, 1, -1} : Vec3{1, 1, 1};
}

void turn(ExportModel& model, ExportFace face) {
  const Turn turned(face);
  for (ExportNode& node : model.nodes) turned(node.transform);
  for (ExportSkeleton& skeleton : model.skeletons) {
    for (ExportBone& bone : skeleton.bones) turned(bone);
  }
  for (ExportAnimation& animation : model.animations) {
    for (const ExportChannel& channel : animation.channels) turned(channel, animation.values);
    if (animation.travel) turned(*animation.travel);
  }
}

}  // namespace rigy::outputs
