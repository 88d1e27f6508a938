#include "making/making.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "rigy/motion.hpp"
#include "rigy/posing.hpp"
#include "rigy/rigging.hpp"
#include "rigy/weights.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces {
namespace {

// --- the options ---

struct PoseMaking {
  PoseSteps steps;
  PoseAxes axes = PoseAxes::Asset;
  bool write = false;
};

struct WeightsMaking {
  WeightsOptions weights;
  bool write = false;
};

struct ShapeMaking {
  ShapeOptions shape;
  std::string mesh;
};

struct RigMaking {
  std::string kind;
  bool write = false;
};

template <auto Part, auto Member, class Options>
std::string take_in(const ChoiceInfo& info, std::string_view value, Options& options) {
  return take_member<Member>(info, value, options.*Part);
}

template <auto Member>
std::string take_step(const ChoiceInfo& info, std::string_view value, PoseMaking& options) {
  return take_in<&PoseMaking::steps, Member>(info, value, options);
}

template <auto Member>
std::string take_shape(const ChoiceInfo& info, std::string_view value, ShapeMaking& options) {
  return take_in<&ShapeMaking::shape, Member>(info, value, options);
}

template <auto Member>
std::string take_weights(const ChoiceInfo& info, std::string_view value, WeightsMaking& options) {
  return take_in<&WeightsMaking::weights, Member>(info, value, options);
}

std::string take_turns(const ChoiceInfo& info, std::string_view value, PoseMaking& options) {
  for (const std::string_view one : words_in_list(value)) {
    const std::optional<BoneTurn> turn = turn_named(one);
    if (!turn)
      return fmt::format("{}: '{}' is not BONE:AXIS:ANGLE, like elbow:z:70deg", info.name, one);
    options.steps.turns.push_back(*turn);
  }
  return {};
}

// Vectors have commas, so semicolons separate them.
template <class Step>
std::string take_steps(const ChoiceInfo& info, std::string_view value,
                       std::optional<Step> (*named)(std::string_view), const char* form,
                       std::vector<Step>& steps) {
  while (!value.empty()) {
    const std::string_view one = value.substr(0, value.find(';'));
    const std::optional<Step> step = named(one);
    if (!step) return fmt::format("{}: '{}' is not {}", info.name, one, form);
    steps.push_back(*step);
    value.remove_prefix(std::min(one.size() + 1, value.size()));
  }
  return {};
}

std::string take_moves(const ChoiceInfo& info, std::string_view value, PoseMaking& options) {
  return take_steps(info, value, move_named, "BONE:X,Y,Z, like hips:0,-0.07,0",
                    options.steps.moves);
}

std::string take_reaches(const ChoiceInfo& info, std::string_view value, PoseMaking& options) {
  return take_steps(info, value, reach_named, "BONE:X,Y,Z, like hand:0.3,1.2,-0.4",
                    options.steps.reaches);
}

template <auto Point>
std::string take_point(const ChoiceInfo& info, std::string_view value, ShapeMaking& options) {
  options.shape.*Point = point_named(value);
  if (options.shape.*Point) return {};
  return fmt::format("{}: '{}' is not X,Y,Z, like 0,1.2,-0.3", info.name, value);
}

std::string take_type(const ChoiceInfo& info, std::string_view value, ShapeMaking& options) {
  std::string fault;
  if (word_index(info, value, fault)) options.shape.type = value;
  return fault;
}

constexpr ChoiceInfo write_info{"write", ChoiceKind::Flag, "", "false",
                                "Return the document with it, instead of the entry alone."};

constexpr auto pose_table = std::to_array<Choice<PoseMaking>>({
    {{"turns", ChoiceKind::Texts, "", "", "The bones to turn: elbow:z:70deg."}, take_turns},
    {{"id", ChoiceKind::Text, "", "", "The id of the pose; by default pose, pose_2 and so on."},
     take_step<&PoseSteps::id>},
    {{"pose", ChoiceKind::Text, "", "",
      "A pose of a motion, or a moment of its clips (walk@0.25), to begin as."},
     take_step<&PoseSteps::moment>},
    {{"moves", ChoiceKind::Text, "", "",
      "The bones to move, with semicolons between: hips:0,-0.07,0."},
     take_moves},
    {{"reaches", ChoiceKind::Text, "", "",
      "The bones whose tails come to a point, with semicolons between: hand:0.3,1.2,-0.4:bones=2."},
     take_reaches},
    {{"axes", ChoiceKind::Word, "asset|parent|bone", "asset",
      "What x, y and z of turns and moves are: of the asset, carried along by the parents, or of "
      "the bone."},
     take_member<&PoseMaking::axes>},
    {{"from", ChoiceKind::Text, "", "", "A pose of the asset to begin as; by default the rest."},
     take_step<&PoseSteps::from>},
    {{"mirror", ChoiceKind::Flag, "", "false",
      "Exchange left and right, by the document's symmetry."},
     take_step<&PoseSteps::mirror>},
    {{"on_ground", ChoiceKind::Flag, "", "false",
      "Lower or lift everything until its lowest point is at y = 0."},
     take_step<&PoseSteps::on_ground>},
    {{"replace", ChoiceKind::Flag, "", "false", "The id, or that of from, may be one of a pose."},
     take_step<&PoseSteps::replace>},
    {write_info, take_member<&PoseMaking::write>},
});

constexpr auto weights_table = std::to_array<Choice<WeightsMaking>>({
    {{"mesh", ChoiceKind::Text, "", "", "The mesh; by default the only one that is bound."},
     take_weights<&WeightsOptions::mesh>},
    {{"primitive", ChoiceKind::Text, "", "", "Only this primitive; by default all of the mesh."},
     take_weights<&WeightsOptions::primitive>},
    {{"write", ChoiceKind::Flag, "", "false",
      "Also return the document that uses the files, which are then named as it names them."},
     take_member<&WeightsMaking::write>},
});

constexpr auto shape_table = std::to_array<Choice<ShapeMaking>>({
    {{"type", ChoiceKind::Word, "capsule|box|cylinder", "capsule", "What to make."}, take_type},
    {{"from", ChoiceKind::Text, "", "", "Where it begins: 0,0.5,0."},
     take_point<&ShapeOptions::from>},
    {{"to", ChoiceKind::Text, "", "", "Where it ends."}, take_point<&ShapeOptions::to>},
    {{"along", ChoiceKind::Text, "", "", "A bone, from head to tail, instead of two points."},
     take_shape<&ShapeOptions::along>},
    {{"radius", ChoiceKind::Number, "", "0", "The radius, in meters; of a box half of its width."},
     take_shape<&ShapeOptions::radius>},
    {{"id", ChoiceKind::Text, "", "", "The id; by default that of the bone, or the type."},
     take_shape<&ShapeOptions::id>},
    {{"material", ChoiceKind::Text, "", "", "The material; by default none."},
     take_shape<&ShapeOptions::material>},
    {{"mesh", ChoiceKind::Text, "", "",
      "Return the document with the shape in this mesh, instead of the entry alone."},
     take_member<&ShapeMaking::mesh>},
});

constexpr auto rig_table = std::to_array<Choice<RigMaking>>({
    {{"kind", ChoiceKind::Text, "", "", "biped, quadruped, bird, fish, snake or arm."},
     take_member<&RigMaking::kind>},
    {write_info, take_member<&RigMaking::write>},
});

constexpr auto motion_table = std::to_array<Choice<MotionOptions>>({
    {{"gaits", ChoiceKind::Texts, "", "", "Gaits, each of which becomes a clip: walk, run."},
     take_member<&MotionOptions::gaits>},
    {{"armature", ChoiceKind::Text, "", "", "The armature that moves; by default the only one."},
     take_member<&MotionOptions::armature>},
    {{"asset", ChoiceKind::Text, "", "",
      "How the motion names the asset; by default by the name of its file."},
     take_member<&MotionOptions::asset>},
});

constexpr auto gaits_table = std::to_array<Choice<MotionOptions>>({
    {{"armature", ChoiceKind::Text, "", "", "The armature that moves; by default the only one."},
     take_member<&MotionOptions::armature>},
});

// --- what is made ---

constexpr const char* no_place_in_text = "the text of the document has no place for it";

const Source& source_of(const Analysis& analysis) {
  return *analysis.assembly->assembly.root()->source;
}

// A text without a file has a name like <text>.
std::string file_name(const Source& source) {
  if (source.name.starts_with('<')) return "document.rigy.yaml";
  return source.name.substr(source.name.find_last_of("/\\") + 1);
}

// The document, or what is wrong with it.
void take_document(std::optional<std::string> document, MakingResult& made) {
  if (document) {
    made.text = std::move(*document);
  } else {
    made.option_faults.emplace_back(no_place_in_text);
  }
}

MakingResult made_pose(const Analysis& analysis, const PoseMaking& options) {
  MakingResult made{analysis};
  PoseSteps steps = options.steps;
  for (BoneTurn& turn : steps.turns) turn.axes = options.axes;
  for (BoneMove& move : steps.moves) move.axes = options.axes;
  const MadePose pose = make_pose(analysis, steps);
  made.option_faults = pose.faults;
  made.notes = pose.notes;
  if (!made.ok()) return made;
  if (options.write) {
    take_document(with_pose(source_of(analysis).text, pose), made);
  } else {
    made.text = pose_entry(pose, 2);
  }
  return made;
}

MakingResult made_weights(const Analysis& analysis, const WeightsMaking& options) {
  WeightsResult weighed = make_weights(analysis, options.weights);
  MakingResult made{weighed};
  if (!made.ok()) return made;
  if (!options.write) {
    for (MadeWeights& one : weighed.weights) {
      made.files.push_back({std::move(one.primitive), std::move(one.file)});
    }
    return made;
  }
  const Source& source = source_of(analysis);
  std::vector<std::string> names;
  for (const MadeWeights& one : weighed.weights) {
    names.push_back(weight_file_name(file_name(source), one.primitive));
  }
  const std::optional<WeightedText> edited = with_weights(source.text, weighed.weights, names);
  take_document(edited ? std::optional(edited->text) : std::nullopt, made);
  for (std::size_t i = 0; edited && i < names.size(); ++i) {
    if (edited->uses_file[i]) made.files.push_back({names[i], std::move(weighed.weights[i].file)});
  }
  return made;
}

MakingResult made_shape(const Analysis& analysis, const ShapeMaking& options) {
  MakingResult made{analysis};
  MadeShape shape = make_shape(&analysis, options.shape);
  made.option_faults = std::move(shape.faults);
  if (!made.ok()) return made;
  if (options.mesh.empty()) {
    made.text = fmt::format("- {}\n", shape.entry);
  } else {
    take_document(with_shape(source_of(analysis).text, options.mesh, shape), made);
  }
  return made;
}

MakingResult made_rig(const Analysis& analysis, const RigMaking& options) {
  MakingResult made{analysis};
  MadeArmature armature = make_armature(analysis, options.kind);
  made.option_faults = std::move(armature.faults);
  if (!made.ok()) return made;
  if (options.write) {
    take_document(with_armature(source_of(analysis).text, armature), made);
  } else {
    made.text = armature_entry(armature, 2);
  }
  return made;
}

MakingResult made_motion(const Analysis& analysis, const MotionOptions& options) {
  MakingResult made{analysis};
  MotionOptions named = options;
  if (named.asset.empty()) named.asset = file_name(source_of(analysis));
  MadeMotion motion = make_motion(analysis, named);
  made.option_faults = std::move(motion.faults);
  made.text = std::move(motion.text);
  return made;
}

// The gaits that the skeleton can have, as JSON.
MakingResult made_gaits(const Analysis& analysis, const MotionOptions& options) {
  MakingResult made{analysis};
  JsonWriter json;
  json.begin_array();
  for (const GaitDescription& gait : gaits_for(analysis, options.armature)) {
    json.begin_object();
    for (const auto& [key, value] :
         {std::pair{"name", gait.name}, {"summary", gait.summary}, {"view", gait.view}}) {
      json.key(key);
      json.string(value);
    }
    json.end_object();
  }
  json.end_array();
  made.text = json.take();
  return made;
}

// --- the rows ---

void take_analysis(const AnalyzeOptions& analysis, WeightsMaking& options) {
  options.weights.analysis = analysis;
}
template <class Options>
void take_analysis(const AnalyzeOptions& /*analysis*/, Options& /*options*/) {}

template <const auto& table, auto make>
constexpr Making row(std::string_view name) {
  using Options = typename std::remove_cvref_t<decltype(table)>::value_type::OptionsType;
  return {name, [] { return infos_of(std::span<const Choice<Options>>(table)); },
          [](const Analysis& analysis, const AnalyzeOptions& analyzed,
             std::span<const ParamValue> choices) {
            Options options;
            take_analysis(analyzed, options);
            std::vector<std::string> faults;
            take_choices(std::span<const Choice<Options>>(table), choices, options, faults);
            const bool is_there = analysis.assembly != nullptr && analysis.ok();
            if (is_there && analysis.assembly->assembly.root() == nullptr) {
              faults.emplace_back("this is a scene, which has neither bones nor primitives");
            }
            if (faults.empty() && is_there) return make(analysis, options);
            MakingResult made{analysis};
            made.option_faults.insert(made.option_faults.end(), faults.begin(), faults.end());
            return made;
          }};
}

constexpr auto makings = std::to_array<Making>({
    row<pose_table, made_pose>("pose"),
    row<weights_table, made_weights>("weights"),
    row<shape_table, made_shape>("shape"),
    row<rig_table, made_rig>("rig"),
    row<motion_table, made_motion>("motion"),
    row<gaits_table, made_gaits>("gaits"),
});

}  // namespace

std::span<const Making> all_makings() { return makings; }

const Making* making_named(std::string_view name) {
  const auto found = std::find_if(makings.begin(), makings.end(),
                                  [name](const Making& one) { return one.name == name; });
  return found == makings.end() ? nullptr : found;
}

}  // namespace rigy::interfaces
