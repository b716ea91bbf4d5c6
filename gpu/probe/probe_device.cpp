#include "gpu/probe/probe_device.hpp"

namespace tcviz {

int words_per_thread(const Kind& kind) { return kind.values * element_bits(kind.type) / 32; }

int store_cells(const Kind& kind) {
  switch (kind.operand) {
    case Operand::A:
      return kind.shape.m;
    case Operand::B:
      return kind.shape.n;
    case Operand::Accumulator:
      break;
  }
  return kind.shape.m * kind.shape.n;
}

}  // namespace tcviz
