#include "influences/weight_file.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <simdjson.h>

#include "common/limits.hpp"
#include "hashing/text_hash.hpp"

namespace rigy::model {
namespace {

namespace json = simdjson::ondemand;

// A file with more faults than this will not be fixed one fault at a time.
constexpr std::size_t max_faults = 20;

// Reads the file from front to back. Wrong values are recorded and reading continues; text that is
// not JSON ends it (`broken`), and so do more bones than an armature can have (`too_many_bones`).
class WeightFileReader {
 public:
  void read(json::value root);

  WeightFile file;
  std::vector<std::string> faults;
  bool broken = false;
  bool too_many_bones = false;

 private:
  template <std::size_t N, class Use>
  void each_field(json::value value, const std::string& where, const char* const (&names)[N],
                  const Use& use);
  // Returns how many elements there are, if it is a list.
  template <class Use>
  std::optional<std::size_t> each_element(json::value value, const std::string& where,
                                          const Use& use);
  void read_entry(json::value value, const std::string& where, std::size_t entry);
  void read_influence(json::value value, const std::string& where, std::size_t entry);
  std::optional<std::string_view> read_string(json::value value, const std::string& where);
  std::optional<std::uint64_t> read_index(json::value value, const std::string& where);
  std::uint32_t bone_number(std::string_view id);

  // Whether the last call succeeded; a value of the wrong type is a fault, anything else means that
  // the text is not JSON.
  bool accept(simdjson::error_code error, const std::string& where, std::string_view wanted);
  void fault(std::string message) {
    if (faults.size() > max_faults) return;
    if (faults.size() == max_faults) message = "further problems are not listed";
    faults.push_back(std::move(message));
  }

