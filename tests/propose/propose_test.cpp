// Launches proposed for small kernels of many styles. The PTX has only what a compiler would say of the signature, and
// how the pointers are used; the launches were typed by hand.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/propose/host_text.hpp"
#include "gpu/kernel/xray/propose/kernel_text.hpp"
#include "gpu/kernel/xray/propose/propose.hpp"
#include "gpu/kernel/xray/propose/sizes.hpp"
#include "gpu/kernel/xray/verdict/judged_as_proposed.hpp"
#include "tests/propose/proposed.hpp"

namespace tcviz {
namespace {

const std::vector<std::string> gemm_types = {".u64", ".u64", ".u64", ".u32", ".u32", ".u32"};

constexpr std::string_view naive = R"(
__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; ++k) sum += A[row * K + k] * B[k * N + col];
  C[row * N + col] = sum;
}
)";

TEST(Propose, SizesAreTilesOfTheGridOfTheCall) {
  const std::string source = std::string(naive) + R"(
void run(float* a, float* b, float* c, int m, int n, int k) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, (m + 15) / 16);
  gemm<<<grid, block>>>(a, b, c, m, n, k);
}
)";
  const LaunchProposal made = proposed(ptx("gemm", gemm_types, "rrw---"), source);
  EXPECT_EQ(call_of(made),
            "gemm <<<(4,2), (16,16)>>> (A=f32[m:32,k:256], B=f32[k:256,n:64], C=out f32[m:32,n:64], 32, 64, 256)");
  EXPECT_TRUE(made.grid.known);
  EXPECT_EQ(made.grid.origin, "line 12: gemm<<<grid, block>>>");
  EXPECT_TRUE(made.block.known);
  EXPECT_FALSE(made.arguments[0].known);
  EXPECT_EQ(made.arguments[0].origin, "const: an input");
  EXPECT_TRUE(made.missing().empty());
}

// What another file states is named by that file and its line.
TEST(Propose, TheCallMayStandInAnotherFile) {
  const Result<PtxModule> module = read_ptx(ptx("gemm", gemm_types, "rrw---"));
  ASSERT_TRUE(module.ok());
  HostSource source{std::string(naive)};
  source.launcher_line = 1 + static_cast<int>(std::ranges::count(source.text, '\n'));
  source.launcher = "main.cu";
  source.text += "void run() {\n  gemm<<<dim3(3, 5), 96>>>(a, b, c, m, n, k);\n}\n";
  const Result<LaunchProposal> made = propose_launch(module.value(), source, "");
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made.value().grid.text, "3,5");
  EXPECT_EQ(made.value().block.text, "96");
  EXPECT_EQ(made.value().block.origin, "main.cu:2: gemm<<<dim3(3, 5), 96>>>");
}

TEST(Propose, WithoutACallTheGridIsProposed) {
  const LaunchProposal made = proposed(ptx("gemm", gemm_types, "rrw---"), std::string(naive));
  EXPECT_EQ(made.block.text, "16,16");
  EXPECT_EQ(made.grid.text, "4,4");  // 64 by 64 elements
  EXPECT_FALSE(made.grid.known);
}

// A shift and a comparison are no brackets, and those of templates are.
TEST(Propose, SignsOfTemplatesInLaunches) {
  struct Case {
    std::string configuration, grid, block;
  };
  const std::vector<Case> cases = {{"dim3(N >> 4, M >> 4), 96", "4,2", "96"},
                                   {"dim3(2, 3), 1 < 2 ? 64 : 32", "2,3", "64"},
                                   {"1 < 2 ? 5 : 6, 96", "5", "96"},
                                   {"dim3(1 < 2, 3 > 2), 96", "1,1", "96"},
                                   {"static_cast<unsigned>(7), 96", "7", "96"},
                                   {"side<2, 3>(7), 96", "7", "96"}};
  for (const Case& one : cases) {
    const std::string helper = "template <int A, class B> int side(int n) { return n; }\n";
    const std::string call = "void run(float* a, float* b, float* c, int M, int N, int K) {\n  gemm<<<" +
                             one.configuration + ">>>(a, b, c, M, N, K);\n}\n";
    const LaunchProposal made = proposed(ptx("gemm", gemm_types, "rrw---"), std::string(naive) + helper + call);
    EXPECT_EQ(made.grid.text, one.grid) << one.configuration;
    EXPECT_EQ(made.block.text, one.block) << one.configuration;
  }
}

