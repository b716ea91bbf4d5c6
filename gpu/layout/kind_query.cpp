#include "gpu/layout/kind_query.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/known_gpus.hpp"

namespace tcviz::inline gpu_layout {
namespace {

constexpr std::size_t longest_query = 256;

// The way in which the types of a name are read: f32.bf16 in HMMA.16816.F32.BF16 is the sum and the operands.
enum class Places : std::uint8_t { Free, FloatSum, SumOperands, Operands, AllF64, AllB1 };

struct FamilyWord {
  std::string_view word;
  unsigned families;
  Places places = Places::Free;
};
constexpr unsigned dense_mma = bit_of(Family::Mma), dense_wgmma = bit_of(Family::Wgmma);
constexpr std::array family_words{
    FamilyWord{"wmma", bit_of(Family::Wmma)},
    FamilyWord{"wgmma", dense_wgmma},
    FamilyWord{"gmma", dense_wgmma},
    FamilyWord{"ldmatrix", bit_of(Family::Ldmatrix)},
    FamilyWord{"stmatrix", bit_of(Family::Stmatrix)},
    FamilyWord{"movmatrix", bit_of(Family::Movmatrix)},
    FamilyWord{"sgemm", bit_of(Family::Sgemm)},
    FamilyWord{"maxas", bit_of(Family::Sgemm)},
    // machine code
    FamilyWord{"hmma", dense_mma, Places::FloatSum},
    FamilyWord{"imma", dense_mma, Places::Operands},
    FamilyWord{"dmma", dense_mma, Places::AllF64},
    FamilyWord{"bmma", dense_mma, Places::AllB1},
    FamilyWord{"qmma", dense_mma, Places::SumOperands},
    FamilyWord{"hgmma", dense_wgmma, Places::FloatSum},
    FamilyWord{"igmma", dense_wgmma, Places::Operands},
    FamilyWord{"bgmma", dense_wgmma, Places::AllB1},
    FamilyWord{"qgmma", dense_wgmma, Places::SumOperands},
    FamilyWord{"ldsm", bit_of(Family::Ldmatrix)},
    FamilyWord{"stsm", bit_of(Family::Stmatrix)},
    FamilyWord{"movm", bit_of(Family::Movmatrix)},
};

struct OperandWord {
  std::string_view word;
  Operand operand;
};
constexpr std::array operand_words{
    OperandWord{"a", Operand::A},
    OperandWord{"b", Operand::B},
    OperandWord{"acc", Operand::Accumulator},
    OperandWord{"accumulator", Operand::Accumulator},
    OperandWord{"accumulators", Operand::Accumulator},
    OperandWord{"c", Operand::Accumulator},
    OperandWord{"d", Operand::Accumulator},
    OperandWord{"e", Operand::Metadata},
    OperandWord{"metadata", Operand::Metadata},
    OperandWord{"r", Operand::Registers},
};

struct TypeWord {
  std::string_view word;
  ElementType type;
};
// Longer words stand first: the reader also looks for them at the beginning of words such as F32TF32TF32F32.
constexpr std::array type_words{
    TypeWord{"tf32", ElementType::TF32}, TypeWord{"bf16", ElementType::BF16}, TypeWord{"e4m3", ElementType::E4M3},
    TypeWord{"e5m2", ElementType::E5M2}, TypeWord{"f16", ElementType::F16},   TypeWord{"f32", ElementType::F32},
    TypeWord{"f64", ElementType::F64},   TypeWord{"s32", ElementType::S32},   TypeWord{"b16", ElementType::B16},
    TypeWord{"s8", ElementType::S8},     TypeWord{"u8", ElementType::U8},     TypeWord{"s4", ElementType::S4},
    TypeWord{"u4", ElementType::U4},     TypeWord{"b1", ElementType::B1},     TypeWord{"u1", ElementType::B1},
};
constexpr std::array other_type_words{
    TypeWord{"half", ElementType::F16},    TypeWord{"fp16", ElementType::F16},
    TypeWord{"float16", ElementType::F16}, TypeWord{"bfloat16", ElementType::BF16},
    TypeWord{"float", ElementType::F32},   TypeWord{"fp32", ElementType::F32},
    TypeWord{"float32", ElementType::F32}, TypeWord{"double", ElementType::F64},
    TypeWord{"fp64", ElementType::F64},    TypeWord{"int8", ElementType::S8},
    TypeWord{"char", ElementType::S8},     TypeWord{"uint8", ElementType::U8},
    TypeWord{"int4", ElementType::S4},     TypeWord{"uint4", ElementType::U4},
    TypeWord{"int", ElementType::S32},     TypeWord{"int32", ElementType::S32},
    TypeWord{"binary", ElementType::B1},
};

// Words that say nothing about a layout.
constexpr std::string_view noise[] = {
    "aligned",  "shared",  "async",    "load",    "store",    "fill",      "matrix", "nvcuda",    "major",
    "mem",      "cute",    "fragment", "cta",     "cluster",  "tensor",    "core",   "precision", "experimental",
    "nv",       "xor",     "and",      "popc",    "sat",      "satfinite", "layout", "atom",      "asm",
    "volatile", "ordered", "traits",   "signed",  "unsigned", "global",    "reg",    "m64nnk",    "arch",
    "the",      "of",      "sm",       "xorpopc", "andpopc",  "saturate"};

bool is_noise(std::string_view word) {
  return word.starts_with("step") || std::ranges::find(noise, word) != std::end(noise);
}

bool is_number(std::string_view word) {
  return !word.empty() && word.size() <= 6 && std::ranges::all_of(word, is_digit);
}

int number_of(std::string_view digits) {
  int number = 0;
  for (const char c : digits) number = number * 10 + (c - '0');
  return number;
}

// Takes a number off the beginning of the text; 0 if there is none.
int take_number(std::string_view& text) {
  std::size_t count = 0;
  while (count < text.size() && count < 5 && is_digit(text[count])) ++count;
  const int number = number_of(text.substr(0, count));
  text.remove_prefix(count);
  return number;
}

// Reads m16n8k16, n8k16, m64nNk16 or m64n128.
std::optional<Shape> lettered_shape(std::string_view word) {
  Shape shape;
  bool any = false;
  for (const auto& [letter, side] : {std::pair('m', &Shape::m), {'n', &Shape::n}, {'k', &Shape::k}}) {
    if (word.empty() || word.front() != letter) continue;
    word.remove_prefix(1);
    if (letter == 'n' && word.starts_with("n")) {
      word.remove_prefix(1);
      continue;
    }
    shape.*side = take_number(word);
    if (shape.*side == 0) return std::nullopt;
    any = true;
  }
  return any && word.empty() ? std::optional(shape) : std::nullopt;
}

// Reads 16x8x16.
std::optional<Shape> crossed_shape(std::string_view word) {
  Shape shape;
  for (int Shape::*const side : {&Shape::m, &Shape::n, &Shape::k}) {
    shape.*side = take_number(word);
    if (shape.*side == 0) return std::nullopt;
    if (side != &Shape::k && !word.starts_with('x')) return std::nullopt;
    if (side != &Shape::k) word.remove_prefix(1);
  }
  return word.empty() ? std::optional(shape) : std::nullopt;
}

// Reads 16816, as machine code spells it: 16 or 8, then 8, then k.
std::optional<Shape> digits_shape(std::string_view word) {
  if (!is_number(word) || word.size() < 3) return std::nullopt;
  const std::size_t rows = word.starts_with("16") ? 2 : 1;
  if (rows == 1 && word.front() != '8') return std::nullopt;
  if (word.size() < rows + 2 || word[rows] != '8') return std::nullopt;
  return Shape{rows == 2 ? 16 : 8, 8, number_of(word.substr(rows + 1))};
}

// Reads word by word and keeps the words that only the end explains.
class QueryReader {
 public:
  KindQuery read(const std::vector<std::string>& words) {
    for (std::size_t at = 0; at < words.size();) {
      if (const std::size_t read = read_gpu(words, at)) {
        at += read;
        continue;
      }
      before_ = at > 0 ? std::string_view(words[at - 1]) : std::string_view();
      known_ = read_word(words[at++]) && known_;
    }
    finish();
    return query_;
  }

