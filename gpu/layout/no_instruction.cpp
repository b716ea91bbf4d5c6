#include "gpu/layout/no_instruction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/layout/product.hpp"

namespace tcviz::inline gpu_layout {
namespace {

constexpr unsigned warpgroup = bit_of(Family::Wgmma) | bit_of(Family::SparseWgmma);
constexpr unsigned warp = bit_of(Family::Mma) | bit_of(Family::SparseMma);

bool is_only(const KindQuery& query, unsigned families) {
  return query.families != 0 && (query.families & ~families) == 0;
}

// True if the query is for an instruction of a warpgroup: m is 64 in no instruction of a warp.
bool is_of_warpgroup(const KindQuery& query) {
  return is_only(query, warpgroup) || ((query.families & warpgroup) != 0 && query.shape.m == 64);
}

// Returns the contradiction of a shape (PTX ISA 9.0, 9.7.15.2).
std::string wrong_shape(const KindQuery& query) {
  constexpr int widest = 256;
  if (!is_of_warpgroup(query)) return "";
  const Shape& shape = query.shape;
  if (shape.m != 0 && shape.m != 64) return fmt::format("wgmma has no m of {}: m is 64 (PTX ISA, 9.7.15.2).", shape.m);
  if (shape.n % 8 != 0 || shape.n > widest)
    return fmt::format("wgmma has no n of {}: n is a multiple of 8, from 8 to {} (PTX ISA, 9.7.15.2).", shape.n,
                       widest);
  if (!query.a || shape.k == 0) return "";
  const bool sparse = is_only(query, bit_of(Family::SparseWgmma));
  const int k = depth_of(sparse ? Family::SparseWgmma : Family::Wgmma, *query.a);
  if (shape.k == k) return "";
  return fmt::format("wgmma{} of {} has no k of {}: k is {} (PTX ISA, 9.7.15.2).", sparse ? ".sp" : "",
                     name_of(*query.a), shape.k, k);
}

// The types of A and B that may be mixed.
constexpr std::array<std::array<ElementType, 2>, 3> alike = {
    {{ElementType::S8, ElementType::U8}, {ElementType::S4, ElementType::U4}, {ElementType::E4M3, ElementType::E5M2}}};

bool go_together(ElementType a, ElementType b) {
  const auto has = [](const std::array<ElementType, 2>& pair, ElementType type) {
    return pair[0] == type || pair[1] == type;
  };
  return a == b || std::ranges::any_of(alike, [&](const auto& pair) { return has(pair, a) && has(pair, b); });
}

std::string wrong_types(const KindQuery& query) {
  const std::string_view section = is_of_warpgroup(query) ? "9.7.15.3" : "9.7.14.5.14";
  if (query.a && query.b && !go_together(*query.a, *query.b))
    return fmt::format("no instruction multiplies {} by {} (PTX ISA, {}).", name_of(*query.a), name_of(*query.b),
                       section);
  if (!query.a || !query.sum) return "";
  const auto adds = [&](const ProductTypes& each) {
    return each.operand == *query.a && each.accumulator == *query.sum;
  };
  if (std::ranges::any_of(product_types(), adds)) return "";
  return fmt::format("no instruction adds products of {} up in {} (PTX ISA, {}).", name_of(*query.a),
                     name_of(*query.sum), section);
}

std::string no_registers(const KindQuery& query) {
  if (!is_of_warpgroup(query)) return "";
  const bool b = query.operands == bit_of(Operand::B), a = query.operands == bit_of(Operand::A);
  if (b) return "B of wgmma is in no register: it is read from shared memory (PTX ISA, 9.7.15.5.1).";
  if (a && query.a_is_shared)
    return "A of an SS instruction is in no register: it is read from shared memory (PTX ISA, 9.7.15.5.1).";
  return "";
}

// Returns the contradiction of memory orders: only the four products of m8n8k4 have a choice of orders.
std::string wrong_orders(const KindQuery& query) {
  const bool usual = query.order_a == MemoryOrder::Row && query.order_b == MemoryOrder::Col;
  const bool chosen = query.shape == Shape{8, 8, 4} || query.shape == Shape{};
  if (!query.both_orders || usual || chosen || !is_only(query, warp)) return "";
  return "mma of this shape has A row by row and B column by column only: .row.col (PTX ISA, 9.7.14.5.14).";
}

}  // namespace

std::string why_no_instruction(const KindQuery& query) {
  for (const auto why : {wrong_shape, wrong_types, no_registers, wrong_orders})
    if (std::string sentence = why(query); !sentence.empty()) return sentence;
  return "";
}

}  // namespace tcviz::inline gpu_layout
