// The rasterizer. The view is drawn tile by tile, in any order and on any number of threads: what a
// tile shows depends on nothing but the triangles that touch it, in their order.
#include "render/raster.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "common/parallel.hpp"
#include "render/coverage.hpp"
#include "render/limits.hpp"

namespace rigy::outputs {
namespace {

// Which triangles touch which tiles.
struct Bins {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  std::vector<std::uint32_t> first;  // of each tile, and one more
  std::vector<std::uint32_t> triangles;

  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t tile) const {
    return std::span(triangles).subspan(first[tile], first[tile + 1] - first[tile]);
  }
};

class ViewDrawer {
 public:
  ViewDrawer(const Stage& stage, const Viewport& viewport, Canvas& canvas)
      : stage_(stage), surfaces_(stage.surfaces), viewport_(viewport), canvas_(canvas) {}

  [[nodiscard]] bool draw(unsigned threads, std::uint64_t& spent);

 private:
  // Scratch space of one worker.
  struct Scratch {
    TileSamples nearest;
    std::array<Rgba, tile_samples> colors;  // of tiles with something transparent
  };

  void project(unsigned threads);
  [[nodiscard]] bool is_drawn(const PaintedTriangle& triangle) const;
  [[nodiscard]] PixelRange range_of(const PaintedTriangle& triangle) const;
  // The share of the limit that an amount of work takes: large pictures may take longer.
  [[nodiscard]] std::uint64_t counted(std::uint64_t work) const;
  [[nodiscard]] std::uint64_t work_of(const PaintedTriangle& triangle) const;
  [[nodiscard]] bool bin(const std::vector<std::uint32_t>& order, std::uint64_t& work,
                         Bins& bins) const;
  [[nodiscard]] std::vector<std::uint32_t> opaque_triangles() const;
  [[nodiscard]] std::vector<std::uint32_t> transparent_triangles() const;

  void draw_tile(std::size_t tile, Scratch& scratch);
  void cover_tile(std::span<const std::uint32_t> triangles, std::uint32_t x, std::uint32_t y,
                  TileSamples& out) const;
  template <class Act>
  void color_pixel(std::uint32_t x, std::uint32_t y, const double* who, const Act& act) const;
  void add_transparent(std::uint32_t number, std::uint32_t tile_x, std::uint32_t tile_y,
                       Scratch& scratch) const;
  void draw_background(std::uint32_t tile_x, std::uint32_t tile_y);
  void draw_opaque(std::uint32_t tile_x, std::uint32_t tile_y, const TileSamples& nearest);
  void draw_with_transparent(std::size_t tile, std::uint32_t tile_x, std::uint32_t tile_y,
                             Scratch& scratch);
  void write_pixel(std::uint32_t x, std::uint32_t y, double nearness, const Rgba& sum);
  [[nodiscard]] Rgba shade_at(std::uint32_t number, double x, double y) const;
  [[nodiscard]] TriangleSetup setup_of(std::uint32_t number) const;

