// Names that stand for something else than a reader may think: types are no values, the text's own functions come
// first, and a place is a whole number.
#include <gtest/gtest.h>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/formula/expression.hpp"
#include "gpu/language/formula/formula.hpp"

namespace tcviz {
namespace {

// Returns the value of row for tid and i: a number, "undefined", or "refused".
std::string row_of(const std::string& text, int tid, int i) {
  const auto formula = read_formula(text, {Inputs::Slot, Quantity::Row});
  if (!formula || !formula.value->has(Quantity::Row)) return "refused";
  Interpreter interpreter(formula.value->program);
  Variables variables;
  variables[Variable::Tid] = tid;
  variables[Variable::I] = i;
  if (interpreter.run(variables) != RunState::Done) return "undefined";
  return std::to_string(interpreter.output(formula.value->output_of(Quantity::Row)));
}

// A type that this test's own compiler converts to.
struct NumberType {
  const char* name;
  std::int64_t (*convert)(std::int64_t);
};
#define NUMBER(T)                                                      \
  NumberType {                                                         \
#T, [](std::int64_t x) { return static_cast<std::int64_t>(T(x)); } \
  }
using uint = unsigned;
using uint32 = unsigned;
using u32 = unsigned;
using uchar = unsigned char;
using ushort = unsigned short;
using std::int16_t, std::int32_t, std::int64_t, std::int8_t, std::ptrdiff_t, std::size_t, std::uint16_t, std::uint32_t,
    std::uint64_t, std::uint8_t, std::uintptr_t;
const std::array number_types = {
    NUMBER(int),       NUMBER(bool),      NUMBER(char),    NUMBER(short),   NUMBER(uint),     NUMBER(uint32_t),
    NUMBER(int32_t),   NUMBER(u32),       NUMBER(uint32),  NUMBER(int8_t),  NUMBER(uint8_t),  NUMBER(uchar),
    NUMBER(int16_t),   NUMBER(uint16_t),  NUMBER(ushort),  NUMBER(int64_t), NUMBER(uint64_t), NUMBER(size_t),
    NUMBER(ptrdiff_t), NUMBER(uintptr_t), NUMBER(unsigned)};
#undef NUMBER
constexpr auto other_types = std::to_array<const char*>(
    {"half", "__half", "half2", "__half2", "__nv_bfloat16", "nv_bfloat16", "__nv_bfloat162", "nv_bfloat162", "float2",
     "float4", "uint4", "void", "float3", "double2", "int4", "dim3", "__nv_fp8_e4m3", "half_t", "tfloat32_t"});

TEST(Names, ATypeThatIsCalledConvertsAsTheCompilerDoesOrIsRefused) {
  for (const NumberType& type : number_types)
    for (const std::int64_t x : {0, 1, 200, 300, 40000, 70000}) {
      const std::string is =
          row_of("row = (int)(" + std::string(type.name) + "(tid * " + std::to_string(x) + "))", 1, 0);
      EXPECT_EQ(is, std::to_string(static_cast<int>(type.convert(x)))) << type.name << " of " << x;
    }
  for (const char* const type : other_types)
    for (const char* const form : {"@(tid)", "@(0) ? tid : i", "tid + @(0)", "@(tid) * 8", "(int)@(tid)", "int(@(tid))",
                                   "!@(tid)", "-@(tid)", "max(@(tid), 0)", "@{tid}", "(@)tid", "@(@(tid))"}) {
      std::string text = form;
      for (std::size_t at = 0; (at = text.find('@')) != text.npos;) text.replace(at, 1, type);
      EXPECT_FALSE(parse_expression(text, Inputs::Slot)) << text;
      EXPECT_EQ(row_of("row = " + text, 1, 1), "refused") << text;
      EXPECT_EQ(row_of("int x = " + text + "; row = x", 1, 1), "refused") << text;
      EXPECT_EQ(row_of("int row(int tid, int i) { return " + text + "; }", 1, 1), "refused") << text;
      EXPECT_EQ(row_of("def row(tid, i):\n    return " + text, 1, 1), "refused") << text;
    }
}

// A helper may have any name that is no word of C++ itself.
TEST(Names, TheTextsOwnFunctionsComeFirst) {
  constexpr auto of_library =
      std::to_array<const char*>({"uint", "u32",  "uint32", "uchar",  "ushort",  "ssize_t",   "min",         "max",
                                  "abs",  "pow",  "__popc", "laneid", "lane_id", "lane_idx",  "get_lane_id", "warp_id",
                                  "get",  "pair", "tuple",  "int2",   "uint2",   "make_pair", "warpSize"});
  std::vector<std::string> names(of_library.begin(), of_library.end());
  for (const char* const type : other_types)
    if (type != std::string("void")) names.emplace_back(type);
  for (const std::string& name : names) {
    const std::string body = "int row(int tid, int i) { return tid + " + name + "(i) * 8; }";
    for (const char* const head : {"int ", "static inline int ", "auto ", "__device__ auto ", "constexpr unsigned "})
      EXPECT_EQ(row_of(head + name + "(int x) { return x / 2; }\n" + body, 3, 5), "19") << head << name;
    EXPECT_EQ(row_of("auto " + name + " = [](int x) { return x / 2; };\nint row = tid + " + name + "(i) * 8;", 3, 5),
              "19")
        << name;
    EXPECT_EQ(
        row_of("def " + name + "(x):\n    return x // 2\ndef row(tid, i):\n    return tid + " + name + "(i) * 8", 3, 5),
        "19")
        << name;
  }
}

TEST(Names, APlaceIsAWholeNumber) {
  for (const char* const fraction : {"float(tid)", "double(tid)", "__int_as_float(tid)", "__uint_as_float(tid)",
                                     "(float)tid", "float(tid) + 1", "tid * float(2)", "tid > 3 ? float(1) : tid"}) {
    EXPECT_FALSE(parse_expression(fraction, Inputs::Slot)) << fraction;
    EXPECT_FALSE(read_formula(fraction, {Inputs::Slot, Quantity::Row})) << fraction;
    EXPECT_FALSE(read_formula(fraction, {Inputs::Slot, Quantity::Linear})) << fraction;
    const std::string of_element = "float(row)";
    for (const Quantity quantity : {Quantity::Tid, Quantity::I})
      EXPECT_FALSE(read_formula(of_element, {Inputs::Element, quantity})) << of_element;
    EXPECT_FALSE(read_formula(of_element, {Inputs::Tile, Quantity::Offset})) << of_element;
    EXPECT_FALSE(read_formula("smem[" + of_element + "]", {Inputs::Tile, Quantity::Offset})) << of_element;
    const std::string value(fraction);
    EXPECT_EQ(row_of("float row(int tid, int i) { return " + value + "; }", 1, 1), "refused") << fraction;
    EXPECT_EQ(row_of("auto row(int tid, int i) { return " + value + "; }", 1, 1), "refused") << fraction;
    EXPECT_EQ(row_of("return " + value + ";", 1, 1), "refused") << fraction;
    EXPECT_EQ(row_of("auto row = " + value + ";", 1, 1), "refused") << fraction;
    EXPECT_EQ(row_of("row = " + value, 1, 1), "refused") << fraction;
    // An int is one: C++ converts.
    EXPECT_NE(row_of("int row(int tid, int i) { return " + value + "; }", 1, 1), "refused") << fraction;
  }
}

}  // namespace
}  // namespace tcviz
