#include "load/assembly.hpp"

#include <utility>

namespace rigy::model {

SourceId Assembly::add(std::shared_ptr<const Source> source) {
  const auto id = static_cast<SourceId>(sources.size());
  source_ids_.emplace(source.get(), id);
  sources.push_back({std::move(source)});
  return id;
}

std::uint32_t Assembly::add(std::shared_ptr<const Asset> asset) {
  const auto id = static_cast<std::uint32_t>(assets.size());
  asset_ids_.emplace(asset.get(), id);
  assets.push_back(std::move(asset));
  return id;
}

}  // namespace rigy::model
