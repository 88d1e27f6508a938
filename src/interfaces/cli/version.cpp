#include "cli/version.hpp"

#include <string_view>

#include <CLI/Version.hpp>
#include <fmt/format.h>
#include <simdjson.h>
#include <yaml.h>

#include "rigy/analyze.hpp"
#include "tables/version.hpp"

#ifdef RIGY_RENDER
#include <zlib.h>
#endif

namespace rigy::interfaces::cli {
namespace {

// Of a macro's value: two steps, so that it is expanded first.
#define RIGY_QUOTED_TOKEN(token) #token
#define RIGY_QUOTED(macro) RIGY_QUOTED_TOKEN(macro)

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#else
  // Its name for itself: Debian's gcc for Windows is "12-posix", with zeros for the other numbers.
  return "gcc " __VERSION__;
#endif
}

std::string libraries() {
  std::string text =
      fmt::format("libyaml {}, simdjson {}, {{fmt}} {}.{}.{}, CLI11 {}", yaml_get_version_string(),
                  RIGY_QUOTED(SIMDJSON_VERSION), FMT_VERSION / 10000, FMT_VERSION / 100 % 100,
                  FMT_VERSION % 100, CLI11_VERSION);
#ifdef RIGY_RENDER
  text += fmt::format(", zlib {}", zlibVersion());
#endif
  return text;
}

}  // namespace

std::string short_version() {
  return fmt::format("rigy {} (language {})", version(), language_version());
}

std::string long_version() {
  return fmt::format(
      "{}\n"
      "languages:          Rigy 0.1 to {}, scenes Rigs " RIGY_RIGS_VERSION
      "\n"
      "conformance suite:  revision {}\n"
      "compiler:           {}, for {}\n"
      "libraries:          {}, " RIGY_FAST_FLOAT ", SHA-256 from " RIGY_SHA256_SOURCE,
      short_version(), language_version(), RIGY_SUITE_REVISION, compiler(), RIGY_TARGET,
      libraries());
}

}  // namespace rigy::interfaces::cli