  TextMap<std::string, std::uint32_t> bone_numbers_;
  std::vector<std::size_t> last_entry_;  // that named each bone
  std::unordered_set<std::uint64_t> vertices_;
};

bool WeightFileReader::accept(simdjson::error_code error, const std::string& where,
                              std::string_view wanted) {
  if (error == simdjson::SUCCESS) return true;
  if (error == simdjson::INCORRECT_TYPE || error == simdjson::NUMBER_OUT_OF_RANGE ||
      error == simdjson::NUMBER_ERROR) {
    fault(fmt::format("{} must be {}", where, wanted));
  } else {
    broken = true;
  }
  return false;
}

template <std::size_t N, class Use>
void WeightFileReader::each_field(json::value value, const std::string& where,
                                  const char* const (&names)[N], const Use& use) {
  json::object object;
  if (!accept(value.get_object().get(object), where, "an object")) return;
  std::array<bool, N> seen{};
  for (auto item : object) {
    std::string_view key;
    json::value field;
    if (!accept(item.unescaped_key().get(key), where, "an object") ||
        !accept(item.value().get(field), where, "an object")) {
      return;
    }
    std::size_t i = 0;
    while (i < N && key != names[i]) ++i;
    if (i == N) {
      fault(fmt::format("{} has an unknown field", where));
      continue;
    }
    // simdjson silently accepts duplicate keys.
    if (seen[i]) fault(fmt::format("{} has '{}' twice", where, names[i]));
    seen[i] = true;
    use(i, field);
    if (broken || too_many_bones) return;
  }
  for (std::size_t i = 0; i < N; ++i) {
    if (!seen[i]) fault(fmt::format("{} has no '{}'", where, names[i]));
  }
}

template <class Use>
std::optional<std::size_t> WeightFileReader::each_element(json::value value,
                                                          const std::string& where,
                                                          const Use& use) {
  json::array array;
  if (!accept(value.get_array().get(array), where, "a list")) return std::nullopt;
  std::size_t count = 0;
  for (auto item : array) {
    json::value element;
    if (!accept(item.get(element), where, "a list")) return std::nullopt;
    use(count++, element);
    if (broken || too_many_bones) return std::nullopt;
  }
  return count;
}

std::optional<std::string_view> WeightFileReader::read_string(json::value value,
                                                              const std::string& where) {
  std::string_view text;
  if (!accept(value.get_string().get(text), where, "text")) return std::nullopt;
  return text;
}

std::optional<std::uint64_t> WeightFileReader::read_index(json::value value,
                                                          const std::string& where) {
  std::uint64_t index = 0;
  if (!accept(value.get_uint64().get(index), where, "a non-negative integer")) {
    return std::nullopt;
  }
  return index;
}

std::uint32_t WeightFileReader::bone_number(std::string_view id) {
  const auto next = static_cast<std::uint32_t>(file.bone_ids.size());
  const auto [found, added] = bone_numbers_.emplace(std::string(id), next);
  if (added) {
    file.bone_ids.emplace_back(id);
    file.first_uses.push_back(static_cast<std::uint32_t>(file.influences.size()));
    last_entry_.push_back(SIZE_MAX);
  }
  return found->second;
}

void WeightFileReader::read_influence(json::value value, const std::string& where,
                                      std::size_t entry) {
  static constexpr const char* names[] = {"bone_id", "weight"};
  std::optional<std::string_view> bone;
  double weight = 0;
  each_field(value, where, names, [&](std::size_t field, json::value one) {
    if (field == 0) {
      bone = read_string(one, where + ".bone_id");
      if (bone && bone->empty()) fault(where + ".bone_id is empty");
      return;
    }
    if (!accept(one.get_double().get(weight), where + ".weight", "a number")) return;
    if (!(weight >= 0 && weight <= 1)) fault(where + ".weight is outside [0, 1]");
  });
  if (!bone) return;
  const std::uint32_t number = bone_number(*bone);
  too_many_bones = number >= max_bones;
  if (last_entry_[number] == entry) fault(where + " repeats a bone");
  last_entry_[number] = entry;
  file.influences.push_back({number, weight});
}

void WeightFileReader::read_entry(json::value value, const std::string& where, std::size_t entry) {
  static constexpr const char* names[] = {"vertex", "bones"};
  std::optional<std::uint64_t> vertex;
  const std::size_t begin = file.influences.size();
  each_field(value, where, names, [&](std::size_t field, json::value one) {
    if (field == 0) {
      vertex = read_index(one, where + ".vertex");
      return;
    }
    const auto bones =
        each_element(one, where + ".bones", [&](std::size_t i, json::value influence) {
          read_influence(influence, fmt::format("{}.bones[{}]", where, i), entry);
        });
    if (bones == std::size_t{0}) fault(where + ".bones is empty");
  });
  if (vertex && !vertices_.insert(*vertex).second) {
    fault(where + " repeats a vertex");
  }
  // A number that does not fit is out of range anyway.
  const std::uint64_t index = std::min<std::uint64_t>(vertex.value_or(0), UINT32_MAX);
  file.entries.push_back({static_cast<std::uint32_t>(index), static_cast<std::uint32_t>(begin),
                          static_cast<std::uint32_t>(file.influences.size())});
}

void WeightFileReader::read(json::value root) {
  static constexpr const char* names[] = {"primitive_id", "vertex_count", "influences"};
  std::optional<std::uint64_t> vertex_count;
  each_field(root, "the file", names, [&](std::size_t field, json::value one) {
    if (field == 0) {
      file.primitive_id = read_string(one, "primitive_id").value_or("");
    } else if (field == 1) {
      vertex_count = read_index(one, "vertex_count");
    } else {
      each_element(one, "influences", [&](std::size_t i, json::value entry) {
        read_entry(entry, fmt::format("influences[{}]", i), i);
      });
    }
  });
  if (!vertex_count) return;
  file.vertex_count = *vertex_count;
  for (std::size_t i = 0; i < file.entries.size(); ++i) {
    if (file.entries[i].vertex >= file.vertex_count) {
      fault(fmt::format("influences[{}].vertex is out of range", i));
    }
  }
}

// simdjson keeps an index of them all. Counted in bytes, block by block, so that compilers can
// vectorize it.
std::size_t structural_characters(std::string_view text) {
  constexpr std::size_t block = 128;
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < text.size(); begin += block) {
    std::uint8_t in_block = 0;
    for (const char c : text.substr(begin, block)) {
      const bool structural = c == ',' || c == ':' || c == '[' || c == ']' || c == '{' || c == '}';
      in_block = static_cast<std::uint8_t>(in_block + structural);
    }
    count += in_block;
  }
  return count;
}

}  // namespace

WeightFileResult parse_weight_file(std::string text) {
  using Faults = std::vector<std::string>;
  if (structural_characters(text) > max_json_structure) {
    return Faults{
        fmt::format("it has more than {} brackets, commas and colons", max_json_structure)};
  }
  const std::size_t size = text.size();
  text.reserve(size + simdjson::SIMDJSON_PADDING);
  if (!simdjson::validate_utf8(text.data(), size)) return Faults{"it is not UTF-8"};
  json::parser parser;
  json::document document;
  json::value root;
  if (parser.iterate(text.data(), size, text.capacity()).get(document) != simdjson::SUCCESS ||
      document.get_value().get(root) != simdjson::SUCCESS) {
    return Faults{"it is not a JSON object"};
  }
  WeightFileReader reader;
  reader.read(root);
  if (reader.too_many_bones) {
    return Faults{fmt::format("it names more than {} bones", max_bones)};
  }
  const bool at_end = document.current_location().error() == simdjson::OUT_OF_BOUNDS;
  if (reader.broken || (reader.faults.empty() && !at_end)) return Faults{"it is not valid JSON"};
  if (!reader.faults.empty()) return std::move(reader.faults);
  return std::move(reader.file);
}

}  // namespace rigy::model
