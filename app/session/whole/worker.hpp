// The one thread that asks sources, and so owns all that CUDA does. Jobs go in, immutable answers and progress come out
// as actions. A source that hangs holds up this thread only: no call here waits for it, except wait() and close().
#pragma once

#include <cstddef>
#include <vector>

#include "app/session/base/job_thread.hpp"
#include "app/session/whole/action.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

class Worker : public JobThread<std::size_t, Action> {
 public:
  // `wake` is called from the worker's thread whenever there is news; it must be quick and must not call the worker.
  // The sources must live until close() has returned true: if it returns false, a source hangs.
  Worker(std::vector<LayoutSource*> sources, Wake wake);
  ~Worker();  // as close(), with some seconds of grace

  // Asks a source for all its kinds; jobs are done in the order they are asked.
  void ask(std::size_t source);
  // Takes a waiting job back, or asks the running one to end at the next kind. Its SourceAnswered says `stopped`.
  void stop(std::size_t source);
  // Hands on the document's wishes of its sources.
  void serve(std::vector<SourceState>& sources);

 private:
  std::size_t sources_ = 0;
};

// Asks the first GPU, if it has not been asked. Null: there is none.
const SourceState* ask_gpu(Document& document);

}  // namespace tcviz::inline app_session
