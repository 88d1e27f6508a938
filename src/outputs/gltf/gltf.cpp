// The model as glTF: one binary file, or JSON and a file with its data.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "canonical/container.hpp"
#include "canonical/plan.hpp"
#include "common/limits.hpp"
#include "export_model/files.hpp"
#include "gltf/compress.hpp"
#include "gltf/data.hpp"
#include "gltf/json.hpp"
#include "gltf/stream_data.hpp"
#include "io/output_sink.hpp"
#include "platform/memory.hpp"

namespace rigy::outputs {
namespace {

bool is_unreserved(unsigned char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

// A file's name as a relative URI.
std::string uri_of(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri;
  for (const char character : name) {
    const auto c = static_cast<unsigned char>(character);
    if (is_unreserved(c)) {
      uri += character;
    } else {
      uri += '%';
      uri += digits[c >> 4];
      uri += digits[c & 15];
    }
  }
  return uri;
}

// Appends the data to the text before it.
void append_data(std::string& out, const ExportModel& model, const GltfData& data,
                 unsigned threads) {
  const std::size_t begin = out.size();
  const auto size = static_cast<std::size_t>(data.size);
  out.reserve(begin + size);
  platform::use_large_pages(out.data() + begin, size);
  out.resize(begin + size);
  fill_data(model, data, threads, reinterpret_cast<std::byte*>(out.data()) + begin);
}

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

// Compressed bytes that are kept between measuring and writing them.
constexpr std::size_t max_kept = std::size_t{1} << 20;

// The data as planned, and compressed if the model asks for it and it becomes smaller: then it is
// made before the text.
struct Contents {
  explicit Contents(const ExportInput& input) : data(plan_data(input.model)) {
    if (!input.model.is_compressed || data.size > max_output_size) return;
    CompressedData smaller = compress(input);
    const bool is_any = std::any_of(smaller.views.begin(), smaller.views.end(),
                                    [](const CompressedView& view) { return view.count > 0; });
    if (is_any) compressed = std::move(smaller);
  }

  [[nodiscard]] const CompressedData* compression() const {
    return compressed ? &*compressed : nullptr;
  }
  [[nodiscard]] std::uint64_t size() const { return compressed ? compressed->size : data.size; }
  void append(const ExportInput& input, std::string& out) const {
    if (compressed) {
      out += compressed->bytes;
    } else {
      append_data(out, input.model, data, input.threads);
    }
  }
  // The same from `offset` of the output on, when numbers are made later.
  void stream(const ExportInput& input, std::uint64_t offset, OutputSink& sink) const {
    if (!compressed) {
      stream_data(input.model, data, offset, input.threads, sink);
    } else if (compressed->has_bytes) {
      static_cast<void>(sink.write(offset, bytes_of(compressed->bytes)));
    } else {
      // Made again: keeping all of them takes more memory than time.
      ViewCompressor compressor(data, sink, offset);
      stream_data(input.model, data, 0, input.threads, compressor);
    }
  }

  GltfData data;
  std::optional<CompressedData> compressed;

 private:
  [[nodiscard]] CompressedData compress(const ExportInput& input) const {
    const bool is_later = input.model.source != nullptr;
    ViewCompressor compressor(data, is_later ? max_kept : SIZE_MAX);
    if (is_later) {
      stream_data(input.model, data, 0, input.threads, compressor);
    } else {
      std::string filled;
      append_data(filled, input.model, data, input.threads);
      static_cast<void>(compressor.write(0, bytes_of(filled)));
    }
    return compressor.take();
  }
};

// The data, after the bytes before it in its file.
std::vector<ExportedFile> with_data(const ExportInput& input, const Contents& contents,
                                    const std::string& name, std::string before) {
  if (input.model.source == nullptr) {
    contents.append(input, before);
    return one_file(name, std::move(before));
  }
  OutputSink& sink = input.sink_of(name);
  const std::size_t offset = before.size();
  sink.expect(offset + contents.size());
  const bool is_fine = before.empty() || sink.write(0, bytes_of(before));
  std::string().swap(before);  // it may be large, and an assignment would keep its memory
  if (is_fine) contents.stream(input, offset, sink);
  return one_file(name, {});
}

std::vector<ExportedFile> export_binary(const ExportInput& input, std::string_view extension) {
  const Contents contents(input);
  std::string bytes = begin_glb_head();
  append_export_json(bytes, input.model, contents.data, contents.compression(), {},
                     max_output_size);
  if (!fits_output(bytes.size(), contents.size(), input.diagnostics)) return {};
  finish_glb_head(bytes, contents.size());
  return with_data(input, contents, input.name + std::string(extension), std::move(bytes));
}

}  // namespace

std::string gltf_data_file(const std::string& export_name) { return export_name + ".bin"; }

std::vector<ExportedFile> export_as_glb(const ExportInput& input) {
  return export_binary(input, ".glb");
}

std::vector<ExportedFile> export_as_vrm(const ExportInput& input) {
  return export_binary(input, ".vrm");
}

std::vector<ExportedFile> export_as_gltf(const ExportInput& input) {
  const Contents contents(input);
  const std::string data_name = gltf_data_file(input.name);
  std::string text;
  append_export_json(text, input.model, contents.data, contents.compression(), uri_of(data_name),
                     max_output_size);
  text += '\n';
  if (!fits_output(text.size(), contents.size(), input.diagnostics)) return {};
  std::vector<ExportedFile> files = one_file(input.name + ".gltf", std::move(text));
  if (contents.size() == 0) return files;
  files.push_back(std::move(with_data(input, contents, data_name, {}).front()));
  return files;
}

}  // namespace rigy::outputs
