// Where an output goes, piece by piece, while it is made.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace rigy::base {

class OutputSink {
 public:
  OutputSink() = default;
  OutputSink(const OutputSink&) = delete;
  OutputSink& operator=(const OutputSink&) = delete;
  virtual ~OutputSink() = default;

  // The size of the whole output, if it is known before the first piece. A hint: whether there is
  // room shows when the pieces are written.
  virtual void expect(std::uint64_t /*size*/) {}

  // Whether pieces may come in any order, also from several threads at the same time. Otherwise
  // each begins where the one before it ends.
  [[nodiscard]] virtual bool takes_any_order() = 0;

  // Writes a piece at its place in the output. False if that fails: the rest need not be made.
  [[nodiscard]] virtual bool write(std::uint64_t offset, std::span<const std::byte> bytes) = 0;
};

}  // namespace rigy::base
