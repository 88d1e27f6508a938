// The compiler: turns a document, asset or scene, and the files it refers to into one binary glTF.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "rigy/analyze.hpp"
#include "rigy/diagnostic.hpp"
#include "rigy/files.hpp"

namespace rigy {

enum class Winding {
  Canonical,  // byte-exact conformance output
  Outward,    // every triangle agrees with its normals
};

// The document after preprocessing, as YAML.
struct ExpandedYamlOptions {
  bool wanted = false;
  bool provenance = true;  // comments that say where the values come from
  // From the folder that the text is meant for to the folder of the document: "../models".
  std::string path_to_document;
};

struct CompileOptions {
  AnalyzeOptions analysis;
  ExpandedYamlOptions expanded_yaml;
  // The pose to bake; if empty, no pose is baked. A scene has none.
  std::string pose;
  Winding winding = Winding::Canonical;
  bool bake_transforms = false;
  bool outline = false;  // also return which lines each part of the output comes from
};

// A block of uninitialized bytes.
class Buffer {
 public:
  Buffer() = default;
  // Empty if memory runs out.
  explicit Buffer(std::size_t size);

  [[nodiscard]] std::byte* data() { return bytes_.get(); }
  [[nodiscard]] const std::byte* data() const { return bytes_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<std::byte> bytes() { return {bytes_.get(), size_}; }
  [[nodiscard]] std::span<const std::byte> bytes() const { return {bytes_.get(), size_}; }

 private:
  struct Free {
    void operator()(std::byte* bytes) const { std::free(bytes); }
  };

  std::unique_ptr<std::byte, Free> bytes_;
  std::size_t size_ = 0;
};

// A binary glTF in two pieces: everything before the binary data, and the data. The file is their
// concatenation.
struct Glb {
  std::string head;
  Buffer binary;

  [[nodiscard]] std::size_t size() const { return head.size() + binary.size(); }
  [[nodiscard]] std::string to_string() const;
};

struct CompileResult : Outcome {
  Glb glb;  // empty unless report.ok()
  // JSON, described in rigy.h; empty unless requested and report.ok().
  std::string outline;
  // Empty unless requested and preprocessing found nothing wrong, whatever came later.
  std::string expanded_yaml;
};

// Compiles the document at `entry`. Never throws; everything it finds is in the report.
[[nodiscard]] CompileResult compile(const std::string& entry, FileReader& files,
                                    const CompileOptions& options = {});

// Compiles a finished analysis; the report and the timings continue those of the analysis, and its
// warning options apply.
[[nodiscard]] CompileResult compile(const Analysis& analysis, const CompileOptions& options = {});

// Analyzes the document and reports everything that compiling it would, without the output.
[[nodiscard]] Analysis check(const std::string& entry, FileReader& files,
                             const CompileOptions& options = {});
// The same for what was analyzed before.
[[nodiscard]] Analysis check(const Analysis& analysis, const CompileOptions& options = {});

}  // namespace rigy
