// --report: what a run did with each of its documents, as JSON.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"

namespace rigy::interfaces::cli {

struct ReportedJob {
  std::string_view input;
  std::string_view output;  // empty: nothing is written
  std::string_view status;
  std::string_view message;  // what went wrong outside the document
  std::size_t bytes = 0;     // of the output
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::string_view facts = {};  // further fields, in JSON
};

struct RunReport {
  std::string_view command;
  std::vector<ReportedJob> jobs;
  std::chrono::duration<double> time{};
  unsigned threads = 1;
  SharedCounts shared;
};

[[nodiscard]] std::string run_report_json(const RunReport& report);

}  // namespace rigy::interfaces::cli
