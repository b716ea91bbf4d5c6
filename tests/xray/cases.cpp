#include "tests/xray/cases.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/source/manual/manual.hpp"
#include "gpu/source/probe/compiled/compiled_file.hpp"
#include "tests/assets/assets.hpp"

namespace tcviz {
namespace {

using Numbers = std::vector<double>;

const Numbers& input(const XrayReport& report, const std::string& name) {
  for (const auto& [known, values] : report.inputs)
    if (known == name) return values;
  ADD_FAILURE() << "no input " << name;
  return report.inputs.front().second;
}

// A row by row; B row by row, or column by column.
std::function<Numbers(const XrayReport&)> product(int m, int n, int k, bool b_by_columns) {
  return [=](const XrayReport& report) {
    const Numbers &a = input(report, "A"), &b = input(report, "B");
    Numbers c(static_cast<std::size_t>(m) * n);
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int x = 0; x < k; ++x) c[i * n + j] += a[i * k + x] * (b_by_columns ? b[j * k + x] : b[x * n + j]);
    return c;
  };
}

std::function<Numbers(const XrayReport&)> product_with_bias(int m, int n, int k) {
  return [=](const XrayReport& report) {
    Numbers c = product(m, n, k, false)(report);
    const Numbers& bias = input(report, "bias");
    for (int i = 0; i < m * n; ++i) c[i] = std::max(0.0, c[i] + bias[i % n]);
    return c;
  };
}

std::function<Numbers(const XrayReport&)> softmax_product(int queries, int keys, int width) {
  return [=](const XrayReport& report) {
    const Numbers &q = input(report, "Q"), &k = input(report, "K"), &v = input(report, "V");
    Numbers o(static_cast<std::size_t>(queries) * width);
    for (int i = 0; i < queries; ++i) {
      Numbers s(keys);
      double top = -1e30, sum = 0;
      for (int j = 0; j < keys; ++j) {
        for (int e = 0; e < width; ++e) s[j] += q[i * width + e] * k[j * width + e];
        top = std::max(top, s[j]);
      }
      for (double& x : s) sum += x = std::exp2(x - top);
      for (int j = 0; j < keys; ++j)
        for (int d = 0; d < width; ++d) o[i * width + d] += s[j] / sum * v[j * width + d];
    }
    return o;
  };
}

std::function<Numbers(const XrayReport&)> fused_products(int rows, int inner, int middle, int width) {
  return [=](const XrayReport& report) {
    const Numbers &x = input(report, "X"), &first = input(report, "W1"), &bias = input(report, "bias"),
                  &second = input(report, "W2");
    Numbers o(static_cast<std::size_t>(rows) * width);
    for (int i = 0; i < rows; ++i)
      for (int h = 0; h < middle; ++h) {
        double kept = bias[h];
        for (int e = 0; e < inner; ++e) kept += x[i * inner + e] * first[e * middle + h];
        for (int d = 0; d < width; ++d) o[i * width + d] += std::max(0.0, kept) * second[h * width + d];
      }
    return o;
  };
}

// A is declared by columns: k by k.
std::function<Numbers(const XrayReport&)> product_of_columns(int m, int n, int k) {
  return [=](const XrayReport& report) {
    const Numbers &a = input(report, "A"), &b = input(report, "B");
    Numbers c(static_cast<std::size_t>(m) * n);
    for (int x = 0; x < k; ++x)
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) c[i * n + j] += a[x * m + i] * b[x * n + j];
    return c;
  };
}

KernelCase of_type(const std::string& type, const std::string& sum, int k) {
  KernelCase made;
  made.name = "mma_" + type, made.file = "types.ptx", made.entry = "of_" + type;
  const int bytes = type == "bf16" ? 2 : type == "tf32" ? 4 : type == "f64" ? 8 : 1;
  const int m = type == "f64" ? 8 : 16;
  made.arguments = {"A=" + type + "[m:" + std::to_string(m) + ",k:" + std::to_string(k) + "]",
                    "B=" + type + "[k:" + std::to_string(k) + ",n:8]:col",
                    "C=out " + sum + "[m:" + std::to_string(m) + ",n:8]",
                    std::to_string(type == "f64" ? k : k * bytes)};
  made.expected = product(m, 8, k, true);
  return made;
}

// Products inside of more than a product.
std::vector<KernelCase> larger_cases() {
  return {
      {"rows",
       "rows.ptx",
       "rows_full",
       "2",
       "16",
       {"Q=f32[q:32,e:16]*0.3", "K=f32[j:48,e:16]*0.3", "V=f32[j:48,d:16]", "O=out f32[q:32,d:16]", "48"},
       80,
       softmax_product(32, 48, 16)},
      {"fused",
       "fused.ptx",
       "fused",
       "1",
       "128",
       {"X=f16[m:16,e:48]*0.3", "W1=f16[e:48,h:64]", "bias=f16[h:64]", "W2=f16[h:64,d:40]", "O=out f32[m:16,d:40]",
        "48", "64", "40"},
       80,
       fused_products(16, 48, 64, 40),
       1e-2,
       16 * 72 * 2},
      {"roles",
       "roles.ptx",
       "roles",
       "1",
       "160",
       {"A=f16[k:80,m:64]", "B=f16[k:80,n:32]", "C=out f32[m:64,n:32]", "80"},
       80,
       product_of_columns(64, 32, 80)},
  };
}

