// The process that answers the requests of `tcviz serve`, as its parent sees it. The parent starts it if needed, asks
// it one thing at a time, and ends it if a request takes too long or too much memory; the next request gets a fresh
// process. So no request can stop the program or receive the answer to another.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/device/child_process.hpp"

namespace tcviz::inline app_cli {

struct ServeLimits {
  std::chrono::milliseconds time{20'000};            // for one request
  std::size_t memory = std::size_t{2} << 30;         // bytes that the process may have in use
  std::size_t answer_bytes = std::size_t{64} << 20;  // size of one answer
};

class ServeWorker {
 public:
  // Keeps a command that must call serve_requests on its standard input and output.
  ServeWorker(std::vector<std::string> command, ServeLimits limits) : command_(std::move(command)), limits_(limits) {}

  // Returns the answer of answer_request; Unavailable with the reason if there is none.
  Result<std::string> ask(const std::string& request);

 private:
  Status wait_for(std::string& answer);

  std::vector<std::string> command_;
  ServeLimits limits_;
  std::unique_ptr<ChildProcess> child_;
};

}  // namespace tcviz::inline app_cli
