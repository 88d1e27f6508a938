// Models of exports, for tests.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "analyze/analyzed_assembly.hpp"
#include "export_model/model.hpp"
#include "rigy/export.hpp"
#include "support.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {

// A model, and the documents that contain its texts.
struct Built {
  explicit Built(Files given, const ExportOptions& options = {},
                 const std::string& entry = entry_name)
      : files(std::move(given)) {
    analyzed = run_analysis(entry, files, {}, analysis);
    model = build_model(analyzed, options, analyzed.diagnostics);
  }
  explicit Built(std::string document, const ExportOptions& options = {})
      : Built(Files{{entry_name, std::move(document)}}, options) {}

  [[nodiscard]] const ExportModel& operator*() const { return *model; }
  [[nodiscard]] const ExportModel* operator->() const { return &*model; }

  [[nodiscard]] const ExportNode& node(const std::string& name) const {
    const auto found = std::find_if(model->nodes.begin(), model->nodes.end(),
                                    [&](const ExportNode& node) { return node.name == name; });
    EXPECT_NE(found, model->nodes.end()) << name;
    return *found;
  }

  MemoryFiles files;
  Analysis analysis;
  AnalyzedAssembly analyzed;
  std::optional<ExportModel> model;
};

inline std::vector<std::string> node_names(const ExportModel& model) {
  std::vector<std::string> names;
  for (const ExportNode& node : model.nodes) names.push_back(node.name);
  return names;
}

}  // namespace rigy::test
