// Structures by value, proposed from their definition and from what the host fills them with. The launches were typed
// by hand.
#include "tests/propose/proposed.hpp"

namespace tcviz {
namespace {

// A kernel that loads the pointers of its structure from these places, and stores to the last one.
std::string ptx_of_struct(const std::string& name, int bytes, const std::vector<int>& pointers) {
  std::string body;
  for (std::size_t n = 0; n < pointers.size(); ++n) {
    body += fmt::format("ld.param.u64 %rd{}, [{}_param_0+{}];\n", n, name, pointers[n]);
    body += n + 1 == pointers.size() ? fmt::format("st.global.f32 [%rd{}], %f1;\n", n)
                                     : fmt::format("ld.global.b16 %h1, [%rd{}];\n", n);
  }
  return fmt::format(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry {0}(.param .align 8 .b8 {0}_param_0[{1}])\n{{\n"
      ".reg .b32 %f<2>;\n.reg .b16 %h<2>;\n.reg .b64 %rd<30>;\n{2}ret;\n}}\n",
      name, bytes, body);
}

constexpr std::string_view kernel = R"(
struct Gemm {
  const half* __restrict__ A;
  half const *B;
  float* C;
  int M, N, K;
  float alpha = 1.0f;
  int blocks() const { return M / 64; }
};
__global__ void gemm(Gemm p) {
  const half* a = p.A + threadIdx.x * p.K;
  p.C[threadIdx.x * p.N] = p.alpha * a[0] * p.B[threadIdx.x * p.N];
}
)";
const std::string gemm_ptx = ptx_of_struct("_Z4gemm4Gemm", 40, {0, 8, 16});
constexpr std::string_view as_typed =
    "gemm <<<(2,1), 96>>> (struct(A=f16[m:64,k:256], B=f16[k:256,n:128], C=out f32[m:64,n:128], i32:64, i32:128, "
    "i32:256, alpha=f32:0.5))";

TEST(Structures, AreFilledFieldByFieldOrInLists) {
  const std::vector<std::string> launches = {
      "void run(half* x, half* y, float* z, int M, int N, int K) { Gemm q; q.A = x; q.B = y; q.C = z;\n"
      "q.M = M; q.N = N; q.K = K; q.alpha = 1; gemm<<<dim3(q.N / 64, q.M / 64), 96>>>(q); }",
      "void run(half* x, half* y, float* z, int M, int N, int K) { Gemm q{x, y, z, M, N, K, 1.f};\n"
      "gemm<<<dim3(N / 64, M / 64), 96>>>(q); }",
      "void run(half* x, half* y, float* z, int M, int N, int K) { Gemm q = {.A = x, .B = y, .C = z, .M = M, .N = N,\n"
      ".K = K, .alpha = 1.f}; gemm<<<dim3(N / 64, M / 64), 96>>>(q); }",
      "void run(half* x, half* y, float* z, int M, int N, int K) {\n"
      "gemm<<<dim3(N / 64, M / 64), 96>>>(Gemm{x, y, z, M, N, K, 1.f}); }"};
  for (const std::string& one : launches) {
    const LaunchProposal made = proposed(gemm_ptx, std::string(kernel) + one);
    EXPECT_EQ(call_of(made), as_typed) << one;
    ASSERT_EQ(made.arguments.size(), 1U);
    EXPECT_EQ(made.arguments[0].name, "p");
    EXPECT_EQ(made.arguments[0].origin, "line 2: p has these fields");
    EXPECT_FALSE(made.arguments[0].known);
  }
}

// The proposal is read again as a launch: each field is where the compiler puts it.
TEST(Structures, InsideEachOtherHaveTheirPlaces) {
  const std::string source = R"(
struct Pair { char tag; long long size; };
struct All { short first; Pair pair; bool last; const float* in; float* out; int sides[2]; float4 four; };
__global__ void copy(const All all) { all.out[threadIdx.x] = all.in[threadIdx.x]; }
void run() { copy<<<2, 32>>>(all); }
)";
  const LaunchProposal made = proposed(ptx_of_struct("_Z4copy3All", 80, {32, 40}), source);
  LaunchWords words;
  add_proposal(made, words);
  const Result<XrayRequest> read = launch_of(words);
  ASSERT_TRUE(read.ok()) << read.error().message << call_text(words);
  std::vector<std::int64_t> places;
  for (const XrayArgument& one : read.value().arguments)
    if (one.form != XrayArgument::Form::Bytes) places.push_back(one.in_struct->offset);
  EXPECT_EQ(places, (std::vector<std::int64_t>{0, 8, 16, 24, 32, 40, 48, 52})) << call_text(words);
  EXPECT_EQ(read.value().arguments[5].array.role, ArrayRole::In) << call_text(words);
}

TEST(Structures, ThatAreNotUnderstoodAreMissing) {
  const std::vector<std::string> definitions = {"", "struct Gemm { Layout<3> of; };", "struct Gemm { half* A; };"};
  for (const std::string& one : definitions) {
    const LaunchProposal made = proposed(gemm_ptx, one + "__global__ void gemm(Gemm p) { }");
    ASSERT_EQ(made.arguments.size(), 1U);
    EXPECT_TRUE(made.arguments[0].text.empty()) << made.arguments[0].text;
    EXPECT_EQ(made.arguments[0].origin.find("a structure of 40 bytes: write its fields"), 0U);
  }
}

}  // namespace
}  // namespace tcviz
