// A valid request to run an operation, with its body parsed once, for use by the executors, the judge and the generator
// of texts. Immutable.
#pragma once

#include "gpu/run/ops/body.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline gpu_ops {

// A checked request.
class PreparedRun {
 public:
  // Checks a request. Returns an error with the reason if it is not valid.
  static Result<PreparedRun> of(const RunRequest& request);

  const RunRequest& request() const { return request_; }
  const Kind& kind() const { return *kind_; }
  const Body& body() const { return body_; }
  // Returns the texts of the kernels. Returns an error if the layout has no formula that the operation needs.
  Result<KernelTexts> texts() const;

 private:
  PreparedRun(const RunRequest& request, const Kind& kind, Body body)
      : request_(request), kind_(&kind), body_(std::move(body)) {}

  RunRequest request_;
  const Kind* kind_;  // a row of the catalogue
  Body body_;
};

// Runs the operation on the CPU and judges the result.
Result<RunResult> run_on_cpu(const PreparedRun& run);

}  // namespace tcviz::inline gpu_ops
