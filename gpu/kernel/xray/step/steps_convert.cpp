// mov, cvt, cvta, packing and unpacking: copies of bytes, and numbers in another format.
#include <algorithm>
#include <array>
#include <cmath>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/step/packed_moves.hpp"
#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

void move(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  const int bits = 8 * context.bytes(d);
  std::uint64_t *const to = context.values(d), *const from = context.values(a);
  if (d != a) context.copy_codes(d, a);
  context.each_lane([&](int lane) { to[lane] = low_bits(from[lane], bits); });
}

// Moves a vector: the pieces of one side, laid side by side, are those of the other.
template <int Bits>
void repack(StepContext& context) {
  constexpr int whole = Bits / 8;
  const std::size_t into = context.count(0), of = context.count(1);
  const int to_bytes = whole / static_cast<int>(into), from_bytes = whole / static_cast<int>(of);
  context.each_lane([&](int lane) {
    RegisterCodes codes{};
    std::uint64_t value = 0;
    for (std::size_t at = 0; at < of; ++at) {
      const std::int32_t reg = context.reg(1, at);
      const int shift = static_cast<int>(at) * from_bytes;
      value |= low_bits(context.values(reg)[lane], 8 * from_bytes) << (8 * shift);
      std::ranges::copy_n(context.read_codes(reg, lane).begin(), from_bytes, codes.begin() + shift);
    }
    for (std::size_t at = 0; at < into; ++at) {
      const std::int32_t reg = context.reg(0, at);
      const int shift = static_cast<int>(at) * to_bytes;
      context.values(reg)[lane] = low_bits(value >> (8 * shift), 8 * to_bytes);
      RegisterCodes piece{};
      std::copy_n(codes.begin() + shift, to_bytes, piece.begin());
      context.write_codes(reg, lane, piece);
    }
  });
}

StepRun choose_move(const XrayStep& step) {
  if (step.arguments.size() != 2) return nullptr;
  const std::size_t into = step.arguments[0].count, of = step.arguments[1].count;
  const bool vectors = step.arguments[0].form == PtxForm::Vector || step.arguments[1].form == PtxForm::Vector;
  if (!vectors || (into == 1 && of == 1)) return move;
  const auto fits = [&](std::size_t bytes) { return bytes % into == 0 && bytes % of == 0 && into > 0 && of > 0; };
  if (into == 0 || of == 0) return nullptr;
  if (step.type() == "b32" || step.type() == "u32") return fits(4) ? repack<32> : nullptr;
  if (step.type() == "b64" || step.type() == "u64") return fits(8) ? repack<64> : nullptr;
  return step.type() == "b16" && fits(2) ? repack<16> : nullptr;
}

template <bool ToWindow, std::uint64_t Base>
void change_window(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  context.set_plain(d);
  context.each_lane([&](int lane) {
    const std::uint64_t from = context.values(a)[lane];
    context.values(d)[lane] = ToWindow ? from - Base : from + Base;
  });
}

StepRun choose_window(const XrayStep& step) {
  const bool to = step.has("to");
  if (step.arguments.size() != 2) return nullptr;
  if (step.has("shared") || step.has("shared::cta") || step.has("shared::cluster"))
    return to ? change_window<true, shared_window_base> : change_window<false, shared_window_base>;
  if (step.has("local")) return to ? change_window<true, local_window_base> : change_window<false, local_window_base>;
  if (step.has("param")) return to ? change_window<true, param_window_base> : change_window<false, param_window_base>;
  return step.has("global") || step.has("const") ? move : nullptr;
}

struct NumberType {
  std::string_view name;
  bool is_float = false, has_sign = false;
  ElementType format = ElementType::S32;
  int bits() const { return element_bits(format); }
};
constexpr std::array number_types{
    NumberType{"u8", false, false, ElementType::U8},   NumberType{"s8", false, true, ElementType::S8},
    NumberType{"u16", false, false, ElementType::B16}, NumberType{"s16", false, true, ElementType::B16},
    NumberType{"u32", false, false, ElementType::S32}, NumberType{"s32", false, true, ElementType::S32},
    NumberType{"u64", false, false, ElementType::F64}, NumberType{"s64", false, true, ElementType::F64},
    NumberType{"f16", true, true, ElementType::F16},   NumberType{"bf16", true, true, ElementType::BF16},
    NumberType{"tf32", true, true, ElementType::TF32}, NumberType{"f32", true, true, ElementType::F32},
    NumberType{"f64", true, true, ElementType::F64},
};
const NumberType* number_type(std::string_view name) {
  const auto* row = std::ranges::find(number_types, name, &NumberType::name);
  return row == number_types.end() ? nullptr : row;
}

std::int64_t whole_of(const NumberType& type, std::uint64_t bits) {
  return type.has_sign ? with_sign(bits, type.bits()) : static_cast<std::int64_t>(low_bits(bits, type.bits()));
}

