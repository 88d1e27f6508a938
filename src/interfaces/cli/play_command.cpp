// rigy play: a link that holds a document and its files. docs/playground.md describes the encoding.
#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
#include <zlib.h>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/document_options.hpp"
#include "cli/engine.hpp"
#include "library/with_memory.hpp"
#include "rigy/analyze.hpp"
#include "text/json_writer.hpp"

namespace rigy::interfaces::cli {
namespace {

constexpr const char* play_footer =
    R"(The link contains the document and every file that it reads, compressed, after the '#', which browsers
do not send to the server. It also works for a document with mistakes.

Exit status: 0 success, 1 the link would be too long, 2 invalid usage, 3 a file could not be read.

Examples:
  rigy play lamp.rigy.yaml
  rigy play room.rigs.yaml --site http://localhost:4173/)";

// Those of web/playground/src/share.ts.
constexpr std::size_t most_text = std::size_t{8} * 1024 * 1024;
constexpr std::size_t longest_fragment = 1'000'000;

struct PlayArguments {
  DocumentOptions documents;
  std::string site = "http://localhost:4173/";
};

// Keeps the texts of all files that are read, by the paths that messages show.
class KeptFiles final : public FileReader {
 public:
  explicit KeptFiles(FileReader& files) : files_(files) {}

  [[nodiscard]] FileResult read_entry(const std::string& path) override {
    return kept(files_.read_entry(path));
  }
  [[nodiscard]] FileResult read_relative(const std::string& from,
                                         const std::string& path) override {
    return kept(files_.read_relative(from, path));
  }

  [[nodiscard]] const std::map<std::string, std::string>& texts() const { return texts_; }

 private:
  FileResult kept(FileResult read) {
    if (const auto* const contents = std::get_if<FileContents>(&read)) {
      texts_.emplace(contents->shown_path, contents->text);
    }
    return read;
  }

  FileReader& files_;
  std::map<std::string, std::string> texts_;
};

// The length of the folders that all paths begin with.
std::size_t common_folder(const std::map<std::string, std::string>& files) {
  const std::string& first = files.begin()->first;
  const std::string& last = files.rbegin()->first;
  const auto differ = std::mismatch(first.begin(), first.end(), last.begin(), last.end()).first;
  const auto size = static_cast<std::size_t>(differ - first.begin());
  const std::size_t slash = size == 0 ? std::string::npos : first.rfind('/', size - 1);
  return slash == std::string::npos ? 0 : slash + 1;
}

std::string project_json(const std::string& entry,
                         const std::map<std::string, std::string>& files) {
  const std::size_t folder = common_folder(files);
  JsonWriter json;
  json.begin_object();
  json.key("entry");
  json.string(entry.substr(folder));
  json.key("files");
  json.begin_array();
  for (const auto& [path, text] : files) {
    json.begin_array();
    json.string(path.substr(folder));
    json.string(text);
    json.end_array();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

// Without header and checksum.
std::string deflated(const std::string& text) {
  z_stream stream{};
  constexpr int raw_window = -15;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, raw_window, 9, Z_DEFAULT_STRATEGY) !=
      Z_OK) {
    throw std::bad_alloc();
  }
  std::string out(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  // zlib only reads it.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool is_done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (!is_done) throw std::bad_alloc();
  return out;
}

std::string base64url(std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::size_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (std::size_t k = 0; k <= count; ++k) out += digits[group >> (18 - 6 * k) & 63];
  }
  return out;
}

Product make_link(const PlayArguments& arguments, const DocumentInput& input) {
  KeptFiles kept(input.files);
  Analysis analysis = with_memory(analyze(input.entry, kept, input.analysis));
  const bool is_unreadable = analysis.entry_unreadable;
  const std::string entry = analysis.files.front();
  Outcome outcome;
  outcome.files = std::move(analysis.files);
  outcome.entry_unreadable = is_unreadable;
  if (is_unreadable) {
    outcome.report = std::move(analysis.report);
    return {std::move(outcome)};
  }
  const std::string json = project_json(entry, kept.texts());
  const std::string fragment = "#p1=" + base64url(deflated(json));
  Product product{std::move(outcome)};
  if (json.size() > most_text || fragment.size() > longest_fragment) {
    product.outcome.option_faults.emplace_back(
        "the document and its files are too large for a link");
    return product;
  }
  product.outputs.push_back({"-", fmt::format("{}{}\n", arguments.site, fragment)});
  return product;
}

ExitCode run_play(PlayArguments& arguments) {
  DocumentOptions& documents = arguments.documents;
  complete_one(documents, "play");
  Run run;
  run.command = "play";
  run.operation = [&](const DocumentInput& input) { return make_link(arguments, input); };
  return run_jobs({{documents.inputs.front(), "-"}}, documents, run);
}

}  // namespace

Action add_play_command(Options& options) {
  options.footer(play_footer);
  const auto arguments = std::make_shared<PlayArguments>();
  add_one_input(options, arguments->documents);
  options.text(
      "--site", arguments->site, "URL",
      "The address of the playground (default: http://localhost:4173/, that of ./dev web)");
  add_source_options(options, arguments->documents);
  add_diagnostics_option(options, arguments->documents);
  add_color_option(options, arguments->documents.color);
  return [arguments] { return run_play(*arguments); };
}

}  // namespace rigy::interfaces::cli
