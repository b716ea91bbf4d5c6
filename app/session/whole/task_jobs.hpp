// Lists the tasks that have background jobs, and combines their classes of jobs (such as OperationsJobs).
#pragma once

#include "app/session/learn/learn_jobs.hpp"
#include "app/session/operations/operations_jobs.hpp"
#include "app/session/products/products_jobs.hpp"
#include "app/session/xray/xray_jobs.hpp"

namespace tcviz::inline app_session {

// The functions that tasks need from outside (to run kernels, for example); the caller of Session::make() provides
// them.
struct TaskWorks : NoWorks, OperationsWorks, ProductsWorks, XrayWorks, LearnWorks {};

// The jobs of all these tasks.
template <class... Jobs>
class JobsOf : Jobs... {
 public:
  JobsOf(const TaskWorks& works, const std::filesystem::path& folder, const Wake& wake)
      : Jobs(works, folder, wake)... {}
  // Calls `f` for the jobs of each task.
  template <class F>
  void for_each(F f) {
    (f(static_cast<Jobs&>(*this)), ...);
  }
};
using TaskJobs = JobsOf<OperationsJobs, ProductsJobs, XrayJobs, LearnJobs>;

}  // namespace tcviz::inline app_session
