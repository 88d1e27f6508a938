// How long each step takes.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

#include "common/cancellation.hpp"
#include "rigy/analyze.hpp"

namespace rigy::base {

class Stopwatch {
 public:
  explicit Stopwatch(std::vector<StepTiming>& timings) : timings_(timings) {}

  // The time since the last lap belongs to this step. Between steps the work can be canceled.
  void lap(std::string_view step, std::size_t bytes = 0) {
    stop_if_canceled();
    const auto now = std::chrono::steady_clock::now();
    timings_.push_back({step, now - last_, bytes});
    last_ = now;
  }

 private:
  std::vector<StepTiming>& timings_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace rigy::base
