#include "gpu/language/c/functions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace tcviz::inline gpu_c {
namespace {

using enum CallTyping;

// Sets the functions of a row. The lambdas below take float or double: one row for sqrtf, one for sqrt, of the same
// text.
template <class Function>
constexpr void set(FunctionRow& row, Function) {
  if constexpr (std::is_invocable_v<Function, double>) {
    row.arguments = 1;
    row.single = [](float a, float, float) { return static_cast<float>(Function{}(a)); };
    row.wide = [](double a, double, double) { return static_cast<double>(Function{}(a)); };
  } else if constexpr (std::is_invocable_v<Function, double, double>) {
    row.arguments = 2;
    row.single = [](float a, float b, float) { return static_cast<float>(Function{}(a, b)); };
    row.wide = [](double a, double b, double) { return static_cast<double>(Function{}(a, b)); };
  } else {
    row.arguments = 3;
    row.single = [](float a, float b, float c) { return static_cast<float>(Function{}(a, b, c)); };
    row.wide = [](double a, double b, double c) { return static_cast<double>(Function{}(a, b, c)); };
  }
}

template <class Function>
constexpr FunctionRow single(std::string_view name, Function function) {
  FunctionRow row{.name = name};
  set(row, function);
  return row;
}

template <class Function>
constexpr FunctionRow either(std::string_view name, Function function, Type result = Type::Unknown) {
  FunctionRow row{.name = name, .typing = Either, .result = result};
  set(row, function);
  return row;
}

template <class Function>
constexpr FunctionRow with_whole(std::string_view name, CallTyping typing, Opcode op, Function function) {
  FunctionRow row = either(name, function);
  row.typing = typing;
  row.op = op;
  return row;
}

constexpr FunctionRow bits(std::string_view name, Type parameter, Type result, Opcode opcode) {
  return {.name = name, .parameter = parameter, .result = result, .op = opcode};
}

// clang-format off
// The smaller number; of a number and NaN the number; -0 is below +0 (PTX ISA, "min").
constexpr auto least = [](auto a, auto b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : a == b ? (std::signbit(a) ? a : b) : a < b ? a : b;
};
constexpr auto most = [](auto a, auto b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : a == b ? (std::signbit(a) ? b : a) : a < b ? b : a;
};
constexpr auto absolute = [](auto a) { return std::fabs(a); };
constexpr auto square_root = [](auto a) { return std::sqrt(a); };
constexpr auto reciprocal_root = [](auto a) { return 1 / std::sqrt(a); };
constexpr auto exponential = [](auto a) { return std::exp(a); };
constexpr auto exponential2 = [](auto a) { return std::exp2(a); };
constexpr auto logarithm = [](auto a) { return std::log(a); };
constexpr auto logarithm2 = [](auto a) { return std::log2(a); };
constexpr auto logarithm10 = [](auto a) { return std::log10(a); };
constexpr auto power = [](auto a, auto b) { return std::pow(a, b); };
constexpr auto down = [](auto a) { return std::floor(a); };
constexpr auto up = [](auto a) { return std::ceil(a); };
constexpr auto nearest = [](auto a) { return std::round(a); };
constexpr auto nearest_even = [](auto a) { return std::nearbyint(a); };
constexpr auto toward_zero = [](auto a) { return std::trunc(a); };
constexpr auto multiply_add = [](auto a, auto b, auto c) { return std::fma(a, b, c); };
constexpr auto remainder_of = [](auto a, auto b) { return std::fmod(a, b); };
constexpr auto sign_of = [](auto a, auto b) { return std::copysign(a, b); };
constexpr auto sine = [](auto a) { return std::sin(a); };
constexpr auto cosine = [](auto a) { return std::cos(a); };
constexpr auto tangent = [](auto a) { return std::tan(a); };
constexpr auto hyperbolic = [](auto a) { return std::tanh(a); };
constexpr auto error_function = [](auto a) { return std::erf(a); };
constexpr auto is_nan = [](auto a) { return std::isnan(a); };
constexpr auto is_inf = [](auto a) { return std::isinf(a); };
constexpr auto is_finite = [](auto a) { return std::isfinite(a); };

constexpr auto Int = Type::Int, Unsigned = Type::Unsigned, Float = Type::Float;

constexpr auto function_rows = std::to_array<FunctionRow>({
    with_whole("min", Common, Opcode::Min, least), with_whole("max", Common, Opcode::Max, most),
    with_whole("std::min", Same, Opcode::Min, least), with_whole("std::max", Same, Opcode::Max, most),
    with_whole("abs", Abs, Opcode::Abs, absolute),
    single("fabsf", absolute), either("fabs", absolute),
    single("fminf", least), either("fmin", least),
    single("fmaxf", most), either("fmax", most),
    single("sqrtf", square_root), either("sqrt", square_root),
    single("rsqrtf", reciprocal_root), either("rsqrt", reciprocal_root),
    single("expf", exponential), either("exp", exponential),
    single("exp2f", exponential2), either("exp2", exponential2),
    single("logf", logarithm), either("log", logarithm),
    single("log2f", logarithm2), either("log2", logarithm2),
    single("log10f", logarithm10), either("log10", logarithm10),
    single("powf", power), with_whole("pow", Power, Opcode::Move, power),
    single("floorf", down), either("floor", down),
    single("ceilf", up), either("ceil", up),
    single("roundf", nearest), either("round", nearest),
    single("rintf", nearest_even), either("rint", nearest_even),
    single("truncf", toward_zero), either("trunc", toward_zero),
    single("fmaf", multiply_add), either("fma", multiply_add),
    single("fmodf", remainder_of), either("fmod", remainder_of),
    single("copysignf", sign_of),
    single("sinf", sine), either("sin", sine),
    single("cosf", cosine), either("cos", cosine),
    single("tanf", tangent), either("tan", tangent),
    single("tanhf", hyperbolic), either("tanh", hyperbolic),
    single("erff", error_function), either("erf", error_function),
    either("isnan", is_nan, Int), either("isinf", is_inf, Int), either("isfinite", is_finite, Int),
    bits("__popc", Unsigned, Int, Opcode::Popc), bits("__clz", Int, Int, Opcode::Clz),
    bits("__ffs", Int, Int, Opcode::Ffs), bits("__brev", Unsigned, Unsigned, Opcode::Brev),
    bits("__float_as_int", Float, Int, Opcode::Move), bits("__float_as_uint", Float, Unsigned, Opcode::Move),
    bits("__int_as_float", Int, Float, Opcode::Move), bits("__uint_as_float", Unsigned, Float, Opcode::Move),
});
// clang-format on

// The constants as body_constant_texts spells them for a kernel.
constexpr auto constant_rows = std::to_array<ConstantRow>({{"INFINITY", Float, 0x7f800000},
                                                           {"NAN", Float, 0x7fc00000},
                                                           {"FLT_MAX", Float, 0x7f7fffff},
                                                           {"INT_MAX", Int, 0x7fffffff},
                                                           {"INT_MIN", Int, 0x80000000},
                                                           {"true", Type::Bool, 1},
                                                           {"false", Type::Bool, 0}});

}  // namespace