  const Stage& stage_;
  const Surfaces& surfaces_;
  Viewport viewport_;
  Canvas& canvas_;
  std::vector<ViewCorner> corners_;
  double lift_ = 0;  // puts in front what is to be in front of everything
  Bins opaque_;
  Bins transparent_;
};

void ViewDrawer::project(unsigned threads) {
  corners_.resize(surfaces_.positions.size());
  constexpr std::size_t chunk = 4096;
  parallel_for((corners_.size() + chunk - 1) / chunk, threads, [&](unsigned, std::size_t part) {
    const std::size_t end = std::min(corners_.size(), (part + 1) * chunk);
    for (std::size_t i = part * chunk; i < end; ++i) {
      const Projected place = stage_.camera(surfaces_.positions[i]);
      corners_[i] = {to_grid(place.x), to_grid(place.y), place.nearness};
    }
  });
  if (corners_.empty()) return;
  const auto [least, most] = std::minmax_element(
      corners_.begin(), corners_.end(),
      [](const ViewCorner& a, const ViewCorner& b) { return a.nearness < b.nearness; });
  lift_ = 2 * (most->nearness - least->nearness) + std::abs(most->nearness);
}

bool ViewDrawer::is_drawn(const PaintedTriangle& triangle) const {
  const auto [a, b, c] = triangle.corners;
  const double area = area_of(corners_[a], corners_[b], corners_[c]);
  // What faces the camera runs clockwise here, where y goes down: a negative area.
  return area < 0 || (area > 0 && surfaces_.paints[triangle.paint].two_sided);
}

PixelRange ViewDrawer::range_of(const PaintedTriangle& triangle) const {
  const auto [a, b, c] = triangle.corners;
  const auto pixel = [](double steps, std::uint32_t end) {
    return static_cast<std::uint32_t>(
        std::clamp(steps / pixel_steps, 0.0, static_cast<double>(end)));
  };
  const auto [left, right] = std::minmax({corners_[a].x, corners_[b].x, corners_[c].x});
  const auto [top, bottom] = std::minmax({corners_[a].y, corners_[b].y, corners_[c].y});
  return {pixel(left, viewport_.width), pixel(right + pixel_steps, viewport_.width),
          pixel(top, viewport_.height), pixel(bottom + pixel_steps, viewport_.height)};
}

std::vector<std::uint32_t> ViewDrawer::opaque_triangles() const {
  std::vector<std::uint32_t> order;
  order.reserve(surfaces_.triangles.size() / 2 + 16);
  for (std::uint32_t i = 0; i < surfaces_.triangles.size(); ++i) {
    const PaintedTriangle& triangle = surfaces_.triangles[i];
    if (surfaces_.paints[triangle.paint].alpha >= 1 && is_drawn(triangle)) order.push_back(i);
  }
  return order;
}

// The farthest first; what is in front of everything last.
std::vector<std::uint32_t> ViewDrawer::transparent_triangles() const {
  struct Item {
    double nearness;
    std::uint32_t number;
  };
  std::vector<Item> items;
  for (std::uint32_t i = 0; i < surfaces_.triangles.size(); ++i) {
    const PaintedTriangle& triangle = surfaces_.triangles[i];
    const Paint& paint = surfaces_.paints[triangle.paint];
    if (paint.alpha >= 1 || paint.alpha <= 0 || !is_drawn(triangle)) continue;
    const auto [a, b, c] = triangle.corners;
    const double sum = corners_[a].nearness + corners_[b].nearness + corners_[c].nearness;
    items.push_back({sum / 3 + (paint.in_front ? lift_ : 0), i});
  }
  std::stable_sort(items.begin(), items.end(),
                   [](const Item& a, const Item& b) { return a.nearness < b.nearness; });
  std::vector<std::uint32_t> order;
  order.reserve(items.size());
  for (const Item& item : items) order.push_back(item.number);
  return order;
}

// Calls act(tile) for every tile that the pixels touch.
template <class Act>
void for_tiles(const PixelRange& range, std::uint32_t columns, const Act& act) {
  if (range.left >= range.right || range.top >= range.bottom) return;
  for (std::uint32_t row = range.top / tile_side; row <= (range.bottom - 1) / tile_side; ++row) {
    for (std::uint32_t column = range.left / tile_side; column <= (range.right - 1) / tile_side;
         ++column) {
      act(static_cast<std::size_t>(row) * columns + column);
    }
  }
}

std::uint64_t ViewDrawer::counted(std::uint64_t work) const {
  const std::uint64_t pixels = std::uint64_t{viewport_.width} * viewport_.height;
  return pixels <= usual_pixels ? work : work / ((pixels + usual_pixels - 1) / usual_pixels);
}

// All pixels of the box are looked at; of those that a triangle may touch, each is shaded if it is
// transparent.
std::uint64_t ViewDrawer::work_of(const PaintedTriangle& triangle) const {
  const PixelRange range = range_of(triangle);
  if (range.left >= range.right || range.top >= range.bottom) return 0;
  const std::uint64_t width = range.right - range.left;
  const std::uint64_t height = range.bottom - range.top;
  const std::uint64_t work = work_of_pixel * width * height;
  if (surfaces_.paints[triangle.paint].alpha >= 1) return work;
  const auto [a, b, c] = triangle.corners;
  const double area =
      std::abs(area_of(corners_[a], corners_[b], corners_[c])) / (2 * pixel_steps * pixel_steps);
  const auto inside = std::min(area, static_cast<double>(width * height));
  const std::uint64_t touched =
      std::min(width * height, static_cast<std::uint64_t>(inside) + width + height);
  return work + work_of_transparent_pixel * touched;
}

bool ViewDrawer::bin(const std::vector<std::uint32_t>& order, std::uint64_t& work,
                     Bins& bins) const {
  bins.columns = (viewport_.width + tile_side - 1) / tile_side;
  bins.rows = (viewport_.height + tile_side - 1) / tile_side;
  const std::size_t tiles = static_cast<std::size_t>(bins.columns) * bins.rows;
  bins.first.assign(tiles + 1, 0);
  std::uint64_t touched = 0;
  for (const std::uint32_t number : order) {
    work += work_of(surfaces_.triangles[number]);
    for_tiles(range_of(surfaces_.triangles[number]), bins.columns, [&](std::size_t tile) {
      ++bins.first[tile + 1];
      ++touched;
      work += work_of_tile;
    });
    if (touched > max_tile_triangles || counted(work) > max_view_work) return false;
  }
  std::partial_sum(bins.first.begin(), bins.first.end(), bins.first.begin());
  bins.triangles.resize(bins.first.back());
  std::vector<std::uint32_t> next(bins.first.begin(), bins.first.end() - 1);
  for (const std::uint32_t number : order) {
    for_tiles(range_of(surfaces_.triangles[number]), bins.columns,
              [&](std::size_t tile) { bins.triangles[next[tile]++] = number; });
  }
  return true;
}

TriangleSetup ViewDrawer::setup_of(std::uint32_t number) const {
  const PaintedTriangle& triangle = surfaces_.triangles[number];
  const auto [a, b, c] = triangle.corners;
  const double lift = surfaces_.paints[triangle.paint].in_front ? lift_ : 0;
  const double area = area_of(corners_[a], corners_[b], corners_[c]);
  if (area > 0) {
    // The inside of what was cut open wins over a face of something else in the same plane.
    const double inside = surfaces_.section ? 1e-4 * lift_ : 0;
    return set_up(corners_[a], corners_[b], corners_[c], area, lift + inside);
  }
  return set_up(corners_[a], corners_[c], corners_[b], -area, lift);
}

void ViewDrawer::cover_tile(std::span<const std::uint32_t> triangles, std::uint32_t x,
                            std::uint32_t y, TileSamples& out) const {
  for (const std::uint32_t number : triangles) {
    PixelRange range = range_of(surfaces_.triangles[number]);
    range.left = std::max(range.left, x);
    range.right = std::min(range.right, x + tile_side);
    range.top = std::max(range.top, y);
    range.bottom = std::min(range.bottom, y + tile_side);
    cover(setup_of(number), number, range, x, y, out);
  }
}

Rgba ViewDrawer::shade_at(std::uint32_t number, double x, double y) const {
  const PaintedTriangle& triangle = surfaces_.triangles[number];
  const std::uint32_t a = triangle.corners[0];
  const std::uint32_t b = triangle.corners[1];
  const std::uint32_t c = triangle.corners[2];
  const ViewCorner here{x * pixel_steps, y * pixel_steps, 0};
  const double area = area_of(corners_[a], corners_[b], corners_[c]);
  double weight_b = area_of(corners_[a], here, corners_[c]) / area;
  double weight_c = area_of(corners_[a], corners_[b], here) / area;
  double weight_a = 1 - weight_b - weight_c;
  if (stage_.camera.perspective) {
    weight_a *= corners_[a].nearness;
    weight_b *= corners_[b].nearness;
    weight_c *= corners_[c].nearness;
    const double sum = weight_a + weight_b + weight_c;
    weight_a /= sum;
    weight_b /= sum;
    weight_c /= sum;
  }
  const auto blend = [&](const std::vector<Vec3>& of) {
    return weight_a * of[a] + weight_b * of[b] + weight_c * of[c];
  };
  SurfacePoint point{surfaces_.paints[triangle.paint], blend(surfaces_.positions),
                     blend(surfaces_.normals), -1, area > 0};
  if (!surfaces_.heat.empty()) {
    point.heat =
        weight_a * surfaces_.heat[a] + weight_b * surfaces_.heat[b] + weight_c * surfaces_.heat[c];
  }
  return shade(stage_, point, x, y);
}

// Each triangle that a pixel shows is shaded once, in the middle of its samples: calls
// act(samples, their number, color).
template <class Act>
void ViewDrawer::color_pixel(std::uint32_t x, std::uint32_t y, const double* who,
                             const Act& act) const {
  std::uint32_t left = (1u << pixel_samples) - 1;
  for (std::uint32_t i = 0; left != 0; ++i) {
    if ((left >> i & 1) == 0) continue;
    double sum_x = 0;
    double sum_y = 0;
    double count = 0;
    std::uint32_t same = 0;
    for (std::uint32_t k = i; k < pixel_samples; ++k) {
      if (who[k] != who[i]) continue;
      same |= 1u << k;
      sum_x += sample_x[k];
      sum_y += sample_y[k];
      count += 1;
    }
    const double middle_x = x + sum_x / (count * pixel_steps);
    const double middle_y = y + sum_y / (count * pixel_steps);
    act(same, count,
        who[i] == no_triangle ? background_at(stage_, middle_x, middle_y)
                              : shade_at(static_cast<std::uint32_t>(who[i]), middle_x, middle_y));
    left &= ~same;
  }
}

// Lays a transparent triangle over the colors of a tile.
void ViewDrawer::add_transparent(std::uint32_t number, std::uint32_t tile_x, std::uint32_t tile_y,
                                 Scratch& scratch) const {
  const TriangleSetup setup = setup_of(number);
  const PixelRange range = range_of(surfaces_.triangles[number]);
  const std::uint32_t bottom = std::min(range.bottom, tile_y + tile_side);
  const std::uint32_t right = std::min(range.right, tile_x + tile_side);
  for (std::uint32_t y = std::max(range.top, tile_y); y < bottom; ++y) {
    for (std::uint32_t x = std::max(range.left, tile_x); x < right; ++x) {
      const double px = x * pixel_steps;
      const double py = y * pixel_steps;
      std::array<double, 3> value{};
      for (std::size_t k = 0; k < 3; ++k) {
        const ViewEdge& edge = setup.edges[k];
        value[k] = edge.origin + edge.x * px + edge.y * py;
      }
      const double z = setup.near_origin + setup.near_x * px + setup.near_y * py;
      const std::uint32_t first = ((y - tile_y) * tile_side + (x - tile_x)) * pixel_samples;
      std::uint32_t hit = 0;
      double sum_x = 0;
      double sum_y = 0;
      double count = 0;
      for (std::uint32_t i = 0; i < pixel_samples; ++i) {
        const bool inside = value[0] + setup.edges[0].add[i] >= 0 &&
                            value[1] + setup.edges[1].add[i] >= 0 &&
                            value[2] + setup.edges[2].add[i] >= 0;
        if (!inside || z + setup.near_add[i] <= scratch.nearest.nearness[first + i]) continue;
        hit |= 1u << i;
        sum_x += sample_x[i];
        sum_y += sample_y[i];
        count += 1;
      }
      if (hit == 0) continue;
      const Rgba over =
          shade_at(number, x + sum_x / (count * pixel_steps), y + sum_y / (count * pixel_steps));
      for (std::uint32_t i = 0; i < pixel_samples; ++i) {
        if ((hit >> i & 1) == 0) continue;
        Rgba& under = scratch.colors[first + i];
        under = {over.color + (1 - over.alpha) * under.color,
                 over.alpha + (1 - over.alpha) * under.alpha};
      }
    }
  }
}

// `sum` is that of all samples.
void ViewDrawer::write_pixel(std::uint32_t x, std::uint32_t y, double nearness, const Rgba& sum) {
  const std::size_t pixel =
      static_cast<std::size_t>(viewport_.y + y) * canvas_.picture.width + viewport_.x + x;
  canvas_.nearness[pixel] = static_cast<float>(nearness);
  std::uint8_t* out = canvas_.picture.rgba.data() + 4 * pixel;
  const double share = sum.alpha > 0 ? 1 / sum.alpha : 0;
  out[0] = encode_srgb(sum.color.r * share);
  out[1] = encode_srgb(sum.color.g * share);
  out[2] = encode_srgb(sum.color.b * share);
  out[3] = static_cast<std::uint8_t>(std::floor(sum.alpha / pixel_samples * 255 + 0.5));
}

// Calls act(x, y, number of its first sample) for every pixel of a tile, x and y in the view.
template <class Act>
void for_pixels(std::uint32_t tile_x, std::uint32_t tile_y, const Viewport& viewport,
                const Act& act) {
  const std::uint32_t right = std::min(tile_side, viewport.width - tile_x);
  const std::uint32_t bottom = std::min(tile_side, viewport.height - tile_y);
  for (std::uint32_t y = 0; y < bottom; ++y) {
    for (std::uint32_t x = 0; x < right; ++x) {
      act(tile_x + x, tile_y + y, (y * tile_side + x) * pixel_samples);
    }
  }
}

double nearest_of(const double* nearness) {
  return *std::max_element(nearness, nearness + pixel_samples);
}

void ViewDrawer::draw_background(std::uint32_t tile_x, std::uint32_t tile_y) {
  for_pixels(tile_x, tile_y, viewport_, [&](std::uint32_t x, std::uint32_t y, std::uint32_t) {
    const Rgba color = background_at(stage_, x + 0.5, y + 0.5);
    write_pixel(x, y, nothing_near,
                {double{pixel_samples} * color.color, pixel_samples * color.alpha});
  });
}

void ViewDrawer::draw_opaque(std::uint32_t tile_x, std::uint32_t tile_y,
                             const TileSamples& nearest) {
  for_pixels(tile_x, tile_y, viewport_, [&](std::uint32_t x, std::uint32_t y, std::uint32_t first) {
    Rgba sum;
    color_pixel(x, y, nearest.triangle.data() + first,
                [&sum](std::uint32_t, double count, const Rgba& color) {
                  sum.color = sum.color + count * color.color;
                  sum.alpha += count * color.alpha;
                });
    write_pixel(x, y, nearest_of(nearest.nearness.data() + first), sum);
  });
}

void ViewDrawer::draw_with_transparent(std::size_t tile, std::uint32_t tile_x, std::uint32_t tile_y,
                                       Scratch& scratch) {
  const TileSamples& nearest = scratch.nearest;
  for_pixels(tile_x, tile_y, viewport_, [&](std::uint32_t x, std::uint32_t y, std::uint32_t first) {
    color_pixel(x, y, nearest.triangle.data() + first,
                [&](std::uint32_t same, double, const Rgba& color) {
                  for (std::uint32_t i = 0; i < pixel_samples; ++i) {
                    if ((same >> i & 1) != 0) scratch.colors[first + i] = color;
                  }
                });
  });
  for (const std::uint32_t number : transparent_.of(tile)) {
    add_transparent(number, tile_x, tile_y, scratch);
  }
  for_pixels(tile_x, tile_y, viewport_, [&](std::uint32_t x, std::uint32_t y, std::uint32_t first) {
    Rgba sum;
    for (std::uint32_t i = 0; i < pixel_samples; ++i) {
      sum.color = sum.color + scratch.colors[first + i].color;
      sum.alpha += scratch.colors[first + i].alpha;
    }
    write_pixel(x, y, nearest_of(nearest.nearness.data() + first), sum);
  });
}

void ViewDrawer::draw_tile(std::size_t tile, Scratch& scratch) {
  const auto tile_x = static_cast<std::uint32_t>(tile % opaque_.columns) * tile_side;
  const auto tile_y = static_cast<std::uint32_t>(tile / opaque_.columns) * tile_side;
  if (opaque_.of(tile).empty() && transparent_.of(tile).empty()) {
    return draw_background(tile_x, tile_y);
  }
  scratch.nearest.nearness.fill(nothing_near);
  scratch.nearest.triangle.fill(no_triangle);
  cover_tile(opaque_.of(tile), tile_x, tile_y, scratch.nearest);
  if (transparent_.of(tile).empty()) {
    draw_opaque(tile_x, tile_y, scratch.nearest);
  } else {
    draw_with_transparent(tile, tile_x, tile_y, scratch);
  }
}

bool ViewDrawer::draw(unsigned threads, std::uint64_t& spent) {
  project(threads);
  std::uint64_t work = 0;
  if (!bin(opaque_triangles(), work, opaque_)) return false;
  if (!bin(transparent_triangles(), work, transparent_)) return false;
  spent += counted(work);
  if (spent > max_view_work) return false;
  const std::size_t tiles = static_cast<std::size_t>(opaque_.columns) * opaque_.rows;
  std::vector<std::unique_ptr<Scratch>> scratch;
  for (unsigned i = 0; i < useful_threads(tiles, threads); ++i) {
    scratch.push_back(std::make_unique<Scratch>());
  }
  parallel_for(tiles, threads,
               [&](unsigned worker, std::size_t tile) { draw_tile(tile, *scratch[worker]); });
  return true;
}

}  // namespace

Canvas::Canvas(std::uint32_t width, std::uint32_t height) {
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  picture = {width, height, std::vector<std::uint8_t>(4 * pixels)};
  nearness.assign(pixels, -std::numeric_limits<float>::infinity());
}

bool draw_surfaces(const Stage& stage, const Viewport& viewport, Canvas& canvas, unsigned threads,
                   std::uint64_t& spent) {
  return ViewDrawer(stage, viewport, canvas).draw(threads, spent);
}

}  // namespace rigy::outputs
