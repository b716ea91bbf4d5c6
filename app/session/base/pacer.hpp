// Counts the frames that the window still has to draw, so that it is idle between events. Each event (input or a
// finished job) requests a few frames, because Dear ImGui needs two or three until its layout is final.
#pragma once

#include <algorithm>

namespace tcviz::inline app_session {

class Pacer {
 public:
  static constexpr int frames_per_event = 3, frames_at_start = 6;

  // Requests frames after an event.
  void event() { left_ = std::max(left_, frames_per_event); }
  // True if a frame is to be drawn.
  bool due() const { return left_ > 0; }
  // Counts a frame as drawn.
  void drawn() { left_ = std::max(0, left_ - 1); }

 private:
  int left_ = frames_at_start;
};

}  // namespace tcviz::inline app_session
