// A file as tcviz::live_save writes it, to try `tcviz live` without a GPU: one fragment is right, in the other a lane
// has two registers exchanged.
#pragma once

#include "gpu/kernel/live/live_file.hpp"

namespace tcviz::inline app_cli {

LiveFile live_example();

}  // namespace tcviz::inline app_cli
