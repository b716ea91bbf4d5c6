// A request for a run goes to another process, and its result comes back.
#include "gpu/run/ops/run_fields.hpp"

#include <gtest/gtest.h>

#include "tests/layout/filled.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

TEST(RunFields, EveryFieldOfAResultComesBack) { expect_survives<RunResult>(); }

TEST(RunFields, EveryFieldOfARequestComesBack) {
  RunRequest request;
  request.operation = find_operation("upper");
  request.layout = all_layouts().front();
  expect_survives(request);
  const Result<RunRequest> read = from_cbor<RunRequest>(to_cbor(request));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().operation, request.operation);
  EXPECT_TRUE(read.value().layout->same_map(*request.layout));
}

TEST(RunFields, AnOperationThatIsNotKnownIsRefused) {
  RunRequest request;
  request.operation = find_operation("upper");
  request.layout = all_layouts().front();
  nlohmann::json json = write_record(request);
  json["operation"] = "fly";
  const Status read = read_record(json, request);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "operation: \"fly\" is not known");
}

}  // namespace
}  // namespace tcviz
