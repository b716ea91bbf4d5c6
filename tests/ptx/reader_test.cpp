// What real PTX has, and what is refused.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "gpu/kernel/ptx/reader.hpp"

namespace tcviz {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* head = ".version 8.0\n.target sm_90a, debug\n.address_size 64\n";

PtxModule read(const std::string& body) {
  auto module = read_ptx(head + (".visible .entry f(.param .u64 p, .param .align 8 .b8 q[72])\n{\n" + body + "\n}\n"));
  EXPECT_TRUE(module.ok()) << module.error().message;
  return module.ok() ? std::move(module).value() : PtxModule();
}

const PtxFunction& only(const PtxModule& module) { return module.functions.front(); }

const PtxArgument& operand(const PtxFunction& function, std::size_t instruction, std::size_t at) {
  return function.operands[function.instructions[instruction].first + at];
}

TEST(PtxReader, ReadsHeadAndParameters) {
  const PtxModule module = read("ret;");
  EXPECT_EQ(module.target, "sm_90a");
  EXPECT_THAT(module.entries(), ElementsAre("f"));
  ASSERT_EQ(only(module).params.size(), 2U);
  EXPECT_EQ(only(module).params[1].bytes, 72);
  EXPECT_EQ(only(module).params[1].align, 8);
}

// Values as ptxas 13.0 puts them into a cubin; it computes with 64 bits.
TEST(PtxReader, ConstantExpressions) {
  struct Row {
    const char* text;
    std::int64_t value;
  };
  constexpr std::int64_t half = 0x7FFFFFFFFFFFFFFF;
  for (const Row& row : std::initializer_list<Row>{{"1<<4|3", 19},
                                                   {"(1 << 4) | 2", 18},
                                                   {"-8>>1", -4},
                                                   {"-8U>>1", half - 3},
                                                   {"-7/2", -3},
                                                   {"-7U/2", half - 3},
                                                   {"-7 % 4", 1},
                                                   {"~1", -2},
                                                   {"~1>>1", half},
                                                   {"(.s64)(~1)>>1", -1},
                                                   {"(.u64)-8>>1", half - 3},
                                                   {"!5", 0},
                                                   {"!0", 1},
                                                   {"-(3)", -3},
                                                   {"+3", 3},
                                                   {"2*3+4&7^1", 3},
                                                   {"-1<1U", 0},
                                                   {"-1<1", 1},
                                                   {"3==2&&4", 0},
                                                   {"3||0", 1},
                                                   {"0?2:3", 3},
                                                   {"(1 ? -8 : 2U) >> 1", -4},
                                                   {"1-1?4:5?6:7", 6},
                                                   {"0xFFFFFFFFFFFFFFFF/2", half},
                                                   {"10-3-2", 5},
                                                   {"100/5/2", 10},
                                                   {"1|2^3&4", 3},
                                                   {"5&3==3", 1},
                                                   {"3>2>1", 0},
                                                   {"6>=7", 0},
                                                   {"1<<65", 2},
                                                   {"-8>>70", -1},
                                                   {"017+1", 16},
                                                   {"WARP_SZ*2", 64}}) {
    const PtxModule module = read(std::string("mov.u64 %rd, ") + row.text + ";");
    EXPECT_EQ(operand(only(module), 0, 1).value, row.value) << row.text;
    const PtxModule moved = read(std::string(".reg .b64 %rd; .shared .b8 x[4]; mov.u64 %rd, x+") + row.text + ";");
    EXPECT_EQ(operand(only(moved), 0, 1).value, row.value) << row.text;
  }
  const PtxModule module = read(".global .b8 y[7] = {1 << 4, (3 | 4), WARP_SZ, !0, !(3), -1, WARP_SZ + 1}; ret;");
  EXPECT_THAT(only(module).variables.front().initial, ElementsAre(16, 7, 32, 1, 0, 255, 33));
}

TEST(PtxReader, RefusesNumbersByName) {
  struct Row {
    const char *text, *why;
  };
  for (const Row& row : std::initializer_list<Row>{
           {"mov.u32 r, 0x;", "line 6 of the PTX: '0x' is no number that PTX knows."},
           {"mov.u32 r, 12abc;", "'12abc' is no number"},
           {"mov.u32 r, -0f3F800000;", "'-0f3F800000' is no number"},
           {"mov.u32 r, 7/0;", "a constant expression divides by 0"},
           {"mov.u32 r, 7 % 0;", "a constant expression divides by 0"},
           {"mov.u32 r, 3 +;", "a number is missing"},
           {"mov.u32 r, 1 < < 2;", "a number is missing"},
           {"mov.u32 r, 1 & & 2;", "a number is missing"},
           {"ld.global.u32 r, [1.5];", "an address is a whole number"},
           {"ld.global.u32 r, [0f3F800000];", "an address is a whole number"},
           {"ld.global.u32 r, [x+1.5];", "an offset is a whole number"},
           {"mov.u32 r, 1 ? 2;", "lacks its :"},
           {"mov.f32 r, 1.5*2.0;", "of fractions is not read here"},
           {".shared .b8 x[4*16];", "the size of x is a single whole number"},
           {".shared .b8 x[-4];", "the size of x is a single whole number"},
           {".shared .align 4*4 .b8 x[4];", "the number behind .align is a single whole number"},
           {".reg .b32 %q<4*2>;", "the number of registers %q is a single whole number"},
           {".reg .b32 %q<99999999>;", "99999999 registers %q: a function has at most 4000000"}}) {
    const auto module = read_ptx(std::string(head) + ".entry f()\n{\n" + row.text + "\n}\n");
    ASSERT_FALSE(module.ok()) << row.text;
    EXPECT_THAT(module.error().message, HasSubstr(row.why));
  }
}

TEST(PtxReader, ScopesOwnRegistersAndLabels) {
  const PtxModule module = read(
      ".reg .b32 %r<3>; mov.u32 %r1, 1; { .reg .b32 %r<2>; .reg .pred p; L: mov.u32 %r1, 2; bra L; }"
      " { .reg .pred p; L: mov.u32 %r1, 3; @!p bra.uni L; bra END; } END: ret;");
  const PtxFunction& f = only(module);
  ASSERT_EQ(f.instructions.size(), 7U);
  EXPECT_NE(operand(f, 0, 0).reg, operand(f, 1, 0).reg);
  EXPECT_EQ(operand(f, 0, 0).reg, operand(f, 3, 0).reg);
  EXPECT_EQ(f.instructions[2].target, 1);
  EXPECT_EQ(f.instructions[4].target, 3);
  EXPECT_TRUE(f.instructions[4].negated);
  EXPECT_EQ(f.instructions[5].target, 6);
}

TEST(PtxReader, PlacesNameTheCaller) {
  const PtxModule module =
      read(".loc 1 7 3\nret;\n.loc 2 100 5, function_name $L__info_string0, inlined_at 1 20 3\nret;");
  const PtxFunction& f = only(module);
  EXPECT_EQ(f.places[f.instructions[0].place].line, 7);
  EXPECT_EQ(f.places[f.instructions[1].place].caller_line, 20);
  EXPECT_EQ(f.places[f.instructions[1].place].caller_file, 1);
}

TEST(PtxReader, ReadsNumbers) {
  const PtxModule module = read(
      ".reg .b32 %r<2>; mov.b32 %r1, 0x1F; mov.b32 %r1, -3; mov.f32 %r1, 0f3F800000;"
      "mov.u64 %r1, 0d3FF0000000000000; mov.u32 %r1, 4294967295U;");
  const PtxFunction& f = only(module);
  EXPECT_EQ(operand(f, 0, 1).value, 31);
  EXPECT_EQ(operand(f, 1, 1).value, -3);
  EXPECT_EQ(operand(f, 2, 1).value, 0x3F800000);
  EXPECT_EQ(operand(f, 3, 1).value, 0x3FF0000000000000);
  EXPECT_EQ(operand(f, 4, 1).value, 4294967295);
}

// A number has the bits that its operand's type asks for.
TEST(PtxReader, ReadsFractionsAndBases) {
  const auto bits = [](std::string_view word, std::string_view type) -> std::uint64_t {
    const auto number = read_ptx_number(word);
    const auto found = number ? bits_of_ptx_number(*number, type) : std::nullopt;
    EXPECT_TRUE(found) << word << " " << type;
    return static_cast<std::uint64_t>(found.value_or(-1));
  };
  for (const char* half : {"0.5", ".5", "5e-1", "0.05E+1", "0f3F000000", "0d3FE0000000000000", "00.5"}) {
    EXPECT_EQ(bits(half, "f32"), 0x3F000000U) << half;
    const bool keeps_its_bits = std::string_view(half).starts_with("0f");
    EXPECT_EQ(bits(half, "f64"), keeps_its_bits ? 0x3F000000U : 0x3FE0000000000000U) << half;
  }
  EXPECT_EQ(bits("0.1", "f32"), 0x3DCCCCCDU);
  EXPECT_EQ(bits("1e60", "f32"), 0x7F800000U);
  EXPECT_EQ(bits("010", "u32"), 8U);
  EXPECT_EQ(bits("0b101", "u32"), 5U);
  EXPECT_EQ(bits("0x1FU", "u32"), 31U);
  EXPECT_EQ(bits("0", "u32"), 0U);
  for (const char* none : {"08", "0x", "1.0f", "1e", "1.2.3", ".", "0f3F8", "", "U"})
    EXPECT_FALSE(read_ptx_number(none)) << none;
  EXPECT_FALSE(bits_of_ptx_number(*read_ptx_number("1.0"), "b32"));
  EXPECT_FALSE(bits_of_ptx_number(*read_ptx_number("0f3F800000"), "u32"));
}

// As an H200 had them behind ptxas 13.0.
TEST(PtxReader, InitialFractionsHaveTheirBits) {
  const auto module = read_ptx(std::string(head) +
                               ".global .f32 x[3] = {1.5, -0.25, 0d3FF0000000000000};\n.global .b32 y[2] = {1.5, 2};\n"
                               ".global .f64 z[2] = {0f3F800000, 2.5};\n");
  ASSERT_TRUE(module) << module.error().message;
  const auto& all = module.value().variables;
  EXPECT_THAT(all[0].initial, ElementsAre(0, 0, 0xC0, 0x3F, 0, 0, 0x80, 0xBE, 0, 0, 0x80, 0x3F));
  EXPECT_THAT(all[1].initial, ElementsAre(0, 0, 0xC0, 0x3F, 2, 0, 0, 0));
  EXPECT_THAT(all[2].initial, ElementsAre(0, 0, 0x80, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0x40));
  for (const char* refused : {".global .u32 x = 1.5;", ".global .b8 x = 1.5;", ".global x = 1.5;"})
    EXPECT_FALSE(read_ptx(std::string(head) + refused)) << refused;
  EXPECT_TRUE(read_ptx(std::string(head) + ".global x = 1;"));
}

TEST(PtxReader, SignsOfFractionsInBrackets) {
  const PtxModule module = read(
      ".reg .f32 f; .reg .f64 d; mov.f32 f, -(0f3F800000); mov.f64 d, -(0d3FF0000000000000); mov.f32 f, -(-(1.5));"
      "ld.global.f32 f, [9223372036854775807+9];");
  const PtxFunction& f = only(module);
  EXPECT_EQ(operand(f, 0, 1).value, 0xBF800000);
  EXPECT_EQ(static_cast<std::uint64_t>(operand(f, 1, 1).value), 0xBFF0000000000000);
  EXPECT_EQ(static_cast<std::uint64_t>(operand(f, 2, 1).value), 0x3FF8000000000000);
  EXPECT_EQ(static_cast<std::uint64_t>(operand(f, 3, 1).value), 0x8000000000000008);
}

TEST(PtxReader, ReadsPairsVectorsAndAddresses) {
  const PtxModule module = read(
      ".reg .pred %p<3>; .reg .b32 %r<5>; .reg .b64 %rd<2>; setp.lt.and.s32 %p1|%p2, %r1, %r2, !%p2;"
      "ld.global.v2.b32 {%r1, _}, [ %rd1 + -16 ]; ld.shared::cta.b32 {%r1}, [buf+4];"
      "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, %r3}], "
      "[%r4];");
  const PtxFunction& f = only(module);
  EXPECT_EQ(operand(f, 0, 0).count, 2U);
  EXPECT_TRUE(operand(f, 0, 3).negated);
  EXPECT_EQ(operand(f, 1, 1).value, -16);
  EXPECT_EQ(f.elements[operand(f, 1, 0).first + 1].form, PtxForm::Sink);
  EXPECT_EQ(operand(f, 2, 0).count, 1U);
  EXPECT_EQ(operand(f, 2, 1).name, "buf");
  EXPECT_EQ(operand(f, 2, 1).value, 4);
  EXPECT_EQ(f.instructions[3].opcode,
            "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes");
  EXPECT_EQ(operand(f, 3, 1).count, 1U);
}

TEST(PtxReader, ReadsVariablesAndCalls) {
  const PtxModule module = read(
      ".local .align 8 .b8 depot[16]; { .reg .b32 t; .param .b64 p0; st.param.b64 [p0+0], 1; .param .b32 retval;"
      "call.uni (retval), vprintf, (p0, p0); ld.param.b32 t, [retval]; } ret;");
  ASSERT_EQ(only(module).variables.size(), 3U);
  EXPECT_EQ(only(module).variables[0].space, PtxSpace::Local);
  EXPECT_EQ(operand(only(module), 1, 1).name, "vprintf");
}

TEST(PtxReader, ReadsWhatStandsOutside) {
  const auto module = read_ptx(std::string(head) +
                               ".extern .shared .align 16 .b8 dynamic[];\n.shared .align 4 .b8 s[64];\n"
                               ".global .align 4 .u32 t[3] = {1, 258, 3};\n.file 1 \"a.cu\"\n"
                               ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
                               ".section .debug_str { .b8 1, 2 { } }\n.weak .entry g() .maxntid 64, 2, 1 { ret; }");
  ASSERT_TRUE(module.ok()) << module.error().message;
  ASSERT_EQ(module.value().variables.size(), 3U);
  EXPECT_EQ(module.value().variables[0].bytes, 0);
  EXPECT_EQ(module.value().variables[2].initial[4], 2);
  EXPECT_EQ(module.value().variables[2].initial[5], 1);
  EXPECT_EQ(module.value().entry("g")->threads, 128);
  EXPECT_EQ(module.value().files.at(1), "a.cu");
}

TEST(PtxReader, RefusesWithTheLine) {
  const auto message = [](const std::string& text) {
    const auto module = read_ptx(text);
    return module.ok() ? std::string() : module.error().message;
  };
  EXPECT_THAT(message("hello"), HasSubstr("line 1 of the PTX"));
  EXPECT_THAT(message(""), HasSubstr("no .target"));
  EXPECT_THAT(message(std::string(head) + ".entry f() {\n bra L;\n}"), HasSubstr("no label L"));
  EXPECT_THAT(message(std::string(head) + ".entry f() {\n\n mov.u32 %r1 %r2;\n}"), HasSubstr("line 6"));
  EXPECT_THAT(message(std::string(head) + ".entry f() {\n @%p1 ret;\n}"), HasSubstr("no register %p1"));
  EXPECT_THAT(message(std::string(head) + ".entry f() {\n ret;"), HasSubstr("ends inside"));
}

// Any piece and any change of a module ends in an answer.
TEST(PtxReader, AParameterIsInItsStateSpace) {
  const auto read_with = [](std::string_view words) {
    return read_ptx(std::string(head) + fmt::format(".entry f({} .u64 p) {{\n ret;\n}}", words));
  };
  EXPECT_TRUE(read_with(".param"));
  EXPECT_TRUE(read_with(".param .u64 .ptr .global .align 16"));
  for (const char* space : {".shared", ".global", ".const", ".local"}) {
    EXPECT_THAT(read_with(space).error().message, HasSubstr("the parameter p is not in .param")) << space;
    EXPECT_THAT(read_with(fmt::format(".param {}", space)).error().message, HasSubstr("two state spaces")) << space;
  }
}

TEST(PtxReader, TakesAnyText) {
  const std::string text = std::string(head) +
                           ".entry f(.param .u64 p) { .reg .b32 %r<4>; .reg .pred %p<2>; .loc 1 2 3\n L: @%p1 bra L;"
                           " mov.b32 {%r1, %r2}, [%r3+4]; { .reg .f32 a; add.f32 a, a, 0f00000000; } ret; }";
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto module = read_ptx(text.substr(0, size));
    EXPECT_TRUE(module.ok() || !module.error().message.empty());
  }
  std::mt19937 random(1);
  for (int turn = 0; turn < 3000; ++turn) {
    std::string changed = text;
    for (int change = 0; change < 3; ++change)
      changed[random() % changed.size()] = "{}[]();,.:<>%@!|+-0aZ\"/* \n"[random() % 27];
    const auto module = read_ptx(changed);
    EXPECT_TRUE(module.ok() || !module.error().message.empty());
  }
}

}  // namespace
}  // namespace tcviz
