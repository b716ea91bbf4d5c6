// The thread that computes the compiled layouts again, apart from the worker: it takes seconds, and no source waits for
// it.
#pragma once

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
// Does the work in the thread that calls it; `progress` returns false to stop it.
using RecomputeWork = std::function<RecomputeEnded(const KnownAnswers& known, const OnRecompute& progress)>;

// Computes with the assemblers of this machine.
RecomputeEnded recompute_here(const KnownAnswers& known, const OnRecompute& progress);

using RecomputeThread = JobThread<KnownAnswers, Action>;
// Returns the thread that recomputes; it calls `wake` whenever there is news.
RecomputeThread recompute_thread(RecomputeWork work, Wake wake);
// Hands on the document's wishes. The result is compared with the answers of the compiled sources: they are asked, too,
// if they have not been.
void serve_recompute(Document& document, RecomputeThread& thread);

}  // namespace tcviz::inline app_session