std::span<const FunctionRow> functions() { return function_rows; }
std::span<const ConstantRow> named_constants() { return constant_rows; }

const FunctionRow* find_function(std::string_view name) {
  const auto found = std::ranges::find(function_rows, name, &FunctionRow::name);
  return found == function_rows.end() ? nullptr : &*found;
}

const ConstantRow* find_constant(std::string_view name) {
  const auto found = std::ranges::find(constant_rows, name, &ConstantRow::name);
  return found == constant_rows.end() ? nullptr : &*found;
}

bool makes_pair(std::string_view function) {
  constexpr std::array<std::string_view, 8> makers = {
      "make_int2",       "make_uint2", "std::make_pair",       "make_pair",
      "std::make_tuple", "make_tuple", "cuda::std::make_pair", "cute::make_tuple"};
  return std::ranges::find(makers, function) != makers.end();
}

std::optional<Type> choose_type(const FunctionRow& function, std::span<const Type> arguments) {
  const auto any = [&](auto is) { return std::ranges::any_of(arguments, is); };
  const bool any_whole = any(is_whole), any_unsigned = any(is_unsigned);
  const bool any_float = any([](Type type) { return type == Type::Float; });
  const bool any_double = any([](Type type) { return type == Type::Double; });
  const bool compares = function.typing == Common || function.typing == Same;
  if (function.typing == Fixed) return function.parameter;
  if (function.typing == Same && any([&](Type type) { return type != arguments.front(); })) return std::nullopt;
  if (!any_float && !any_double) {
    if (!compares && (function.typing != Abs || any_unsigned)) return std::nullopt;
    Type common = Type::Int;
    for (const Type type : arguments) common = common_type(common, type);
    return common;
  }
  if (compares && any_whole) return std::nullopt;
  if (function.typing == Power && any_unsigned) return std::nullopt;
  if (any_float && any_double && !compares) return std::nullopt;
  return any_double ? Type::Double : Type::Float;
}

}  // namespace tcviz::inline gpu_c
