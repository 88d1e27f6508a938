#include "gltf/buffers_json.hpp"

#include <cstdint>
#include <vector>

namespace rigy::outputs {
namespace {

constexpr std::string_view extension = "EXT_meshopt_compression";

void bounds(JsonWriter& json, std::string_view name, const std::vector<float>& values) {
  json.key(name);
  json.begin_array();
  for (const float value : values) json.shortest(value);
  json.end_array();
}

// Calls write() for what is inside the extension.
template <class Write>
void write_extension(JsonWriter& json, const Write& write) {
  json.key("extensions");
  json.begin_object();
  json.key(extension);
  json.begin_object();
  write();
  json.end_object();
  json.end_object();
}

// Where bytes are, and how many.
void write_place(JsonWriter& json, std::uint64_t buffer, std::uint64_t offset, std::uint64_t size) {
  write_count(json, "buffer", buffer);
  if (offset != 0) write_count(json, "byteOffset", offset);
  write_count(json, "byteLength", size);
}

void write_compression(JsonWriter& json, const CompressedView& view) {
  write_extension(json, [&] {
    write_place(json, 0, view.offset, view.size);
    write_count(json, "byteStride", view.stride);
    write_text(json, "mode", view.mode);
    write_count(json, "count", view.count);
    if (!view.filter.empty()) write_text(json, "filter", view.filter);
  });
}

void write_view(JsonWriter& json, const GltfView& view, const CompressedView* compressed) {
  json.begin_object();
  if (compressed == nullptr) {
    write_place(json, 0, view.offset, view.size);
  } else if (compressed->count == 0) {
    write_place(json, 0, compressed->offset, compressed->size);
  } else {
    write_place(json, 1, view.offset, view.size);
  }
  if (view.target == Target::Vertices) write_count(json, "byteStride", view.element_size);
  if (view.target != Target::None) {
    write_count(json, "target", static_cast<std::uint64_t>(view.target));
  }
  if (compressed != nullptr && compressed->count > 0) write_compression(json, *compressed);
  json.end_object();
}

}  // namespace

void write_accessor(JsonWriter& json, const GltfAccessor& accessor) {
  json.begin_object();
  write_count(json, "bufferView", accessor.view);
  if (accessor.offset != 0) write_count(json, "byteOffset", accessor.offset);
  if (accessor.normalized) write_flag(json, "normalized", true);
  write_count(json, "componentType", static_cast<std::uint64_t>(accessor.component_type));
  write_count(json, "count", accessor.count);
  write_text(json, "type", accessor.type);
  if (!accessor.min.empty()) {
    bounds(json, "min", accessor.min);
    bounds(json, "max", accessor.max);
  }
  json.end_object();
}

void write_buffers(JsonWriter& json, const GltfData& data, const CompressedData* compressed,
                   std::string_view uri) {
  json.key("bufferViews");
  json.begin_array();
  for (std::size_t i = 0; i < data.views.size(); ++i) {
    write_view(json, data.views[i], compressed == nullptr ? nullptr : &compressed->views[i]);
  }
  json.end_array();
  json.key("buffers");
  json.begin_array();
  json.begin_object();
  if (!uri.empty()) write_text(json, "uri", uri);
  write_count(json, "byteLength", compressed == nullptr ? data.size : compressed->size);
  json.end_object();
  if (compressed != nullptr) {
    json.begin_object();
    write_count(json, "byteLength", data.size);
    write_extension(json, [&] {
      json.key("fallback");
      json.boolean(true);
    });
    json.end_object();
  }
  json.end_array();
}

}  // namespace rigy::outputs
