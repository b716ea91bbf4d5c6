// What Triton makes of kernels/triton/kernels.py.
#include <algorithm>
#include <cmath>

#include "tests/xray/styles.hpp"

namespace tcviz {
namespace {

struct TritonLaunch {
  std::string grid, block;
};

JudgedCase of_triton(const std::string& name, const TritonLaunch& launch, std::vector<std::string> arguments,
                     const HostFunction& expected) {
  KernelCase made;
  made.name = "triton_" + name, made.file = "triton/" + name + ".ptx", made.grid = launch.grid;
  made.block = launch.block, made.shared = 65536, made.tolerance = 2e-2, made.expected = expected;
  made.architecture = name.ends_with("_90") ? 90 : 80;
  made.arguments = std::move(arguments);
  for (int scratch = 0; scratch < 2; ++scratch) made.arguments.emplace_back("null");
  return {made};
}

// Sizes of C's rows and columns and of k.
struct TritonSizes {
  int m, n, k;
};
std::vector<std::string> matrices(const std::string& factor, const std::string& sum, const TritonSizes& of,
                                  const std::string& order = "") {
  const std::string m = std::to_string(of.m), n = std::to_string(of.n), k = std::to_string(of.k);
  return {"A=" + factor + "[m:" + m + ",k:" + k + "]",
          "B=" + factor + "[k:" + k + ",n:" + n + "]" + order,
          "C=" + sum + "[m:" + m + ",n:" + n + "]",
          m,
          n,
          k};
}

HostFunction softmax_of_lines(int width) {
  return [width](const XrayReport& report) {
    std::vector<double> out = given(report, "A");
    for (std::size_t row = 0; row < out.size(); row += width) {
      double total = 0;
      for (int k = 0; k < width; ++k) total += out[row + k] = std::exp(out[row + k]);
      for (int k = 0; k < width; ++k) out[row + k] /= total;
    }
    return out;
  };
}

HostFunction norm_of_lines(int width) {
  return [width](const XrayReport& report) {
    std::vector<double> out = given(report, "A");
    for (std::size_t row = 0; row < out.size(); row += width) {
      double mean = 0, spread = 0;
      for (int k = 0; k < width; ++k) mean += out[row + k] / width;
      for (int k = 0; k < width; ++k) spread += (out[row + k] - mean) * (out[row + k] - mean) / width;
      for (int k = 0; k < width; ++k)
        out[row + k] = (out[row + k] - mean) / std::sqrt(spread + 1e-5) * given(report, "g")[k] + given(report, "h")[k];
    }
    return out;
  };
}

}  // namespace

std::vector<JudgedCase> triton_styles() {
  const HostEnd added = [](double value, int row, int col, const XrayReport& report) {
    return value + given(report, "C")[row * 32 + col];
  };
  const HostEnd relu = [](double value, int, int col, const XrayReport& report) {
    return std::max(0.0, value + given(report, "bias")[col]);
  };
  const std::vector<std::string> biased = {
      "A=f16[m:64,k:96]", "B=f16[k:96,n:64]:col", "bias=f32[n:64]", "C=out f16[m:64,n:64]", "64", "64", "96"};
  const std::vector<std::string> scores = {
      "Q=f16[q:64,e:32]", "K=f16[j:96,e:32]", "V=f16[j:96,d:32]", "O=out f32[q:64,d:32]", "96", "scale=0.17677"};
  const HostFunction product = host_product({128, 64, 160}),
                     attention = host_attention({64, 96, 32, 32, 1, 1, 0.17677});
  const HostFunction with_bias = host_product({64, 64, 96, false, true}, relu);
  return {
      of_triton("mm_64x64x32_s3_80", {"2,1", "128"}, matrices("f16", "out f32", {128, 64, 160}), product),
      of_triton("mm_64x64x32_s3_90", {"2,1", "128"}, matrices("f16", "out f32", {128, 64, 160}), product),
      of_triton("mm_16x16x16_s1_80", {"2,2", "32"}, matrices("f16", "out f32", {32, 32, 48}),
                host_product({32, 32, 48})),
      of_triton("mm_32x64x16_s4_80", {"2,1", "64"}, matrices("bf16", "out f32", {64, 64, 96}),
                host_product({64, 64, 96})),
      of_triton("mm_tf32_64x32x32_80", {"1,2", "128"}, matrices("f32", "out f32", {64, 64, 96}),
                host_product({64, 64, 96})),
      of_triton("mm_guarded_80", {"2,2", "64"}, matrices("f16", "out f16", {50, 41, 75}), host_product({50, 41, 75})),
      of_triton("mm_bias_relu_80", {"1,2", "128"}, biased, with_bias),
      of_triton("mm_bias_relu_90", {"1,2", "128"}, biased, with_bias),
      of_triton("mm_fp8_90", {"1,2", "128"}, matrices("e4m3", "out f32", {64, 64, 192}, ":col"),
                host_product({64, 64, 192, false, true})),
      of_triton("mm_split_90", {"1,2", "64"}, matrices("f16", "inout f32", {32, 32, 96}),
                host_product({32, 32, 96}, added)),
      of_triton("softmax_80", {"8", "128"}, {"A=f32[m:8,k:100]", "C=out f32[m:8,k:100]", "100"}, softmax_of_lines(100)),
      of_triton("layer_norm_80", {"8", "64"},
                {"A=f32[m:8,k:100]", "g=f32[k:100]", "h=f32[k:100]", "C=out f32[m:8,k:100]", "100"},
                norm_of_lines(100)),
      of_triton("flash_80", {"1", "128"}, scores, attention),
      of_triton("flash_90", {"1", "128"}, scores, attention),
      of_triton(
          "flash_causal_80", {"3", "64"},
          {"Q=f16[q:96,e:64]", "K=f16[j:96,e:64]", "V=f16[j:96,d:64]", "O=out f32[q:96,d:64]", "96", "scale=0.125"},
          host_attention({96, 96, 64, 64, 1, 1, 0.125, true})),
  };
}

}  // namespace tcviz
