// The tools that programs which write assets get: what rigy mcp, rigy serve and the packages offer.
// A tool keeps nothing between calls but imports, and executes nothing of what it is given.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "interfaces_floor.hpp"
#include "messages/json_value.hpp"
#include "service/arguments.hpp"
#include "service/kept_imports.hpp"
#include "service/knowledge.hpp"

namespace rigy::interfaces {

struct SavedFile {
  std::string path;  // below the root
  std::string_view bytes;
};

struct ServiceOptions {
  // The folder of all paths; empty: there are no files.
  std::string root;
  // Writes all of these files or none; `failed` becomes the path that an error is about. Null:
  // nothing can be written.
  std::function<std::error_code(std::span<const SavedFile> files, std::string& failed)> write;
  // Null: answers have no digests.
  std::function<std::string(std::string_view bytes)> sha256;
  const Knowledge* knowledge = nullptr;
  std::shared_ptr<KeptImports> imports = nullptr;  // null: every call analyzes them
  unsigned threads = 1;                            // of one call
};

struct ToolContext {
  const ServiceOptions& options;
  // Tells whoever called how far the work is. May be null.
  std::function<void(double done, double total, std::string_view message)> progress = {};

  // Asked before files are saved. False: the call was canceled or is late, and saves nothing;
  // otherwise nothing stops it any more. May be null.
  std::function<bool()> settle = {};

  void tell(double done, double total, std::string_view message) const {
    if (progress) progress(done, total, message);
  }
};

struct ToolPicture {
  std::string caption;
  std::string png;
};

enum class SavedKind : std::uint8_t { Document, Export };

struct FileToSave {
  std::string path;  // below the root
  std::string bytes;
  SavedKind kind = SavedKind::Document;
  // The text that it takes the place of; nothing: whatever is there.
  std::optional<std::string> before = std::nullopt;
  bool is_new = false;  // it takes the place of nothing
};

struct ToolResult {
  std::string json;  // an object, on one line
  std::vector<ToolPicture> pictures = {};
  // What the call saves after all else, so that one that fails or takes too long saves nothing.
  std::vector<FileToSave> saves = {};
  // What is wrong with the call, in words that help to correct it; then there is nothing else.
  std::string fault = {};
};
[[nodiscard]] ToolResult tool_fault(std::string message);

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  bool writes = false;  // may write files below the root
  std::vector<ArgumentInfo> arguments;
  std::string output;                         // the properties of its answer, as JSON Schema
  std::vector<std::string_view> always = {};  // those that every answer has
  std::string_view example;                   // arguments, as JSON
  ToolResult (*run)(const Arguments& arguments, const ToolContext& context) = nullptr;
};

[[nodiscard]] std::span<const Tool> all_tools();
[[nodiscard]] const Tool* find_tool(std::string_view name);
// "there is no tool 'lok'; did you mean 'look'?"
[[nodiscard]] std::string unknown_tool(std::string_view name);

[[nodiscard]] std::string input_schema(const Tool& tool);
[[nodiscard]] std::string output_schema(const Tool& tool);

// Checks the arguments, runs the tool and saves its files. Throws Canceled.
[[nodiscard]] ToolResult call_tool(const Tool& tool, const JsonValue& arguments,
                                   const ToolContext& context);

// The rows of the table; each has a file of its own.
[[nodiscard]] Tool write_asset_tool();
[[nodiscard]] Tool look_tool();
[[nodiscard]] Tool measure_tool();
[[nodiscard]] Tool inspect_tool();
[[nodiscard]] Tool fix_tool();
[[nodiscard]] Tool pose_tool();
[[nodiscard]] Tool motion_tool();
[[nodiscard]] Tool export_tool();
[[nodiscard]] Tool diff_tool();
[[nodiscard]] Tool explain_tool();
[[nodiscard]] Tool template_tool();

}  // namespace rigy::interfaces
