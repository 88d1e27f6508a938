#include "export_model/thumbnail.hpp"

#include <memory>

#include "export_model/stored_png.hpp"
#include "rigy/render.hpp"

namespace rigy::outputs {
namespace {

constexpr std::uint32_t size = 128;

}  // namespace

std::string thumbnail_of(const AnalyzedAssembly& analyzed, unsigned threads) {
  Analysis analysis;
  // It outlives the picture, and nobody else keeps it.
  analysis.assembly = std::shared_ptr<const AnalyzedAssembly>(std::shared_ptr<void>(), &analyzed);
  RenderOptions options;
  options.analysis.threads = threads;
  options.width = size;
  options.height = size;
  options.views = {*view_named("front")};
  const RenderResult drawn = render(analysis, options);
  if (drawn.frames.empty()) return {};
  std::string rgb;
  const std::vector<std::uint8_t>& rgba = drawn.frames.front().rgba;
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    if (i % 4 != 3) rgb += static_cast<char>(rgba[i]);
  }
  return stored_png(size, size, PngColors::Rgb, rgb);
}

}  // namespace rigy::outputs
