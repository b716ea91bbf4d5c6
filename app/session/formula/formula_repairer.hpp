// The thread that looks for repairs of a wrong formula, while its verdict is on screen already.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/formula/formula_action.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

class FormulaRepairer {
 public:
  // `wake` is called from the thread whenever there is news.
  explicit FormulaRepairer(std::function<void()> wake);

  // In place of the text before. Of what is not wrong there is nothing to repair.
  void start(const FormulaText& text, const Layout* layout, std::shared_ptr<const Judged> judged);
  std::vector<FormulaAction> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  struct Job {
    FormulaText text;
    std::shared_ptr<const Layout> layout;
    std::shared_ptr<const Judged> judged;
  };
  static void repair(const Job& job, const JobContext<FormulaAction>& context);

  JobThread<Job, FormulaAction> thread_;
};

}  // namespace tcviz::inline app_session