// Numbers of a host that are too large to be computed with.
TEST(Propose, NumbersAtTheEdge) {
  for (const std::string grid : {"9223372036854775807 - N * 0", "N > 20000 ? -9223372036854775807 - 1 : 5",
                                 "N < 2 ? 9223372036854775807 : N", "M < 600 ? 9223372036854775807 : M - 599"}) {
    const std::string call = "void run(float* a, float* b, float* c, int M, int N, int K) {\n  gemm<<<" + grid +
                             ", 96>>>(a, b, c, M, N, K);\n}\n";
    const LaunchProposal made = proposed(ptx("gemm", gemm_types, "rrw---"), std::string(naive) + call);
    EXPECT_TRUE(made.missing().empty()) << grid;
    EXPECT_EQ(made.block.text, "96") << grid;
  }
  const std::string far = "[gemm_param_0+9223372036854775800]";
  std::string text = ptx("gemm", gemm_types, "rrw---");
  text.replace(text.find("ret;"), 4, "ld.param.v2.u64 {%rd1, %rd2}, " + far + ";\nret;");
  EXPECT_EQ(proposed(text, std::string(naive)).arguments.size(), gemm_types.size());
}

TEST(Propose, NamesOfALaunchAreTheirOwn) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(launch_names({"A.elements", "A.width", "B.elements", "n"}),
            (Names{"A_elements", "width", "B_elements", "n"}));
  EXPECT_EQ(launch_names({"a", "a", "a2", "p.q.a"}), (Names{"a", "a2", "a22", "p_q_a"}));
}

TEST(Propose, MacrosFunctionsAndAttributesOfTheHost) {
  const std::string source = R"(
#define BM 128
#define BN (BM / 2)
#define BK 32
inline int div_ceil(int a, int b) { return (a % b != 0) ? (a / b + 1) : (a / b); }
__global__ void tiled(half* A, half* B, half* C, size_t M, size_t N, size_t K) {
  extern __shared__ half smem[];
  load(A + blockIdx.x * BM * K, B + blockIdx.y * BN * K, C + threadIdx.x * N);
}
size_t bytes() {
  size_t most = std::max((BM + BN) * BK * sizeof(half), BM * BN * sizeof(half));
  return most;
}
void run(half* a, half* b, half* c, size_t M, size_t N, size_t K) {
  static size_t shared = bytes();
  dim3 grid(div_ceil(M, BM), div_ceil(N, BN));
  tiled<<<grid, 256, shared>>>(a, b, c, M, N, K);
}
)";
  const LaunchProposal made =
      proposed(ptx("tiled", {".u64", ".u64", ".u64", ".u64", ".u64", ".u64"}, "rrw---", "", "b16"), source);
  EXPECT_EQ(
      call_of(made),
      "tiled <<<(1,1), 256, 16384>>> (A=f16[m:128,k:256], B=f16[n:64,k:256], C=out f16[m:128,n:64], 128, 64, 256)");
  EXPECT_EQ(made.arguments[5].origin, "4 tiles of 32, times 2 to differ from another size");
}

TEST(Propose, TemplateArgumentsOfTheMangledName) {
  const std::string source = R"(
template <int BM, int BN, int BK>
__global__ void __launch_bounds__((BM * BN) / 64) sgemm(int M, int N, int K, float alpha, float *A, float *B,
                                                         float beta, float *C) {
  A += blockIdx.y * BM * K; B += blockIdx.x * BN; C += blockIdx.y * BM * N;
  C[threadIdx.x * N] = alpha * A[threadIdx.x * K] * B[threadIdx.x * N] + beta * C[threadIdx.x * N];
}
void run(int M, int N, int K, float alpha, float *A, float *B, float beta, float *C) {
  const uint BM = 64, BN = 64, BK = 8;
  dim3 gridDim((N + BN - 1) / BN, (M + BM - 1) / BM);
  sgemm<BM, BN, BK><<<gridDim, (BM * BN) / 64>>>(M, N, K, alpha, A, B, beta, C);
}
)";
  const std::string name = "_Z5sgemmILi64ELi64ELi8EEviiifPfS0_fS0_";
  const LaunchProposal made =
      proposed(ptx(name, {".u32", ".u32", ".u32", ".f32", ".u64", ".u64", ".f32", ".u64"}, "----rr-b"), source);
  EXPECT_EQ(call_of(made),
            "sgemm <<<(2,1), 64>>> (64, 128, 256, alpha=0.5, A=f32[m:64,k:256], B=f32[k:256,n:128], beta=0.25, "
            "C=inout f32[m:64,n:128])");
}

