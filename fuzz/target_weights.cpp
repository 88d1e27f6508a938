// The reader of weight files: an accepted file is sound, and reads the same when written again.
#include <set>

#include <fmt/format.h>

#include "fuzz/targets.hpp"
#include "influences/weight_file.hpp"
#include "tests/every_floor.hpp"
#include "text/json_text.hpp"
#include "text/utf8.hpp"

namespace rigy::fuzz {
namespace {

std::string check_entry(const WeightFile& file, const WeightFile::Entry& entry) {
  if (entry.vertex >= file.vertex_count) return "a vertex out of range";
  if (entry.begin >= entry.end || entry.end > file.influences.size()) return "no influences";
  std::set<std::uint32_t> bones;
  for (std::uint32_t i = entry.begin; i < entry.end; ++i) {
    const WeightFile::Influence& influence = file.influences[i];
    if (influence.bone >= file.bone_ids.size()) return "an unknown bone";
    if (!(influence.weight >= 0 && influence.weight <= 1)) return "a weight outside [0, 1]";
    if (!bones.insert(influence.bone).second) return "a bone twice";
  }
  return {};
}

std::string check_file(const WeightFile& file) {
  std::set<std::uint32_t> vertices;
  for (const WeightFile::Entry& entry : file.entries) {
    if (std::string problem = check_entry(file, entry); !problem.empty()) return problem;
    if (!vertices.insert(entry.vertex).second) return "a vertex twice";
  }
  for (const std::string& id : file.bone_ids) {
    if (id.empty() || !is_valid_utf8(id)) return "a bone id that is no text";
  }
  return {};
}

std::string quoted(std::string_view text) {
  std::string out;
  append_json_string(out, text);
  return out;
}

std::string written(const WeightFile& file) {
  std::string text = fmt::format(R"({{"primitive_id":{},"vertex_count":{},"influences":[)",
                                 quoted(file.primitive_id), file.vertex_count);
  for (const WeightFile::Entry& entry : file.entries) {
    text +=
        fmt::format(R"({}{{"vertex":{},"bones":[)", text.ends_with('[') ? "" : ",", entry.vertex);
    for (std::uint32_t i = entry.begin; i < entry.end; ++i) {
      const WeightFile::Influence& influence = file.influences[i];
      text += fmt::format(R"({}{{"bone_id":{},"weight":{}}})", i == entry.begin ? "" : ",",
                          quoted(file.bone_ids[influence.bone]), influence.weight);
    }
    text += "]}";
  }
  return text + "]}";
}

}  // namespace

std::string run_weights(std::string_view input) {
  const WeightFileResult result = parse_weight_file(std::string(input));
  if (const auto* faults = std::get_if<std::vector<std::string>>(&result)) {
    return faults->empty() ? "refused without a reason" : "";
  }
  const auto& file = std::get<WeightFile>(result);
  if (std::string problem = check_file(file); !problem.empty()) return problem;
  const std::string text = written(file);
  const WeightFileResult again = parse_weight_file(text);
  if (const auto* faults = std::get_if<std::vector<std::string>>(&again)) {
    return fmt::format("written again, it is refused: {}", faults->front());
  }
  return written(std::get<WeightFile>(again)) == text ? "" : "written again, it is another";
}

}  // namespace rigy::fuzz
