// Counts the requests to operator new. A driver's own threads do as they like: only the calling thread counts.
#pragma once

namespace tcviz {

long allocations_here();

}  // namespace tcviz
