// The parent's side of the worker process that answers the requests of `tcviz serve`. Starts the process when needed,
// passes it one request at a time, and kills it if a request takes too much time or memory; the next request gets a new
// process. So no request can stop the program or get the answer to another one.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "gpu/source/device/child.hpp"

namespace tcviz::inline app_cli {

struct ServeLimits {
  std::chrono::milliseconds time{20'000};            // of one request
  std::size_t memory = std::size_t{2} << 30;         // memory of the process, in bytes
  std::size_t answer_bytes = std::size_t{64} << 20;  // size of one answer, in bytes
};

class ServeWorker {
 public:
  // `command` starts the worker; it must call serve_requests() with its standard input and output.
  ServeWorker(std::vector<std::string> command, ServeLimits limits);

  // Returns the answer of answer_request(), or the error Unavailable, with the reason, if there is none.
  Result<std::string> ask(const std::string& request);

 private:
  ServeLimits limits_;
  Child child_;
};

}  // namespace tcviz::inline app_cli
