#include "gpu/ops/body_type.hpp"

#include <algorithm>
#include <array>

namespace tcviz {
namespace {

struct TypeWord {
  std::string_view word;
  BodyType type;
};
constexpr std::array<TypeWord, 6> words = {{{"int", BodyType::Int},
                                            {"unsigned", BodyType::Unsigned},
                                            {"float", BodyType::Float},
                                            {"double", BodyType::Double},
                                            {"bool", BodyType::Bool},
                                            {"signed", BodyType::Int}}};

constexpr std::array<std::string_view, 15> others = {"long",    "short",    "char",     "size_t",  "half",
                                                     "__half",  "int8_t",   "uint8_t",  "int16_t", "uint16_t",
                                                     "int32_t", "uint32_t", "uint64_t", "uint",    "void"};

}  // namespace

std::string_view name_of(BodyType type) {
  for (const TypeWord& each : words)
    if (each.type == type) return each.word;
  return "unknown";
}

std::optional<BodyType> find_body_type(std::string_view word) {
  for (const TypeWord& each : words)
    if (each.word == word) return each.type;
  return std::nullopt;
}

std::optional<BodyType> join_type_words(std::optional<BodyType> before, BodyType word) {
  if (!before || *before == BodyType::Unknown) return word;
  const bool both_whole = (*before == BodyType::Unsigned || *before == BodyType::Int) &&
                          (word == BodyType::Unsigned || word == BodyType::Int);
  if (!both_whole) return std::nullopt;
  return std::max(*before, word);
}

bool is_other_type(std::string_view word) { return std::ranges::find(others, word) != others.end(); }

}  // namespace tcviz