double number_of(const NumberType& type, std::uint64_t bits) {
  if (type.is_float) return from_bits(type.format, bits);
  const std::int64_t value = whole_of(type, bits);
  return type.has_sign ? static_cast<double>(value) : static_cast<double>(static_cast<std::uint64_t>(value));
}

double rounded(const XrayStep& step, double value) {
  if (step.has("rni")) return std::nearbyint(value);
  if (step.has("rzi")) return std::trunc(value);
  if (step.has("rmi")) return std::floor(value);
  return step.has("rpi") ? std::ceil(value) : value;
}

std::uint64_t to_whole(const NumberType& type, double value) {
  if (std::isnan(value)) return 0;
  const int bits = type.bits();
  const double low = type.has_sign ? -std::ldexp(1, bits - 1) : 0,
               high = std::ldexp(1, type.has_sign ? bits - 1 : bits);
  if (value < low) value = low;
  if (value >= high) return type.has_sign ? (std::uint64_t{1} << (bits - 1)) - 1 : low_bits(~std::uint64_t{0}, bits);
  return low_bits(
      type.has_sign ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) : static_cast<std::uint64_t>(value),
      bits);
}

std::uint64_t converted(const XrayStep& step, const NumberType& to, const NumberType& from, std::uint64_t bits) {
  if (!from.is_float && !to.is_float) {
    const std::int64_t value = whole_of(from, bits);
    if (!step.has("sat")) return low_bits(static_cast<std::uint64_t>(value), to.bits());
    const bool large = !from.has_sign && value < 0;
    return to_whole(to, large ? std::ldexp(1, 64) : static_cast<double>(value));
  }
  double number = number_of(from, bits);
  if (!from.is_float) return encode(to.format, number);
  if (!to.is_float) return to_whole(to, rounded(step, number));
  number = rounded(step, number);
  if (step.has("sat")) number = std::isnan(number) ? 0 : std::clamp(number, 0.0, 1.0);
  if (step.has("relu") && !(number > 0)) number = 0;
  return encode(to.format, number, step.has("rna") ? Ties::Away : Ties::Even);
}

// Gives d the low bytes of packed elements, and copies of the highest bit above a signed number.
void keep_packed(const StepContext& context, std::int32_t d, const NumberType& to,
                 std::array<RegisterCodes, lanes_of_warp>& from) {
  context.each_lane([&](int lane) {
    if (!any_packed(context.labels(), from[lane])) return;
    std::fill(from[lane].begin() + to.bits() / 8, from[lane].end(), Code{0});
    if (to.has_sign && to.bits() < 32) widen_packed(context.labels(), from[lane], to.bits());
    context.write_codes(d, lane, from[lane]);
  });
}

void convert_number(StepContext& context) {
  const NumberType &to = *number_type(context.step.type(0)), &from = *number_type(context.step.type(1));
  const std::int32_t d = context.reg(0), a = context.reg(1);
  const bool is_function = context.step.has("relu") || context.step.has("sat");
  const bool same_whole = !to.is_float && !from.is_float && to.bits() == 64 && from.bits() == 64;
  LaneLabels made{};
  const std::uint32_t any = context.labelled(a) & context.active;
  for (std::uint32_t rest = any; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Label label = context.label(a, lane, 0, from.format);
    made[lane] = is_function ? context.labels().function(label, to.format) : context.labels().convert(label, to.format);
    if (from.is_float != to.is_float && !to.is_float) made[lane] = context.labels().function(made[lane], to.format);
  }
  context.each_lane([&](int lane) {
    const std::uint64_t before = context.values(a)[lane], after = converted(context.step, to, from, before);
    if (to.is_float && is_narrow(to.format))
      context.machine.roundings.convert(to.format, number_of(from, before), from_bits(to.format, after));
    context.values(d)[lane] = after;
  });
  if (same_whole) {
    if (d != a) context.copy_codes(d, a);
    return;
  }
  std::array<RegisterCodes, lanes_of_warp> kept{};
  const bool narrows = !to.is_float && !from.is_float && to.bits() <= from.bits() && !is_function;
  for (std::uint32_t rest = narrows && context.labels().has_packed ? any : 0; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    kept[lane] = context.read_codes(a, lane);
  }
  context.set_labels(d, any, std::min(to.bits() / 8, context.bytes(d)), made);
  keep_packed(context, d, to, kept);
  // A narrow whole number fills its register with its sign.
  if (!to.is_float && to.has_sign && to.bits() < 32)
    context.each_lane([&](int lane) {
      context.values(d)[lane] = low_bits(static_cast<std::uint64_t>(whole_of(to, context.values(d)[lane])), 32);
    });
}

