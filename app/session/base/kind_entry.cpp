#include "app/session/base/kind_entry.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

namespace tcviz::inline app_session {
namespace {

struct Synonyms {
  KindPart part;
  std::string_view word;
  std::string_view others;  // blank separated
};

// Words that people use for the parts of an id.
constexpr Synonyms synonyms[] = {
    {KindPart::Family, "sgemm64", "maxas maxwell gemm"},
    {KindPart::Family, "sgemm128", "maxas maxwell gemm"},
    {KindPart::Operand, "a", "matrix operand left"},
    {KindPart::Operand, "b", "matrix operand right"},
    {KindPart::Operand, "acc", "accumulator c d result"},
    {KindPart::Type, "f16", "half float16 fp16 16"},
    {KindPart::Type, "bf16", "bfloat16 brain 16"},
    {KindPart::Type, "tf32", "tensorfloat32 32"},
    {KindPart::Type, "f32", "float single float32 fp32 32"},
    {KindPart::Type, "f64", "double float64 fp64 64"},
    {KindPart::Type, "s8", "int8 i8 char signed 8"},
    {KindPart::Type, "u8", "uint8 unsigned 8"},
    {KindPart::Type, "s4", "int4 i4 signed 4"},
    {KindPart::Type, "u4", "uint4 unsigned 4"},
    {KindPart::Type, "s32", "int32 i32 int signed 32"},
    {KindPart::Type, "b1", "bit bool binary 1"},
    {KindPart::Order, "row", "row-major rowmajor major"},
    {KindPart::Order, "col", "column col-major column-major columnmajor colmajor major"},
};

void add_term(KindEntry& entry, std::string_view word, KindPart part, bool spelled) {
  entry.terms.push_back({std::string(word), static_cast<int>(part), spelled});
}

// Adds the other spellings of the shape: "m16n8k32" also answers to "n8k32", "k32" and "16x8x32".
void add_shape_terms(KindEntry& entry) {
  std::string times;
  const std::string& shape = entry.shape;
  for (std::size_t at = 0; at < shape.size(); ++at) {
    const bool letter = std::isalpha(static_cast<unsigned char>(shape[at])) != 0;
    if (letter && at > 0) add_term(entry, std::string_view(shape).substr(at), KindPart::Shape, false);
    if (letter && at > 0) times.push_back('x');
    if (!letter) times.push_back(shape[at]);
  }
  add_term(entry, times, KindPart::Shape, false);
}

KindPart part_of(std::size_t word, std::size_t words, std::string_view text) {
  if (word < 3) return static_cast<KindPart>(word);
  const bool order = word + 1 == words && (text == "row" || text == "col");
  return order ? KindPart::Order : KindPart::Type;
}

// Fills in the terms of an id and the place of each of its parts in it.
void read_id(KindEntry& entry) {
  std::vector<WordPlace> places = word_places(entry.id);
  const auto word_at = [&](std::size_t p) { return entry.id.substr(places[p].begin, places[p].end - places[p].begin); };
  // "mma.sp" is a family of two words; the second one is a term by itself, too.
  if (places.size() > 1 && word_at(1) == "sp") {
    add_term(entry, "sp", KindPart::Family, true);
    places[0].end = places[1].end;
    places.erase(places.begin() + 1);
    add_term(entry, word_at(0).substr(0, word_at(0).find('.')), KindPart::Family, true);
  }
  for (std::size_t p = 0; p < places.size(); ++p) {
    const std::string word = word_at(p);
    const KindPart part = part_of(p, places.size(), word);
    entry.in_id[static_cast<std::size_t>(part)] = places[p];
    add_term(entry, word, part, true);
    for (const Synonyms& row : synonyms) {
      if (row.part != part || row.word != word) continue;
      for (const Term& other : terms_of(row.others)) add_term(entry, other.word, part, false);
    }
  }
  add_shape_terms(entry);
}

// Writes a text piece by piece and notes where each part stands.
class LabelWriter {
 public:
  LabelWriter(std::string& text, std::array<WordPlace, kind_parts>& places) : text_(text), places_(places) {}
  LabelWriter& part(KindPart part, std::string_view name) {
    places_[static_cast<std::size_t>(part)] = {text_.size(), text_.size() + name.size()};
    text_.append(name);
    return *this;
  }
  LabelWriter& gap(std::string_view blanks) {
    text_.append(blanks);
    return *this;
  }

