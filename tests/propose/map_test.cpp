// Tensor maps proposed from host code of many styles. The launches were typed by hand.
#include <random>

#include "tests/propose/proposed.hpp"

namespace tcviz {
namespace {

const std::string map_type = ".align 64 .b8[128]";
const std::vector<std::string> gemm_types = {map_type, map_type, ".u64", ".u32", ".u32", ".u32"};
constexpr std::string_view kernel = R"(
#define CEIL(a, b) (((a) + (b) - 1) / (b))
template <int BM, int BN, int BK>
__global__ void product(const __grid_constant__ CUtensorMap of_a, const __grid_constant__ CUtensorMap of_b, float* out,
                        int M, int N, int K) {
  out[threadIdx.x * N] = 0;
}
)";
const std::string name = "_Z7productILi64ELi128ELi32EEv14CUtensorMap_stS0_Pfiii";
constexpr std::string_view as_typed =
    "product <<<(1,1), 128>>> (tma(a=bf16[m:64,k:256],box=32x64,swizzle=64), "
    "tma(b=bf16[n:128,k:256],box=32x128,swizzle=64), out=out f32[m:64,n:128], 64, 128, 256)";

constexpr std::string_view launch = R"(
void run(bf16* a, bf16* b, float* d, int M, int N, int K) {
  MAPS
  product<64, 128, 32><<<dim3(CEIL(N, 128), CEIL(M, 64)), 128>>>(map_a, map_b, d, M, N, K);
}
)";

std::string with(const std::string& helper, const std::string& maps) {
  std::string call(launch);
  call.replace(call.find("MAPS"), 4, maps);
  return std::string(kernel) + helper + call;
}
std::string call_with(const std::string& helper, const std::string& maps) {
  return call_of(proposed(ptx(name, gemm_types, "llw---"), with(helper, maps)));
}

TEST(Maps, OfATemplateThatFillsThem) {
  const std::string helper = R"(
template <int Rows, int Cols>
void fill(CUtensorMap* map, bf16* from, int high, int wide) {
  void* address = (void*)from;
  uint64_t shape[5] = {(uint64_t)Cols * wide, (uint64_t)Rows * high, 1, 1, 1};
  uint64_t apart[5] = {sizeof(bf16), sizeof(bf16) * Cols * wide, 0, 0, 0};
  uint32_t box[5] = {uint32_t(Cols), uint32_t(Rows), 1, 1, 1};
  uint32_t step[5] = {1, 1, 1, 1, 1};
  CUresult done = cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, address, shape, apart + 1, box, step,
      CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
)";
  EXPECT_EQ(call_with(helper,
                      "CUtensorMap map_a, map_b; fill<64, 32>(&map_a, a, M / 64, K / 32);"
                      "fill<128, 32>(&map_b, b, N / 128, K / 32);"),
            as_typed);
}

// The map comes back from a function that gets its type by another one, and its box and swizzle from the caller.
TEST(Maps, OfAFunctionThatReturnsThem) {
  const std::string helper = R"(
static CUtensorMap make_2d(void* at, uint64_t rows, uint64_t cols, uint32_t box_rows, uint32_t box_cols,
                           CUtensorMapDataType type, CUtensorMapSwizzle how) {
  CUtensorMap made{};
  cuuint64_t dims[2];
  dims[0] = cols;
  dims[1] = rows;
  cuuint64_t pitch[1] = {cols * 2};
  cuuint32_t box[] = {box_cols, box_rows};
  cuuint32_t ones[2] = {1, 1};
  auto encode = driver_function();
  encode(&made, type, 2, at, dims, pitch, box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE, how,
         CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return made;
}
CUtensorMap rows_of(bf16* x, int rows, int cols, int box) {
  return make_2d(x, rows, cols, box, 32, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, CU_TENSOR_MAP_SWIZZLE_64B);
}
)";
  EXPECT_EQ(call_with(helper, "auto map_a = rows_of(a, M, K, 64); const CUtensorMap map_b = rows_of(b, N, K, 128);"),
            as_typed);
}

TEST(Maps, OfALambda) {
  const std::string maps = R"(
  auto make = [&](void* at, int rows, int box) {
    CUtensorMap map;
    std::array<cuuint64_t, 2> dims = {{(cuuint64_t)K, (cuuint64_t)rows}};
    std::array<cuuint64_t, 1> pitch{K * sizeof(bf16)};
    std::array<cuuint32_t, 2> sides = {32, (cuuint32_t)box}, ones = {1, 1};
    cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, dims.size(), at, dims.data(), pitch.data(),
                           sides.data(), ones.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_64B,
                           CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
  };
  CUtensorMap map_a = make(a, M, 64), map_b = make(b, N, 128);)";
  EXPECT_EQ(call_with("", maps), as_typed);
}

