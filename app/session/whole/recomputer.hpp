// The background thread that computes all compiled layouts again from machine code. This takes seconds. The
// Worker does not do it, because requests to other sources would have to wait.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/base/task_row.hpp"
#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

// The compiled layouts known so far: architecture ("sm_80") and answers.
using KnownAnswers = std::vector<std::pair<std::string, std::shared_ptr<const Answers>>>;
// Computes in the calling thread; stops if `progress` returns false.
using RecomputeWork = std::function<RecomputeEnded(const KnownAnswers& known, const OnRecompute& progress)>;

// Computes with the assemblers of this machine.
RecomputeEnded recompute_here(const KnownAnswers& known, const OnRecompute& progress);

using RecomputeThread = JobThread<KnownAnswers, Action>;
// Starts the thread; it calls `wake` whenever it has news.
RecomputeThread recompute_thread(RecomputeWork work, Wake wake);
// Takes the request in `document` and starts the job. The result is compared with the answers of the compiled sources,
// so those that have not been asked are asked first.
void serve_recompute(Document& document, RecomputeThread& thread);

}  // namespace tcviz::inline app_session
