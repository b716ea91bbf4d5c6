// Lists the tasks that have background jobs, and combines their classes of jobs (such as OperationsJobs).
#pragma once

#include "app/session/operations/operations_jobs.hpp"
#include "app/session/products/products_jobs.hpp"
#include "app/session/xray/xray_jobs.hpp"

namespace tcviz::inline app_session {

// The jobs of all these tasks. `works` has the functions that they need from outside (to run kernels, for example),
// such as works.task<OperationsWorks>(); the caller of Session::make() provides them.
template <class... Jobs>
class JobsOf : Jobs... {
 public:
  JobsOf(const TaskParts& works, const std::filesystem::path& folder, const Wake& wake)
      : Jobs(works.task<typename Jobs::Works>(), folder, wake)... {}
  // Calls `f` for the jobs of each task.
  template <class F>
  void for_each(F f) {
    (f(static_cast<Jobs&>(*this)), ...);
  }
};
using TaskJobs = JobsOf<OperationsJobs, ProductsJobs, XrayJobs>;

}  // namespace tcviz::inline app_session
