#include "gpu/kernel/maxas/registers.hpp"

#include "gpu/kernel/maxas/addresses.hpp"

namespace tcviz::maxas {

int c_register(RegisterMap map, TileIndex index) {
  switch (map) {
    case RegisterMap::Maxas:
      return sgemm_register(index);
    case RegisterMap::RowMajor:
      return 8 * index.xi + index.yi;
    case RegisterMap::ColumnMajor:
      return index.xi + 8 * index.yi;
  }
  return 0;
}

TileIndex c_index(RegisterMap map, int c_register) {
  switch (map) {
    case RegisterMap::Maxas:
      return sgemm_index(c_register);
    case RegisterMap::RowMajor:
      return {c_register >> 3, c_register & 7};
    case RegisterMap::ColumnMajor:
      return {c_register & 7, c_register >> 3};
  }
  return {};
}

RegisterRole role_of(const SgemmKernel& kernel, int reg) {
  const int last_load = first_load_register + 4 * global_loads(kernel);
  if (reg < 0 || reg >= last_load) return {};
  if (reg >= first_load_register) return {RegisterUse::Load, 0, reg - first_load_register};
  if (reg < ffmas) return {RegisterUse::C, 0, reg};
  const int at = reg - ffmas;
  return {(at & 8) == 0 ? RegisterUse::A : RegisterUse::B, at >> 4, at & 7};
}

}  // namespace tcviz::maxas
