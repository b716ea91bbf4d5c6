// Accesses to shared memory as they were found: lanes, banks, wavefronts and elements, against the formulae of the
// kernels' sources.
#include <gmock/gmock.h>

#include "tests/xray/changed.hpp"

namespace tcviz {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The first product of a warp.
const XrayEvent* product_of_warp(const XrayReport& report, int warp) {
  const auto found = std::ranges::find_if(
      report.events, [&](const XrayEvent& event) { return is_product(event.opcode) && event.warp == warp; });
  return found == report.events.end() ? nullptr : &*found;
}

XrayReport fed(const std::string& name, int warp) {
  const KernelCase& of = kernel_case(name);
  const std::string text = ptx_text(of);
  const XrayReport before = run_case(of, text);
  const XrayEvent* const event = product_of_warp(before, warp);
  if (event == nullptr) return before;
  return run_case(of, text, {.snapshot_step = event->step, .snapshot_warp = warp});
}

// a_at of tiled.cu, in bytes from the beginning of its tile: 4 chunks of 8 f16 in a row.
int a_byte(int row, int chunk) { return (row * 32 + ((chunk ^ (row / 2)) % 4) * 8) * 2; }
int b_byte(int row, int chunk) { return (row * 64 + ((chunk ^ row) % 8) * 8) * 2; }

// Warp 3 multiplies rows 32 to 63 and columns 32 to 63.
TEST(BankAccesses, ThatFedAProductAreItsMatrixLoads) {
  const XrayReport report = fed("tiled", 3);
  ASSERT_EQ(report.feeding.size(), 2U);
  const BankAccess &a = report.feeding[0], &b = report.feeding[1];
  EXPECT_THAT(a.opcode, HasSubstr("ldmatrix"));
  EXPECT_THAT(b.opcode, HasSubstr("trans"));
  EXPECT_FALSE(a.stores);
  ASSERT_EQ(a.touches.size(), 32U);
  ASSERT_EQ(b.touches.size(), 32U);
  for (int lane = 0; lane < 32; ++lane) {
    const BankTouch &left = a.touches[lane], &right = b.touches[lane];
    const int row = 32 + lane % 16, chunk = lane / 16, k = lane % 16, column = 4 + lane / 16;
    EXPECT_EQ(left.lane, lane);
    EXPECT_EQ(left.bytes, 16);
    EXPECT_EQ(left.address - a.touches[0].address, a_byte(row, chunk) - a_byte(32, 0));
    EXPECT_EQ(right.address - b.touches[0].address, b_byte(k, column) - b_byte(0, 4));
    EXPECT_EQ(describe_bytes(a, left.address, 16), "A " + std::to_string(row) + "," + (chunk == 0 ? "0..7" : "8..15"));
    EXPECT_EQ(describe_bytes(b, right.address, 16),
              "B " + std::to_string(k) + "," + std::to_string(8 * column) + ".." + std::to_string(8 * column + 7));
  }
  for (const BankAccess& access : report.feeding) {
    ASSERT_TRUE(access.wavefronts);
    EXPECT_EQ(access.wavefronts->count.wavefronts, 4) << "the swizzle is without conflicts";
    EXPECT_EQ(access.wavefronts->count.least, 4);
    EXPECT_EQ(wavefront_words(access), "4 wavefronts, as few as can be");
  }
}

// Loads of 4 bytes feed registers through moves and packs too; none of another product, or of the sum.
TEST(BankAccesses, AreNotThoseOfEarlierProducts) {
  const KernelCase& of = kernel_case("tiled");
  const std::string text = ptx_text(of);
  const XrayReport before = run_case(of, text);
  std::vector<std::int64_t> steps;
  for (const XrayEvent& event : before.events)
    if (is_product(event.opcode) && event.warp == 0) steps.push_back(event.step);
  ASSERT_GT(steps.size(), 9U);
  const XrayReport report = run_case(of, text, {.snapshot_step = steps[8], .snapshot_warp = 0});  // of the next k
  ASSERT_EQ(report.feeding.size(), 2U);
  EXPECT_GT(report.feeding[0].step, steps[7]);
  EXPECT_THAT(describe_bytes(report.feeding[0], report.feeding[0].touches[0].address, 16), HasSubstr("A 0,16..23"));
}

// A product that reads by itself has no lanes: every byte of both operands once.
TEST(BankAccesses, OfAWgmmaAreItsOperands) {
  const XrayReport report = fed("pipeline", 0);
  ASSERT_EQ(report.feeding.size(), 2U) << "A and B";
  for (const BankAccess& access : report.feeding) {
    std::int64_t bytes = 0;
    for (const BankTouch& touch : access.touches) {
      EXPECT_EQ(touch.lane, -1);
      bytes += touch.bytes;
    }
    EXPECT_EQ(bytes, &access == &report.feeding[0] ? 64 * 16 * 2 : report.snapshot->b.cols * 16 * 2);
    EXPECT_FALSE(access.wavefronts);
    EXPECT_THAT(wavefront_words(access), HasSubstr("not known"));
  }
}

// Lane t stores A[t] at byte 8 t and loads it again: two lanes share each bank.
XrayReport strided(const std::string& access, int stride = 8, const std::string& store = "st.shared.f32 [%r4], %f1;") {
  KernelCase made;
  made.block = "64", made.shared = 0;
  made.arguments = {"A=f32[m:64]", "C=out f32[m:64]"};
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".visible .entry f(.param .u64 A, .param .u64 C)\n{\n"
      ".reg .b32 %r<9>; .reg .f32 %f<4>; .reg .b64 %rd<9>; .reg .pred %p<2>;\n.shared .align 16 .b8 tile[8192];\n"
      "ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [C];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\n"
      "add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;\nmul.lo.u32 %r2, %r1, " +
      std::to_string(stride) +
      ";\n"
      "mov.u32 %r3, tile; add.u32 %r4, %r3, %r2; setp.lt.u32 %p1, %r1, 8;\nld.global.f32 %f1, [%rd4];\n" +
      store + "\nbar.sync 0;\nld.shared.f32 %f2, [%r4];\nst.global.f32 [%rd5], %f2;\nret;\n}\n";
  return run_case(made, text, {.access = access});
}

TEST(BankAccesses, CanBeAskedForByTheirLine) {
  const XrayReport stored = strided("15:w1");
  ASSERT_TRUE(stored.access);
  EXPECT_TRUE(stored.access->stores);
  EXPECT_EQ(stored.access->warp, 1);
  EXPECT_EQ(stored.access->ptx_line, 15);
  EXPECT_EQ(wavefront_words(*stored.access), "2 wavefronts, where 1 would do");
  ASSERT_EQ(stored.access->wavefronts->phases.size(), 1U);
  const BankPhase& phase = stored.access->wavefronts->phases[0];
  ASSERT_EQ(phase.conflicts.size(), 16U) << "even banks";
  EXPECT_EQ(phase.conflicts[1].bank, 2);
  EXPECT_THAT(phase.conflicts[1].words[0].lanes, ElementsAre(1));
  EXPECT_THAT(phase.conflicts[1].words[1].lanes, ElementsAre(17));
  ASSERT_EQ(stored.access->lines.size(), 2U) << "256 bytes";
  EXPECT_EQ(stored.access->lines[0].address, 256) << "lane 0 of warp 1";
  EXPECT_EQ(describe_bytes(*stored.access, 256, 4), "A 32") << "as the store left it";
  EXPECT_EQ(describe_bytes(*stored.access, 260, 4), "not stored");
  const XrayReport loaded = strided("ptx:17:w0", 4);
  ASSERT_TRUE(loaded.access);
  EXPECT_FALSE(loaded.access->stores);
  EXPECT_EQ(describe_bytes(*loaded.access, 0, 32), "A 0..7");
  EXPECT_EQ(wavefront_words(*loaded.access), "1 wavefront, as few as can be");
}

// Eight lanes of the first warp store 16 bytes each: a wavefront, though the clock needs one cycle for each phase.
TEST(BankAccesses, OfFewLanesCostNothingInThePhasesOfOthers) {
  const XrayReport few = strided("15:w0", 16, "@%p1 st.shared.v4.f32 [%r4], {%f1, %f1, %f1, %f1};");
  ASSERT_TRUE(few.access && few.access->wavefronts);
  EXPECT_EQ(few.access->wavefronts->op, "st128");
  EXPECT_EQ(few.access->wavefronts->count, (BankCount{1, 1, 0, 4}));
  EXPECT_EQ(wavefront_words(*few.access), "1 wavefront, as few as can be, in 4 cycles");
  const auto row = std::ranges::find(few.banks, "st128", &XrayBanks::op);
  ASSERT_NE(row, few.banks.end());
  EXPECT_EQ(row->wavefronts, 1);
  EXPECT_EQ(row->least, 1);
  EXPECT_EQ(row->conflicts, 0);
  EXPECT_EQ(row->cycles, 4);
}

TEST(BankAccesses, OfBytesAreNamedByTheirBits) {
  const XrayReport report = strided("15:w0", 128, "st.shared.u8 [%r4], %r1;");
  ASSERT_TRUE(report.access && report.access->wavefronts);
  EXPECT_EQ(report.access->wavefronts->op, "st8");
  EXPECT_EQ(report.access->wavefronts->count, (BankCount{32, 1, 31, 32}));
}

TEST(BankAccesses, ThatWereNotExecutedAreNotMadeUp) {
  const XrayReport report = strided("12");
  EXPECT_FALSE(report.access);
  ASSERT_EQ(report.shared_places.size(), 2U);
  EXPECT_EQ(report.shared_places[0].ptx_line, 15);
  EXPECT_EQ(report.shared_places[1].opcode, "ld.shared.f32");
  EXPECT_FALSE(strided("15:w2").access) << "there are two warps";
  EXPECT_FALSE(strided("15:w0:1").access) << "it is executed once";
}

TEST(BankAccesses, OfACopyShowWhatItBrings) {
  const KernelCase& of = kernel_case("tiled");
  const std::string text = ptx_text(of);
  const auto at = text.find("cp.async.cg");
  const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const XrayReport report = run_case(of, text, {.access = "ptx:" + std::to_string(line)});
  ASSERT_TRUE(report.access);
  EXPECT_TRUE(report.access->stores);
  EXPECT_FALSE(report.access->wavefronts) << "the model is not proved for copies";
  EXPECT_EQ(describe_bytes(*report.access, report.access->touches[5].address, 16), "A 1,8..15")
      << "thread 5 copies chunk 1 of row 1";
}

TEST(BankAccesses, AreSpelledAndRead) {
  for (const std::string text : {"24", "24:w1", "24:w1:3", "ptx:57", "24:3"}) {
    const Result<AccessWish> wish = read_access_wish(text);
    ASSERT_TRUE(wish.ok()) << text;
    EXPECT_EQ(spell(wish.value()), text);
  }
  for (const std::string text : {"", "x", "24:", "24:w", "24:w1:", "24:w1:2:3", "-1", "ptx", "ptx:", "99999999999"})
    EXPECT_FALSE(read_access_wish(text).ok()) << text;
}

TEST(BankAccesses, NameLanesShortly) {
  EXPECT_EQ(describe_lanes({0, 1, 2, 3, 9, 11, 12}), "T0 to T3, T9, T11, T12");
  EXPECT_EQ(describe_lanes({}), "");
}

}  // namespace
}  // namespace tcviz
