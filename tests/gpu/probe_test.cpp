// The live probes on the GPU of this machine. Fails where there is none. Expects the program `tcviz` beside this
// binary.
#include <cuda_runtime_api.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "gpu/layout/layout_file.hpp"
#include "gpu/source/device/gpu.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gpu/source/probe/cuda_probe_device.hpp"
#include "gpu/source/probe/discover.hpp"
#include "gpu/source/probe/gpu_source.hpp"
#include "gpu/source/probe/prober.hpp"
#include "gpu/source/probe/remote_device.hpp"
#include "gpu/source/probe/restarting_device.hpp"
#include "tests/assets/assets.hpp"
#include "tests/gpu/program.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

GpuInfo first_gpu() {
  const GpuSurvey survey = survey_gpus();
  if (!survey.absence.empty()) throw std::runtime_error(survey.absence);
  return survey.gpus.front();
}

std::vector<std::string> kinds_of(const GpuInfo& gpu) {
  std::vector<std::string> ids;
  for (const Kind& kind : catalogue()) {
    if (has_kind(gpu.capability, kind)) ids.emplace_back(kind.id);
  }
  return ids;
}

ProbeReport probe(ProbeDevice& device, const std::vector<std::string>& kinds) {
  std::mt19937 random(std::random_device{}());
  return probe_kinds(device, kinds, "2026-01-01", random, {}, manual_layout);
}

TEST(GpuProbe, EveryKindIsConfirmedByAllItsProbes) {
  const GpuInfo gpu = first_gpu();
  auto opened = open_cuda_probe(gpu);
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  const auto report = probe(*opened.value().device, kinds_of(gpu));
  for (const KindReport& kind : report.kinds) {
    EXPECT_TRUE(kind.layout.ok()) << kind.kind << ": " << kind.layout.error().message;
    EXPECT_EQ(kind.methods.size(), probe_methods(*find_kind(kind.kind)).size()) << kind.kind;
  }
}

TEST(GpuProbe, EveryFamilyOfItsArchitectureIsThere) {
  const GpuInfo gpu = first_gpu();
  std::map<Family, int> count;
  for (const std::string& id : kinds_of(gpu)) ++count[find_kind(id)->family];
  EXPECT_EQ(count[Family::Wmma], gpu.capability >= 80 ? 75 : 53);
  EXPECT_EQ(count[Family::Ldmatrix], 6);
  EXPECT_EQ(count[Family::Stmatrix], gpu.capability >= 90 ? 6 : 0);
  EXPECT_EQ(count[Family::Movmatrix], 2);
  EXPECT_GT(count[Family::Mma], 0);
  EXPECT_EQ(count[Family::Wgmma] > 80, gpu.capability == 90);
  EXPECT_EQ(count[Family::SparseWgmma] > 0, gpu.capability == 90);
}

// Whatever the GPU does is shown; that it does what the manual says is what this finds on every one so far.
TEST(GpuProbe, AgreesWithTheManual) {
  const GpuInfo gpu = first_gpu();
  auto opened = open_cuda_probe(gpu);
  ASSERT_TRUE(opened.ok());
  for (const KindReport& kind : probe(*opened.value().device, kinds_of(gpu)).kinds) {
    const auto stated = manual_layout(*find_kind(kind.kind));
    if (!stated) continue;  // of WMMA the manual says nothing
    ASSERT_TRUE(kind.layout.ok()) << kind.kind << ": " << kind.layout.error().message;
    EXPECT_TRUE(kind.layout.value().same_map(stated.value())) << kind.kind;
  }
}

// A document that is wrong about a kind does not hide what the GPU does, and hides nothing of the others.
TEST(GpuProbe, AWrongDocumentIsFoundOut) {
  const std::string wrong = "mma.m16n8k16.a.f16";
  const GpuInfo gpu = first_gpu();
  if (gpu.capability < 80) GTEST_SKIP() << wrong << " needs compute capability 8.0";
  auto opened = open_cuda_probe(gpu);
  ASSERT_TRUE(opened.ok());
  const StatedLayouts document = [&](const Kind& kind) -> Result<Layout> {
    auto layout = manual_layout(kind);
    if (!layout || kind.id != wrong) return layout;
    LayoutData data{wrong, kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(), {}, {}};
    data.map.assign(layout.value().map().begin(), layout.value().map().end());
    std::swap(data.map[2], data.map[4]);
    return Layout::make(std::move(data));
  };
  std::mt19937 random(1);
  const std::vector<std::string> ids{wrong, "mma.m16n8k16.b.f16"};
  const auto report = probe_kinds(*opened.value().device, ids, "2026-01-01", random, {}, document);
  ASSERT_TRUE(report.kinds[0].layout.ok()) << report.kinds[0].layout.error().message;
  EXPECT_TRUE(report.kinds[0].layout.value().same_map(manual_layout(*find_kind(wrong)).value()));
  EXPECT_FALSE(report.kinds[1].layout.ok());
}

TEST(GpuProbe, AgreesWithTheRecordedFileOfItsArchitecture) {
  const GpuInfo gpu = first_gpu();
  const std::string file = "sm_" + std::to_string(gpu.capability) + ".json";
  const auto text = find_asset(file);
  if (!text) GTEST_SKIP() << "no " << file << " to compare with";
  const auto recorded = parse_layouts(*text);
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
    return start_remote_device({program_beside(), "__work", "probe", std::to_string(gpu.ordinal)}, facts);
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
