// The thread that computes the compiled layouts again, apart from the worker: it takes seconds, and no source waits for
// it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

// The compiled layouts known so far: "sm_80" and its answers. Immutable, so that the thread may read it.
using KnownAnswers = std::vector<std::pair<std::string, std::shared_ptr<const Answers>>>;
// Does the work in the thread that calls it; `progress` says whether to go on.
using RecomputeWork = std::function<RecomputeEnded(const KnownAnswers& known, const OnRecompute& progress)>;

// Computes with the assemblers of this machine.
RecomputeEnded recompute_here(const KnownAnswers& known, const OnRecompute& progress);

class Recomputer {
 public:
  // `wake` is called from the thread whenever there is news.
  Recomputer(RecomputeWork work, std::function<void()> wake);

  void start(KnownAnswers known) { thread_.start(std::move(known)); }
  void stop() { thread_.stop(); }
  std::vector<Action> take_news() { return thread_.take_news(); }
  // True once nothing runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  JobThread<KnownAnswers, Action> thread_;
};

}  // namespace tcviz::inline app_session
