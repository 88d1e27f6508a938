#include "mcp/protocol.hpp"

namespace rigy::interfaces {
namespace {

constexpr std::string_view what_to_write =
    R"(Write this as a Rigy asset: {}

Work in this order:
1. Read the cheat sheet (resource rigy://docs/cheatsheet.md, or the tool explain with page "cheatsheet"). If a template is close, begin with it (tool template).
2. Write the whole document and give it to write_asset. Units are meters; y is up; the asset stands on y = 0 and faces -z.
3. Correct every diagnostic first. Each names the line and what to write; explain with its id shows an example.
4. Correct what lint finds: parts that float, flicker or tear. Use measure for pairs of parts that should touch, and with ground for what should stand on the floor.
5. Look at the picture. Does it look like what was asked for? Use look with other views, a section or names where you cannot tell.
6. Correct one thing at a time with write_asset and edits (inspect with text shows a saved file), and compare with diff if something changed that should not have.
Stop when there are no errors, no findings, and the picture is right.)";

constexpr std::string_view rig_text =
    R"(Give this asset a skeleton that can be posed: {}

Work in this order:
1. inspect the document, with text: sizes, places and names of its parts, and what to edit. Read the pages about bones, bindings and weights (explain with search).
2. Add an armature: a bone for every part that moves, named for what it moves, head at the joint, tail along the part; parents first.
3. Bind the meshes and write weights; parts that do not bend follow one bone.
4. write_asset; correct diagnostics and lint. inspect shows parts without weights, and the bones that each part follows.
5. Make two poses with the tool pose, look at them with show ["skeleton"], and use heat for the weights of a bone that bends badly.
6. write_asset with the path lints all poses too; measure takes a pose. Correct and look again.)";

constexpr std::string_view animate_text =
    R"(Animate this asset: {}

Work in this order:
1. Ask the tool motion what the skeleton can do. Without bones, rig it first; bones named thigh, shin, foot, wing, tail are found.
2. If a gait fits, let motion make it, with save: a motion document beside the asset, with a picture of moments.
3. If not, write a motion document yourself: key poses by turn, move and reach, and a clip (explain with page "motion"). The tool pose tries single poses.
4. Correct what the tool motion finds: feet that slide, parts below the ground or inside each other. Measure with clip and at, look with clip.
5. Edit angles and targets until the strip reads as the movement that was asked for.
6. Export the motion document: clips become animations.)";

}  // namespace

std::vector<Prompt> prompts() {
  return {{"write_an_asset", "Write an asset", "Write an asset, check it and look at it", "what",
           "What to make, in plain words", what_to_write},
          {"rig_it", "Rig it", "Give an asset bones, weights and poses", "what",
           "The asset: its path, or what it is", rig_text},
          {"animate_it", "Animate it", "Make poses that read as a movement", "what",
           "The asset and its movement", animate_text}};
}

std::string_view server_instructions() {
  return "Rigy compiles text documents to rigged 3D assets. Order of work: write_asset, correct "
         "its diagnostics, then its lint findings (measure helps), look at the picture, correct. "
         "Read the cheat sheet first: explain with page \"cheatsheet\". Units are meters, y is up, "
         "the front is -z. Nothing that you send is executed.";
}

}  // namespace rigy::interfaces