TEST(Propose, ConstantsOfTheSource) {
  const std::string source = R"(
constexpr int M_TOTAL = 64, N_TOTAL = 32;
#define K_TOTAL 48
#define M 16
__global__ void wmma_kernel(const half* a, const half* b, float* c) {
  load_matrix_sync(fa, a + threadIdx.x, K_TOTAL);
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
}
int main() {
  dim3 gridDim, blockDim;
  blockDim.x = 4 * 32;
  blockDim.y = 4;
  gridDim.x = (M_TOTAL + (M * blockDim.x / 32 - 1)) / (M * blockDim.x / 32);
  wmma_kernel<<<gridDim, blockDim>>>(a, b, c);
}
)";
  const LaunchProposal made = proposed(ptx("_Z11wmma_kernelPK6__halfS1_Pf", {".u64", ".u64", ".u64"}, "rrw"), source);
  EXPECT_EQ(call_of(made), "wmma_kernel <<<1, (128,4)>>> (a=f16[m:64,k:48], b=f16[n:32,k:48], c=out f32[m:64,n:32])");
}

TEST(Propose, OneSizeOfSquareMatrices) {
  const std::string source = R"(
__global__ void matmul(float* a, float* b, float* c, int N) {
  int row = threadIdx.y, col = threadIdx.x;
  for (int k = 0; k < N; ++k) sum += a[row * N + k] * b[k * N + col];
  c[row * N + col] = sum;
}
void run() { matmul<<<dim3(N / 32, N / 32), dim3(32, 32)>>>(a, b, c, N); }
)";
  const LaunchProposal made = proposed(ptx("matmul", {".u64", ".u64", ".u64", ".u32"}, "rrw-"), source);
  EXPECT_EQ(made.arguments[0].text.substr(0, 8), "a=f32[m:");
  EXPECT_EQ(made.arguments[1].text.substr(0, 8), "b=f32[k:");
  EXPECT_EQ(made.arguments[2].text.substr(0, 12), "c=out f32[m:");
}

TEST(Propose, ElementwiseAndLines) {
  const LaunchProposal add =
      proposed(ptx("add", {".u64", ".u64", ".u64", ".u32"}, "rrw-"),
               "__global__ void add(const float* x, const float* y, float* z, int n) { int i = 0; "
               "z[i] = x[i] + y[i]; }\nvoid f() { add<<<(n + 255) / 256, 256>>>(x, y, z, n); }");
  EXPECT_EQ(call_of(add), "add <<<2, 256>>> (x=f32[n:512], y=f32[n:512], z=out f32[n:512], 512)");
  const LaunchProposal softmax = proposed(
      ptx("softmax", {".u64", ".u64", ".u32", ".u32"}, "rw--"),
      "__global__ void softmax(const float* x, float* y, int rows, int cols) { const float* line = x + blockIdx.x * "
      "cols; y[blockIdx.x * cols + threadIdx.x] = line[0]; }");
  EXPECT_EQ(softmax.arguments[0].text, "x=f32[rows:1024,cols:1024]");
  EXPECT_EQ(softmax.arguments[1].text, "y=out f32[rows:1024,cols:1024]");
}

TEST(Propose, WhatThePtxRequiresIsKnown) {
  const LaunchProposal made = proposed(ptx("gemm", gemm_types, "rrw---", ".reqntid 128, 1, 1"), std::string(naive));
  EXPECT_EQ(made.block.text, "128");
  EXPECT_TRUE(made.block.known);
}

TEST(Propose, StructuresAndTensorMapsOfNoCodeAreNamedAsMissing) {
  const LaunchProposal made =
      proposed(ptx("f", {".align 8 .b8[48]", ".align 64 .b8[128]", ".u64"}, "--w"),
               "__global__ void f(const Params params, const __grid_constant__ CUtensorMap map, float* C) {}");
  const auto missing = made.missing();
  ASSERT_EQ(missing.size(), 2U);
  EXPECT_EQ(missing[0]->name, "params");
  EXPECT_EQ(missing[0]->origin, "a structure of 48 bytes: write its fields, such as struct(A=f16[m:64,k:128], i64:64)");
  EXPECT_EQ(missing[1]->name, "map");
  EXPECT_EQ(missing[1]->origin.substr(0, 44), "a tensor map that no host code here encodes:");
}

