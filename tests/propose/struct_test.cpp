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

// A structure whose last field is a pointer, with these declarations in front of it.
struct Declared {
  std::string declarations;
  int bytes = 0;       // of the structure, with what a compiler makes of them
  std::string fields;  // in front of the pointer; "?": they are not understood, and nothing is proposed
};
std::string proposal_for(const Declared& one) {
  const std::string source = "struct In { short a; };\nstruct Gemm {\n" + one.declarations +
                             "\nfloat* out;\n};\n__global__ void copy(Gemm p) { p.out[threadIdx.x] = 0; }\n";
  return proposed(ptx_of_struct("_Z4copy4Gemm", one.bytes, {one.bytes - 8}), source).arguments.at(0).text;
}

TEST(Structures, DeclarationsOfEveryKind) {
  const std::vector<Declared> cases = {
      {"int N = sizeof(float) * 8;", 16, "i32:64"},
      {"struct In n;", 16, "i16:1024"},
      {"int list[3] = {1, 2, 3}, more;", 24, "i32:32, i32:32, i32:64, i32:64"},
      {"constexpr static int tile = 4; inline static float x = 1; static const int y[2];", 8, ""},
      {"enum Mode { A, B }; enum class Kind : int { C }; struct Later; struct Inner { int i; }; using I = int;", 8, ""},
      {"Gemm() = default; Gemm(int a) : out(nullptr) {} ~Gemm() {} int size() const;", 8, ""},
      {"bool operator==(const Gemm& o) const { return true; } operator float*() const { return out; }", 8, ""},
      {"template <class T> void set(T t) { out = t; }", 8, ""},
      {"alignas(16) float x;", 8, "?"},
      {"void (*calls[2])(int);", 8, "?"},
      {"std::function<void(int)> f;", 8, "?"},
      {"virtual void f() {}", 8, "?"},
      {"struct { int i; };", 8, "?"},
      {"enum Mode { A, B } mode;", 8, "?"},
      {"int bits : 3;", 16, "?"},
      {"int m[2][2];", 16, "?"},
      {"In two[2];", 16, "?"}};
  for (const Declared& one : cases) {
    const std::string text = proposal_for(one);
    const std::string begin = "struct(" + one.fields + (one.fields.empty() ? "" : ", ") + "out=out f32[";
    if (one.fields == "?")
      EXPECT_EQ(text, "") << one.declarations;
    else
      EXPECT_EQ(text.substr(0, begin.size()), begin) << one.declarations;
  }
}

// Returns PTX of a kernel with three structures of 16 bytes, each with a pointer at 8: two are read, the last is
// written.
std::string ptx_of_matrices(const std::string& name) {
  std::string params, body;
  for (int n = 0; n < 3; ++n) {
    params += fmt::format("{}.param .align 8 .b8 {}_param_{}[16]", n == 0 ? "" : ", ", name, n);
    body += fmt::format("ld.param.u64 %rd{0}, [{1}_param_{0}+8];\n", n, name);
    body += n < 2 ? fmt::format("ld.global.f32 %f1, [%rd{}];\n", n) : "st.global.f32 [%rd2], %f1;\n";
  }
  return fmt::format(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry {}({})\n{{\n.reg .b32 %f<2>;\n"
      ".reg .b64 %rd<4>;\n{}ret;\n}}\n",
      name, params, body);
}

// The product of the CUDA C++ Programming Guide, whose matrices are structures: sides that meet have one size.
TEST(Structures, MatricesOfAProduct) {
  const std::string source = R"(
typedef struct { int width; int height; float* elements; } Matrix;
__global__ void MatMul(const Matrix, const Matrix, Matrix);
void run(const Matrix A, const Matrix B, Matrix C) {
  Matrix d_A; d_A.width = A.width; d_A.height = A.height;
  Matrix d_B; d_B.width = B.width; d_B.height = B.height;
  Matrix d_C; d_C.width = C.width; d_C.height = C.height;
  dim3 dimBlock(16, 16);
  dim3 dimGrid(B.width / dimBlock.x, A.height / dimBlock.y);
  MatMul<<<dimGrid, dimBlock>>>(d_A, d_B, d_C);
}
__global__ void MatMul(Matrix A, Matrix B, Matrix C) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int e = 0; e < A.width; ++e) sum += A.elements[row * A.width + e] * B.elements[e * B.width + col];
  C.elements[row * C.width + col] = sum;
}
)";
  const LaunchProposal made = proposed(ptx_of_matrices("_Z6MatMul6MatrixS_S_"), source);
  EXPECT_EQ(
      call_of(made),
      "MatMul <<<(4,2), (16,16)>>> (struct(i32:256, i32:32, A_elements=f32[m:32,k:256]), "
      "struct(i32:64, i32:256, B_elements=f32[k:256,n:64]), struct(i32:64, i32:32, C_elements=out f32[m:32,n:64]))");
  LaunchWords words;
  add_proposal(made, words);
  EXPECT_TRUE(launch_of(words).ok());
}

// Matrices that are no factors have the sides of their own structure; those of one name are one size.
TEST(Structures, MatricesThatAreAdded) {
  const std::string source = R"(
struct Image { int deep, wide; float* data; };
__global__ void add(Image a, Image b, Image c) {
  int at = blockIdx.x * a.wide + threadIdx.x;
  c.data[blockIdx.x * c.wide + threadIdx.x] = a.data[blockIdx.x * a.wide + threadIdx.x] + b.data[at];
}
)";
  const LaunchProposal made = proposed(ptx_of_matrices("_Z3add5ImageS_S_"), source);
  ASSERT_EQ(made.arguments.size(), 3U);
  EXPECT_EQ(made.arguments[0].text, "struct(i32:1024, i32:1024, a_data=f32[deep:1024,wide:1024])");
  EXPECT_EQ(made.arguments[1].text, "struct(i32:1024, i32:1024, b_data=f32[deep:1024,wide:1024])");
  EXPECT_EQ(made.arguments[2].text, "struct(i32:1024, i32:1024, c_data=out f32[deep:1024,wide:1024])");
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
