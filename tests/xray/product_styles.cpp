// Products: types and orders, what is done to them in the end, sums that are shared out, and WMMA.
#include <algorithm>
#include <cmath>

#include "tests/xray/styles.hpp"

namespace tcviz {
namespace {

constexpr auto not_judged = VerdictState::Unjudged;

struct Launched {
  std::string grid = "1", block = "32";
};

KernelCase launched(const std::string& file, const std::string& entry, const std::vector<std::string>& arguments,
                    const HostFunction& expected, const Launched& launch = {}) {
  KernelCase made;
  made.name = entry, made.file = file, made.entry = entry, made.grid = launch.grid, made.block = launch.block;
  made.arguments = arguments, made.expected = expected, made.tolerance = 2e-2;
  made.architecture = file == "orders.ptx" ? 89 : 80;
  return made;
}

std::vector<JudgedCase> orders() {
  const auto of = [](const char* entry, const std::vector<std::string>& arguments, const HostFunction& expected) {
    return JudgedCase{launched("orders.ptx", entry, arguments, expected)};
  };
  const HostEnd added = [](double value, int row, int col, const XrayReport& report) {
    return value + given(report, "C")[row * 8 + col];
  };
  const HostEnd scaled = [](double value, int, int col, const XrayReport& report) {
    return value * given(report, "scale")[col];
  };
  return {
      of("all_columns", {"A=f16[m:16,k:64]:col", "B=f16[k:64,n:8]:col", "C=out f32[m:16,n:8]:col", "64"},
         host_product({16, 8, 64, true, true, true})),
      of("turned", {"A=f16[m:16,k:64]:col", "B=f16[k:64,n:8]", "C=out f32[m:16,n:8]", "64"},
         host_product({16, 8, 64, true})),
      of("half_sums", {"A=f16[m:16,k:40]", "B=f16[k:40,n:8]:col", "C=out f16[m:16,n:8]", "40"},
         host_product({16, 8, 40, false, true})),
      of("short_bf16", {"A=bf16[m:16,k:40]", "B=bf16[k:40,n:8]:col", "C=out bf16[m:16,n:8]", "40"},
         host_product({16, 8, 40, false, true})),
      of("rounded_tf32", {"A=f32[m:16,k:20]", "B=f32[k:20,n:8]", "C=out f32[m:16,n:8]", "20"},
         host_product({16, 8, 20})),
      of("two_signs", {"A=u8[m:16,k:48]", "B=s8[k:48,n:8]", "C=out s32[m:16,n:8]", "48"}, host_product({16, 8, 48})),
      of("two_eights", {"A=e5m2[m:16,k:64]", "B=e4m3[k:64,n:8]:col", "C=out f32[m:16,n:8]", "64"},
         host_product({16, 8, 64, false, true})),
      of("f64_columns", {"A=f64[m:8,k:20]:col", "B=f64[k:20,n:8]", "C=inout f64[m:8,n:8]", "20"},
         host_product({8, 8, 20, true}, added)),
      of("swapped_roles", {"A=f16[m:8,k:48]", "B=f16[k:48,n:16]:col", "C=out f16[m:8,n:16]", "48"},
         host_product({8, 16, 48, false, true})),
      of("dequantised", {"A=f16[m:16,k:48]", "B=s8[k:48,n:8]:col", "scale=f32[n:8]", "C=out f32[m:16,n:8]", "48"},
         host_product({16, 8, 48, false, true}, scaled)),
  };
}

double silu_by_host(double x) { return x / (1 + std::exp(-x)); }

// All columns of one row of A B.
std::vector<double> line_of(const XrayReport& report, int row) {
  const std::vector<double> all = host_product({32, 16, 48, false, true})(report);
  return {all.begin() + row * 16, all.begin() + row * 16 + 16};
}

double softmax_at(double, int row, int col, const XrayReport& report) {
  const std::vector<double> line = line_of(report, row);
  double total = 0;
  for (const double x : line) total += std::exp(0.25 * x);
  return std::exp(0.25 * line[col]) / total;
}

double norm_at(double value, int row, int col, const XrayReport& report) {
  const std::vector<double> line = line_of(report, row);
  double mean = 0, spread = 0;
  for (const double x : line) mean += x / 16;
  for (const double x : line) spread += (x - mean) * (x - mean) / 16;
  return (value - mean) / std::sqrt(spread + 1e-5) * given(report, "weight")[col] + given(report, "shift")[col];
}

double gated_at(double value, int row, int col, const XrayReport& report) {
  double open = 0;
  for (int k = 0; k < 48; ++k) open += given(report, "A")[row * 48 + k] * given(report, "D")[col * 48 + k];
  return silu_by_host(value) * open;
}

double bytes_at(double value, int row, int col, const XrayReport& report) {
  return std::clamp(std::nearbyint(value * given(report, "rows")[row] * given(report, "cols")[col]), -127.0, 127.0);
}

std::vector<double> sums_of_rows(const XrayReport& report) {
  std::vector<double> sums = given(report, "C");
  const std::vector<double> all = host_product({32, 48, 48, false, true})(report);
  for (std::size_t at = 0; at < all.size(); ++at) sums[at / 48] += all[at];
  return sums;
}

std::vector<JudgedCase> ends() {
  const auto of = [](const char* entry, std::vector<std::string> more, const HostFunction& expected,
                     const std::string& factors = "") {
    std::vector<std::string> all = {"A=f16[m:32,k:48]" + factors, "B=f16[k:48,n:16]:col" + factors};
    all.insert(all.end(), more.begin(), more.end());
    return launched("ends.ptx", entry, all, expected, {"1", "64"});
  };
  const HostProduct plain{32, 16, 48, false, true};
  const auto end = [&](const HostEnd& how) { return host_product(plain, how); };
  const HostEnd gelu = [](double value, int row, int, const XrayReport& report) {
    const double x = value + given(report, "bias")[row];
    return 0.5 * x * (1 + std::erf(x / std::sqrt(2.0)));
  };
  const HostEnd both = [](double value, int row, int col, const XrayReport& report) {
    return 0.5 * value + 0.75 * given(report, "C")[row * 16 + col];
  };
  const HostEnd silu = [](double value, int row, int col, const XrayReport& report) {
    return silu_by_host(value + given(report, "bias")[col]) + given(report, "R")[row * 16 + col];
  };
  const std::string c = "C=out f32[m:32,n:16]";
  const std::vector<std::string> bytes = {"rows=f32[m:32]", "cols=f32[n:16]", "C=out s8[m:32,n:16]", "48"};
  std::vector<JudgedCase> all = {
      {of("row_bias_gelu", {"bias=f32[m:32]", c, "48"}, end(gelu))},
      {of("alpha_beta", {"C=inout bf16[m:32,n:16]", "48", "alpha=0.5", "beta=0.75"}, end(both))},
      {of("padded_silu", {"bias=f16[n:16]", "R=f16[m:32,n:16]", "C=out f16[m:32,n:16]", "48"}, end(silu))},
      {of("swizzled_turn", {"C=out f16[n:16,m:32]", "48"}, host_product({32, 16, 48, false, true, true}))},
      {of("product_softmax", {c, "48", "scale=0.25"}, end(softmax_at))},
      {of("product_norm", {"weight=f32[n:16]", "shift=f32[n:16]", c, "48"}, end(norm_at))},
      {of("gated", {"D=f16[k:48,n:16]:col", "C=out f16[m:32,n:16]", "48"}, end(gated_at))},
      {of("quantised", bytes, end(bytes_at)), not_judged, "no usual expression gives them"},
      {of("quantised", bytes, end(bytes_at))},
      {of("row_sums", {"C=inout f32[m:32]", "48"}, sums_of_rows)},
      {of("exchanged", {c, "48"}, host_product(plain))},
  };
  all[8].kernel.name = "quantised_as_expected";
  all[8].kernel.expect = {"C = min(127, max(-127, round(sum(k: A * B) * rows * cols)))"};
  all[9].kernel.grid = "3", all[9].kernel.arguments[1] = "B=f16[k:48,n:48]:col";
  return all;
}

std::vector<JudgedCase> splits() {
  const auto of = [](const char* entry, const std::vector<std::string>& arguments, const HostFunction& expected,
                     const Launched& launch) { return launched("splits.ptx", entry, arguments, expected, launch); };
  const std::string a = "A=f16[m:16,k:80]", b = "B=f16[k:80,n:16]:col";
  const HostEnd added = [](double value, int row, int col, const XrayReport& report) {
    return value + given(report, "C")[row * 16 + col];
  };
  const HostEnd wider = [](double value, int row, int col, const XrayReport& report) {
    return value + given(report, "C")[row * 48 + col];
  };
  const HostEnd biased = [](double value, int, int col, const XrayReport& report) {
    return value + given(report, "bias")[col];
  };
  const HostProduct plain{16, 16, 80, false, true};
  std::vector<JudgedCase> all = {
      {of("by_atomics", {a, b, "C=inout f32[m:16,n:16]", "80", "32"}, host_product(plain, added), {"3"})},
      {of("by_pairs", {a, b, "C=inout f16[m:16,n:16]", "80", "32"}, host_product(plain, added), {"3"})},
      {of("by_last_block",
          {a, b, "bias=f32[n:16]", "C=out f32[m:16,n:16]", "scratch=out f32[p:3,m:16,n:16]", "arrived=inout s32[z:1]*0",
           "80", "32"},
          host_product(plain, biased), {"3"}),
       not_judged, "no input with p takes part"},
      {of("stream_k", {a, "B=f16[k:80,n:48]:col", "C=inout f32[m:16,n:48]", "48", "80", "15"},
          host_product({16, 48, 80, false, true}, wider), {"4"})},
      {of("batched", {"A=f16[z:3,m:16,k:48]", "B=f16[z:3,n:16,k:48]", "C=out f32[z:3,m:16,n:16]", "48"},
          host_product({16, 16, 48, false, true, false, 3}), {"1,1,3"})},
      {of("shared_right", {"A=f16[z:5,m:16,k:48]", "B=f16[n:16,k:48]", "C=out f16[z:5,m:16,n:16]", "5", "48"},
          host_product({16, 16, 48, false, true, false, 5, true}), {"2"})},
      {of("by_tree", {"A=f16[m:16,k:128]", "B=f16[k:128,n:16]:col", "C=out f32[m:16,n:16]", "128"},
          host_product({16, 16, 128, false, true}), {"1", "128"})},
      {of("vector_lanes", {"A=f16[k:160]", "B=f16[k:160,n:8]:col", "y=out f32[n:8]", "160"},
          host_product({1, 8, 160, false, true}), {"2", "128"})},
  };
  return all;
}

std::vector<JudgedCase> fragments_of(ComputeCapability architecture) {
  const std::string file = architecture >= 80 ? "fragments_wmma.ptx" : "fragments_wmma_volta.ptx";
  const auto of = [&](const std::string& entry, const std::vector<std::string>& arguments, const HostFunction& expected,
                      const Launched& launch = {}) {
    KernelCase made = launched(file, entry, arguments, expected, launch);
    made.name += "_sm" + std::to_string(architecture), made.architecture = architecture;
    return JudgedCase{made};
  };
  const HostEnd added = [](double value, int row, int col, const XrayReport& report) {
    return value + given(report, "C")[col * 64 + row];
  };
  const HostEnd both = [](double value, int row, int col, const XrayReport& report) {
    return 0.5 * value + 1.5 * given(report, "C")[row * 32 + col];
  };
  const HostEnd relu = [](double value, int, int, const XrayReport&) { return std::max(value, 0.0); };
  std::vector<JudgedCase> all = {
      of("tall", {"A=f16[m:64,k:48]:col", "B=f16[k:48,n:8]:col", "C=inout f32[m:64,n:8]:col", "64", "48"},
         host_product({64, 8, 48, true, true, true}, added), {"2"}),
      of("wide", {"A=f16[m:8,k:48]", "B=f16[k:48,n:32]", "C=inout f16[m:8,n:32]", "48", "alpha=0.5", "beta=1.5"},
         host_product({8, 32, 48}, both)),
      of("staged", {"A=f16[m:37,k:43]", "B=f16[k:43,n:51]", "C=out f32[m:37,n:51]", "37", "51", "43"},
         host_product({37, 51, 43}, relu), {"2,2", "128"}),
  };
  if (architecture < 80) return all;
  all.push_back(of("wmma_s8", {"A=s8[m:16,k:48]:col", "B=s8[k:48,n:16]", "C=out s32[m:16,n:16]", "48"},
                   host_product({16, 16, 48, true})));
  all.push_back(of("wmma_bf16", {"A=bf16[m:16,k:48]:col", "B=bf16[k:48,n:16]", "C=out f32[m:16,n:16]:col", "48"},
                   host_product({16, 16, 48, true, false, true})));
  all.push_back(of("wmma_tf32", {"A=f32[m:16,k:40]", "B=f32[k:40,n:16]:col", "C=out f32[m:16,n:16]", "40"},
                   host_product({16, 16, 40, false, true})));
  all.push_back(
      of("wmma_f64", {"A=f64[m:8,k:20]", "B=f64[k:20,n:8]", "C=out f64[m:8,n:8]", "20"}, host_product({8, 8, 20})));
  return all;
}

}  // namespace

std::vector<JudgedCase> product_styles() {
  std::vector<JudgedCase> all;
  for (const auto& some : {orders(), ends(), splits(), fragments_of(70), fragments_of(75), fragments_of(80)})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace tcviz