std::vector<KernelCase> product_cases() {
  const std::vector<std::string> split = {"A=f16[m:16,k:128]", "B=f16[k:128,n:8]:col", "C=out f32[m:16,n:8]", "128"};
  const std::vector<std::string> bias = {
      "A=f16[m:64,k:48]", "B=f16[k:48,n:32]", "bias=f32[n:32]", "C=out f32[m:64,n:32]", "32", "48"};
  return {
      {"mma_naive",
       "mma_naive.ptx",
       "gemm",
       "1",
       "64",
       {"A=f16[m:32,k:80]", "B=f16[k:80,n:24]:col", "C=out f32[m:32,n:24]", "32", "24", "80"},
       80,
       product(32, 24, 80, true)},
      {"wmma_bias", "wmma_bias.ptx", "wmma_bias", "2,2", "64", bias, 80, product_with_bias(64, 32, 48)},
      {"wmma_bias_volta", "wmma_bias_volta.ptx", "wmma_bias", "2,2", "64", bias, 70, product_with_bias(64, 32, 48)},
      {"tiled",
       "tiled.ptx",
       "tiled",
       "1,2",
       "128",
       {"A=f16[m:128,k:96]", "B=f16[k:96,n:64]", "C=out f16[m:128,n:64]", "64", "96"},
       80,
       product(128, 64, 96, false),
       2e-2},
      {"attention",
       "attention.ptx",
       "attention",
       "1",
       "64",
       {"Q=f16[q:32,e:32]*0.3", "K=f16[j:48,e:32]*0.3", "V=f16[j:48,d:32]", "O=out f32[q:32,d:32]", "48"},
       80,
       softmax_product(32, 48, 32),
       1e-2},
      {"scalar",
       "scalar.ptx",
       "scalar",
       "2,1",
       "16,16",
       {"A=f32[m:12,k:40]", "B=f32[k:40,n:20]", "C=out f32[m:12,n:20]", "12", "20", "40"},
       80,
       product(12, 20, 40, false)},
      {"split_shared", "split_k.ptx", "split_shared", "1", "128", split, 80, product(16, 8, 128, true)},
      {"split_atomic", "split_k.ptx", "split_atomic", "1", "128", split, 80, product(16, 8, 128, true)},
      of_type("s8", "s32", 64),
      of_type("u8", "s32", 64),
      of_type("bf16", "f32", 32),
      of_type("tf32", "f32", 24),
      of_type("e4m3", "f32", 64),
      of_type("f64", "f64", 20),
  };
}

Numbers doubled(const XrayReport& report) {
  Numbers c = input(report, "A");
  for (double& number : c) number *= 2;
  return c;
}

KernelCase of_warpgroup(const std::string& type, const std::string& sum, int k) {
  KernelCase made;
  made.name = "wgmma_" + type, made.file = "warpgroup.ptx", made.entry = "of_" + type, made.block = "128";
  const int bytes = type == "bf16" ? 2 : type == "tf32" ? 4 : 1;
  made.arguments = {"A=" + type + "[m:64,k:" + std::to_string(k) + "]",
                    "B=" + type + "[k:" + std::to_string(k) + ",n:16]:col", "C=out " + sum + "[m:64,n:16]",
                    std::to_string(k * bytes)};
  made.expected = product(64, 16, k, true);
  return made;
}

// Barriers in shared memory, tensor copies, products of warpgroups.
std::vector<KernelCase> hopper_cases() {
  const std::vector<std::string> pipe = {"A=f16[m:32,k:96]", "B=f16[k:96,n:8]:col", "C=out f32[m:32,n:8]", "96"};
  return {
      {"plain_pipe", "barrier_pipe.ptx", "plain_pipe", "1", "96", pipe, 80, product(32, 8, 96, true)},
      {"states", "barrier_pipe.ptx", "states", "1", "64", pipe, 80, product(32, 8, 96, true)},
      {"async_pipe", "barrier_pipe.ptx", "async_pipe", "1", "96", pipe, 80, product(32, 8, 96, true)},
      {"twice",
       "tensor_copy.ptx",
       "twice",
       "1,4",
       "64",
       {"tma(A=f16[m:100,k:200],box=64x32,swizzle=128)", "tma(C=out f16[m:100,k:200],box=64x32)", "4"},
       90,
       doubled},
      {"move_rows",
       "tensor_copy.ptx",
       "move_rows",
       "5",
       "32",
       {"A=f32[m:5,k:84]", "C=out f32[m:5,k:84]", "84"},
       90,
       [](const XrayReport& report) { return input(report, "A"); }},
      {"pipeline",
       "warpgroup.ptx",
       "pipeline",
       "1,2",
       "160",
       {"tma(A=f16[m:128,k:320],box=64x64,swizzle=128)", "tma(B=f16[k:320,n:64]:col,box=64x64,swizzle=128)",
        "C=out f32[m:128,n:64]", "64", "320"},
       90,
       product(128, 64, 320, true)},
      {"from_registers",
       "warpgroup.ptx",
       "from_registers",
       "1",
       "128",
       {"A=f16[m:64,k:48]", "B=f16[k:48,n:64]", "C=out f32[m:64,n:64]", "48"},
       90,
       product(64, 64, 48, false)},
      of_warpgroup("tf32", "f32", 24),
      of_warpgroup("bf16", "f32", 48),
      of_warpgroup("e4m3", "f32", 96),
      of_warpgroup("e5m2", "f32", 96),
      of_warpgroup("s8", "s32", 96),
      of_warpgroup("u8", "s32", 96),
  };
}

