// The state of work that a background thread does on request: its stage, its progress, and the requests to start or
// stop it. Panels make requests and show the state; the session takes each request once and passes it to the thread.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace tcviz::inline app_session {

enum class Stage : std::uint8_t {
  NotAsked,
  Wanted,  // requested; the thread has not begun
  Running,
  Answered,  // finished
  Stopped,   // ended early by the user
};

struct Task {
  Stage stage = Stage::NotAsked;
  bool stop_wanted = false;
  std::string doing;                               // the current step, for display: "compiling"
  int done = 0, all = 0;                           // progress while Running: `done` of `all` steps
  bool handed_on = false, stop_handed_on = false;  // the session has taken the request to start, to stop

  bool busy() const { return stage == Stage::Wanted || stage == Stage::Running; }
  // Requests a start. Returns false if the work is already requested or running.
  bool want() {
    if (busy()) return false;
    *this = {};
    stage = Stage::Wanted;
    return true;
  }
  // Requests an early end.
  void want_stop() { stop_wanted = busy(); }
  // Records progress.
  void tell(std::string now, int done_now, int all_now) {
    if (!busy()) return;  // late news of work that was stopped
    stage = Stage::Running;
    doing = std::move(now);
    done = done_now, all = all_now;
  }
  // Records the end; `stopped`: by the user.
  void end(bool stopped = false) {
    stage = stopped ? Stage::Stopped : Stage::Answered;
    stop_wanted = handed_on = stop_handed_on = false;
  }

  // True if a request to start has not been taken.
  bool is_wished() const { return stage == Stage::Wanted && !handed_on; }
  // Takes a request to start, or to stop. Returns true once for each request.
  bool take_wish() { return is_wished() && !std::exchange(handed_on, true); }
  bool take_stop() { return stop_wanted && !std::exchange(stop_handed_on, true); }
};

}  // namespace tcviz::inline app_session
