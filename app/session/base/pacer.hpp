// The number of frames that are due. An event or a finished job buys a few, since Dear ImGui needs two or three to
// settle; then none are drawn until the next event. Plain arithmetic.
#pragma once

#include <algorithm>

namespace tcviz::inline app_session {

class Pacer {
 public:
  static constexpr int frames_per_event = 3, frames_at_start = 6;

  void event() { left_ = std::max(left_, frames_per_event); }
  bool due() const { return left_ > 0; }
  void drawn() { left_ = std::max(0, left_ - 1); }

 private:
  int left_ = frames_at_start;
};

}  // namespace tcviz::inline app_session
