// After a fault the rest goes on in a fresh device, in this process and in another.
#include "gpu/source/probe/restarting_device.hpp"

#include <gtest/gtest.h>

#include "gpu/source/probe/prober.hpp"
#include "gpu/source/probe/remote_device.hpp"
#include "tests/probe/fake_device.hpp"

namespace tcviz {
namespace {

constexpr const char* deadly = "wmma.m16n16k16.a.s8.col";

std::vector<std::string> restarting_device_all_kinds() {
  std::vector<std::string> ids;
  for (const Kind& kind : catalogue(Family::Wmma)) ids.emplace_back(kind.id);
  return ids;
}

// Kinds whose product needs the deadly one.
bool depends(const std::string& id) { return id == "wmma.m16n16k16.b.s8.row"; }

void expect_all_but_the_deadly(const ProbeReport& report) {
  for (const KindReport& kind : report.kinds) {
    if (kind.kind == deadly) {
      ASSERT_FALSE(kind.layout.ok());
      EXPECT_NE(kind.layout.error().message.find("cudaErrorFake"), std::string::npos) << kind.layout.error().message;
      continue;
    }
    EXPECT_EQ(kind.layout.ok(), !depends(kind.kind)) << kind.kind;
  }
}

ProbeReport probe(ProbeDevice& device) {
  std::mt19937 random(3);
  return probe_kinds(device, restarting_device_all_kinds(), "", random, {});
}

fake::Behaviour with_deadly() {
  fake::Behaviour behaviour;
  behaviour.deadly = {deadly};
  return behaviour;
}

TEST(RestartingDevice, GoesOnWithAFreshOne) {
  int opened = 0;
  const auto device = make_restarting_device(
      std::make_unique<fake::Device>(with_deadly()), [&]() -> Result<std::unique_ptr<ProbeDevice>> {
        ++opened;
        return std::unique_ptr<ProbeDevice>(std::make_unique<fake::Device>(with_deadly()));
      });
  expect_all_but_the_deadly(probe(*device));
  EXPECT_EQ(opened, 1);
}

TEST(RestartingDevice, WithoutAFreshOneTheRestSaysSo) {
  const auto device =
      make_restarting_device(std::make_unique<fake::Device>(with_deadly()),
                             [&]() -> Result<std::unique_ptr<ProbeDevice>> { return unavailable("no fresh device"); });
  const auto report = probe(*device);
  int told = 0;
  for (const KindReport& kind : report.kinds) {
    ASSERT_FALSE(kind.layout.ok() && kind.kind == deadly);
    if (!kind.layout.ok() && kind.layout.error().message.find("no fresh device") != std::string::npos) ++told;
  }
  EXPECT_GT(told, 0);
}

Result<std::unique_ptr<ProbeDevice>> start_server(const char* lost_at, const char* dies_at) {
  return start_remote_device({FAKE_PROBE_SERVER, lost_at, dies_at}, {"Fake GPU", 90, "1.2.3", "13.0"});
}

TEST(RemoteDevice, AnswersLikeTheDeviceThatItServes) {
  auto remote = start_server("-", "-");
  ASSERT_TRUE(remote.ok()) << remote.error().message;
  fake::Device local({});
  const auto far = probe(*remote.value()), near = probe(local);
  for (std::size_t at = 0; at < far.kinds.size(); ++at) {
    ASSERT_TRUE(far.kinds[at].layout.ok()) << far.kinds[at].layout.error().message;
    EXPECT_TRUE(far.kinds[at].layout.value().same_map(near.kinds[at].layout.value()));
  }
}

TEST(RemoteDevice, TakesOverWhereALostDeviceStopped) {
  const auto device =
      make_restarting_device(std::make_unique<fake::Device>(with_deadly()), [] { return start_server(deadly, "-"); });
  expect_all_but_the_deadly(probe(*device));
}

TEST(RemoteDevice, AProcessThatDiesCostsOneKind) {
  auto first = start_server("-", "wmma.m16n16k16.a.f16.row");
  ASSERT_TRUE(first.ok());
  int restarts = 0;
  const auto device = make_restarting_device(std::move(first).value(), [&] {
    ++restarts;
    return start_server("-", "-");
  });
  std::mt19937 random(3);
  const std::vector<std::string> kinds{"wmma.m16n16k16.a.f16.row", "wmma.m8n8k4.acc.f64"};
  const auto report = probe_kinds(*device, kinds, "", random, {});
  EXPECT_FALSE(report.kinds[0].layout.ok());
  EXPECT_TRUE(report.kinds[1].layout.ok());
  EXPECT_EQ(restarts, 1);
}

TEST(RemoteDevice, AProgramThatIsNotThereIsAnError) {
  const auto remote = start_remote_device({"/nonexistent/program"}, {});
  ASSERT_FALSE(remote.ok());
  EXPECT_NE(remote.error().message.find("/nonexistent/program"), std::string::npos);
}

}  // namespace
}  // namespace tcviz
