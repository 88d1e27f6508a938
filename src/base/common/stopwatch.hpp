// How long each step takes.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

#include "rigy/analyze.hpp"

namespace rigy::base {

class Stopwatch {
 public:
  explicit Stopwatch(std::vector<StepTiming>& timings) : timings_(timings) {}

  // The time since the last lap belongs to this step.
  void lap(std::string_view step, std::size_t bytes = 0) {
    const auto now = std::chrono::steady_clock::now();
    timings_.push_back({step, now - last_, bytes});
    last_ = now;
  }

 private:
  std::vector<StepTiming>& timings_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace rigy::base