TEST(Propose, PtxAloneLeavesFieldsOpen) {
  const LaunchProposal made = proposed(ptx("gemm", gemm_types, "rrw---"), "");
  ASSERT_FALSE(made.missing().empty());
  EXPECT_EQ(made.missing().front()->name, "block");
}

TEST(Propose, ATemplateWithoutInstanceIsSaidSo) {
  const Result<PtxModule> module = read_ptx(".version 8.0\n.target sm_80\n.address_size 64\n");
  ASSERT_TRUE(module.ok());
  const std::string gemm = "template <int N> __global__ void gemm(float* a) {}\n", small =
                                                                                       "template <int N> __global__ "
                                                                                       "void small_gemm(float* a) {}\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {gemm,
       "gemm is a template that is instantiated nowhere here. Give the file that launches it, or add an instance: "
       "template __global__ void gemm<64>(...);"},
      {small + gemm, "small_gemm, gemm are templates that are instantiated nowhere here."}};
  for (const auto& [source, says] : cases) {
    const auto made = propose_launch(module.value(), {source}, "");
    ASSERT_FALSE(made.ok());
    EXPECT_NE(made.error().message.find(says), std::string::npos) << made.error().message;
  }
}

TEST(Comment, BehindCodeIsRefusedWhereverItStands) {
  for (const std::string line : {"int a; // xray: <<<1, 32>>> (1)", "int xray; // xray: <<<1, 32>>> (1)",
                                 "int xray = xray; /*  xray: <<<1, 32>>> (1) */", "xray(); //xray-expect: C = 1"}) {
    LaunchWords words;
    const Status read = add_launch_comments("\n" + line + "\n", words, "a.cu");
    ASSERT_FALSE(read.ok()) << line;
    EXPECT_EQ(read.error().message.find("line 2 of a.cu: a comment for the X-ray stands in a line of its own"), 0U);
  }
  LaunchWords none;
  EXPECT_TRUE(add_launch_comments("int xray; // the xray: see <<<1>>>\nxray(\"xray:\");\n", none));
  EXPECT_TRUE(none.block.empty());
}

// A launch goes on until its brackets are closed, an expectation as well.
TEST(Comment, GoesOnOverLines) {
  LaunchWords words;
  const std::string source =
      "// xray: gemm <<<(2,\n// 3), 64>>>\n// (A=f16[m:64,k:128],\n// struct(i64:64,\n// f16[x:2]), 64)\n// other "
      "(words\n"
      "// xray-expect: C = sum(k:\n// A * B)\n// more\n";
  ASSERT_TRUE(add_launch_comments(source, words).ok());
  EXPECT_EQ(words.grid, "2, 3");
  EXPECT_EQ(words.arguments, (std::vector<std::string>{"A=f16[m:64,k:128]", "struct(i64:64, f16[x:2])", "64"}));
  EXPECT_EQ(words.expected, std::vector<std::string>{"C = sum(k: A * B)"});
}

TEST(Comment, StandsAboveTheKernelAndKeepsAllElse) {
  LaunchWords words;
  words.entry = "gemm", words.grid = "2,4", words.block = "128", words.shared = "1024";
  words.arguments = {"A=f16[m:64,k:128]", "64"};
  LaunchProposal made;
  made.entry = "gemm<64>", made.call = call_text(words);
  const std::string line = "// xray: gemm <<<(2,4), 128, 1024>>> (A=f16[m:64,k:128], 64)";
  EXPECT_EQ(with_launch_comment("int x;\r\ntemplate <int N>\r\n__global__ void gemm(int) {}\r\n", made),
            "int x;\r\n" + line + "\r\ntemplate <int N>\r\n__global__ void gemm(int) {}\r\n");
  EXPECT_EQ(with_launch_comment("#define K \\\n__global__ void gemm(int) {}\n", made),
            line + "\n#define K \\\n__global__ void gemm(int) {}\n");
  EXPECT_EQ(with_launch_comment("\xef\xbb\xbfint x;", made), "\xef\xbb\xbf" + line + "\nint x;");
  LaunchWords read;
  ASSERT_TRUE(add_launch_comments(line, read));
  EXPECT_EQ(call_text(read), call_text(words));
}

