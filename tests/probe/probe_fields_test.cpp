// What probing processes ask and answer comes back from its bytes.
#include "gpu/source/probe/probe_fields.hpp"

#include <gtest/gtest.h>

#include "tests/layout/filled.hpp"

namespace tcviz {
namespace {

const Kind* a_kind() { return find_kind("wmma.m16n16k16.a.f16.row"); }

template <class Request>
Request of_a_kind() {
  Request request;
  request.kind = a_kind();
  return request;
}

TEST(ProbeFields, EveryFieldOfARequestComesBack) {
  expect_survives(of_a_kind<LoadRequest>());
  StoreRequest store = of_a_kind<StoreRequest>();
  store.partner = find_kind("wmma.m16n16k16.b.f16.row");
  expect_survives(store);
  expect_survives(of_a_kind<ProductRequest>());
  expect_survives(of_a_kind<TensorRequest>());
}

TEST(ProbeFields, EveryFieldOfAReplyComesBack) {
  expect_survives<ToldAnswer<Words>>();
  expect_survives<ToldAnswer<ProbeBytes>>();
  expect_survives<ProbeReply>();
  ProbeReply bytes;
  bytes.answers = std::vector<ToldAnswer<ProbeBytes>>();
  expect_survives(bytes);
}

TEST(ProbeFields, AKindThatIsNotKnownIsRefused) {
  nlohmann::json json = write_record(of_a_kind<LoadRequest>());
  json["kind"] = "wmma.m17n17k17.a.f16.row";
  LoadRequest request;
  EXPECT_FALSE(read_record(json, request).ok());
}

}  // namespace
}  // namespace tcviz
