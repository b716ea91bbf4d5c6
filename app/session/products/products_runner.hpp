// The thread beside the window for whole products: it runs them, reads and writes files, and ticks while phases play.
// Jobs are done one after the other.
#pragma once

#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/products/products_action.hpp"

namespace tcviz::inline app_session {

using ProductsJobContext = JobContext<ProductsAction>;
using ProductsJob = std::function<void(const ProductsJobContext&)>;

class ProductsRunner {
 public:
  // `wake` is called from the thread whenever there is news.
  explicit ProductsRunner(std::function<void()> wake);

  void start(ProductsJob job) { thread_.start(std::move(job)); }
  void stop() { thread_.stop(); }  // the jobs started so far
  void play(bool on);              // a StepPhase{1} every now and then
  std::vector<ProductsAction> take_news() { return thread_.take_news(); }
  // True once nothing waits or runs; false after `most`.
  bool wait(std::chrono::milliseconds most) { return thread_.wait(most); }

 private:
  JobThread<ProductsJob, ProductsAction> thread_;
};

}  // namespace tcviz::inline app_session
