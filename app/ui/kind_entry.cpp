#include "app/ui/kind_entry.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

namespace tcviz {
namespace {

struct Synonyms {
  std::string_view word;
  std::string_view others;  // blank separated
};

// What people call the parts of an id.
constexpr Synonyms synonyms[] = {
    {"a", "matrix"},
    {"b", "matrix"},
    {"acc", "accumulator c d"},
    {"f16", "half float16"},
    {"bf16", "bfloat16"},
    {"tf32", "tensorfloat"},
    {"f32", "float single"},
    {"f64", "double"},
    {"s8", "int8 char"},
    {"u8", "uint8 unsigned"},
    {"s4", "int4"},
    {"u4", "uint4 unsigned"},
    {"s32", "int32 int"},
    {"b1", "bit bool binary"},
    {"row", "row-major"},
    {"col", "column column-major"},
};

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

std::vector<std::string> cut(std::string_view text) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char c : text) {
    const bool gap = c == ' ' || c == '.' || c == '\t' || c == ',';
    if (!gap && !inside) words.emplace_back();
    if (!gap) words.back().push_back(lower(c));
    inside = !gap;
  }
  return words;
}

// "m16n8k32" also answers to "n8k32", "k32" and "16x8x32".
void add_shape_words(std::string_view shape, std::vector<std::string>& words) {
  std::string times;
  for (std::size_t at = 0; at < shape.size(); ++at) {
    const bool letter = std::isalpha(static_cast<unsigned char>(shape[at])) != 0;
    if (letter && at > 0) words.emplace_back(shape.substr(at));
    if (letter && at > 0) times.push_back('x');
    if (!letter) times.push_back(shape[at]);
  }
  words.push_back(times);
}

std::vector<std::string> search_words(std::string_view id, std::string_view shape) {
  std::vector<std::string> words = cut(id);
  const std::size_t parts = words.size();
  for (std::size_t p = 0; p < parts; ++p) {
    const auto row =
        std::find_if(std::begin(synonyms), std::end(synonyms), [&](const Synonyms& s) { return s.word == words[p]; });
    if (row == std::end(synonyms)) continue;
    for (std::string& other : cut(row->others)) words.push_back(std::move(other));
  }
  add_shape_words(shape, words);
  return words;
}

std::string label_of(const Kind& kind) {
  std::string label = kind.operand == Operand::Accumulator ? "accumulator" : kind.operand == Operand::A ? "A" : "B";
  label += kind.operand == Operand::Accumulator ? " " : "   ";
  label += name_of(kind.type);
  if (kind.order != MemoryOrder::None) label.append(" ").append(name_of(kind.order));
  return label;
}

KindEntry entry_of(const Kind& kind) {
  KindEntry entry{std::string(kind.id), std::string(name_of(kind.family)), name_of(kind.shape), label_of(kind), {}};
  entry.words = search_words(entry.id, entry.shape);
  return entry;
}

// A kind that only a file names: its id is all that is known.
KindEntry entry_of(const std::string& id) {
  const std::size_t first = id.find('.');
  const std::size_t second = first == std::string::npos ? first : id.find('.', first + 1);
  KindEntry entry{id, id.substr(0, first), "", id, {}};
  if (second != std::string::npos) {
    entry.shape = id.substr(first + 1, second - first - 1);
    entry.label = id.substr(second + 1);
    std::replace(entry.label.begin(), entry.label.end(), '.', ' ');
  }
  entry.words = search_words(entry.id, entry.shape);
  return entry;
}

// Brings kinds of one heading together, headings in the order of their first kind.
void gather(std::vector<KindEntry>& entries) {
  std::map<std::string, std::size_t> first;
  for (std::size_t e = 0; e < entries.size(); ++e) {
    first.try_emplace(heading_key(entries[e], RowType::Family), e);
    first.try_emplace(heading_key(entries[e], RowType::Shape), e);
  }
  const auto place = [&](const KindEntry& e) {
    return std::pair(first.at(heading_key(e, RowType::Family)), first.at(heading_key(e, RowType::Shape)));
  };
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const KindEntry& a, const KindEntry& b) { return place(a) < place(b); });
}

bool matches_words(const KindEntry& entry, std::span<const std::string> wanted) {
  return std::all_of(wanted.begin(), wanted.end(), [&](const std::string& w) {
    return std::any_of(entry.words.begin(), entry.words.end(), [&](const std::string& o) { return o.starts_with(w); });
  });
}

// Writes the rows of one tree: a heading where the key changes, its kinds unless it is closed.
class RowWriter {
 public:
  RowWriter(std::span<const KindEntry> entries, const std::set<std::string>& closed, bool all_open)
      : entries_(entries), closed_(closed), all_open_(all_open) {}

  void add(std::size_t entry) {
    enter(RowType::Family, entry, family_);
    enter(RowType::Shape, entry, shape_);
    for (Heading* heading : {&family_, &shape_}) {
      ++heading->count;
      if (heading->row) result_.rows[*heading->row].count = heading->count;
    }
    ++result_.matching;
    if (family_.open && shape_.open) result_.rows.push_back({RowType::Kind, entry, true, 0});
  }
  KindRows take() { return std::move(result_); }

 private:
  struct Heading {
    std::string key;
    bool open = true;
    int count = 0;
    std::optional<std::size_t> row;  // none: inside a closed heading
  };

  void enter(RowType type, std::size_t entry, Heading& heading) {
    std::string key = heading_key(entries_[entry], type);
    if (heading.key == key) return;
    const bool visible = type == RowType::Family || family_.open;
    heading = {std::move(key), false, 0, std::nullopt};
    heading.open = all_open_ || !closed_.contains(heading.key);
    if (!visible) return;
    heading.row = result_.rows.size();
    result_.rows.push_back({type, entry, heading.open, 0});
  }

  std::span<const KindEntry> entries_;
  const std::set<std::string>& closed_;
  bool all_open_;
  Heading family_, shape_;
  KindRows result_;
};

}  // namespace

std::vector<KindEntry> make_entries(std::span<const Kind> catalogue, std::span<const std::string> others) {
  std::vector<KindEntry> entries;
  entries.reserve(catalogue.size() + others.size());
  for (const Kind& kind : catalogue) entries.push_back(entry_of(kind));
  for (const std::string& id : others) {
    const bool there = std::any_of(entries.begin(), entries.end(), [&](const KindEntry& e) { return e.id == id; });
    if (!there) entries.push_back(entry_of(id));
  }
  gather(entries);
  return entries;
}

bool matches(const KindEntry& entry, std::string_view search) { return matches_words(entry, cut(search)); }

std::string heading_key(const KindEntry& entry, RowType type) {
  return type == RowType::Family ? entry.family : entry.family + "." + entry.shape;
}

KindRows build_rows(std::span<const KindEntry> entries, std::string_view search, const std::set<std::string>& closed) {
  const std::vector<std::string> wanted = cut(search);
  RowWriter writer(entries, closed, !wanted.empty());
  for (std::size_t e = 0; e < entries.size(); ++e) {
    if (matches_words(entries[e], wanted)) writer.add(e);
  }
  return writer.take();
}

}  // namespace tcviz
