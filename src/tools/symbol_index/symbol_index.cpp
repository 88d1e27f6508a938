#include "symbol_index/symbol_index.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "analyze/analyzed_assembly.hpp"
#include "load/document_kind.hpp"
#include "syntax/written_text.hpp"

namespace rigy::tools {
namespace {

class SymbolIndexer {
 public:
  SymbolIndexer(FileReader& files, const KnownTexts& known) : reader_(files), known_(known) {}

  void add(const Analysis& analysis);
  [[nodiscard]] std::size_t indexed() const { return indexed_; }
  [[nodiscard]] SymbolIndex take() && {
    link_symbols(index_);
    return std::move(index_);
  }

 private:
  // The number of the file, which is read if it is new.
  std::uint32_t add_file(const Source& source, const Object& root);
  std::uint32_t add_text(std::string name, std::string identity, std::string text,
                         const Object& root);
  void add_imports(const ImportingFile& file, const std::vector<Import>& imports,
                   std::uint32_t number);
  void add_weight_files(const Asset& asset, std::uint32_t number);

  FileReader& reader_;
  const KnownTexts& known_;
  SymbolIndex index_;
  std::size_t indexed_ = 0;  // bytes
};

std::uint32_t SymbolIndexer::add_text(std::string name, std::string identity, std::string text,
                                      const Object& root) {
  SymbolFile added;
  added.name = std::move(name);
  added.identity = std::move(identity);
  added.root = &root;
  indexed_ += text.size();
  const AuthoredText* known = known_ ? known_(added.identity) : nullptr;
  if (known != nullptr && known->text == text) {
    added.authored = *known;
  } else {
    added.authored = read_authored(std::move(text));
  }
  added.symbols = symbols_of(added.authored.tree, root);
  index_.files.push_back(std::move(added));
  return static_cast<std::uint32_t>(index_.files.size() - 1);
}

std::uint32_t SymbolIndexer::add_file(const Source& source, const Object& root) {
  for (std::uint32_t i = 0; i < index_.files.size(); ++i) {
    if (index_.files[i].identity == source.identity) return i;
  }
  return add_text(source.name, source.identity, source.text, root);
}

void SymbolIndexer::add(const Analysis& analysis) {
  if (analysis.assembly == nullptr || analysis.assembly->assembly.sources.empty()) return;
  const Assembly& assembly = analysis.assembly->assembly;
  const Source& entry = *assembly.sources[0].source;
  const bool is_scene = assembly.rigs != nullptr || is_scene_name(entry.name);
  const bool is_motion = assembly.begins_with_motion || is_motion_name(entry.name);
  const std::uint32_t first = add_file(entry, is_motion  ? motion_document_object
                                              : is_scene ? rigs_document_object
                                                         : document_object);
  if (assembly.rigs != nullptr) add_imports(*assembly.rigs, assembly.rigs->document.imports, first);
  for (const std::shared_ptr<const Asset>& asset : assembly.assets) {
    const std::uint32_t number = add_file(*asset->source, document_object);
    add_imports(*asset, asset->document.imports, number);
    add_weight_files(*asset, number);
  }
  const bool names_asset = is_motion && !assembly.assets.empty();
  if (names_asset && index_.files[first].imports.empty()) {
    // The only file that a motion names; it has no name there.
    const std::uint32_t moved = add_file(*assembly.assets.front()->source, document_object);
    index_.files[first].imports.push_back({.name = {}, .asset = moved});
  }
}

void SymbolIndexer::add_imports(const ImportingFile& file, const std::vector<Import>& imports,
                                std::uint32_t number) {
  if (!index_.files[number].imports.empty()) return;
  for (std::size_t i = 0; i < imports.size(); ++i) {
    NamedFile named{.name = std::string(imports[i].name.value)};
    if (i < file.imports.size() && file.imports[i] != nullptr) {
      named.asset = add_file(*file.imports[i]->source, document_object);
    }
    if (i < file.contracts.size() && file.contracts[i] != nullptr) {
      named.contract = add_file(*file.contracts[i]->source, contract_object);
      if (named.asset != no_index) {
        index_.files[named.contract].promised_by.push_back(named.asset);
      }
    }
    index_.files[number].imports.push_back(std::move(named));
  }
}

void SymbolIndexer::add_weight_files(const Asset& asset, std::uint32_t number) {
  for (const Binding& binding : asset.document.bindings) {
    for (const WeightMap& map : binding.weight_maps) {
      if (!map.source.given() || map.origin.is_mirrored()) continue;
      FileResult read =
          reader_.read_relative(asset.source->identity, std::string(map.source.value));
      auto* contents = std::get_if<FileContents>(&read);
      if (contents == nullptr) continue;
      const std::uint32_t known = file_named(index_, contents->identity);
      const std::uint32_t file = known != no_index
                                     ? known
                                     : add_text(std::move(contents->shown_path), contents->identity,
                                                std::move(contents->text), weight_file_object);
      index_.files[file].uses.push_back(
          {number, std::string(binding.mesh.id), std::string(binding.armature.id)});
    }
  }
}

// The bytes of a part of a scalar's text.
ByteRange range_of_part(const AuthoredText& authored, NodeId node, std::uint32_t begin,
                        std::uint32_t size) {
  const ByteRange content = content_range(authored, node);
  const Node& scalar = authored.tree[node];
  const std::uint32_t quote = scalar.plain ? 0 : 1;
  const bool is_there =
      content.size() == scalar.text_size + 2 * quote &&
      authored.text_of(content).substr(quote, scalar.text_size) == authored.tree.text_of(node);
  if (!is_there) return content;
  return {content.begin + quote + begin, content.begin + quote + begin + size};
}

Occurrence occurrence_of(const SymbolIndex& index, const SymbolLink& link) {
  const NodeId node = index.reference(link).node;
  const ByteRange range =
      range_of_part(index.files[link.file].authored, node, link.begin, link.size);
  return {link.file, node, range, false, &link};
}

Occurrence occurrence_of(const SymbolIndex& index, const SymbolId& symbol) {
  const AuthoredText& authored = index.files[symbol.file].authored;
  const NodeId node = index.definition(symbol.file, symbol.definition).node;
  return {symbol.file, node, range_of_part(authored, node, 0, authored.tree[node].text_size), true};
}

bool contains(const ByteRange& range, std::size_t offset) {
  return range.begin <= offset && offset <= range.end;
}

void add_once(std::vector<SymbolId>& symbols, const SymbolId& symbol) {
  if (std::find(symbols.begin(), symbols.end(), symbol) == symbols.end()) symbols.push_back(symbol);
}

}  // namespace

SymbolIndex index_symbols(const NextAnalysis& next, FileReader& files, const KnownTexts& known) {
  SymbolIndexer indexer(files, known);
  while (const Analysis* const analysis = next(indexer.indexed())) indexer.add(*analysis);
  return std::move(indexer).take();
}

SymbolIndex index_symbols(const Analysis& analysis, FileReader& files) {
  const Analysis* one = &analysis;
  return index_symbols([&one](std::size_t) { return std::exchange(one, nullptr); }, files);
}

std::uint32_t file_named(const SymbolIndex& index, std::string_view name) {
  for (std::uint32_t i = 0; i < index.files.size(); ++i) {
    if (index.files[i].identity == name || index.files[i].name == name) return i;
  }
  return no_index;
}

std::vector<SymbolId> symbols_at(const SymbolIndex& index, std::uint32_t file, std::size_t offset) {
  std::vector<SymbolId> found;
  const NodeId node = node_at(index.files[file].authored, offset);
  if (node == no_index) return found;
  const SymbolLink* first = nullptr;
  for (const SymbolLink& link : index.links) {
    if (link.file != file || index.reference(link).node != node) continue;
    const ByteRange range = occurrence_of(index, link).range;
    if (!contains(range, offset)) continue;
    if (first == nullptr) first = &link;
    // Escapes hide where the names in a text are: which one is meant cannot be told.
    const bool is_same_range = range.begin == occurrence_of(index, *first).range.begin;
    if (is_same_range && link.begin != first->begin) return {};
    add_once(found, {link.target_file, link.definition});
  }
  if (!found.empty()) return found;
  const auto& definitions = index.files[file].symbols.definitions;
  for (std::uint32_t i = 0; i < definitions.size(); ++i) {
    if (definitions[i].node == node) add_once(found, {file, i});
  }
  return found;
}

std::vector<Occurrence> occurrences_of(const SymbolIndex& index, const SymbolId& symbol) {
  std::vector<Occurrence> found;
  for (const SymbolLink& link : index.links) {
    if (link.target_file != symbol.file || link.definition != symbol.definition) continue;
    found.push_back(occurrence_of(index, link));
  }
  // Through aliases a place may be reached twice.
  const auto place = [](const Occurrence& one) { return std::pair(one.file, one.range.begin); };
  std::sort(found.begin(), found.end(),
            [&place](const Occurrence& a, const Occurrence& b) { return place(a) < place(b); });
  const auto is_same = [&place](const Occurrence& a, const Occurrence& b) {
    return place(a) == place(b);
  };
  found.erase(std::unique(found.begin(), found.end(), is_same), found.end());
  found.insert(found.begin(), occurrence_of(index, symbol));
  return found;
}

}  // namespace rigy::tools
