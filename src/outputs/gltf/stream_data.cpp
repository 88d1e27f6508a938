#include "gltf/stream_data.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "common/parallel.hpp"
#include "export_model/number_source.hpp"
#include "gltf/storage.hpp"
#include "io/write_pieces.hpp"

namespace rigy::outputs {
namespace {

// With its vertices in binary64 about half of the second-level cache of a core.
constexpr std::uint64_t chunk_size = 1u << 19;

struct GeometrySlot {
  std::uint32_t geometry = 0;
  PrimitiveSlot primitive;
  const GeometryAccessors* accessors = nullptr;  // those that are written
};

// Slots that are made at once; `view`: of one bufferView only, or no_index.
struct DataChunk {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::uint32_t view = no_index;
};

// Colliders share accessors with the geometries that they are parts of.
GeometryAccessors written_accessors(const ExportModel& model, const GltfData& data,
                                    std::uint32_t number) {
  GeometryAccessors written = data.geometries[number];
  if (!model.geometries[number].has_own_vertices()) {
    const std::uint32_t indices = written.indices;
    written = {};
    written.indices = indices;
  }
  if (index_source(model, number) != no_index) written.indices = no_index;
  return written;
}

std::vector<GeometryAccessors> all_written_accessors(const ExportModel& model,
                                                     const GltfData& data) {
  std::vector<GeometryAccessors> written;
  for (std::uint32_t i = 0; i < model.geometries.size(); ++i) {
    written.push_back(written_accessors(model, data, i));
  }
  return written;
}

std::vector<GeometrySlot> all_slots(const ExportModel& model,
                                    const std::vector<GeometryAccessors>& written) {
  std::vector<GeometrySlot> slots;
  for (std::uint32_t i = 0; i < model.geometries.size(); ++i) {
    const bool is_written = written[i].positions != no_index || written[i].indices != no_index;
    if (!is_written) continue;
    for (const PrimitiveSlot& slot : model.source->slots_of(model.geometries[i])) {
      slots.push_back({i, slot, &written[i]});
    }
  }
  return slots;
}

template <class Work>
void each_accessor(const GeometryAccessors& accessors, const Work& work) {
  for (const std::uint32_t accessor : {accessors.positions, accessors.normals, accessors.colors,
                                       accessors.joints, accessors.weights, accessors.indices}) {
    if (accessor != no_index) work(accessor);
  }
  for (const std::uint32_t accessor : accessors.uv_sets) work(accessor);
}

std::size_t size_in(const GltfView& view, const PrimitiveFacts& facts) {
  return std::size_t{view.element_size} *
         (view.target == Target::Indices ? facts.indices : facts.vertices);
}

class ChunkPlanner {
 public:
  ChunkPlanner(const ExportModel& model, const GltfData& data,
               const std::vector<GeometrySlot>& slots)
      : model_(model), data_(data), slots_(slots) {}

  void add_chunks(std::uint32_t view) {
    std::uint64_t size = 0;
    DataChunk chunk{0, 0, view};
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      const std::uint64_t more = size_of(slots_[i], view);
      if (size > 0 && size + more > chunk_size) {
        chunks_.push_back(chunk);
        chunk.begin = i;
        size = 0;
      }
      chunk.end = i + 1;
      size += more;
    }
    if (size > 0) chunks_.push_back(chunk);
  }

  void add_ordered_chunks() {
    for (std::uint32_t view = 0; view < data_.views.size(); ++view) {
      if (data_.views[view].target != Target::None) add_chunks(view);
    }
  }

  [[nodiscard]] std::vector<DataChunk> take() { return std::move(chunks_); }

 private:
  [[nodiscard]] std::uint64_t size_of(const GeometrySlot& slot, std::uint32_t view) const {
    const PrimitiveFacts& facts = model_.source->facts(slot.primitive);
    std::uint64_t size = 0;
    each_accessor(*slot.accessors, [&](std::uint32_t accessor) {
      const std::uint32_t of = data_.accessors[accessor].view;
      if (view != no_index && view != of) return;
      size += size_in(data_.views[of], facts);
    });
    return size;
  }

  const ExportModel& model_;
  const GltfData& data_;
  const std::vector<GeometrySlot>& slots_;
  std::vector<DataChunk> chunks_;
};

// The bytes of a chunk: numbers that follow each other in the file are written at once.
class ChunkBytes final : public DataPlaces {
 public:
  explicit ChunkBytes(const GltfData& data) : data_(data), open_(data.views.size()) {}

  // `room`: for what is about to be placed in each view.
  void begin(std::uint32_t view, const std::vector<std::size_t>& room) {
    view_ = view;
    room_ = &room;
    used_ = 0;
    std::fill(open_.begin(), open_.end(), nullptr);
  }
  void begin(const PrimitivePlace& place) { place_ = place; }

