// The fragments of wgmma and wgmma.sp: accumulators, A in registers, metadata. B comes from shared memory only.
//
// PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions": the tables of shapes, and "Target ISA Notes" (sm_90a).
#include <algorithm>
#include <array>

#include "gpu/layout/catalogue_rows.hpp"

namespace tcviz::inline gpu_layout {
namespace {

struct DeepType {
  ElementType type;
  int k;                        // of the dense instruction; a sparse one has twice as many
  PtxVersion since_ptx_sparse;  // 0: no sparse one
};
constexpr std::array deep_types{
    DeepType{ElementType::F16, 16, 82},  DeepType{ElementType::BF16, 16, 82}, DeepType{ElementType::TF32, 8, 82},
    DeepType{ElementType::E4M3, 32, 82}, DeepType{ElementType::E5M2, 32, 82}, DeepType{ElementType::S8, 32, 82},
    DeepType{ElementType::U8, 32, 82},   DeepType{ElementType::B1, 256, 0},
};
// The whole numbers' n; for f16 and f32 every multiple of 8 up to 256 is legal.
constexpr std::array s32_widths{8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256};
constexpr int warpgroup = 128;

Kind warpgroup_kind(Family family, Shape shape, Operand operand, ElementType type, PtxVersion since_ptx) {
  Kind kind;
  kind.family = family;
  kind.shape = shape;
  kind.operand = operand;
  kind.type = type;
  kind.threads = warpgroup;
  kind.since = 90;
  kind.since_ptx = since_ptx;
  kind.one_generation = true;
  kind.values = kind.rows() * kind.cols() / warpgroup;
  return kind;
}

}  // namespace

std::vector<Kind> wgmma_rows() {
  std::vector<Kind> rows;
  for (const DeepType& row : deep_types)
    rows.push_back(warpgroup_kind(Family::Wgmma, {64, 0, row.k}, Operand::A, row.type, 80));
  for (const ElementType type : {ElementType::F16, ElementType::F32, ElementType::S32})
    for (int n = 8; n <= 256; n += 8) {
      if (type == ElementType::S32 && std::ranges::find(s32_widths, n) == s32_widths.end()) continue;
      rows.push_back(warpgroup_kind(Family::Wgmma, {64, n, 0}, Operand::Accumulator, type, 80));
    }
  return rows;
}

std::vector<Kind> sparse_wgmma_rows() {
  std::vector<Kind> rows;
  for (const DeepType& row : deep_types)
    if (row.since_ptx_sparse > 0)
      rows.push_back(
          warpgroup_kind(Family::SparseWgmma, {64, 0, 2 * row.k}, Operand::A, row.type, row.since_ptx_sparse));
  for (const DeepType& row : deep_types) {
    if (row.since_ptx_sparse == 0) continue;
    const int selectors = metadata_fields(row.type, 2 * row.k) == 32 ? 1 : 2;
    for (int selector = 0; selector < selectors; ++selector) {
      Kind kind =
          warpgroup_kind(Family::SparseWgmma, {64, 0, 2 * row.k}, Operand::Metadata, row.type, row.since_ptx_sparse);
      kind.selector = selector;
      kind.values = 16;  // 32 bits
      rows.push_back(kind);
    }
  }
  return rows;
}

}  // namespace tcviz::inline gpu_layout