// Softmax to the base of 2, and twice a matrix: nothing usual.
void add_expectations(std::vector<KernelCase>& cases) {
  for (KernelCase& one : cases) {
    if (one.name == "attention" || one.name == "rows")
      one.expect = {"O = sum(j: softmax(j: log(2) * sum(e: Q * K)) * V)"};
    if (one.name == "twice") one.expect = {"C = 2 * A"};
  }
}

}  // namespace

Result<Layout> layout_in_test(const std::string& kind, ComputeCapability architecture) {
  if (!kind.starts_with("wmma.")) return manual_layout(*find_kind(kind));
  static const auto table = parse_compiled(asset("compiled.json"));
  const Kind& of = *find_kind(kind);
  const Map* const map = table.value().map_of(of, architecture);
  if (map == nullptr) return unavailable(kind + " is not known of this architecture");
  return compiled_layout(of, *map, *table.value().find(architecture), table.value().date);
}

const std::vector<KernelCase>& kernel_cases() {
  static const std::vector<KernelCase> cases = [] {
    std::vector<KernelCase> all = product_cases();
    for (KernelCase& one : larger_cases()) all.push_back(std::move(one));
    for (KernelCase& one : packed_cases()) all.push_back(std::move(one));
    for (KernelCase& one : hopper_cases()) all.push_back(std::move(one));
    add_expectations(all);
    return all;
  }();
  return cases;
}

const KernelCase& kernel_case(const std::string& name) {
  for (const KernelCase& one : kernel_cases())
    if (one.name == name) return one;
  ADD_FAILURE() << "no kernel " << name;
  return kernel_cases().front();
}

std::string ptx_text(const KernelCase& of) {
  std::ifstream file(std::string(TCVIZ_XRAY_KERNELS "/") + of.file);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

XrayRequest launch_of_case(const KernelCase& of) {
  XrayRequest launch;
  launch.entry = of.entry;
  launch.architecture = of.architecture;
  launch.grid = read_dim3("--grid", of.grid).value();
  launch.block = read_dim3("--block", of.block).value();
  launch.shared = of.shared;
  launch.all_blocks = true;
  for (const std::string& text : of.arguments) {
    const auto argument = read_xray_argument(text);
    EXPECT_TRUE(argument.ok()) << argument.error().message;
    launch.arguments.push_back(argument.value());
  }
  return launch;
}

XrayReport run_case(const KernelCase& of, const std::string& ptx, const CaseWish& wanted) {
  const auto module = read_ptx(ptx);
  XrayReport nothing;
  if (!module.ok()) {
    nothing.refused = module.error().message;
    return nothing;
  }
  XrayRequest launch = launch_of_case(of);
  launch.all_blocks = wanted.all_blocks;
  launch.blocks = wanted.blocks;
  launch.most_steps = wanted.most_steps;
  launch.snapshot_step = wanted.snapshot_step;
  launch.snapshot_warp = wanted.snapshot_warp;
  if (!wanted.access.empty()) {
    const auto wish = read_access_wish(wanted.access);
    EXPECT_TRUE(wish.ok()) << wish.error().message;
    if (wish.ok()) launch.access = wish.value();
  }
  for (const std::string& text : of.expect) {
    const auto read = read_expectation(text, launch);
    EXPECT_TRUE(read.ok()) << read.error().message;
    launch.expectations.push_back(read.value());
  }
  if (!wanted.path.empty()) {
    const auto wish = read_path_wish(wanted.path, launch);
    EXPECT_TRUE(wish.ok()) << wish.error().message;
    launch.path = wish.value();
  }
  XrayHooks hooks;
  hooks.threads = wanted.threads;
  auto report = run_xray(
      module.value(), launch, [&](const std::string& kind) { return layout_in_test(kind, of.architecture); }, hooks);
  if (!report.ok()) {
    nothing.refused = report.error().message;
    return nothing;
  }
  return std::move(report).value();
}

bool is_numerically_right(const KernelCase& of, const XrayReport& report) {
  const Numbers wanted = of.expected(report);
  const Numbers& got = report.outputs.at(0).values;
  if (wanted.size() != got.size()) return false;
  for (std::size_t at = 0; at < wanted.size(); ++at)
    if (!(std::fabs(wanted[at] - got[at]) <= of.tolerance * std::max(1.0, std::fabs(wanted[at])))) return false;
  return true;
}

}  // namespace tcviz