// Sizes that the kernel never sees are variables of the host; the output is a map, too, and lies in wider lines.
TEST(Maps, SizesOfTheHostAndAnOutput) {
  const std::string source = R"(
constexpr int BLOCK_M = 64, BLOCK_N = 64, BLOCK_K = 64;
__global__ void stored(const CUtensorMap* x, const CUtensorMap* y, const CUtensorMap* z) {}
void map(CUtensorMap* to, half* from, int rows, int cols, int line, int box) {
  uint64_t shape[] = {(uint64_t)cols, (uint64_t)rows}, apart[] = {(uint64_t)line * sizeof(half)};
  uint32_t sides[] = {64, (uint32_t)box}, ones[] = {1, 1};
  cuTensorMapEncodeTiled(to, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, from, shape, apart, sides, ones,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
int main() {
  int M = 4096, N = 4096, K = 4096;
  CUtensorMap maps[3], *on_device;
  map(&maps[0], d_a, M, K, K, BLOCK_M);
  CUtensorMap second, third;
  map(&second, d_b, N, K, K, BLOCK_N);
  map(&third, d_c, M, N, 2 * N, BLOCK_M);
  cudaMemcpy(on_device, &second, sizeof(CUtensorMap), cudaMemcpyHostToDevice);
  stored<<<M / BLOCK_M * (N / BLOCK_N), 128>>>(maps, on_device, third);
}
)";
  const LaunchProposal made =
      proposed(ptx("_Z6storedPK14CUtensorMap_stS1_S1_", {map_type, map_type, map_type}, "lls"), source);
  EXPECT_EQ(call_of(made),
            "stored <<<2, 128>>> (tma(d_a=f16[m:64,k:256],box=64x64,swizzle=128), "
            "tma(d_b=f16[n:128,k:256],box=64x64,swizzle=128), "
            "tma(d_c=out f16[m:64,n:128]@256,box=64x64,swizzle=128))");
  EXPECT_FALSE(made.arguments[0].known);
  EXPECT_EQ(made.arguments[0].origin, "line 7: cuTensorMapEncodeTiled");
}

TEST(Maps, OfLaunchesByFunctions) {
  const std::string body = R"(
constexpr int BM = 64, BN = 128, BK = 32;
__global__ void product(const __grid_constant__ CUtensorMap map_a, const __grid_constant__ CUtensorMap map_b, float* C,
                        int M, int N, int K) {
  C[threadIdx.x * N] = 0;
}
)";
  const std::vector<std::string> launches = {
      "void run() { cudaLaunchConfig_t how{}; how.gridDim = dim3(N / BN, M / BM, 1); how.blockDim = 96;\n"
      "how.dynamicSmemBytes = 2 * BM * BK; cudaLaunchKernelEx(&how, product, x, y, c, M, N, K); }",
      "void run() { dim3 grid(N / BN, M / BM); cudaLaunchConfig_t how = {grid, dim3(96), 4096};\n"
      "void* all[] = {&x, &y, &c, &M, &N, &K}; cudaLaunchKernelExC(&how, (const void*)product, all); }",
      "void run() { dim3 grid(N / BN, M / BM); void* all[6] = {&x, &y, &c, &M, &N, &K};\n"
      "cudaLaunchKernel((void*)product, grid, 96, all, 4096, 0); }"};
  for (const std::string& one : launches) {
    const LaunchProposal made = proposed(ptx("product", gemm_types, "llw---"), body + one);
    EXPECT_EQ(made.grid.text.substr(0, 3), "1,1") << one;
    EXPECT_EQ(made.block.text, "96") << one;
    EXPECT_EQ(made.shared.text, "4096") << one;
    EXPECT_TRUE(made.grid.known && made.block.known && made.shared.known) << one;
    EXPECT_EQ(made.arguments[0].text, "tma(map_a=f16[m:64,k:256],box=32x64,swizzle=64)") << one;
    EXPECT_EQ(made.arguments[1].text, "tma(map_b=f16[n:128,k:256],box=32x128,swizzle=64)") << one;
    EXPECT_NE(made.arguments[0].origin.find("no host code here encodes it"), std::string::npos) << one;
  }
}

// A part that the text leaves open is named, and nothing is guessed for an array that lies in another order.
TEST(Maps, WhatIsNotKnownIsNamed) {
  const std::string helper = R"(
void fill(CUtensorMap* map, bf16* from, int rows) {
  uint64_t shape[3] = {64, (uint64_t)rows, 4}, apart[2] = {512, 128};
  uint32_t sides[3] = {64, 64, 1}, ones[3] = {1, 1, 1};
  cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 3, from, shape, apart, BOX, ones,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}
)";
  const std::string maps = "CUtensorMap map_a, map_b; fill(&map_a, a, M); fill(&map_b, b, N);";
  const std::vector<std::pair<std::string, std::string>> boxes = {{"unknown()", "the box"},
                                                                  {"sides", "an array in that order"}};
  for (const auto& [box, open] : boxes) {
    std::string text = helper;
    text.replace(text.find("BOX"), 3, box);
    const LaunchProposal made = proposed(ptx(name, gemm_types, "llw---"), with(text, maps));
    ASSERT_EQ(made.missing().size(), 2U);
    EXPECT_EQ(made.missing()[0]->origin.find("line 12: " + open + " is not known of cuTensorMapEncodeTiled"), 0U)
        << made.missing()[0]->origin;
  }
}