// Widens a whole number without a sign: it moves, and the new bytes are zero.
void widen_whole(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  const int bits = number_type(context.step.type(1))->bits();
  const std::uint32_t any = context.labelled(a);
  context.each_lane([&](int lane) {
    RegisterCodes moved{};
    const bool is_labelled = ((any >> lane) & 1) != 0;
    const Label unset = is_labelled && !context.is_written(a, lane) ? context.unset_label(a, lane) : 0;
    for (int at = 0; is_labelled && at < bits / 8; ++at)
      moved[at] = unset != 0 ? code_of(unset, at) : context.codes(a, lane)[at];
    context.values(d)[lane] = low_bits(context.values(a)[lane], bits);
    context.write_codes(d, lane, moved);
  });
}

// Computes d = {a in the upper half, b in the lower}.
template <ElementType Format>
void convert_pair(StepContext& context) {
  constexpr bool is_small = Format == ElementType::E4M3 || Format == ElementType::E5M2;
  constexpr int bytes = is_small ? 1 : 2;
  const bool relu = context.step.has("relu"), from_halves = is_small && context.step.type(1) == "f16x2";
  const std::int32_t d = context.reg(0), high = context.reg(1), low = from_halves ? high : context.reg(2);
  const ElementType from = from_halves ? ElementType::F16 : ElementType::F32;
  std::array<std::array<Label, 2>, lanes_of_warp> made{};
  const auto part = [&](std::int32_t reg, int lane, bool upper) {
    const int first = from_halves && upper ? 2 : 0;
    const double value = from_bits(from, context.values(reg)[lane] >> (8 * first));
    const Label label = context.label(reg, lane, first, from);
    made[lane][upper ? 1 : 0] =
        relu ? context.labels().function(label, Format) : context.labels().convert(label, Format);
    const double kept = relu && !(value > 0) ? 0 : value;
    const std::uint64_t bits = encode(Format, kept);
    context.machine.roundings.convert(Format, kept, from_bits(Format, bits));
    return bits;
  };
  context.each_lane([&](int lane) {
    const std::uint64_t upper = part(high, lane, true), lower = part(low, lane, false);
    context.values(d)[lane] = upper << (8 * bytes) | lower;
  });
  context.set_plain(d);
  context.each_lane([&](int lane) {
    for (int half = 0; half < 2; ++half) context.set_label(d, lane, half * bytes, bytes, made[lane][half]);
  });
}

// Converts two small numbers to f16x2.
template <ElementType Format>
void widen_pair(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  std::array<std::array<Label, 2>, lanes_of_warp> made{};
  context.each_lane([&](int lane) {
    std::uint64_t value = 0;
    for (int half = 0; half < 2; ++half) {
      made[lane][half] = context.labels().convert(context.label(a, lane, half, Format), ElementType::F16);
      value |= encode(ElementType::F16, from_bits(Format, context.values(a)[lane] >> (8 * half))) << (16 * half);
    }
    context.values(d)[lane] = value;
  });
  context.set_plain(d);
  context.each_lane([&](int lane) {
    for (int half = 0; half < 2; ++half) context.set_label(d, lane, 2 * half, 2, made[lane][half]);
  });
}

StepRun choose_conversion(const XrayStep& step) {
  const std::string_view to = step.type(0), from = step.type(1);
  const std::size_t count = step.arguments.size();
  if (to == "f16x2" && from == "e4m3x2" && count == 2) return widen_pair<ElementType::E4M3>;
  if (to == "f16x2" && from == "e5m2x2" && count == 2) return widen_pair<ElementType::E5M2>;
  if (to == "e4m3x2")
    return (from == "f32" && count == 3) || (from == "f16x2" && count == 2) ? convert_pair<ElementType::E4M3> : nullptr;
  if (to == "e5m2x2")
    return (from == "f32" && count == 3) || (from == "f16x2" && count == 2) ? convert_pair<ElementType::E5M2> : nullptr;
  if (to == "f16x2" && from == "f32" && count == 3) return convert_pair<ElementType::F16>;
  if (to == "bf16x2" && from == "f32" && count == 3) return convert_pair<ElementType::BF16>;
  const NumberType *const into = number_type(to), *const of = number_type(from);
  if (count != 2 || into == nullptr || of == nullptr) return nullptr;
  const bool are_whole = !into->is_float && !of->is_float && !of->has_sign && !step.has("sat");
  return are_whole && into->bits() > of->bits() ? widen_whole : convert_number;
}

constexpr std::array conversion_rows{
    OpcodeRow{"mov", "", choose_move},
    OpcodeRow{"cvta", "to shared shared::cta shared::cluster global local const param", choose_window},
    OpcodeRow{"cvt", "rn rz rm rp rna rni rzi rmi rpi ftz sat satfinite relu", choose_conversion},
    OpcodeRow{"isspacep", "global shared shared::cta local", [](const XrayStep&) { return StepRun(nullptr); }},
};

}  // namespace

std::span<const OpcodeRow> conversion_opcodes() { return conversion_rows; }

}  // namespace tcviz::inline gpu_xray