  [[nodiscard]] std::byte* place(std::uint32_t accessor, std::size_t size) override {
    const GltfAccessor& found = data_.accessors[accessor];
    if (view_ != no_index && view_ != found.view) return nullptr;
    const GltfView& view = data_.views[found.view];
    const std::uint64_t first =
        view.target == Target::Indices ? place_.first_index : place_.first_vertex;
    const std::uint64_t offset = view.offset + found.offset + first * view.element_size;
    Run*& run = open_[found.view];
    if (run == nullptr || run->offset + run->bytes.size() != offset) {
      run = &new_run(offset, (*room_)[found.view]);
    }
    const std::size_t at = run->bytes.size();
    run->bytes.resize(at + size);
    return run->bytes.data() + at;
  }

  [[nodiscard]] bool write(std::uint64_t offset, OutputSink& sink) const {
    return std::all_of(runs_.begin(), runs_.begin() + static_cast<std::ptrdiff_t>(used_),
                       [&](const std::unique_ptr<Run>& run) {
                         return sink.write(offset + run->offset, run->bytes);
                       });
  }

 private:
  struct Run {
    std::uint64_t offset = 0;
    std::vector<std::byte> bytes;
  };

  Run& new_run(std::uint64_t offset, std::size_t room) {
    if (used_ == runs_.size()) runs_.push_back(std::make_unique<Run>());
    Run& run = *runs_[used_++];
    run.offset = offset;
    run.bytes.clear();
    run.bytes.reserve(room);
    return run;
  }

  const GltfData& data_;
  std::uint32_t view_ = no_index;
  const std::vector<std::size_t>* room_ = nullptr;
  PrimitivePlace place_;
  std::vector<std::unique_ptr<Run>> runs_;
  std::size_t used_ = 0;
  std::vector<Run*> open_;  // of each view
};

// Makes chunks, one after the other, for one worker.
class ChunkMaker {
 public:
  ChunkMaker(const ExportModel& model, const GltfData& data)
      : source_(*model.source),
        data_(data),
        reader_(*model.source),
        bytes_(data),
        room_(data.views.size()) {}

  void make(std::span<const GeometrySlot> slots, std::uint32_t view) {
    make_room(slots);
    bytes_.begin(view, room_);
    for (const GeometrySlot& slot : slots) {
      const GeometryAccessors& accessors = *slot.accessors;
      if (!is_in(accessors, view)) continue;
      const PrimitivePlace& place = slot.primitive.place;
      const Geometry geometry = reader_.read(slot.primitive);
      bytes_.begin(place);
      if (accessors.positions != no_index) {
        write_vertices(geometry, data_, slot.geometry, bytes_);
      }
      if (accessors.indices != no_index) {
        write_indices(geometry.indices, place.first_vertex, data_, accessors, bytes_);
      }
    }
  }
  [[nodiscard]] bool write(std::uint64_t offset, OutputSink& sink) const {
    return bytes_.write(offset, sink);
  }

 private:
  void make_room(std::span<const GeometrySlot> slots) {
    std::fill(room_.begin(), room_.end(), 0);
    for (const GeometrySlot& slot : slots) {
      const PrimitiveFacts& facts = source_.facts(slot.primitive);
      each_accessor(*slot.accessors, [&](std::uint32_t accessor) {
        const std::uint32_t of = data_.accessors[accessor].view;
        room_[of] += size_in(data_.views[of], facts);
      });
    }
  }
  [[nodiscard]] bool is_in(const GeometryAccessors& accessors, std::uint32_t view) const {
    bool found = view == no_index;
    each_accessor(accessors, [&](std::uint32_t accessor) {
      found = found || data_.accessors[accessor].view == view;
    });
    return found;
  }

  const NumberSource& source_;
  const GltfData& data_;
  NumberReader reader_;
  ChunkBytes bytes_;
  std::vector<std::size_t> room_;  // of each view
};

}  // namespace

void stream_data(const ExportModel& model, const GltfData& data, std::uint64_t offset,
                 unsigned threads, OutputSink& sink) {
  const bool any_order = sink.takes_any_order();
  const std::vector<GeometryAccessors> written = all_written_accessors(model, data);
  const std::vector<GeometrySlot> slots = all_slots(model, written);
  ChunkPlanner planner(model, data, slots);
  if (any_order) {
    planner.add_chunks(no_index);
  } else {
    planner.add_ordered_chunks();
  }
  const std::vector<DataChunk> chunks = planner.take();
  std::vector<std::unique_ptr<ChunkMaker>> makers;
  for (unsigned i = 0; i < useful_threads(chunks.size() + 1, threads, 1); ++i) {
    makers.push_back(std::make_unique<ChunkMaker>(model, data));
  }
  // The last piece is what follows the geometries.
  const auto make = [&](unsigned worker, std::size_t i) {
    if (i == chunks.size()) return;
    const DataChunk& chunk = chunks[i];
    makers[worker]->make(std::span(slots).subspan(chunk.begin, chunk.end - chunk.begin),
                         chunk.view);
  };
  const auto write = [&](unsigned worker, std::size_t i) {
    if (i < chunks.size()) return makers[worker]->write(offset, sink);
    const std::uint64_t end = end_of_geometries(data);
    std::vector<std::byte> rest(static_cast<std::size_t>(data.size - end));
    fill_rest(model, data, rest.data());
    return rest.empty() || sink.write(offset + end, rest);
  };
  write_pieces({chunks.size() + 1, threads, any_order}, make, write);
}

}  // namespace rigy::outputs
