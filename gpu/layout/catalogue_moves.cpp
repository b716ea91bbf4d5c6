// ldmatrix, stmatrix and movmatrix: 8x8 matrices of 16-bit elements between shared memory and registers.
//
// PTX ISA, "ldmatrix", "stmatrix" and "movmatrix", "PTX ISA Notes" and "Target ISA Notes". The forms of Blackwell
// (m16n16, m8n16, .b8) are not here: sm_90 does not have them.
#include "gpu/layout/catalogue_rows.hpp"

namespace tcviz::inline gpu_layout {
namespace {

Kind move_kind(Family family, Operand operand, ComputeCapability since, PtxVersion since_ptx) {
  Kind kind;
  kind.family = family;
  kind.shape = {8, 8, 0};
  kind.operand = operand;
  kind.type = ElementType::B16;
  kind.since = since;
  kind.since_ptx = since_ptx;
  kind.values = 2;
  return kind;
}

void add_moves(std::vector<Kind>& to, Kind kind) {
  for (const bool transposed : {false, true})
    for (const int matrices : {1, 2, 4}) {
      kind.stack = matrices;
      kind.transposed = transposed;
      kind.values = 2 * matrices;
      to.push_back(kind);
    }
}

}  // namespace

std::vector<Kind> move_rows() {
  std::vector<Kind> rows;
  add_moves(rows, move_kind(Family::Ldmatrix, Operand::Registers, 75, 65));
  add_moves(rows, move_kind(Family::Stmatrix, Operand::Registers, 90, 78));
  for (const Operand operand : {Operand::A, Operand::Destination}) {
    Kind kind = move_kind(Family::Movmatrix, operand, 75, 78);
    kind.transposed = true;
    rows.push_back(kind);
  }
  return rows;
}

}  // namespace tcviz::inline gpu_layout
