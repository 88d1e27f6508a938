#pragma once
#include <cstddef>
#include <cstdint>
namespace rigy {
inline constexpr std::size_t max_compared_files = 4096;
inline constexpr std::size_t max_listed_objects = 10'000;
inline constexpr std::size_t max_listed_changes = 100'000;
inline constexpr std::uint64_t max_compared_vertices = 8'000'000;
inline constexpr std::size_t max_measured_vertices = 20'000;
}  // namespace rigy
