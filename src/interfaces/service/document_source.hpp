// Where the document of a call comes from: a text, a set of files, or a path below the root.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"
#include "rigy/files.hpp"
#include "service/arguments.hpp"
#include "service/tools.hpp"

namespace rigy::interfaces {

// `document`, `name`, `files`, `entry`, `path`, `params`: what every tool takes that takes a
// document.
[[nodiscard]] std::vector<ArgumentInfo> document_arguments();
// The same, these, and `limit` and `next`; `counted` says what is counted.
[[nodiscard]] std::vector<ArgumentInfo> with_document(
    std::vector<ArgumentInfo> more,
    std::string_view counted = "The number of items of each list of the answer (default: 100).");

struct DocumentSource {
  std::unique_ptr<FileReader> files = nullptr;
  std::string entry = {};
  std::string fault = {};  // what is wrong with the arguments
};
[[nodiscard]] DocumentSource document_source(const Arguments& arguments,
                                             const ServiceOptions& options);
// A text in place of the file at `path`; what it refers to is looked up from there.
[[nodiscard]] DocumentSource text_at(std::string_view path, std::string text,
                                     const ServiceOptions& options);

// Later diagnostics are only counted.
inline constexpr std::size_t max_listed_diagnostics = 10'000;

// The options of one analysis: params, threads, as many diagnostics as the page of the answer
// needs, and the imports that are kept.
[[nodiscard]] AnalyzeOptions analyze_options(const Arguments& arguments,
                                             const ServiceOptions& options);

// The document of a call and its analysis; `fault` also says what is wrong with its params.
struct AnalyzedSource : DocumentSource {
  Analysis analysis = {};
};
[[nodiscard]] AnalyzedSource analyzed_source(const Arguments& arguments,
                                             const ServiceOptions& options,
                                             bool find_bone_map = false);

// Whether tools read what is at a path below the root: YAML and JSON that is not hidden. Messages
// about anything else, such as settings and keys, would tell what it says.
[[nodiscard]] bool may_be_read(std::string_view path);

// The text of a document, or of a file below the root.
struct ReadText {
  std::string text;
  std::string fault;
};
[[nodiscard]] ReadText text_of(const DocumentSource& source);
[[nodiscard]] ReadText read_below_root(const std::string& path, const ServiceOptions& options);

}  // namespace rigy::interfaces