 private:
  std::string& text_;
  std::array<WordPlace, kind_parts>& places_;
};

// Returns the words for the operand; the tile of a kernel is not an operand of an instruction.
std::string_view operand_words(const Kind& kind) {
  if (kind.family == Family::Sgemm) return "C tile";
  constexpr std::array<std::string_view, 6> names = {"A", "B", "accumulator", "metadata", "registers", "result"};
  return kind.family == Family::Movmatrix && kind.operand == Operand::A
             ? "source"
             : names.at(static_cast<std::size_t>(kind.operand));
}

void write_kind(LabelWriter& to, const Kind& kind, std::string_view gap) {
  const bool letter = operand_words(kind).size() == 1;
  to.part(KindPart::Operand, operand_words(kind));
  to.gap(letter ? gap : " ").part(KindPart::Type, name_of(kind.type));
  if (kind.order != MemoryOrder::None) to.gap(" ").part(KindPart::Order, name_of(kind.order));
  if (kind.operand == Operand::Registers) to.gap(" x" + std::to_string(kind.stack));
  if (kind.operand == Operand::Registers && kind.transposed) to.gap(" trans");
  if (kind.selector >= 0) to.gap(" sel" + std::to_string(kind.selector));
}

KindEntry entry_of(const Kind& kind) {
  KindEntry entry;
  entry.id = std::string(kind.id);
  entry.family = std::string(name_of(kind.family));
  entry.shape = name_of(kind.shape);
  LabelWriter label(entry.label, entry.in_label), longer(entry.long_label, entry.in_long_label);
  write_kind(label, kind, "   ");
  longer.part(KindPart::Shape, entry.shape).gap("  ");
  write_kind(longer, kind, " ");
  read_id(entry);
  return entry;
}

// Returns the entry of a kind that only a file names: its id is all that is known.
KindEntry entry_of(const std::string& id) {
  const std::size_t first = id.find('.');
  const std::size_t second = first == std::string::npos ? first : id.find('.', first + 1);
  KindEntry entry;
  entry.id = entry.label = entry.long_label = id;
  entry.family = id.substr(0, first);
  if (second != std::string::npos) {
    entry.shape = id.substr(first + 1, second - first - 1);
    entry.label = id.substr(second + 1);
    std::replace(entry.label.begin(), entry.label.end(), '.', ' ');
    entry.long_label = entry.shape + "  " + entry.label;
  }
  read_id(entry);
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

}  // namespace

std::vector<KindEntry> make_entries(std::span<const Kind> catalogue, std::span<const std::string> others) {
  std::vector<KindEntry> entries;
  entries.reserve(catalogue.size() + others.size());
  for (const Kind& kind : catalogue) entries.push_back(entry_of(kind));
  std::set<std::string_view> there;
  for (const Kind& kind : catalogue) there.insert(kind.id);
  for (const std::string& id : others) {
    if (there.insert(id).second) entries.push_back(entry_of(id));
  }
  gather(entries);
  return entries;
}

bool matches(const KindEntry& entry, std::string_view search) {
  return find_words(entry.terms, search_words(search), Tolerance::Strict).has_value();
}

std::string heading_key(const KindEntry& entry, RowType type) {
  if (type == RowType::Favourites) return "*favourites";
  if (type == RowType::Recent) return "*recent";
  return type == RowType::Family ? entry.family : entry.family + "." + entry.shape;
}

}  // namespace tcviz::inline app_session
