// A piece of work that a thread beside the window does on request: its stage, its progress, and the wish to end it
// early. A wish stands here until the session has taken it; panels read the rest.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace tcviz::inline app_session {

enum class Stage : std::uint8_t {
  NotAsked,
  Wanted,  // the thread has not begun
  Running,
  Answered,
  Stopped,  // by the user, before the end
};

struct Task {
  Stage stage = Stage::NotAsked;
  bool stop_wanted = false;
  std::string doing;      // "compiling"
  int done = 0, all = 0;  // of Running
  bool handed_on = false, stop_handed_on = false;

  bool busy() const { return stage == Stage::Wanted || stage == Stage::Running; }
  // Returns false if the task goes on already.
  bool want() {
    if (busy()) return false;
    *this = {};
    stage = Stage::Wanted;
    return true;
  }
  void want_stop() { stop_wanted = busy(); }
  void tell(std::string now, int done_now, int all_now) {
    if (!busy()) return;  // of a task that has been given up
    stage = Stage::Running;
    doing = std::move(now);
    done = done_now, all = all_now;
  }
  void end(bool stopped = false) {
    stage = stopped ? Stage::Stopped : Stage::Answered;
    stop_wanted = handed_on = stop_handed_on = false;
  }

  // Tells the session of each wish until it is taken, which is once.
  bool is_wished() const { return stage == Stage::Wanted && !handed_on; }
  bool take_wish() { return is_wished() && !std::exchange(handed_on, true); }
  bool take_stop() { return stop_wanted && !std::exchange(stop_handed_on, true); }
};

}  // namespace tcviz::inline app_session
