// The tables of marching_cubes@1. A cell has corners 0 to 7 and edges 0 to 11; bit i of its case is
// set if corner i lies inside.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "kernel_floor.hpp"

namespace rigy::kernel {

inline constexpr std::size_t cube_cases = 256;
inline constexpr std::size_t cube_corners = 8;
inline constexpr std::size_t cube_edges = 12;

// x, y, z of each corner.
inline constexpr std::array<std::string_view, cube_corners> cube_corner_offsets = {
    "000", "100", "110", "010", "001", "101", "111", "011"};

// The corners at which each edge begins and ends.
inline constexpr std::array<std::string_view, cube_edges> cube_edge_ends = {
    "01", "12", "23", "30", "45", "56", "67", "74", "04", "15", "26", "37"};

// What each case looks like: its triangles, three digits each, and the edges they use. Each digit
// is hexadecimal, the number of the edge that the vertex is on.
struct CubeCase {
  std::string_view triangles;
  std::uint16_t edges = 0;  // bit i: the ends of edge i lie on different sides
};
extern const std::array<CubeCase, cube_cases> cube_case_table;

[[nodiscard]] constexpr std::size_t digit_value(char digit) {
  return static_cast<std::size_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

}  // namespace rigy::kernel
