// The picture of a comparison.
#pragma once

#include <string>

#include "interfaces_floor.hpp"
#include "rigy/analyze.hpp"

namespace rigy::interfaces::cli {

struct DiffPictureOptions {
  std::string output;  // empty: no picture
  std::string view;
  std::string size;
  std::string background;
  std::string pose;
  std::string fit;
  unsigned threads = 1;
};

struct DiffPicture {
  std::string png;  // empty if something is wrong
  Report report;
};

// Checks the options before anything is read. Throws UsageError; without the renderer, always.
void check_picture_options(const DiffPictureOptions& options);

[[nodiscard]] DiffPicture draw_diff(const Analysis& before, const Analysis& after,
                                    const DiffPictureOptions& options);

}  // namespace rigy::interfaces::cli
