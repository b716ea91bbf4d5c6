// Every operation's kernels for every kind and architecture, compiled by NVRTC: no GPU and no driver is needed for
// that.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "embedded/ops_files.hpp"
#include "gpu/run/ops/body.hpp"
#include "gpu/run/ops/run.hpp"
#include "gpu/source/device/kernel_files.hpp"
#include "gpu/source/device/nvrtc.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

constexpr ComputeCapability architectures[] = {75, 80, 90, 100, 120};

// True if all operations on a kind are compiled for this architecture: the first of those above that has the kind, and
// the newest. What is done to the registers is one text for all; the others compile the instruction, by one operation.
bool all_operations(const Kind& kind, ComputeCapability architecture) {
  const auto* const first = std::ranges::lower_bound(architectures, kind.since);
  return architecture == *first || architecture == std::end(architectures)[-1];
}

// The operations on kinds that an architecture has, some kinds to a text: most of the time goes into reading mma.h.
std::vector<std::vector<RunRequest>> portions(ComputeCapability architecture) {
  constexpr std::size_t kinds_together = 8;
  std::vector<std::vector<RunRequest>> all;
  std::size_t kinds = 0;
  for (const Layout& layout : all_layouts()) {
    const Kind& kind = *find_kind(layout.kind());
    if (kind.since > architecture) continue;
    if (kinds++ % kinds_together == 0) all.emplace_back();
    const auto before = all.back().size();
    for (const Operation& operation : operations()) {
      if (all.back().size() > before && !all_operations(kind, architecture)) break;
      if (!why_not(operation, kind))
        all.back().push_back({&operation, layout, {}, usual_scalars(operation), 1, 0, {}, 20});
    }
  }
  return all;
}

std::string without_includes(const std::string& text, std::set<std::string>& includes) {
  std::string rest;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.starts_with("#include")) {
      includes.insert(line);
    } else {
      rest += line + "\n";
    }
    at = end + 1;
  }
  return rest;
}

// extern "C" names are the same in every namespace.
void rename_kernels(std::string& text, std::size_t number) {
  constexpr std::array names{registers_kernel, staged_kernel, registers_chain_kernel, staged_chain_kernel,
                             check_kernel};
  for (const std::string_view name : names) {
    const std::string old = fmt::format("__global__ void {}(", name);
    for (std::size_t at = text.find(old); at != std::string::npos; at = text.find(old, at + old.size())) {
      text.insert(at + old.size() - 1, fmt::format("_{}", number));
    }
  }
}

// Joins the kernels of all requests in one text, with names that do not meet: one compilation shows that all compile.
Result<std::string> joined_text(std::span<const RunRequest> requests) {
  std::set<std::string> includes;
  std::string rest;
  for (std::size_t n = 0; n < requests.size(); ++n) {
    const auto texts = texts_of(requests[n]);
    if (!texts) return texts.error();
    // The kernel that checks, and all that are timed where that is asked for.
    const std::string& check = texts.value().check;
    const std::string all =
        requests[n].batches.empty() ? check : texts.value().timing + check.substr(texts.value().shown.size());
    std::string text = without_includes(all, includes);
    rename_kernels(text, n);
    rest += fmt::format("namespace operation_{} {{\n{}\n}}\n", n, text);
  }
  std::string all;
  for (const std::string& include : includes) all += include + "\n";
  return all + rest;
}

class CompiledFor : public testing::TestWithParam<ComputeCapability> {};

TEST_P(CompiledFor, EveryOperationOnEveryKind) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const auto known = nvrtc_architectures(places.value());
  if (std::find(known.begin(), known.end(), GetParam()) == known.end()) GTEST_SKIP() << "this NVRTC does not know it";
  for (const auto& portion : portions(GetParam())) {
    const auto text = joined_text(portion);
    ASSERT_TRUE(text) << text.error().message;
    const CompileRequest request{text.value(), "kernel", GetParam(), {"--fmad=false"}};
    const auto compiled = compile_kernel(places.value(), request, {});
    const auto* const failure = std::get_if<CompileFailure>(&compiled);
    ASSERT_EQ(failure, nullptr) << failure->log.substr(0, 2000);
  }
}

// Accumulators of mma that an architecture has, and a width of wgmma.
std::vector<const Layout*> accumulators_of(ComputeCapability architecture) {
  std::vector<const Layout*> found;
  for (const Layout& layout : accumulator_layouts()) {
    const Kind& kind = *find_kind(layout.kind());
    if (first_capability(kind) > architecture) continue;
    if (kind.one_generation && kind.since != architecture) continue;
    if (kind.family == Family::Mma || kind.shape.n == 24) found.push_back(&layout);
  }
  return found;
}