 private:
  bool read_word(std::string_view word) {
    if (word == "sync") return mnemonic_ = true;
    if (word == "mma") return says_mma_ = true;
    if (word == "sp" || word == "sparse") return sparse_ = narrows_ = true;
    return read_family(word) || read_copy(word) || read_operand(word) || read_type(word) || read_order(word) ||
           read_shape(word) || is_noise(word);
  }

  // Reads the name of a GPU, of up to four words, or of a generation; returns the number of words that it read. A
  // letter, such as the operand in "a 16", begins none.
  std::size_t read_gpu(const std::vector<std::string>& words, std::size_t at) {
    if (words[at].size() < 2) return 0;
    for (std::size_t count = std::min<std::size_t>(4, words.size() - at); count > 0; --count) {
      std::string name;
      for (std::size_t n = at; n < at + count; ++n) name += words[n];
      const std::vector<ComputeCapability> called = architectures_called(name);
      query_.architectures.insert(query_.architectures.end(), called.begin(), called.end());
      if (!called.empty()) return count;
    }
    return 0;
  }

  bool read_family(std::string_view word) {
    if (word.starts_with("sgemm") && is_number(word.substr(5))) query_.shape.m = number_of(word.substr(5));
    if (word.starts_with("sgemm")) word = word.substr(0, 5);
    const auto* const found = std::ranges::find(family_words, word, &FamilyWord::word);
    if (found == family_words.end()) return false;
    query_.families |= found->families;
    if (found->places != Places::Free) places_ = found->places;
    copies_ = copies_ || word.ends_with("sm") || word == "movm";
    return narrows_ = true;
  }

