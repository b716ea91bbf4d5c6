// A kernel with TCVIZ whose lanes run one after the other on the CPU: the header's own code, on memory that is no
// GPU's.
#pragma once

#include <string>

namespace tcviz {

struct FakeLaunch {
  unsigned warps = 1, times = 1, lanes = 32;  // lanes: of each warp, those that come by
  unsigned block[3] = {0, 0, 0};              // that runs
  unsigned watched[3] = {0, 0, 0};
  unsigned snapshots = 256, first = 0;
};
// live_start, a kernel whose thread t holds t * 4 + i in its i-th float, live_save. Whether that wrote the file.
bool run_fake_kernel(const FakeLaunch& launch, const std::string& file);
// live_save where nothing was started.
bool save_without_start(const std::string& file);

// sizeof of the header's head, place and snapshot.
struct HeaderSizes {
  unsigned head, place, shot, version;
};
HeaderSizes header_sizes();

}  // namespace tcviz
