#include "gpu/source/probe/indexed_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/layout/layout_file.hpp"

namespace tcviz::inline gpu_probe {
namespace {

constexpr std::string_view entry_begin = "{\n      \"format\"", kind_key = "\"kind\": \"";
constexpr std::string_view list_end = "\n  ]\n}\n";

Result<Layout> read_entry(const IndexedFile& file, const IndexedFile::Entry& entry) {
  std::string text(file.head);
  text.append(entry.json).append("]}");
  auto layouts = parse_layouts(text);
  TCVIZ_TRY(layouts);
  return std::move(layouts.value().front());
}

class IndexedSource final : public LayoutSource {
 public:
  IndexedSource(SourceInfo info, IndexedFile file) : info_(std::move(info)), file_(std::move(file)) {
    std::ranges::sort(file_.entries, {}, &IndexedFile::Entry::kind);
    for (const Kind& kind : catalogue()) {
      if (find(kind.id) != nullptr) ids_.emplace_back(kind.id);
    }
    for (const IndexedFile::Entry& entry : file_.entries) {
      if (find_kind(entry.kind) == nullptr) ids_.emplace_back(entry.kind);
    }
  }

  const SourceInfo& info() const override { return info_; }
  std::vector<std::string> kinds() const override { return ids_; }

  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress&) override {
    std::vector<KindResult> results;
    for (const std::string& kind : kinds) results.push_back({kind, answer(kind)});
    return results;
  }

 private:
  const IndexedFile::Entry* find(std::string_view kind) const {
    const auto found = std::ranges::lower_bound(file_.entries, kind, {}, &IndexedFile::Entry::kind);
    return found == file_.entries.end() || found->kind != kind ? nullptr : &*found;
  }

  Result<Layout> answer(const std::string& kind) const {
    if (const IndexedFile::Entry* entry = find(kind)) return read_entry(file_, *entry);
    return unavailable(fmt::format("{} does not know {}", info_.name, kind));
  }

  SourceInfo info_;
  IndexedFile file_;
  std::vector<std::string> ids_;
};

}  // namespace

// Finds the entries: each begins with a brace, and braces are rare among numbers.
IndexedFile index_file(std::string_view json) {
  IndexedFile file;
  if (!json.ends_with(list_end)) return file;
  const std::size_t end = json.size() - list_end.size();
  std::vector<std::size_t> begins;
  for (std::size_t at = json.find('{', 1); at != std::string_view::npos; at = json.find('{', at + 1)) {
    if (json.substr(at).starts_with(entry_begin)) begins.push_back(at);
  }
  if (begins.empty()) return file;
  file.head = json.substr(0, begins.front());
  begins.push_back(end);
  for (std::size_t n = 0; n + 1 < begins.size(); ++n) {
    std::string_view text = json.substr(begins[n], begins[n + 1] - begins[n]);
    text = text.substr(0, text.rfind('}') + 1);
    const std::size_t kind = text.find(kind_key) + kind_key.size();
    if (kind < kind_key.size()) return {};
    file.entries.push_back({text.substr(kind, text.find('"', kind) - kind), text});
  }
  return file;
}

Result<std::unique_ptr<LayoutSource>> make_indexed_source(std::string name, SourceClass type, IndexedFile file) {
  const auto first = read_entry(file, file.entries.front());
  TCVIZ_TRY(first);
  std::string description = fmt::format("{} kinds, {}", file.entries.size(), describe(first.value().provenance()));
  SourceInfo info{std::move(name), type, std::move(description)};
  return std::unique_ptr<LayoutSource>(std::make_unique<IndexedSource>(std::move(info), std::move(file)));
}

}  // namespace tcviz::inline gpu_probe
