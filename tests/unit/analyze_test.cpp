// The analysis by itself, and what builds on it.
#include "rigy/analyze.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy {
namespace {

using test::Files;

const Files car = {{test::entry_name, R"(version: "0.6"
imports:
  left: {source: wheel.rigy.yaml}
  right: {source: wheel.rigy.yaml}
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
instances:
- {id: one, import: left, attach3: {from: [a, b, c], to: [a, b, c], mode: rigid}}
- {id: two, import: right, attach3: {from: [a, b, c], to: [b, c, a], mode: rigid}}
)"},
                   {"wheel.rigy.yaml", R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
anchors:
- {id: a, translation: [0, 0, 0]}
- {id: b, translation: [1, 0, 0]}
- {id: c, translation: [0, 1, 0]}
)"}};

Analysis analyzed(Files files, const AnalyzeOptions& options = {}) {
  MemoryFiles reader(std::move(files));
  return analyze(test::entry_name, reader, options);
}

TEST(Analyze, OneAnalysisServesSeveralWriters) {
  const Analysis analysis = analyzed(car);
  ASSERT_EQ(test::messages(analysis.report), "");
  EXPECT_EQ(analysis.files, (std::vector<std::string>{test::entry_name, "wheel.rigy.yaml"}));
  for (const bool bake : {false, true, false}) {
    CompileOptions options;
    options.bake_transforms = bake;
    const CompileResult result = compile(analysis, options);
    EXPECT_EQ(result.files, analysis.files);
    EXPECT_TRUE(result.glb.to_string() == test::bytes_of(car, options));
  }
}

TEST(Analyze, AnAssetIsLoadedOnceAndKnowsItsImportsItself) {
  const Analysis analysis = analyzed(car);
  const Assembly& assembly = analysis.assembly->assembly;
  ASSERT_EQ(assembly.assets.size(), 2u);
  const Asset& root = *assembly.assets[0];
  EXPECT_EQ(root.imports[0], assembly.assets[1]);
  EXPECT_EQ(root.imports[1], assembly.assets[1]);
  EXPECT_EQ(assembly.number_of(*root.imports[0]), 1u);
}

// An asset outlives the assembly that it was loaded for.
TEST(Analyze, AnAssetNeedsNoAssembly) {
  std::shared_ptr<const Asset> wheel = analyzed(car).assembly->assembly.assets[1];
  EXPECT_EQ(wheel->document.meshes.at(0).primitives.at(0).id.value, "p");
  EXPECT_EQ(wheel->source->name, "wheel.rigy.yaml");
}

TEST(Analyze, WhatAWriterFindsJoinsWhatTheAnalysisFound) {
  const Files files = {{test::entry_name, R"(version: "0.6"
meshes: [{id: m, primitives: [{id: p, type: sphere, dimensions: {radius: 1}}]}]
armatures: [{id: a, bones: [{id: r, parent: none, head: [0, 1, 0], tail: [0, 2, 0]}]}]
bindings: [{mesh_id: m, armature_id: a}]
)"}};
  const Analysis analysis = analyzed(files);
  EXPECT_EQ(test::findings(analysis.report), "W03 3:57\n");
  CompileOptions options;
  options.pose = "none such";
  EXPECT_EQ(test::findings(compile(analysis, options).report), "X19 0:0\nW03 3:57\n");
  // The analysis has not changed.
  EXPECT_EQ(test::findings(compile(analysis).report), "W03 3:57\n");
}

TEST(Analyze, ARejectedAnalysisCompilesToItsReport) {
  const Analysis analysis = analyzed({{test::entry_name, "version: 0.6\n"}});
  EXPECT_EQ(test::findings(analysis.report), "P08 1:10\n");
  const CompileResult result = compile(analysis);
  EXPECT_EQ(test::findings(result.report), "P08 1:10\n");
  EXPECT_EQ(result.glb.size(), 0u);
}

TEST(Analyze, AMissingEntryIsSaidSo) {
  const Analysis analysis = analyzed({});
  EXPECT_TRUE(analysis.entry_unreadable);
  EXPECT_EQ(test::findings(analysis.report), "X25 0:0\n");
  EXPECT_TRUE(compile(analysis).entry_unreadable);
}

TEST(Analyze, ChecksReportWhatCompilingReports) {
  MemoryFiles reader(car);
  const Analysis checked = check(test::entry_name, reader);
  EXPECT_EQ(test::messages(checked.report), "");
  EXPECT_EQ(checked.files.size(), 2u);
}

TEST(Analyze, TimingsNameThePasses) {
  std::string steps;
  for (const StepTiming& timing : analyzed(car).timings) steps.append(timing.step).append(" ");
  EXPECT_EQ(steps, "load symmetry contracts link surfaces check place ");
}

}  // namespace
}  // namespace rigy