// The kernels of a kind in one text. What is done to the registers is the same text on all architectures and for all k:
// one of each compiles all of it, of f32 with what is timed; the others compile the instruction.
std::vector<RunRequest> on_accumulator(const Layout& layout, ComputeCapability architecture) {
  const Kind& kind = *find_kind(layout.kind());
  const bool whole = architecture == 90 && (kind.family == Family::Wgmma || kind.shape == Shape{16, 8, 16});
  const std::vector<int> timed(whole && kind.type == ElementType::F32 ? 1 : 0, 1);
  std::vector<RunRequest> requests;
  for (const Operation& operation : operations()) {
    if (why_not(operation, kind) || (!whole && operation.id != "upper" && operation.id != "col_sum")) continue;
    requests.push_back({&operation, layout, {}, usual_scalars(operation), 1, 0, timed, 20});
  }
  return requests;
}

TEST_P(CompiledFor, OperationsOnAccumulatorsOfMmaAndWgmma) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const auto known = nvrtc_architectures(places.value());
  if (std::find(known.begin(), known.end(), GetParam()) == known.end()) GTEST_SKIP() << "this NVRTC does not know it";
  for (const Layout* layout : accumulators_of(GetParam())) {
    const auto text = joined_text(on_accumulator(*layout, GetParam()));
    ASSERT_TRUE(text) << text.error().message;
    const CompileRequest request{text.value(), "kernel", GetParam(), compile_options(*find_kind(layout->kind()))};
    const auto compiled = compile_kernel(places.value(), request, {});
    const auto* const failure = std::get_if<CompileFailure>(&compiled);
    ASSERT_EQ(failure, nullptr) << layout->kind() << "\n" << failure->log.substr(0, 2000);
  }
}

// Registers of the widest fragment, values that cross between warps, and a text without the other way.
TEST(CompiledWgmma, TheWidestAccumulators) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  for (const std::string_view kind : {"wgmma.m64n256.acc.f32", "wgmma.m64n256.acc.f16", "wgmma.m64n256.acc.s32"}) {
    for (const std::string_view operation : {"upper", "col_sum", "store_vector"}) {
      const Layout layout = recorded(kind);
      const auto texts = kernel_texts({find_operation(operation), &layout, {}, true});
      ASSERT_TRUE(texts);
      for (const std::string* text : {&texts.value().check, &texts.value().timing}) {
        const CompileRequest request{*text, "kernel", 90, compile_options(*find_kind(kind))};
        const auto compiled = compile_kernel(places.value(), request, {});
        const auto* const failure = std::get_if<CompileFailure>(&compiled);
        ASSERT_EQ(failure, nullptr) << kind << " " << operation << "\n" << failure->log.substr(0, 2000);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Architectures, CompiledFor, testing::ValuesIn(architectures),
                         [](const auto& each) { return "sm_" + std::to_string(each.param); });

// The kernel that proves a formula's functions on a GPU.
TEST(CompiledProof, OfFunctionsOfRowAndCol) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const std::string functions =
      "__device__ int row(int tid, int i) { return tid / 4 + i; }\n__device__ int col(int tid, int i) { return i; }";
  std::vector<KernelFile> files{{"head.cuh", functions}};
  for (const embedded::File& file : embedded::ops_files()) files.push_back({file.name, file.bytes});
  const auto compiled = compile_kernel(places.value(), {one_text("prove.cu", files), "kernel", 90, {}}, {});
  const auto* const failure = std::get_if<CompileFailure>(&compiled);
  ASSERT_EQ(failure, nullptr) << failure->log.substr(0, 2000);
}

// What the evaluator on the CPU knows, the kernel's text must know too.
TEST(CompiledBody, ConstantsOfCsHeaders) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const Layout layout = recorded("wmma.m16n16k16.acc.f32");
  const std::string body = "x = x > 0 ? FLT_MAX : row == col ? -INFINITY : row > col ? NAN : INT_MIN + INT_MAX;";
  ASSERT_TRUE(Body::parse(body).value.has_value());
  const auto texts = kernel_texts({find_operation("body"), &layout, body, true});
  ASSERT_TRUE(texts);
  const auto compiled = compile_kernel(places.value(), {texts.value().check, "kernel", 90, {}}, {});
  const auto* const failure = std::get_if<CompileFailure>(&compiled);
  EXPECT_EQ(failure, nullptr) << failure->log;
}

// A mistake in a user's text must be told at its own line.
TEST(CompiledBody, AMistakeIsToldAtItsOwnLine) {
  const auto places = find_nvrtc();
  if (!places) GTEST_SKIP() << places.error().message;
  const Layout layout = recorded("wmma.m16n16k16.acc.f32");
  const KernelRequest request{find_operation("body"), &layout, "float y = 2;\nx = y +* 3;", true};
  const auto texts = kernel_texts(request);
  ASSERT_TRUE(texts);
  const auto compiled = compile_kernel(places.value(), {texts.value().check, "kernel", 90, {}}, {});
  const auto* const failure = std::get_if<CompileFailure>(&compiled);
  ASSERT_NE(failure, nullptr);
  ASSERT_FALSE(failure->lines.empty()) << failure->log;
  EXPECT_EQ(failure->lines.front().file, body_file);
  EXPECT_EQ(failure->lines.front().line, 2);
}

}  // namespace
}  // namespace tcviz
