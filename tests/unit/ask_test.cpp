// Questions about texts in memory, as pages ask them.
#include "questions/ask.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "messages/json_value.hpp"
#include "questions/memory_workspace.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

const std::map<std::string, std::string>& texts() {
  static const std::map<std::string, std::string> all = {
      {"a.rigy.yaml", "version: \"0.13\"\nparams: {w: 1} # width\nanchors:\n  - {id: top}\n"},
      {"sub/b.rigy.yaml", "version: \"0.13\"\nimports:\n  a: {source: ../a.rigy.yaml}\n"},
  };
  return all;
}

std::string asked(const std::string& method, const std::string& rest,
                  const std::string& uri = "a.rigy.yaml") {
  return ask(texts(), R"({"method":")" + method + R"(","params":{"textDocument":{"uri":")" + uri +
                          "\"}" + rest + "}}");
}

TEST(Ask, ChangesAValueByItsPath) {
  EXPECT_EQ(asked("rigy/edit", R"(,"changes":[{"set":"params.w","value":"2"}])"),
            R"({"result":[{"range":{"start":{"line":1,"character":12},)"
            R"("end":{"line":1,"character":13}},"newText":"2"}]})");
}

TEST(Ask, ChangesFromAPlace) {
  EXPECT_EQ(
      asked("rigy/edit", R"(,"changes":[{"set":"id","value":"up","at":{"line":3,"character":4}}])"),
      R"({"result":[{"range":{"start":{"line":3,"character":9},)"
      R"("end":{"line":3,"character":12}},"newText":"up"}]})");
}

TEST(Ask, LeavesOutWhatIsNotWrittenIfToldSo) {
  EXPECT_EQ(asked("rigy/edit", R"(,"changes":[{"set":"params.h","value":"2","ifWritten":true}])"),
            R"({"result":[]})");
}

TEST(Ask, SaysWhereThereIsNoPlaceForAChange) {
  EXPECT_EQ(asked("rigy/edit", R"(,"changes":[{"set":"anchors[7].id","value":"x"}])"),
            R"({"error":{"code":-32602,"message":"the text has no place for 'anchors[7].id'"}})");
}

TEST(Ask, MakesWhatTheCommandsMake) {
  const auto made = [](const std::string& rest) {
    return ask(
        {{"c.rigy.yaml", "version: \"0.13\"\n"}},
        R"({"method":"rigy/make","params":{"textDocument":{"uri":"c.rigy.yaml"},)" + rest + "}}");
  };
  EXPECT_EQ(made(R"("operation":"shape","options":{"type":"box","from":[0,0,0],"to":[0,1,0],)"
                 R"("radius":0.1,"id":"mast"})"),
            R"({"result":{"text":"- {id: mast, type: box, dimensions: {x: 0.2, y: 1, z: 0.2}, )"
            R"(transform: {translation: [0, 0.5, 0]}}\n","files":{},"notes":[]}})");
  EXPECT_EQ(made(R"("operation":"pose","options":{"moves":["a:0,1,0","b:1,0,0"],"id":"up"})"),
            R"({"error":{"code":-32602,"message":"the document has no armature, so there is )"
            R"(nothing to turn"}})");
  EXPECT_EQ(made(R"("operation":"pose","options":{"move":["a:0,1,0"]})"),
            R"({"error":{"code":-32602,"message":"there is no option 'move'; did you mean )"
            R"('moves'?"}})");
  EXPECT_EQ(made(R"("operation":"dance")"),
            R"({"error":{"code":-32602,"message":"'dance' is not an operation: pose, weights, )"
            R"(shape, rig, motion, gaits"}})");
}

TEST(Ask, NamesAMovedFileAnew) {
  const std::string answer = asked("rigy/moveFile", R"(,"newUri":"sub/c.rigy.yaml")");
  EXPECT_NE(answer.find(R"("uri":"sub/b.rigy.yaml")"), std::string::npos) << answer;
  EXPECT_NE(answer.find(R"("newText":"c.rigy.yaml")"), std::string::npos) << answer;
}

TEST(Ask, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(asked("rigy/edti", ""),
            R"({"error":{"code":-32601,"message":"there is no method 'rigy/edti'; )"
            R"(did you mean 'rigy/edit'?"}})");
  EXPECT_EQ(asked("rigy/edit", "", "c.yaml"),
            R"({"error":{"code":-32602,"message":"there is no text 'c.yaml'"}})");
  EXPECT_NE(ask(texts(), "{").find("-32700"), std::string::npos);
  EXPECT_NE(ask(texts(), "{}").find("-32601"), std::string::npos);
}

