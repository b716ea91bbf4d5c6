// The tasks' work beside the window: their threads, and the work that others do for them. A task stands here if it has
// any.
#pragma once

#include "app/session/learn/learn_jobs.hpp"
#include "app/session/operations/operations_jobs.hpp"
#include "app/session/products/products_jobs.hpp"
#include "app/session/xray/xray_jobs.hpp"

namespace tcviz::inline app_session {

// The work that others do for the tasks; whoever makes the session supplies it.
struct TaskWorks : NoWorks, OperationsWorks, ProductsWorks, XrayWorks, LearnWorks {};

template <class... Jobs>
class JobsOf : Jobs... {
 public:
  JobsOf(const TaskWorks& works, const std::filesystem::path& folder, const Wake& wake)
      : Jobs(works, folder, wake)... {}
  template <class F>
  void for_each(F f) {
    (f(static_cast<Jobs&>(*this)), ...);
  }
};
using TaskJobs = JobsOf<OperationsJobs, ProductsJobs, XrayJobs, LearnJobs>;

}  // namespace tcviz::inline app_session