  // Reads x4, trans, sel1; LDSM.16.MT88.4; U16x8_LDSM_T.
  bool read_copy(std::string_view word) {
    const bool transposed = word == "trans" || word == "transposed" || word == "transpose";
    if (transposed || word == "mt88") query_.transposed = true;
    if (word == "m88") query_.transposed = false;
    if (word == "t" && copies_) query_.transposed = true;
    if (word == "n" && copies_) query_.transposed = false;
    if (word == "m88" || word == "mt88" || word == "t" || word == "n") return true;
    if (transposed) return narrows_ = true;
    if (word.starts_with("sel") && is_number(word.substr(3))) {
      query_.selector = number_of(word.substr(3));
      return narrows_ = true;
    }
    const bool words32 = word.starts_with("u32x"), words16 = word.starts_with("u16x");
    const std::string_view count = words32 || words16 ? word.substr(4) : word.starts_with('x') ? word.substr(1) : "";
    if (count.empty() || !is_number(count)) return false;
    query_.stack = number_of(count) / (words16 ? 2 : 1);
    return narrows_ = true;
  }

  bool read_operand(std::string_view word) {
    if (word == "metadata" && before_ == "ordered") return true;
    if (word == "ss" || word == "rs") {
      in_registers_ = bit_of(Operand::Accumulator) | (word == "rs" ? bit_of(Operand::A) : 0);
      query_.a_is_shared = word == "ss";
      return true;
    }
    const auto* const found = std::ranges::find(operand_words, word, &OperandWord::word);
    if (found == operand_words.end()) return false;
    query_.operands |= bit_of(found->operand);
    if (word == "d") query_.operands |= bit_of(Operand::Destination);
    return narrows_ = true;
  }

  bool read_type(std::string_view word) {
    const auto* const other = std::ranges::find(other_type_words, word, &TypeWord::word);
    if (other != other_type_words.end()) {
      const bool bytes = word == "char" && before_ == "unsigned";
      types_.push_back(bytes ? ElementType::U8 : other->type);
      return narrows_ = true;
    }
    if (word == "fp8" || word == "float8") return any_fp8_ = narrows_ = true;
    std::vector<ElementType> found;
    while (!word.empty()) {
      const auto* const row =
          std::ranges::find_if(type_words, [&](const TypeWord& each) { return word.starts_with(each.word); });
      if (row == type_words.end()) return false;
      found.push_back(row->type);
      word.remove_prefix(row->word.size());
    }
    types_.insert(types_.end(), found.begin(), found.end());
    return narrows_ = true;
  }

  // Reads row, col; and tn: in BLAS's words a transposed A is row-major, and a B that is not transposed is
  // column-major.
  bool read_order(std::string_view word) {
    if (word == "row" || word == "col" || word == "column") {
      orders_.push_back(word == "row" ? MemoryOrder::Row : MemoryOrder::Col);
      return narrows_ = true;
    }
    const auto letter = [](char c) { return c == 't' || c == 'n'; };
    if (word.size() != 2 || !letter(word[0]) || !letter(word[1])) return false;
    orders_ = {word[0] == 't' ? MemoryOrder::Row : MemoryOrder::Col,
               word[1] == 't' ? MemoryOrder::Row : MemoryOrder::Col};
    return true;
  }

  bool read_shape(std::string_view word) {
    if (word.starts_with("sm") && word.size() > 3 && is_number(word.substr(2))) return cutlass_ = true;
    std::optional<Shape> shape = lettered_shape(word);
    if (!shape) shape = crossed_shape(word);
    if (!shape && !copies_) shape = digits_shape(word);
    if (shape) {
      query_.shape = *shape;
      return narrows_ = true;
    }
    if (!is_number(word)) return false;
    numbers_.push_back(number_of(word));
    return true;
  }

