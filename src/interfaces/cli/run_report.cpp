#include "cli/run_report.hpp"

#include <iterator>
#include <map>

#include <fmt/format.h>

#include "text/json_text.hpp"

namespace rigy::interfaces::cli {
namespace {

void append_field(std::string& out, std::string_view key, std::string_view text) {
  fmt::format_to(std::back_inserter(out), "\"{}\": ", key);
  append_json_string(out, text);
  out += ", ";
}

void append_job(std::string& out, const ReportedJob& job) {
  out += "    {";
  append_field(out, "input", job.input);
  if (!job.output.empty()) append_field(out, "output", job.output);
  append_field(out, "status", job.status);
  if (!job.message.empty()) append_field(out, "message", job.message);
  fmt::format_to(std::back_inserter(out), "\"bytes\": {}, \"errors\": {}, \"warnings\": {}",
                 job.bytes, job.errors, job.warnings);
  if (!job.facts.empty()) out.append(", ").append(job.facts);
  out += '}';
}

std::string counts_json(const std::vector<ReportedJob>& jobs) {
  std::map<std::string_view, std::size_t> counts;
  for (const ReportedJob& job : jobs) ++counts[job.status];
  std::string out = fmt::format("{{\"all\": {}", jobs.size());
  for (const auto& [status, count] : counts) out += fmt::format(", \"{}\": {}", status, count);
  return out + "}";
}

}  // namespace

std::string run_report_json(const RunReport& report) {
  std::string out = "{\n  \"report_version\": 1,\n  \"tool\": {\"name\": \"rigy\", \"version\": ";
  append_json_string(out, version());
  fmt::format_to(std::back_inserter(out),
                 "}},\n  \"command\": \"{}\",\n  \"seconds\": {:.3f},\n  \"threads\": {},\n"
                 "  \"imported_files\": {{\"read\": {}, \"reused\": {}}},\n  \"documents\": {},\n"
                 "  \"jobs\": [",
                 report.command, report.time.count(), report.threads, report.shared.read,
                 report.shared.reused, counts_json(report.jobs));
  for (std::size_t i = 0; i < report.jobs.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    append_job(out, report.jobs[i]);
  }
  return out + "\n  ]\n}\n";
}

}  // namespace rigy::interfaces::cli
