#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

int words_per_thread(const Kind& kind) { return kind.values * kind.bits() / 32; }

int store_cells(const Kind& kind) {
  switch (kind.operand) {
    case Operand::A:
      return kind.shape.m;
    case Operand::B:
      return kind.shape.n;
    default:
      break;
  }
  return kind.shape.m * kind.shape.n;
}

}  // namespace tcviz::inline gpu_probe
