// The catalogue: every kind that is known, family after family. A new instruction is a new row of a family's file.
#include <algorithm>
#include <array>
#include <numeric>

#include "gpu/layout/catalogue_rows.hpp"

namespace tcviz::inline gpu_layout {
namespace {

// The maxas kernels, for Maxwell: value i is register Ri. A block's tile of C, and the k lines of one pass of the loop.
constexpr std::array<Kind, 2> sgemm_table{{
    {"sgemm64.c", Family::Sgemm, {64, 64, 8}, Operand::Accumulator, ElementType::F32, MemoryOrder::None, 64, 64, 50},
    {"sgemm128.c",
     Family::Sgemm,
     {128, 128, 8},
     Operand::Accumulator,
     ElementType::F32,
     MemoryOrder::None,
     256,
     64,
     50},
}};

// Made once; ids point into `ids`, which never changes again.
struct KindTable {
  std::vector<std::string> ids;
  std::vector<Kind> kinds;
  std::vector<const Kind*> by_id;  // sorted
};

void add(std::vector<Kind>& to, std::span<const Kind> rows) { to.insert(to.end(), rows.begin(), rows.end()); }

std::vector<Kind> all_rows() {
  std::vector<Kind> rows;
  add(rows, wmma_rows());
  add(rows, mma_rows());
  add(rows, sparse_mma_rows());
  add(rows, move_rows());
  add(rows, wgmma_rows());
  add(rows, sparse_wgmma_rows());
  add(rows, sgemm_table);
  return rows;
}

KindTable make_table() {
  KindTable table;
  table.kinds = all_rows();
  table.ids.reserve(table.kinds.size());
  for (Kind& kind : table.kinds) {
    if (!kind.id.empty()) continue;
    table.ids.push_back(compose_id(kind));
    kind.id = table.ids.back();
  }
  for (const Kind& kind : table.kinds) table.by_id.push_back(&kind);
  std::ranges::sort(table.by_id, {}, [](const Kind* kind) { return kind->id; });
  return table;
}

const KindTable& table() {
  static const KindTable once = make_table();
  return once;
}

}  // namespace

std::span<const Family> all_families() {
  using enum Family;
  static constexpr std::array all{Wmma, Mma, SparseMma, Ldmatrix, Stmatrix, Movmatrix, Wgmma, SparseWgmma, Sgemm};
  return all;
}

std::span<const Kind> catalogue() { return table().kinds; }

std::span<const Kind> catalogue(Family family) {
  const std::span<const Kind> kinds = catalogue();
  const auto is_other = [&](const Kind& kind) { return kind.family != family; };
  const auto first = std::find_if_not(kinds.begin(), kinds.end(), is_other);
  return {first, std::find_if(first, kinds.end(), is_other)};  // a family's rows stand together
}

const Kind* find_kind(std::string_view id) {
  const std::vector<const Kind*>& sorted = table().by_id;
  const auto found = std::ranges::lower_bound(sorted, id, {}, [](const Kind* kind) { return kind->id; });
  return found == sorted.end() || (*found)->id != id ? nullptr : *found;
}

}  // namespace tcviz::inline gpu_layout