  void finish() {
    if (query_.families == 0 && says_mma_ && !cutlass_) query_.families = dense_mma;
    if (query_.families == 0 && cutlass_) query_.families = dense_mma | dense_wgmma;
    if (sparse_) to_sparse();
    if (query_.operands == 0) query_.operands = in_registers_;
    if (numbers_.size() == 3 && query_.shape == Shape{}) query_.shape = {numbers_[0], numbers_[1], numbers_[2]};
    if (copies_ && query_.stack == 0) query_.stack = numbers_.size() > 1 ? numbers_.back() : 1;
    if (mnemonic_ && !query_.transposed) query_.transposed = false;
    if ((query_.families & bit_of(Family::Movmatrix)) != 0) query_.stack = 0, query_.transposed.reset();
    place_orders();
    place_types();
    query_.understood = known_ && (narrows_ || says_mma_ || query_.shape != Shape{});
  }

  void to_sparse() {
    const unsigned dense = query_.families == 0 ? dense_mma | dense_wgmma : query_.families;
    query_.families = 0;
    if ((dense & dense_mma) != 0) query_.families |= bit_of(Family::SparseMma);
    if ((dense & dense_wgmma) != 0) query_.families |= bit_of(Family::SparseWgmma);
  }

  void place_orders() {
    if (orders_.empty()) return;
    query_.both_orders = orders_.size() > 1;
    query_.order_a = orders_.front();
    query_.order_b = orders_.back();
  }

  void place_types() {
    const auto type = [&](std::size_t at) { return at < types_.size() ? std::optional(types_[at]) : std::nullopt; };
    const auto set = [&](auto sum, auto a, auto b) { query_.sum = sum, query_.a = a, query_.b = b; };
    const bool of_wmma = query_.families == bit_of(Family::Wmma) && mnemonic_ && says_mma_;
    switch (places_) {
      case Places::FloatSum: {
        query_.sums = {ElementType::F16, ElementType::F32};
        query_.multiplied = {ElementType::F16, ElementType::BF16, ElementType::TF32};
        if (types_.empty() && query_.shape == Shape{}) return;  // HMMA alone: any of them, not f16 as in HMMA.16816
        const bool said = types_.size() > 1 && types_[1] != ElementType::F32;
        const ElementType operands = said ? types_[1] : ElementType::F16;
        return set(type(0), std::optional(operands), std::optional(operands));
      }
      case Places::SumOperands:
        query_.sums = {ElementType::F16, ElementType::F32};
        query_.multiplied = {ElementType::E4M3, ElementType::E5M2};
        return set(type(0), type(1), type(2) ? type(2) : type(1));
      case Places::Operands:
        query_.multiplied = {ElementType::S8, ElementType::U8, ElementType::S4, ElementType::U4};
        return set(std::optional(ElementType::S32), type(0), type(1) ? type(1) : type(0));
      case Places::AllF64:
        return set(std::optional(ElementType::F64), std::optional(ElementType::F64), std::optional(ElementType::F64));
      case Places::AllB1:
        return set(std::optional(ElementType::S32), std::optional(ElementType::B1), std::optional(ElementType::B1));
      case Places::Free:
        break;
    }
    if (types_.size() > 2) return set(type(0), type(1), type(2));
    if (of_wmma && types_.size() == 2)
      return set(type(0), std::optional(ElementType::F16), std::optional(ElementType::F16));
    query_.types = types_;
    const auto is_fp8 = [](ElementType each) { return each == ElementType::E4M3 || each == ElementType::E5M2; };
    if (any_fp8_ && std::ranges::none_of(types_, is_fp8))
      query_.types.insert(query_.types.end(), {ElementType::E4M3, ElementType::E5M2});
  }

  KindQuery query_;
  unsigned in_registers_ = 0;  // operands that SS and RS name, if nothing else names an operand
  std::string_view before_;
  std::vector<ElementType> types_;
  std::vector<MemoryOrder> orders_;
  std::vector<int> numbers_;
  Places places_ = Places::Free;
  bool any_fp8_ = false;  // a type of 8 bits with a fraction, whichever
  bool known_ = true, narrows_ = false, mnemonic_ = false, says_mma_ = false, sparse_ = false, cutlass_ = false,
       copies_ = false;
};

}  // namespace

std::vector<std::string> query_words(std::string_view text) {
  std::vector<std::string> words(1);
  // Registers and addresses follow in braces or brackets.
  for (const char c : text.substr(0, std::min(longest_query, text.find_first_of("{[")))) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0)
      words.back() += static_cast<char>(std::tolower(byte));
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

KindQuery read_query(const std::vector<std::string>& words) { return QueryReader().read(words); }

}  // namespace tcviz::inline gpu_layout
