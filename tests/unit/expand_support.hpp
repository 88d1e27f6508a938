// Shared by the tests of preprocessing: text in, expanded text and messages out.
#pragma once

#include <string>
#include <vector>

#include "rigy/compile.hpp"
#include "tests/every_floor.hpp"

namespace rigy::test {

struct ExpandedText {
  std::string yaml;      // empty if expansion gave up
  std::string messages;  // "V59 7:21 unknown param …", one line for each
  std::vector<std::string> faults;
};

[[nodiscard]] ExpandedText expand_text(std::string document,
                                       const std::vector<ParamValue>& params = {},
                                       bool provenance = false);

// The value of `x` in a document of version 0.12 with these params, as its expanded text, or the
// findings if there are any.
[[nodiscard]] std::string value_of(const std::string& written, const std::string& params = {});

}  // namespace rigy::test
