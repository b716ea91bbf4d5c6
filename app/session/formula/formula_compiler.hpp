// The thread that has a text compiled by the C++ compiler of this machine and executed, while the window goes on. Only
// where a person asks for it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/formula/formula_action.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

class FormulaCompiler {
 public:
  // `wake` is called from the thread whenever there is news.
  explicit FormulaCompiler(std::function<void()> wake);

  void start(const FormulaText& text, const Layout& layout);
  std::vector<FormulaAction> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  struct Job {
    FormulaText text;
    std::shared_ptr<const Layout> layout;
  };
  JobThread<Job, FormulaAction> thread_;
};

}  // namespace tcviz::inline app_session
