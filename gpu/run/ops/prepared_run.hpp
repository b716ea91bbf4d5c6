// A request that nothing speaks against, with its body read once, which the executors, the judge and the texts of one
// choice share. Immutable.
#pragma once

#include "gpu/run/ops/body.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline gpu_ops {

class PreparedRun {
 public:
  // Prepares a request; an error says what speaks against the request.
  static Result<PreparedRun> of(const RunRequest& request);

  const RunRequest& request() const { return request_; }
  const Kind& kind() const { return *kind_; }
  const Body& body() const { return body_; }
  // Returns the kernels' texts; an error if the layout has no formula that the operation needs.
  Result<KernelTexts> texts() const;

 private:
  PreparedRun(const RunRequest& request, const Kind& kind, Body body)
      : request_(request), kind_(&kind), body_(std::move(body)) {}

  RunRequest request_;
  const Kind* kind_;  // a row of the catalogue
  Body body_;
};

Result<RunResult> run_on_cpu(const PreparedRun& run);

}  // namespace tcviz::inline gpu_ops
