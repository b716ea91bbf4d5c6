// Attention, convolution, factors that are not elements as they are, pipelines, and Hopper.
#include <bit>
#include <cmath>

#include "tests/xray/styles.hpp"

namespace tcviz {
namespace {

constexpr auto unknown = VerdictState::Unjudged;

struct StyleLaunch {
  std::string grid = "1", block = "32";
  std::int64_t shared = 0;
};

KernelCase style_of(const std::string& file, const std::string& entry, const std::vector<std::string>& arguments,
                    const HostFunction& expected, const StyleLaunch& launch = {}) {
  KernelCase made;
  made.name = entry, made.file = file, made.entry = entry, made.grid = launch.grid, made.block = launch.block;
  made.arguments = arguments, made.expected = expected, made.tolerance = 2e-2, made.shared = launch.shared;
  made.architecture = file == "hoppers.ptx" ? 90 : 80;
  return made;
}

JudgedCase with_expectation(KernelCase kernel, const std::vector<std::string>& expect) {
  kernel.name += "_as_expected", kernel.expect = expect;
  return {kernel};
}

constexpr double root = 0.17677669;  // 1 / sqrt(32)

std::vector<JudgedCase> attentions() {
  struct Sizes {
    int queries, keys;
    std::string heads, key_heads;
  };
  const auto of = [](const std::string& entry, const Sizes& sizes, const std::vector<std::string>& more,
                     const HostAttention& host, const StyleLaunch& launch) {
    const std::string q = "q:" + std::to_string(sizes.queries), j = "j:" + std::to_string(sizes.keys);
    std::vector<std::string> all = {
        "Q=f16[" + sizes.heads + q + ",e:32]*0.3", "K=f16[" + sizes.key_heads + j + ",e:32]*0.3",
        "V=f16[" + sizes.key_heads + j + ",d:32]", "O=out f32[" + sizes.heads + q + ",d:32]"};
    all.insert(all.end(), more.begin(), more.end());
    all.push_back("scale=0.17677669");
    KernelCase made = style_of("attends.ptx", entry, all, host_attention(host), launch);
    made.tolerance = 2e-3;
    return made;
  };
  const HostAttention plain{32, 48, 32, 32, 1, 1, root}, square{64, 64, 32, 32, 1, 1, root, true};
  std::vector<JudgedCase> all = {
      {of("scaled", {32, 48, "", ""}, {"32", "48", "1"}, plain, {"1,1", "64"})},
      {of("scaled", {32, 48, "h:3,", "h:3,"}, {"32", "48", "1"}, {32, 48, 32, 32, 3, 1, root}, {"1,3", "64"})},
      {of("scaled", {32, 48, "h:2,", ""}, {"32", "48", "2"}, {32, 48, 32, 32, 2, 2, root}, {"1,2", "64"})},
      {of("causal_warps", {64, 64, "", ""}, {"64", "64", "1"}, square, {"1,1", "128"})},
      {of("causal_warps", {64, 64, "h:2,", "h:2,"}, {"64", "64", "1"}, {64, 64, 32, 32, 2, 1, root, true},
          {"2,2", "64"})},
      {of("keys_by_warp", {16, 80, "", ""}, {"80"}, {16, 80, 32, 32, 1, 1, root}, {"1", "128"})},
      {of("two_passes", {16, 80, "", ""}, {"80"}, {16, 80, 32, 32, 1, 1, root}, {"1", "128", 16 * 88 * 2})},
      {style_of("attends.ptx", "one_query",
                {"Q=f16[e:32]", "K=f16[j:40,e:32]", "V=f16[j:40,d:32]", "O=out f16[d:32]", "40", "scale=0.17677669"},
                host_attention({1, 40, 32, 32, 1, 1, root}), {"1", "64", 160})},
  };
  all[1].kernel.name += "_heads", all[2].kernel.name += "_group", all[4].kernel.name += "_heads";
  return all;
}

// Windows of three by three with zeros around, channels last.
HostFunction convolution(int height, int width, int channels) {
  return [=](const XrayReport& report) {
    std::vector<double> out;
    const std::vector<double>&x = given(report, "X"), &w = given(report, "W");
    for (int pixel = 0; pixel < static_cast<int>(x.size()) / channels; ++pixel)
      for (int f = 0; f < 8; ++f) {
        double sum = 0;
        for (int place = 0; place < 9; ++place) {
          const int row = pixel / width % height + place / 3 - 1, col = pixel % width + place % 3 - 1;
          if (row < 0 || row >= height || col < 0 || col >= width) continue;
          const int from = (pixel + (place / 3 - 1) * width + place % 3 - 1) * channels;
          for (int c = 0; c < channels; ++c) sum += x[from + c] * w[(f * 9 + place) * channels + c];
        }
        out.push_back(sum);
      }
    return out;
  };
}

std::vector<double> every_pixel(const XrayReport& report) {
  std::vector<double> out;
  for (int f = 0; f < 8; ++f)
    for (int pixel = 0; pixel < 50; ++pixel) {
      double sum = given(report, "bias")[f];
      for (int c = 0; c < 16; ++c) sum += given(report, "X")[c * 50 + pixel] * given(report, "W")[f * 16 + c];
      out.push_back(std::max(sum, 0.0));
    }
  return out;
}

std::vector<double> of_patches(const XrayReport& report) {
  std::vector<double> out;
  for (int at = 0; at < 3 * 7 * 8; ++at) {
    const int y = at / 56, x = at / 8 % 7, f = at % 8;
    double sum = 0;
    for (int place = 0; place < 4; ++place)
      for (int c = 0; c < 16; ++c)
        sum += given(report, "X")[((y * 2 + place / 2) * 14 + x * 2 + place % 2) * 16 + c] *
               given(report, "W")[(f * 4 + place) * 16 + c];
    out.push_back(sum);
  }
  return out;
}

std::vector<JudgedCase> convolutions() {
  const auto of = [](const char* entry, const std::vector<std::string>& arguments, const HostFunction& expected,
                     const StyleLaunch& launch) { return style_of("images.ptx", entry, arguments, expected, launch); };
  const std::vector<std::string> window = {"X=f16[y:3,x:20,c:16]", "W=f16[f:8,r:3,s:3,c:16]", "O=out f32[y:3,x:20,f:8]",
                                           "3", "20"};
  const std::vector<std::string> patches = {"X=f16[y:3,r:2,x:7,s:2,c:16]", "W=f16[f:8,r:2,s:2,c:16]",
                                            "O=out f32[y:3,x:7,f:8]", "3", "7"};
  const std::string doubt = "sums of different products are added";
  return {
      {of("three_by_three", {"X=f16[p:70,c:16]", "W=f16[f:8,r:3,s:3,c:16]", "O=out f32[p:70,f:8]", "2", "5", "7"},
          convolution(5, 7, 16), {"3", "64"}),
       unknown, doubt},
      {of("staged_window", window, convolution(3, 20, 16), {"2,3"}), unknown,
       "products of several elements that the dimensions do not relate"},
      {of("two_places", {"X=f16[y:5,x:7,c:8]", "W=f16[f:8,k:72]", "O=out f32[y:5,x:7,f:8]", "5", "7"},
          convolution(5, 7, 8), {"3"}),
       unknown, doubt},
      {of("one_by_one", {"X=f16[c:16,p:50]", "W=f16[f:8,c:16]", "bias=f16[f:8]", "O=out f16[f:8,p:50]", "50"},
          every_pixel, {"2", "64"})},
      {of("patches", patches, of_patches, {"2"}), unknown, doubt},
      with_expectation(of("patches", patches, of_patches, {"2"}), {"O = sum(r, s, c: X * W)"}),
  };
}

std::vector<double> by_signs(const XrayReport& report) {
  std::vector<double> out(128);
  for (int at = 0; at < 128 * 16; ++at)
    out[at / 16] += (std::popcount(static_cast<unsigned>((at / 128) & (at % 16))) % 2 == 0 ? 1 : -1) *
                    given(report, "X")[at % 16 * 8 + at / 16 % 8];
  return out;
}

std::vector<double> running(const XrayReport& report) {
  std::vector<double> out = given(report, "X");
  for (std::size_t at = 8; at < out.size(); ++at) out[at] += out[at - 8];
  return out;
}

std::vector<double> rows_added(const XrayReport& report) {
  std::vector<double> sums(16);
  for (int at = 0; at < 16 * 48; ++at) sums[at / 48] += given(report, "A")[at];
  return sums;
}

std::vector<double> real_part(const XrayReport& report) {
  std::vector<double> out;
  for (int at = 0; at < 128; ++at) {
    double sum = 0;
    for (int k = 0; k < 48; ++k)
      sum += given(report, "P")[at / 8 * 48 + k] * given(report, "R")[at % 8 * 48 + k] -
             given(report, "Q")[at / 8 * 48 + k] * given(report, "S")[at % 8 * 48 + k];
    out.push_back(sum);
  }
  return out;
}

std::vector<double> of_four_bits(const XrayReport& report) {
  std::vector<double> out;
  for (int at = 0; at < 128; ++at) {
    double sum = 0;
    for (int k = 0; k < 48; ++k) {
      const int two = static_cast<int>(given(report, "B")[at % 8 * 24 + k / 2]);
      sum += given(report, "A")[at / 8 * 48 + k] * ((k % 2 == 0 ? two & 15 : two >> 4) - 8);
    }
    out.push_back(sum);
  }
  return out;
}

std::vector<JudgedCase> numbers_of_factors() {
  const auto of = [](const char* entry, const std::vector<std::string>& arguments, const HostFunction& expected) {
    return style_of("numbers.ptx", entry, arguments, expected);
  };
  const std::vector<std::string> parts = {"P=f16[m:16,k:48]",
                                          "Q=f16[m:16,k:48]",
                                          "R=f16[n:8,k:48]",
                                          "S=f16[n:8,k:48]",
                                          "C=out f32[m:16,n:8]",
                                          "D=out f32[m:16,n:8]",
                                          "48"};
  const auto wide = [](const std::string& scale) {
    return std::vector<std::string>{"A=f32[m:16,k:48]" + scale, "B=f32[n:8,k:48]" + scale, "C=out f32[m:16,n:8]", "48"};
  };
  const HostFunction plain = host_product({16, 8, 48, false, true});
  const std::string unrelated = "products of several elements that the dimensions do not relate",
                    rounding = "a value is added to a copy of itself, or subtracted from it";
  std::vector<JudgedCase> all = {
      {of("signs", {"X=f16[m:16,n:8]", "O=out f32[m:16,n:8]"}, by_signs), unknown, unrelated},
      {of("ones", {"A=f16[m:16,k:48]", "y=out f32[m:16]", "48"}, rows_added)},
      {of("running_sums", {"X=f16[m:48,n:8]", "O=out f32[m:48,n:8]", "48"}, running), unknown, unrelated},
      {of("complex_parts", parts, real_part), unknown, "sums of different products are added"},
      with_expectation(of("complex_parts", parts, real_part),
                       {"C = sum(k: P * R) - sum(k: Q * S)", "D = sum(k: P * S) + sum(k: Q * R)"}),
      {of("two_bf16", wide(""), plain), unknown, rounding},
      with_expectation(of("two_bf16", wide("*0.317"), plain), {"C = sum(k: A * B)"}),
      {of("two_tf32", wide(""), plain), unknown, rounding},
      with_expectation(of("two_tf32", wide("*0.317"), plain), {"C = sum(k: A * B)"}),
      {of("four_bits", {"A=f16[m:16,k:48]", "B=u8[n:8,h:24]", "C=out f32[m:16,n:8]", "48"}, of_four_bits), unknown,
       "sums of different products are added"},
      {of("shifted_halves", {"A=f16[k:48,m:16]", "B=f16[k:48,n:8]", "C=out f32[m:16,n:8]", "48"},
          host_product({16, 8, 48, true}))},
  };
  return all;
}

std::vector<JudgedCase> pipes() {
  const auto of = [](const char* entry, const std::vector<std::string>& arguments, const HostFunction& expected,
                     const StyleLaunch& launch = {}) {
    return style_of("pipes.ptx", entry, arguments, expected, launch);
  };
  const std::vector<std::string> small = {"A=f16[m:16,k:80]", "B=f16[k:80,n:8]:col", "C=out f32[m:16,n:8]", "80"};
  const HostFunction product = host_product({16, 8, 80, false, true});
  return {
      {of("three_stages", {"A=f16[m:50,k:72]", "B=f16[k:72,n:40]", "C=out f16[m:50,n:40]", "50", "40", "72"},
          host_product({50, 40, 72}), {"2,2", "128"})},
      {of("through_registers", small, product)},
      {of("by_pipeline", small, product)},
      {of("cooperative", {"A=f32[m:16,k:37]", "B=f32[k:37,n:6]", "C=out f32[m:16,n:6]", "37"},
          host_product({16, 6, 37}), {"2", "32", 8 * 37 * 4})},
      {of("handed_out",
          {"A=f16[m:80,k:48]", "B=f16[k:48,n:8]:col", "C=out f32[m:80,n:8]", "next=inout s32[z:1]*0", "5", "48"},
          host_product({80, 8, 48, false, true}), {"2"}),
       unknown, "a constant, of no input"},
  };
}

std::vector<JudgedCase> warpgroups() {
  const auto of = [](const char* entry, const std::vector<std::string>& arguments, const HostFunction& expected,
                     const StyleLaunch& launch) { return style_of("hoppers.ptx", entry, arguments, expected, launch); };
  std::vector<JudgedCase> all;
  for (const int bytes : {128, 64, 32}) {
    const std::string box = ",box=" + std::to_string(bytes / 2), swizzle = ",swizzle=" + std::to_string(bytes) + ")";
    all.push_back({of(("swizzle_" + std::to_string(bytes)).c_str(),
                      {"tma(A=f16[m:64,k:128]" + box + "x64" + swizzle,
                       "tma(B=f16[k:128,n:32]:col" + box + "x32" + swizzle, "C=out f32[m:64,n:32]", "128"},
                      host_product({64, 32, 128, false, true}), {"1", "128"})});
  }
  all.push_back({of("two_consumers",
                    {"tma(A=f16[m:256,k:192],box=64x128,swizzle=128)",
                     "tma(B=f16[k:192,n:32]:col,box=64x32,swizzle=128)", "tma(C=out f16[m:256,n:32],box=32x64)", "192"},
                    host_product({256, 32, 192, false, true}), {"2", "384"})});
  all.push_back({of("scores_in_registers",
                    {"Q=f16[q:128,e:32]*0.3", "tma(K=f16[j:96,e:32]*0.3,box=32x32,swizzle=64)",
                     "tma(V=f16[j:96,d:32],box=32x32,swizzle=64)", "O=out f32[q:128,d:32]", "96", "scale=0.17677669"},
                    host_attention({128, 96, 32, 32, 1, 1, root}), {"2", "128"})});
  all.push_back({of("batches",
                    {"tma(A=f16[z:2,m:64,k:128],box=64x64x1,swizzle=128)",
                     "tma(B=f16[z:2,n:32,k:128],box=64x32x1,swizzle=128)", "C=out f16[z:2,n:32,m:64]", "128"},
                    host_product({64, 32, 128, false, true, true, 2}), {"1,1,2", "128"})});
  return all;
}

}  // namespace

std::vector<JudgedCase> larger_styles() {
  std::vector<JudgedCase> all;
  for (const auto& some : {attentions(), convolutions(), numbers_of_factors(), pipes(), warpgroups()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace tcviz
