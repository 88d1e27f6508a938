#include "io/write_pieces.hpp"

#include <atomic>
#include <cstdint>
#include <optional>

#include "common/parallel.hpp"
#include "platform/threads.hpp"

namespace rigy::base {
namespace {

// Lets workers go one after the other, in the order of their pieces.
class Turns {
 public:
  // The turn of one piece. One that ends without having been taken stops all that follow it: the
  // worker has failed.
  class Turn {
   public:
    Turn(Turns& turns, std::size_t number) : turns_(turns), number_(number) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
      const platform::Monitor::Held held(turns_.monitor_);
      turns_.next_ = is_taken_ ? number_ + 1 : stopped;
      turns_.monitor_.tell_waiting();
    }

    // Waits for it. False if there are no more turns.
    [[nodiscard]] bool take() {
      platform::Monitor::Held held(turns_.monitor_);
      held.wait_until([this] { return turns_.next_ >= number_; });
      is_taken_ = turns_.next_ == number_;
      return is_taken_;
    }

   private:
    Turns& turns_;
    std::size_t number_;
    bool is_taken_ = false;
  };

 private:
  static constexpr std::size_t stopped = SIZE_MAX;

  platform::Monitor monitor_;
  std::size_t next_ = 0;
};

}  // namespace

void write_pieces(const Pieces& pieces,
                  const std::function<void(unsigned worker, std::size_t i)>& make,
                  const std::function<bool(unsigned worker, std::size_t i)>& write) {
  Turns turns;
  std::atomic<bool> is_fine = true;
  const auto work = [&](unsigned worker, std::size_t i) {
    std::optional<Turns::Turn> turn;
    if (!pieces.any_order) turn.emplace(turns, i);
    if (is_fine) make(worker, i);
    if (turn && !turn->take()) return;
    if (is_fine && !write(worker, i)) is_fine = false;
  };
  parallel_for(pieces.count, pieces.threads, work, 1);
}

}  // namespace rigy::base
