// The live probes on the GPU of this machine. Fails where there is none. Expects the program `tcviz` beside this binary
// and assets/layouts in the working folder.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gpu/device/gpu.hpp"
#include "gpu/layout/layout_file.hpp"
#include "gpu/probe/cuda_probe_device.hpp"
#include "gpu/probe/discover.hpp"
#include "gpu/probe/gpu_source.hpp"
#include "gpu/probe/prober.hpp"
#include "gpu/probe/remote_device.hpp"
#include "gpu/probe/restarting_device.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

fs::path program() { return fs::read_symlink("/proc/self/exe").parent_path() / "tcviz"; }

GpuInfo first_gpu() {
  const GpuSurvey survey = survey_gpus();
  if (!survey.absence.empty()) throw std::runtime_error(survey.absence);
  return survey.gpus.front();
}

std::vector<std::string> kinds_of(const GpuInfo& gpu) {
  std::vector<std::string> ids;
  for (const Kind& kind : catalogue(Family::Wmma)) {
    if (kind.since <= gpu.capability) ids.emplace_back(kind.id);
  }
  return ids;
}

ProbeReport probe(ProbeDevice& device, const std::vector<std::string>& kinds) {
  std::mt19937 random(std::random_device{}());
  return probe_kinds(device, kinds, "2026-01-01", random, {});
}

TEST(GpuProbe, EveryKindIsConfirmedByAllThreeProbes) {
  const GpuInfo gpu = first_gpu();
  auto opened = open_cuda_probe(gpu);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  const auto report = probe(*opened.value().device, kinds_of(gpu));
  for (const KindReport& kind : report.kinds) {
    EXPECT_TRUE(kind.layout.ok()) << kind.kind << ": " << kind.layout.error().message;
    EXPECT_EQ(kind.methods.size(), 3u);
  }
}

TEST(GpuProbe, AgreesWithTheRecordedFileOfItsArchitecture) {
  const GpuInfo gpu = first_gpu();
  const fs::path file = fs::path("assets/layouts") / ("sm_" + std::to_string(gpu.capability) + ".json");
  if (!fs::exists(file)) GTEST_SKIP() << "no " << file << " to compare with";
  const auto recorded = read_layouts(file);
  ASSERT_TRUE(recorded.ok()) << recorded.error().message;
  auto opened = open_cuda_probe(gpu);
  ASSERT_TRUE(opened.ok());
  std::vector<std::string> kinds;
  for (const Layout& layout : recorded.value()) kinds.push_back(layout.kind());
  const auto report = probe(*opened.value().device, kinds);
  for (std::size_t at = 0; at < kinds.size(); ++at) {
    ASSERT_TRUE(report.kinds[at].layout.ok()) << kinds[at];
    EXPECT_TRUE(report.kinds[at].layout.value().same_map(recorded.value()[at])) << kinds[at];
  }
}

TEST(GpuProbe, OutOfMemoryIsToldForTheKindsAndPasses) {
  const GpuInfo gpu = first_gpu();
  auto opened = open_cuda_probe(gpu);
  ASSERT_TRUE(opened.ok());
  ASSERT_TRUE(probe(*opened.value().device, kinds_of(gpu)).kinds[0].layout.ok());  // all kernels are loaded now
  std::vector<void*> blocks;
  for (std::size_t size = std::size_t{1} << 36; size >= 512; size /= 2) {
    for (void* block = nullptr; cudaMalloc(&block, size) == cudaSuccess;) blocks.push_back(block);
  }
  cudaGetLastError();
  const auto full = probe(*opened.value().device, kinds_of(gpu));
  for (void* block : blocks) cudaFree(block);
  for (const KindReport& kind : full.kinds) {
    ASSERT_FALSE(kind.layout.ok()) << kind.kind;
    EXPECT_NE(kind.layout.error().message.find("cudaErrorMemoryAllocation"), std::string::npos)
        << kind.layout.error().message;
  }
  for (const KindReport& kind : probe(*opened.value().device, kinds_of(gpu)).kinds) EXPECT_TRUE(kind.layout.ok());
}

// Last in this file: it may leave this process without a usable GPU, which is what it is about.
TEST(GpuProbe, ZFaultOfOneKindLeavesTheOthers) {
  const GpuInfo gpu = first_gpu();
  const std::string broken = "wmma.m16n16k16.acc.f16";  // partner of no other kind
  auto opened = open_cuda_probe(gpu, {broken});
  ASSERT_TRUE(opened.ok());
  const DeviceFacts facts = opened.value().device->facts();
  const auto device = make_restarting_device(std::move(opened.value().device), [&] {
    return start_remote_device({program().string(), "__serve-gpu", std::to_string(gpu.ordinal)}, facts);
  });
  for (const KindReport& kind : probe(*device, kinds_of(gpu)).kinds) {
    if (kind.kind != broken) {
      EXPECT_TRUE(kind.layout.ok()) << kind.kind << ": " << kind.layout.error().message;
      continue;
    }
    ASSERT_FALSE(kind.layout.ok());
    EXPECT_NE(kind.layout.error().message.find("cudaErrorIllegalAddress"), std::string::npos)
        << kind.layout.error().message;
  }
}

}  // namespace
}  // namespace tcviz
