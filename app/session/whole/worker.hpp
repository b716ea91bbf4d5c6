// The background thread that asks sources of layouts, and makes all calls of CUDA. Its news are actions: SourceProgress
// and SourceAnswered. A source that hangs blocks this thread only: no function here waits for it, except wait() and
// close().
#pragma once

#include <cstddef>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/base/task_row.hpp"
#include "app/session/whole/action.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

class Worker : public JobThread<std::size_t, Action> {
 public:
  // `wake` is called from the worker's thread whenever it has news; it must be quick and must not call the worker. The
  // sources must live until close() has returned true; if it returns false, a source hangs.
  Worker(std::vector<LayoutSource*> sources, Wake wake);
  ~Worker();  // calls close(), and waits some seconds

  // Asks the source with index `source` for all its kinds, after the sources that were requested before.
  void ask(std::size_t source);
  // Removes the source's waiting job, or ends the running one at the next kind. SourceAnswered::stopped will be true.
  void stop(std::size_t source);
  // Takes the requests in the states of the sources, and starts or stops jobs.
  void serve(std::vector<SourceState>& sources);

 private:
  std::size_t sources_ = 0;
};

// Asks the first GPU for its layouts, unless it was asked before, and returns its state. Null: there is no GPU.
const SourceState* ask_gpu(Document& document);

}  // namespace tcviz::inline app_session
