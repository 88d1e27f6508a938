#include "lsp/diagnostic_json.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "analyze/analyzed_assembly.hpp"
#include "platform/files.hpp"
#include "questions/protocol_json.hpp"
#include "questions/uri.hpp"

namespace rigy::interfaces {
namespace {

// What an editor calls them.
constexpr std::uint64_t severity_error = 1;
constexpr std::uint64_t severity_warning = 2;
constexpr std::uint64_t severity_information = 3;

std::uint64_t severity_of(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::Error) return severity_error;
  return diagnostic.id.starts_with('L') ? severity_information : severity_warning;
}

void write_related(JsonWriter& json, const Diagnostic& diagnostic,
                   const AnalyzedAssembly* assembly) {
  if (diagnostic.related.empty()) return;
  json.key("relatedInformation");
  json.begin_array();
  for (const Related& related : diagnostic.related) {
    json.begin_object();
    json.key("location");
    json.begin_object();
    json.key("uri");
    json.string(uri_of_file(assembly, related.place.file));
    json.key("range");
    write_range(json, range_of(related.place));
    json.end_object();
    json.key("message");
    json.string(related.message);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_diagnostic(JsonWriter& json, const Diagnostic& diagnostic,
                      const AnalyzedAssembly* assembly, const std::string& pages) {
  json.begin_object();
  json.key("range");
  write_range(json, range_of(diagnostic.place));
  json.key("severity");
  json.number(severity_of(diagnostic));
  json.key("code");
  json.string(diagnostic.id);
  if (!pages.empty()) {
    json.key("codeDescription");
    json.begin_object();
    json.key("href");
    json.string(fmt::format("{}diagnostics#{}", pages, diagnostic.id));
    json.end_object();
  }
  json.key("source");
  json.string("rigy");
  json.key("message");
  const bool has_help = !diagnostic.help.empty();
  json.string(has_help ? diagnostic.message + "\nhelp: " + diagnostic.help : diagnostic.message);
  write_related(json, diagnostic, assembly);
  json.end_object();
}

std::string uri_of_file(const AnalyzedAssembly* assembly, const std::string& shown) {
  if (assembly != nullptr) {
    for (const SourceUse& use : assembly->assembly.sources) {
      if (use.source->name == shown) return uri_of_path(use.source->identity);
    }
  }
  std::error_code error;
  const auto whole = std::filesystem::absolute(platform::to_path(shown), error);
  return uri_of_path(error ? shown : platform::to_text(whole));
}

}  // namespace rigy::interfaces
