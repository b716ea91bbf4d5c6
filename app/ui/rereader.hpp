// The thread that reads compiled layouts afresh, apart from the worker: it takes seconds, and no source waits for it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/action.hpp"
#include "app/ui/job_thread.hpp"

namespace tcviz {

// What is known of the compiled sources before: "sm_80" and its answers. Immutable, so that the thread may read it.
using KnownAnswers = std::vector<std::pair<std::string, std::shared_ptr<const Answers>>>;
// Does the work in the thread that calls it; `progress` says whether to go on.
using RereadWork = std::function<RereadEnded(const KnownAnswers& known, const OnReread& progress)>;

// With the assemblers of this machine.
RereadEnded reread_here(const KnownAnswers& known, const OnReread& progress);

class Rereader {
 public:
  // `wake` is called from the thread whenever there is news.
  Rereader(RereadWork work, std::function<void()> wake);

  void start(KnownAnswers known) { thread_.start(std::move(known)); }
  void stop() { thread_.stop(); }
  std::vector<Action> take_news() { return thread_.take_news(); }
  // True once nothing runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  JobThread<KnownAnswers, Action> thread_;
};

}  // namespace tcviz
