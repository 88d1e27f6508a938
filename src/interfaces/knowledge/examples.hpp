// The examples of the diagnostics: for each id a document that triggers it and a corrected one.
// They are the golden cases tests/golden/diag_*.txt, embedded in the program at build time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces_floor.hpp"
#include "rigy/diagnostic.hpp"

namespace rigy::interfaces {

// One golden case, as written in its file.
struct EmbeddedExample {
  std::string_view id;
  std::string_view text;
};

[[nodiscard]] std::span<const EmbeddedExample> embedded_examples();

struct ExampleFile {
  std::string name;  // empty: a Python program that makes the files
  std::string text;
};

struct Example {
  std::vector<ExampleFile> bad;  // the document and the files it names
  std::string command;           // what checks it
  std::string output;            // what that prints
  std::vector<ExampleFile> good;

  [[nodiscard]] bool given() const { return !command.empty(); }
};

// The example of a diagnostic; nothing if there is none.
[[nodiscard]] Example example_of(std::string_view id);

// The class of an error, "ValidationError"; of everything else its severity.
[[nodiscard]] std::string kind_of(const DiagnosticInfo& info);

// What `rigy explain` prints about an id, in any case of its letters; nothing if there is no such
// id.
[[nodiscard]] std::optional<std::string> explanation_of(std::string_view id);
// The diagnostic that was meant by something that looks like an id, or the object or field that any
// other name was meant to be; empty if there is none.
[[nodiscard]] std::string closest_explained(std::string_view name);

}  // namespace rigy::interfaces
