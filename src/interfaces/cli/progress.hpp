// The progress bar.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "interfaces_floor.hpp"

namespace rigy::interfaces::cli {

struct Progress {
  std::size_t done = 0;
  std::size_t total = 0;
  std::chrono::duration<double> elapsed{};
  std::string_view current;
};

// One line of at most `width` columns: "[####------]  40/100  eta 3 s  arm.rigy.yaml".
[[nodiscard]] std::string progress_line(const Progress& progress, std::size_t width);

// Shows progress on standard error if that is a terminal and enough time has passed; draws at most
// ten times a second.
class ProgressBar {
 public:
  ProgressBar();

  void show(std::size_t done, std::size_t total, std::string_view current);
  void hide();  // before anything else is printed

 private:
  bool enabled_;
  bool visible_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point drawn_ = start_;
};

}  // namespace rigy::interfaces::cli
