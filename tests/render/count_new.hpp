// Counts what operator new is asked for. A driver's own threads do as they like: only the calling thread counts.
#pragma once

namespace tcviz {

long allocations_here();

}  // namespace tcviz