// Every question is answered with JSON, at every place, also of a text that is cut off there.
TEST(Ask, AnswersAtEveryPlace) {
  const std::string& text = texts().at("a.rigy.yaml");
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string cut = text.substr(0, size);
    const std::size_t start = cut.rfind('\n');
    const std::size_t column = start == std::string::npos ? size : size - start - 1;
    const auto line = std::count(cut.begin(), cut.end(), '\n');
    for (const QuestionKind& kind : all_questions()) {
      const std::string question =
          R"({"method":")" + std::string(kind.method) +
          R"(","params":{"textDocument":{"uri":"a.rigy.yaml"},"position":{"line":)" +
          std::to_string(line) + R"(,"character":)" + std::to_string(column) +
          R"(},"key":"params","newName":"q","newUri":"b.rigy.yaml","changes":[]}})";
      EXPECT_TRUE(parse_json(ask({{"a.rigy.yaml", cut}}, question)).ok()) << question;
    }
  }
}

TEST(MemoryWorkspace, NamesFilesFromWhereATextIs) {
  EXPECT_EQ(relative_path("a.yaml", "b.yaml"), "b.yaml");
  EXPECT_EQ(relative_path("a/b/c.yaml", "a/d.yaml"), "../d.yaml");
  EXPECT_EQ(relative_path("a/b.yaml", "ab/c.yaml"), "../ab/c.yaml");
  EXPECT_EQ(relative_path("a.yaml", "b/c.yaml"), "b/c.yaml");
}

// --- turns at keys ---

std::string asked_turn(const std::string& rest) {
  static const std::map<std::string, std::string> all = {
      {"legs.rigy.yaml",
       "version: \"0.13\"\n"
       "symmetry: {mirror_x: {prefix_from: L_, prefix_to: R_}}\n"
       "armatures:\n"
       "  - id: rig\n"
       "    bones:\n"
       "      - {id: hips, parent: none, head: [0, 1, 0], tail: [0, 1.2, 0]}\n"
       "      - {id: L_thigh, parent: hips, head: [-0.1, 1, 0], tail: [-0.1, 0.5, 0]}\n"
       "      - {id: L_shin, parent: L_thigh, head: [-0.1, 0.5, 0], tail: [-0.1, 0, 0]}\n"},
      {"step.rigm.yaml",
       "rigm_version: \"0.1\"\n"
       "asset: legs.rigy.yaml\n"
       "poses:\n"
       "  free: {}\n"
       "  turned: {mirror: true}\n"
       "  held: {reach: [{bone: L_shin, to: [-0.1, 0.1, 0]}]}\n"
       "clips:\n"
       "  step:\n"
       "    length: 1\n"
       "    keys:\n"
       "      - {at: 0, pose: free}\n"
       "      - {at: 0.25, pose: free, mirror: true}\n"
       "      - {at: 0.5, pose: turned, mirror: true}\n"
       "      - {at: 0.75, pose: held}\n"}};
  return ask(all, R"({"method":"rigy/keyTurn","params":{"textDocument":{"uri":"step.rigm.yaml"},)"
                  R"("clip":"step","degrees":[10.00004,-20,0],)" +
                      rest + "}}");
}

TEST(Ask, TurnsAreWrittenIntoThePoseOfAKey) {
  EXPECT_EQ(asked_turn(R"("key":0,"bone":"L_thigh")"),
            R"({"result":{"path":"poses.free.turn.L_thigh","value":"{x: 10, y: -20}"}})");
  EXPECT_EQ(asked_turn(R"("key":1,"bone":"L_thigh")"),
            R"({"result":{"path":"poses.free.turn.R_thigh","value":"{x: 10, y: 20}"}})");
  EXPECT_EQ(asked_turn(R"("key":2,"bone":"L_thigh")"),
            R"({"result":{"path":"poses.turned.turn.L_thigh","value":"{x: 10, y: -20}"}})")
      << "mirrored twice";
}

TEST(Ask, TurnsAreNotWrittenWhereAReachDecides) {
  EXPECT_NE(asked_turn(R"("key":3,"bone":"L_thigh")").find("by the reach of 'L_shin'"),
            std::string::npos);
  EXPECT_NE(asked_turn(R"("key":3,"bone":"hips")").find("poses.held.turn.hips"), std::string::npos);
  EXPECT_NE(asked_turn(R"("key":9,"bone":"hips")").find("no such key"), std::string::npos);
  EXPECT_NE(asked_turn(R"("key":0,"bone":"none")").find("no such key or bone"), std::string::npos);
}

}  // namespace
}  // namespace rigy
