// The way of an element, hop by hop: where it ends is known from the indices.
#include <gmock/gmock.h>

#include "tests/xray/cases.hpp"

namespace tcviz {
namespace {

using Part = PathHop::Part;

const PathHop* last_of(const XrayReport& report, Part part) {
  const PathHop* found = nullptr;
  for (const PathHop& hop : report.path)
    if (hop.part == part) found = &hop;
  return found;
}

std::vector<std::string> opcodes_of(const XrayReport& report, Part part) {
  std::vector<std::string> found;
  for (const PathHop& hop : report.path)
    if (hop.part == part) found.push_back(hop.opcode.substr(0, hop.opcode.find('.')));
  return found;
}

XrayReport path_in(const std::string& kernel, const std::string& wish) {
  const KernelCase& of = kernel_case(kernel);
  return run_case(of, ptx_text(of), {.path = wish});
}

TEST(XrayPath, OfATiledProductGoesThroughSharedMemory) {
  const int k = 96, n = 64;
  for (const auto& [row, col] : {std::pair{0, 0}, {3, 9}, {77, 41}, {127, 63}}) {
    const XrayReport report = path_in("tiled", "C[" + std::to_string(row) + "," + std::to_string(col) + "]");
    EXPECT_EQ(report.verdict, VerdictState::Right);
    ASSERT_FALSE(report.path.empty());
    EXPECT_EQ(report.path.front().to, "byte " + std::to_string((row * n + col) * 2) + " of C");
    EXPECT_THAT(opcodes_of(report, Part::Left), testing::ElementsAre("ldmatrix", "cp", "cp"));
    EXPECT_THAT(opcodes_of(report, Part::Right), testing::ElementsAre("ldmatrix", "cp", "cp"));
    EXPECT_EQ(last_of(report, Part::Left)->from, "byte " + std::to_string(row * k * 2) + " of A");
    EXPECT_EQ(last_of(report, Part::Right)->from, "byte " + std::to_string(col * 2) + " of B");
    EXPECT_EQ(last_of(report, Part::Left)->value, "A[m=" + std::to_string(row) + ", k=0]");
  }
}

TEST(XrayPath, OfEveryKernelEndsInItsArrays) {
  constexpr std::array<std::string_view, 5> without = {"scalar", "rows", "twice", "move_rows",
                                                       "packed_unpack_with_sign"};
  for (const KernelCase& of : kernel_cases()) {
    const auto output = std::ranges::find_if(
        of.arguments, [](const std::string& one) { return one.find("=out ") != std::string::npos; });
    const std::size_t equal = output->find('=');
    const std::string name = output->substr(equal - 1, 1);
    const XrayReport report = path_in(of.name, name + "[4,3]");
    ASSERT_FALSE(report.path.empty()) << of.name;
    EXPECT_THAT(report.path.front().to, testing::EndsWith(" of " + name)) << of.name;
    // No tensor core: the sums alone, or copies.
    if (std::ranges::find(without, of.name) != without.end()) continue;
    for (const Part part : {Part::Left, Part::Right}) ASSERT_NE(last_of(report, part), nullptr) << of.name;
    EXPECT_THAT(last_of(report, Part::Right)->from, testing::HasSubstr(" of ")) << of.name;
  }
}

TEST(XrayPath, OfAWrongElementLeadsToWhatWasWrong) {
  KernelCase of = kernel_case("mma_naive");
  of.arguments[1] = "B=f16[k:80,n:24]";  // declared row by row: k and n of B change places
  const XrayReport report = run_case(of, ptx_text(of), {.path = "C[4,7]"});
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_NE(last_of(report, Part::Right), nullptr);
  EXPECT_EQ(last_of(report, Part::Left)->value.substr(0, 6), "A[m=4,");
  EXPECT_THAT(last_of(report, Part::Right)->value, testing::StartsWith("B["));
}

TEST(XrayPath, OfAnInputGoesOn) {
  const XrayReport report = path_in("tiled", "A[3,80]");
  EXPECT_THAT(opcodes_of(report, Part::Element), testing::ElementsAre("cp", "cp", "ldmatrix"));
  EXPECT_EQ(report.path.front().from, "byte " + std::to_string((3 * 96 + 80) * 2) + " of A");
}

TEST(XrayPath, IsReadWithAReasonIfItIsNone) {
  XrayRequest launch;
  launch.arguments.push_back(read_xray_argument("C=out f32[m:16,n:8]").value());
  EXPECT_TRUE(read_path_wish("C[3, 7]", launch).ok());
  for (const auto& [text, reason] : {std::pair{"C", "no element"},
                                     {"[3]", "no element"},
                                     {"D[1,1]", "there is no array D; arrays are C"},
                                     {"C[1]", "C has 2 dimensions"},
                                     {"C[16,0]", "m is 0 to 15"},
                                     {"C[0,-1]", "n is 0 to 7"},
                                     {"C[x,0]", "'x' is no index"}}) {
    const auto wish = read_path_wish(text, launch);
    ASSERT_FALSE(wish.ok()) << text;
    EXPECT_THAT(wish.error().message, testing::HasSubstr(reason));
  }
}

}  // namespace
}  // namespace tcviz
