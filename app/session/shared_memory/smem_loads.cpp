#include "app/session/shared_memory/smem_loads.hpp"

#include "gpu/layout/kind.hpp"
#include "gpu/smem/ldmatrix_of.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz::inline app_session {

std::vector<SmemLoad> loads_from(const SmemImage& image) {
  std::vector<SmemLoad> loads;
  for (const Kind& kind : catalogue()) {
    const bool operand = kind.operand == Operand::A || kind.operand == Operand::B;
    if (!operand || kind.family == Family::Wmma || kind.bits() != image.bits) continue;
    const Result<Layout> layout = manual_layout(kind);
    if (!layout) continue;
    const Result<LdmatrixAccess> load = ldmatrix_of(layout.value(), image.major);
    if (!load) continue;
    SmemAccess access;
    access.op = load.value().access->name;
    access.row = load.value().row;
    access.col = load.value().col;
    loads.push_back({std::string(kind.id), access});
  }
  return loads;
}

}  // namespace tcviz::inline app_session