// A function that fills a map of M lines with 32 columns, with an open type, swizzle, stride and box.
struct Filled {
  std::string kind = "CU_TENSOR_MAP_DATA_TYPE_BFLOAT16", swizzle = "CU_TENSOR_MAP_SWIZZLE_64B", apart = "2 * K",
              box = "32", before = "", shape = "K";
};
std::string first_map_of(const Filled& filled) {
  const std::string helper = fmt::format(
      "void fill(CUtensorMap* map, void* from, int rows, int K) {{\n{}\n"
      "uint64_t shape[2] = {{{}, (uint64_t)rows}}, apart[1] = {{{}}}; uint32_t box[2] = {{{}, 64}}, one[2] = {{1, "
      "1}};\n"
      "cuTensorMapEncodeTiled(map, {}, 2, from, shape, apart, box, one, CU_TENSOR_MAP_INTERLEAVE_NONE, {},\n"
      "CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);\n}}\n",
      filled.before, filled.shape, filled.apart, filled.box, filled.kind, filled.swizzle);
  const std::string maps = "CUtensorMap map_a, map_b; fill(&map_a, a, M, K); fill(&map_b, b, N, K);";
  const LaunchProposal made = proposed(ptx(name, gemm_types, "llw---"), with(helper, maps));
  return made.arguments[0].text.empty() ? made.arguments[0].origin : made.arguments[0].text;
}

// A swizzle that the code chooses is as wide as the lines of the box, in bytes of the type.
TEST(Maps, TypesSwizzlesAndStrides) {
  const std::string type = "CU_TENSOR_MAP_DATA_TYPE_", chosen = "wide ? X : Y", loop(" auto kind = kind; kind = kind;");
  std::string loops = "T kind;";
  for (int n = 0; n < 30; ++n) loops += loop;
  const std::vector<std::pair<Filled, std::string>> cases = {
      {{}, "tma(a=bf16[m:64,k:256],box=32x64,swizzle=64)"},
      {{.swizzle = chosen}, "tma(a=bf16[m:64,k:256],box=32x64,swizzle=64)"},
      {{.kind = type + "TFLOAT32", .swizzle = chosen, .apart = "4 * K"},
       "tma(a=tf32[m:64,k:256],box=32x64,swizzle=128)"},
      {{.kind = type + "FLOAT64", .swizzle = chosen, .apart = "8 * K", .box = "16"},
       "tma(a=f64[m:64,k:256],box=16x64,swizzle=128)"},
      {{.apart = "4 * K"}, "tma(a=bf16[m:64,k:256]@512,box=32x64,swizzle=64)"},
      {{.apart = "K"}, "an array in that order is not known of"},
      {{.swizzle = chosen, .box = "9223372036854775807"}, "the box is not known of"},
      {{.box = "257"}, "the box is not known of"},
      {{.shape = "(uint64_t)rows"}, "tma(a=bf16[d64:64,m:64]@256,box=32x64,swizzle=64)"},
      {{.kind = "kind", .before = loops}, " is not known of"}};
  for (const auto& [filled, wanted] : cases) {
    const std::string found = first_map_of(filled);
    EXPECT_NE(found.find(wanted), std::string::npos) << found;
  }
}

// Bytes of a source are changed, removed and repeated: every map is answered each time.
TEST(Maps, AnyTextIsAnswered) {
  const std::string seed = with(R"(
template <int R> CUtensorMap one(half* p, int h) { CUtensorMap m; two<R>(&m, p, h); return m; }
template <int R> void two(CUtensorMap* m, half* p, int h) {
  uint64_t d[] = {64, h}, s[] = {128}; uint32_t b[] = {64, R};
  cuTensorMapEncodeTiled(m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, d, s, b, b, 0, CU_TENSOR_MAP_SWIZZLE_128B, 0, 0);
}
)",
                                "auto map_a = one<64>(a, M), map_b = map_a; two<9>(&map_b, b, N);");
  const Result<PtxModule> module = read_ptx(ptx(name, gemm_types, "llw---"));
  ASSERT_TRUE(module.ok());
  std::mt19937 random(11);
  for (int turn = 0; turn < 200; ++turn) {
    std::string text = seed;
    for (int edit = 0; edit < 1 + turn % 7; ++edit) {
      const std::size_t at = random() % text.size(), some = random() % 30;
      if (edit % 3 == 0) text.insert(at, text.substr(random() % text.size(), some));
      if (edit % 3 == 1) text.erase(at, some / 3);
      if (edit % 3 == 2) text[at] = "(){}<>,;*=&[]m\n"[random() % 15];
    }
    const auto made = propose_launch(module.value(), {text}, "");
    ASSERT_TRUE(made.ok());
    ASSERT_EQ(made.value().arguments.size(), gemm_types.size());
    for (const ProposedField& one : made.value().arguments) ASSERT_FALSE(one.text.empty() && one.origin.empty());
  }
}

}  // namespace
}  // namespace tcviz