TEST(Names, OfSizesAndTemplates) {
  EXPECT_EQ(letter_of_size("M"), 'm');
  EXPECT_EQ(letter_of_size("N_GLOBAL"), 'n');
  EXPECT_EQ(letter_of_size("kK"), 'k');
  EXPECT_EQ(letter_of_size("Config::size_k"), 'k');
  EXPECT_TRUE(is_pitch_name("lda"));
  EXPECT_EQ(letter_of_size("lda"), 0);
  EXPECT_EQ(letter_of_size("MN"), 0);
  const auto given = demangled_template_arguments("void f<64, (int)8, float, true>(float const*)");
  ASSERT_EQ(given.size(), 4U);
  EXPECT_EQ(given[0], 64);
  EXPECT_EQ(given[1], 8);
  EXPECT_FALSE(given[2].has_value());
  EXPECT_EQ(given[3], 1);
}

// Bytes of the sources above are changed, removed and repeated: a proposal or a sentence comes back each time.
TEST(Propose, AnyTextIsAnswered) {
  const std::string seed =
      std::string(naive) +
      "#define BM (BM2 + 1)\n#define BM2 BM\nint f(int a) { return f(a) + f(a); }\n"
      "dim3 grid(f(M), ceil(M / 16.0), g.x); int g = grid, h = {h, h};\n"
      "void run() { auto k = gemm<1, 2>; k<<<grid, dim3{16, f(3)}, f(f(f(2)))>>>(a, b, c, M, N, K); }";
  const Result<PtxModule> module = read_ptx(ptx("gemm", gemm_types, "rrw---"));
  ASSERT_TRUE(module.ok());
  std::mt19937 random(7);
  for (int turn = 0; turn < 1500; ++turn) {
    std::string text = seed;
    for (int edit = 0; edit < 1 + turn % 9; ++edit) {
      const std::size_t at = random() % text.size();
      const std::size_t some = random() % 12;
      if (edit % 3 == 0) text.erase(at, some);
      if (edit % 3 == 1) text.insert(at, text.substr(random() % text.size(), some));
      if (edit % 3 == 2) text[at] = "(){}<>,;*=#\"\\'\n&M1"[random() % 18];
    }
    const auto made = propose_launch(module.value(), {text}, "");
    ASSERT_TRUE(made.ok() || !made.error().message.empty());
    if (made.ok()) {
      ASSERT_EQ(made.value().arguments.size(), gemm_types.size());
    }
  }
}

// A field that nobody stated leaves open what would be wrong; what is right stays so.
TEST(JudgedAsProposed, NothingStaysWrongUnlessAllIsStated) {
  LaunchProposal made;
  made.grid.known = made.block.known = made.shared.known = true;
  made.arguments.push_back({"A", "A=f16[m:64,k:128]", "const: an input", false});
  XrayReport wrong;
  wrong.verdict = VerdictState::Wrong;
  wrong.outputs.resize(2);
  wrong.outputs[0].state = VerdictState::Wrong;
  wrong.outputs[0].classes.resize(2);
  wrong.outputs[0].classes[0].state = VerdictState::Incomplete;
  wrong.outputs[0].numbers.emplace().state = VerdictState::Wrong;
  wrong.findings.resize(1);
  XrayReport open = wrong, stated = wrong;
  judge_as_proposed(made, open);
  EXPECT_TRUE(open.left_open);
  EXPECT_EQ(open.verdict, VerdictState::Unjudged);
  EXPECT_EQ(open.outputs[0].state, VerdictState::Unjudged);
  EXPECT_EQ(open.outputs[0].classes[0].state, VerdictState::Unjudged);
  EXPECT_EQ(open.outputs[0].classes[1].state, VerdictState::Right);
  EXPECT_EQ(open.outputs[0].numbers->state, VerdictState::Unjudged);
  EXPECT_EQ(open.outputs[1].state, VerdictState::Right);
  EXPECT_EQ(open.findings.size(), 1U);
  made.arguments[0].known = true;
  judge_as_proposed(made, stated);
  EXPECT_FALSE(stated.left_open);
  EXPECT_EQ(stated.verdict, VerdictState::Wrong);
}

}  // namespace
}  // namespace tcviz
