#include "gpu/language/c/type.hpp"

#include <algorithm>

#include "gpu/language/c/word_filter.hpp"

namespace tcviz::inline gpu_c {
namespace {

constexpr std::array<std::string_view, 14> type_names = {"unknown",  "bool",   "int8_t",   "uint8_t", "short",
                                                         "uint16_t", "int",    "unsigned", "long",    "unsigned long",
                                                         "float",    "double", "opaque",   "void"};
constexpr std::array<int, 14> type_bytes = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 0};

struct TypeWord {
  std::string_view word;
  Type type;
  int opaque_bytes = 0;
};
// Words that stand alone; `std::` and `cuda::std::` may stand before them.
constexpr auto type_words = std::to_array<TypeWord>({{"int", Type::Int},
                                                     {"float", Type::Float},
                                                     {"double", Type::Double},
                                                     {"bool", Type::Bool},
                                                     {"_Bool", Type::Bool},
                                                     {"char", Type::I8},
                                                     {"short", Type::I16},
                                                     {"void", Type::Void},
                                                     {"uint", Type::Unsigned},
                                                     {"uint32_t", Type::Unsigned},
                                                     {"int32_t", Type::Int},
                                                     {"u32", Type::Unsigned},
                                                     {"uint32", Type::Unsigned},
                                                     {"int8_t", Type::I8},
                                                     {"uint8_t", Type::U8},
                                                     {"uchar", Type::U8},
                                                     {"int16_t", Type::I16},
                                                     {"uint16_t", Type::U16},
                                                     {"ushort", Type::U16},
                                                     {"int64_t", Type::Long},
                                                     {"uint64_t", Type::ULong},
                                                     {"size_t", Type::ULong},
                                                     {"ptrdiff_t", Type::Long},
                                                     {"ssize_t", Type::Long},
                                                     {"uintptr_t", Type::ULong},
                                                     {"half", Type::Opaque, 2},
                                                     {"__half", Type::Opaque, 2},
                                                     {"half2", Type::Opaque, 4},
                                                     {"__half2", Type::Opaque, 4},
                                                     {"__nv_bfloat16", Type::Opaque, 2},
                                                     {"nv_bfloat16", Type::Opaque, 2},
                                                     {"__nv_bfloat162", Type::Opaque, 4},
                                                     {"nv_bfloat162", Type::Opaque, 4},
                                                     {"float2", Type::Opaque, 8},
                                                     {"float4", Type::Opaque, 16},
                                                     {"uint4", Type::Opaque, 16}});
constexpr std::array<std::string_view, 17> qualifiers = {
    "const",      "constexpr",    "static",    "inline",  "__host__",        "__device__",
    "__global__", "volatile",     "register",  "extern",  "__forceinline__", "__noinline__",
    "__inline__", "__constant__", "consteval", "mutable", "__restrict__"};

constexpr WordFilter type_filter = filter_of(type_words, &TypeWord::word);
constexpr WordFilter qualifier_filter = filter_of(qualifiers);

std::string_view without_std(std::string_view word) {
  for (const std::string_view prefix : {std::string_view("cuda::"), std::string_view("std::")})
    if (word.starts_with(prefix)) word.remove_prefix(prefix.size());
  return word;
}

const TypeWord* find_word(std::string_view word) {
  const std::string_view bare = word.size() > 5 ? without_std(word) : word;
  if (!type_filter.may_have(bare)) return nullptr;
  const auto* const found = std::ranges::find(type_words, bare, &TypeWord::word);
  return found == type_words.end() ? nullptr : found;
}

bool is_modifier(std::string_view word) { return word == "unsigned" || word == "signed" || word == "long"; }

}  // namespace

std::string_view name_of(Type type) { return type_names[static_cast<std::size_t>(type)]; }
int bytes_of(Type type) { return type_bytes[static_cast<std::size_t>(type)]; }
int bytes_of_opaque(std::string_view word) {
  const TypeWord* const found = find_word(word);
  return found == nullptr ? 0 : found->opaque_bytes;
}
bool is_qualifier(std::string_view word) {
  return qualifier_filter.may_have(word) && std::ranges::find(qualifiers, word) != qualifiers.end();
}
bool is_type_word(std::string_view word) { return is_modifier(word) || find_word(word) != nullptr; }

bool TypeWords::add(std::string_view word) {
  const auto modify = [&](bool& flag, bool allowed) {
    if (!allowed) return false;
    return any_ = flag = true;
  };
  const bool with_sign = !base_ || *base_ == Type::Int || *base_ == Type::I8 || *base_ == Type::I16;
  if (word == "unsigned") return modify(is_unsigned_, with_sign && !is_signed_);
  if (word == "signed") return modify(is_signed_, with_sign && !is_unsigned_);
  if (word == "long") {
    if (longs_ == 2 || (base_ && *base_ != Type::Int)) return false;
    return ++longs_, any_ = true;
  }
  const TypeWord* const found = find_word(word);
  if (found == nullptr) return false;
  const bool modified = is_unsigned_ || is_signed_ || longs_ > 0;
  const bool takes_modifiers = word == "int" || word == "char" || word == "short";
  if (modified && (!takes_modifiers || (longs_ > 0 && word != "int"))) return false;
  const bool joins =
      base_ && (*base_ == Type::I16 || found->type == Type::I16) && (*base_ == Type::Int || word == "int");
  if (base_ && !joins) return false;
  base_ = joins ? Type::I16 : found->type;
  return any_ = true;
}

Type TypeWords::type() const {
  if (!any_) return Type::Unknown;
  const Type base = base_.value_or(Type::Int);
  if (longs_ > 0) return is_unsigned_ ? Type::ULong : Type::Long;
  if (!is_unsigned_) return base;
  return base == Type::I8 ? Type::U8 : base == Type::I16 ? Type::U16 : Type::Unsigned;
}

}  // namespace tcviz::inline gpu_c
