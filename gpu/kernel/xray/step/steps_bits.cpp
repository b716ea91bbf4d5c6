// Bits: masks and shifts by whole bytes keep codes, moves and inversions of bits those of packed elements; every other
// operation gives a function of its operands.
#include <algorithm>
#include <array>
#include <bit>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/step/packed_moves.hpp"
#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns the bytes of a word; a predicate fills one.
int bytes_of_word(const XrayStep& step) { return std::max(1, step.bits / 8); }

bool is_word(const XrayStep& step) {
  return step.types.size() == 1 && (step.type() == "pred" || (step.bits >= 8 && step.bits <= 64));
}

ElementType word_format(int bytes) {
  return bytes == 8 ? ElementType::F64 : bytes == 4 ? ElementType::S32 : ElementType::B16;
}

// Labels a whole word as a function of all that it is made of.
RegisterCodes function_codes(const StepContext& context, int lane, std::initializer_list<RegisterCodes> of, int bytes) {
  LabelSpace& labels = context.labels();
  Label found = 0;
  for (const RegisterCodes& codes : of)
    for (const Code code : codes)
      if (const Label label = label_of(code); label != 0 && label != found)
        found = found == 0 ? label : labels.mingle(found, label, word_format(bytes));
  RegisterCodes made{};
  if (found == 0) return made;
  found = labels.doubtful(labels.function(found, word_format(bytes)), Doubt::Whole);
  for (const RegisterCodes& codes : of) found = context.told(found, context.reg(0), lane, codes);
  for (int at = 0; at < bytes; ++at) made[at] = code_of(found, at);
  return made;
}

// Returns the codes of a word each bit of which is that of packed elements in `of` (see picked_codes), or constant;
// those of a function of all if there are no such elements, or if no code can say it.
template <class Source>
RegisterCodes picked_or_function(const StepContext& context, int lane, std::initializer_list<RegisterCodes> of,
                                 int bytes, Source source) {
  if (const auto made = picked_codes(context.labels(), of, bytes, source)) return *made;
  return function_codes(context, lane, of, bytes);
}

enum class Bitwise : std::uint8_t { And, Or, Xor };

std::uint64_t bitwise(Bitwise op, std::uint64_t a, std::uint64_t b) {
  return op == Bitwise::And ? a & b : op == Bitwise::Or ? a | b : a ^ b;
}

// Returns the function of three bits, of which lop3 has the table, that the operation on the first two is.
constexpr std::uint8_t table_of(Bitwise op) { return op == Bitwise::And ? 0xC0 : op == Bitwise::Or ? 0xFC : 0x3C; }

// Returns the codes byte by byte: with a constant byte, and keeps or clears, or keeps and xor keep. The sign of a float
// may flip: it stays the same element.
template <Bitwise Op>
RegisterCodes bitwise_codes(const StepContext& context, int lane, int bytes, const RegisterCodes& a,
                            const RegisterCodes& b, std::uint64_t x, std::uint64_t y) {
  if (const auto packed = logic_codes(context.labels(), table_of(Op), {{a, b}, {x, y}}, bytes)) return *packed;
  RegisterCodes made{};
  for (int at = 0; at < bytes; ++at) {
    const Code labelled = a[at] != 0 ? a[at] : b[at];
    if (labelled == 0) continue;
    if (a[at] != 0 && b[at] != 0) return function_codes(context, lane, {a, b}, bytes);
    const auto constant = static_cast<std::uint8_t>((a[at] != 0 ? y : x) >> (8 * at));
    const bool top = at == bytes - 1 || at % 2 == 1;
    const bool keeps = Op == Bitwise::And
                           ? constant == 0xFF || (top && constant == 0x7F) || (at % 2 == 1 && constant == 0xE0)
                           : constant == 0 || (Op == Bitwise::Xor && top && constant == 0x80);
    if (Op == Bitwise::And && constant == 0) continue;
    if (!keeps) return function_codes(context, lane, {a, b}, bytes);
    made[at] = labelled;
    if (Op == Bitwise::And && constant == 0x7F) return function_codes(context, lane, {a, b}, bytes);
  }
  return made;
}

template <Bitwise Op>
void run_bitwise(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2);
  const int bytes = bytes_of_word(context.step);
  const bool plain = ((context.labelled(a) | context.labelled(b)) & context.active) == 0;
  context.each_lane([&](int lane) {
    const std::uint64_t x = context.values(a)[lane], y = context.values(b)[lane];
    if (!plain)
      context.write_codes(
          d, lane,
          bitwise_codes<Op>(context, lane, bytes, context.read_codes(a, lane), context.read_codes(b, lane), x, y));
    const std::uint64_t x_set = x ^ (context.negated(1) ? 1U : 0U), y_set = y ^ (context.negated(2) ? 1U : 0U);
    context.values(d)[lane] = low_bits(bitwise(Op, x_set, y_set), context.step.bits);
  });
  if (plain) context.set_plain(d);
}

template <Bitwise Op>
StepRun choose_bitwise(const XrayStep& step) {
  return step.arguments.size() == 3 && is_word(step) ? run_bitwise<Op> : nullptr;
}

// Returns the codes of packed elements whose bits the operation inverts or reverses; none if it does more.
template <class Op>
std::optional<RegisterCodes> moved_codes(LabelSpace& labels, const RegisterCodes& from, std::uint64_t x, int bytes) {
  if constexpr (Op::reverses)
    return picked_codes(labels, {from}, bytes, [&](int at) { return 8 * bytes - 1 - at; });
  else if constexpr (Op::table != 0)
    return logic_codes(labels, Op::table, {{from}, {x}}, bytes);
  else
    return std::nullopt;
}

template <class Op>
void run_bit_function(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  const int bytes = bytes_of_word(context.step);
  context.each_lane([&](int lane) {
    const std::uint64_t x = low_bits(context.values(a)[lane], 8 * bytes);
    const RegisterCodes from = context.read_codes(a, lane);
    const auto moved = moved_codes<Op>(context.labels(), from, x, bytes);
    context.write_codes(d, lane, moved ? *moved : function_codes(context, lane, {from}, context.bytes(d)));
    context.values(d)[lane] =
        context.step.type() == "pred" ? (x & 1) ^ 1 : low_bits(Op()(x, 8 * bytes), 8 * context.bytes(d));
  });
}

// Each reverses the order of the bits, or has the table of lop3 by which it only inverts them; 0: it does more.
struct Inverted {
  static constexpr std::uint8_t table = 0x0F;
  static constexpr bool reverses = false;
  std::uint64_t operator()(std::uint64_t x, int bits) const { return low_bits(~x, bits); }
};
struct IsZero {
  static constexpr std::uint8_t table = 0;
  static constexpr bool reverses = false;
  std::uint64_t operator()(std::uint64_t x, int) const { return x == 0 ? 1 : 0; }
};
struct CountOnes {
  static constexpr std::uint8_t table = 0;
  static constexpr bool reverses = false;
  std::uint64_t operator()(std::uint64_t x, int) const { return static_cast<std::uint64_t>(std::popcount(x)); }
};
struct LeadingZeros {
  static constexpr std::uint8_t table = 0;
  static constexpr bool reverses = false;
  std::uint64_t operator()(std::uint64_t x, int bits) const {
    return static_cast<std::uint64_t>(std::countl_zero(x) - (64 - bits));
  }
};
struct Reversed {
  static constexpr bool reverses = true;
  std::uint64_t operator()(std::uint64_t x, int bits) const {
    std::uint64_t made = 0;
    for (int at = 0; at < bits; ++at) made |= ((x >> at) & 1) << (bits - 1 - at);
    return made;
  }
};
// The highest bit that is not the sign; with .shiftamt how far it is from the highest place. PTX ISA 9.0, "bfind".
template <bool Signed, bool Shift>
struct HighestBit {
  static constexpr std::uint8_t table = 0;
  static constexpr bool reverses = false;
  std::uint64_t operator()(std::uint64_t x, int bits) const {
    const bool is_negative = Signed && (x >> (bits - 1)) != 0;
    const std::uint64_t looked_at = is_negative ? low_bits(~x, bits) : x;
    if (looked_at == 0) return 0xFFFFFFFF;
    const int found = 63 - std::countl_zero(looked_at);
    return static_cast<std::uint64_t>(Shift ? bits - 1 - found : found);
  }
};

template <class Op>
StepRun bit_function(const XrayStep& step) {
  return step.arguments.size() == 2 && is_word(step) ? run_bit_function<Op> : nullptr;
}

template <bool Left>
void shift(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2);
  const int bytes = bytes_of_word(context.step), bits = 8 * bytes;
  const bool is_signed = context.step.type().front() == 's';
  const bool plain = (context.labelled(a) & context.active) == 0;
  context.each_lane([&](int lane) {
    const std::uint64_t x = low_bits(context.values(a)[lane], 8 * bytes);
    const auto by = static_cast<int>(
        std::min<std::uint64_t>(low_bits(context.values(b)[lane], 32), static_cast<std::uint64_t>(bits)));
    if (!plain) {
      const RegisterCodes from = context.read_codes(a, lane);
      RegisterCodes made{};
      for (int at = 0; at < bytes; ++at) {
        const int source = Left ? at - by / 8 : at + by / 8;
        if (source >= 0 && source < bytes) made[at] = from[source];
      }
      const bool moves_bytes = by % 8 == 0 && !(is_signed && any_packed(context.labels(), from));
      const auto source = [&](int at) {
        if (Left) return at - std::min(by, at + 1);
        return at + by < bits ? at + by : is_signed ? bits - 1 : -1;
      };
      context.write_codes(d, lane, moves_bytes ? made : picked_or_function(context, lane, {from}, bytes, source));
    }
    std::uint64_t value = 0;
    if (Left)
      value = by >= bits ? 0 : x << by;
    else if (!is_signed)
      value = by >= bits ? 0 : x >> by;
    else
      value = static_cast<std::uint64_t>(with_sign(x, bits) >> std::min(by, bits - 1));
    context.values(d)[lane] = low_bits(value, bits);
  });
  if (plain) context.set_plain(d);
}

// Permutes bytes as the selector says; a copied sign bit is a function of a and b, unless they hold packed elements.
void permute_bytes(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2), c = context.reg(3);
  context.each_lane([&](int lane) {
    const std::uint64_t both = low_bits(context.values(a)[lane], 32) | context.values(b)[lane] << 32;
    const std::uint64_t selector = context.values(c)[lane];
    const RegisterCodes low = context.read_codes(a, lane), high = context.read_codes(b, lane);
    RegisterCodes made{};
    std::uint64_t value = 0;
    bool has_sign = false;
    for (int at = 0; at < 4; ++at) {
      const auto select = static_cast<int>((selector >> (4 * at)) & 0xF);
      const int byte = select & 7;
      std::uint64_t bits = (both >> (8 * byte)) & 0xFF;
      if ((select & 8) != 0) bits = (bits & 0x80) != 0 ? 0xFF : 0, has_sign = true;
      made[at] = byte < 4 ? low[byte] : high[byte - 4];
      value |= bits << (8 * at);
    }
    const auto source = [&](int at) {
      const auto select = static_cast<int>((selector >> (4 * (at / 8))) & 0xF);
      return 8 * (select & 7) + ((select & 8) != 0 ? 7 : at % 8);
    };
    context.write_codes(d, lane, has_sign ? picked_or_function(context, lane, {low, high}, 4, source) : made);
    context.values(d)[lane] = value;
  });
}

// Applies a function of three bits to every bit. Labels of whole numbers follow masks only.
void logic_of_three(StepContext& context) {
  const std::int32_t d = context.reg(0);
  const auto table = static_cast<std::uint8_t>(context.values(context.reg(4))[0]);
  context.each_lane([&](int lane) {
    std::array<std::uint64_t, 3> x{};
    std::array<RegisterCodes, 3> codes{};
    for (int at = 0; at < 3; ++at) {
      x[at] = context.values(context.reg(1 + at))[lane];
      codes[at] = context.read_codes(context.reg(1 + at), lane);
    }
    std::uint64_t value = 0;
    for (int index = 0; index < 8; ++index) {
      if (((table >> index) & 1) == 0) continue;
      value |=
          ((index & 4) != 0 ? x[0] : ~x[0]) & ((index & 2) != 0 ? x[1] : ~x[1]) & ((index & 1) != 0 ? x[2] : ~x[2]);
    }
    RegisterCodes made{};
    const auto packed = logic_codes(context.labels(), table, {codes, x}, 4);
    const bool is_and_then_or = table == 0xEA || table == 0xF8;  // (a & b) | c, a | (b & c)
    if (packed) {
      made = *packed;
    } else if (is_and_then_or) {
      const int first = table == 0xEA ? 0 : 1, last = table == 0xEA ? 2 : 0;
      const RegisterCodes both =
          bitwise_codes<Bitwise::And>(context, lane, 4, codes[first], codes[first + 1], x[first], x[first + 1]);
      made = bitwise_codes<Bitwise::Or>(context, lane, 4, both, codes[last], x[first] & x[first + 1], x[last]);
    } else {
      made = function_codes(context, lane, {codes[0], codes[1], codes[2]}, 4);
    }
    context.write_codes(d, lane, made);
    context.values(d)[lane] = low_bits(value, 32);
  });
}

// Shifts {b, a} and takes the upper (l) or lower (r) word of it.
void funnel_shift(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2), c = context.reg(3);
  const bool left = context.step.has("l"), clamp = context.step.has("clamp");
  context.each_lane([&](int lane) {
    const std::uint64_t both = low_bits(context.values(a)[lane], 32) | context.values(b)[lane] << 32;
    const std::uint64_t raw = low_bits(context.values(c)[lane], 32);
    const auto by = static_cast<int>(clamp ? std::min<std::uint64_t>(raw, 32) : raw & 31);
    const int down = left ? 32 - by : by;
    const RegisterCodes low = context.read_codes(a, lane), high = context.read_codes(b, lane);
    RegisterCodes made{};
    for (int at = 0; at < 4; ++at) {
      const int source = at + down / 8;
      made[at] = source < 4 ? low[source] : source < 8 ? high[source - 4] : 0;
    }
    const auto source = [&](int at) { return at + down < 64 ? at + down : -1; };
    context.write_codes(d, lane, by % 8 == 0 ? made : picked_or_function(context, lane, {low, high}, 4, source));
    context.values(d)[lane] = low_bits(both >> down, 32);
  });
}

void extract_field(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1);
  const int bytes = bytes_of_word(context.step), bits = 8 * bytes;
  const bool is_signed = context.step.type().front() == 's';
  context.each_lane([&](int lane) {
    const std::uint64_t x = low_bits(context.values(a)[lane], 8 * bytes);
    const auto at = static_cast<int>(context.values(context.reg(2))[lane] & 0xFF);
    const auto length = static_cast<int>(context.values(context.reg(3))[lane] & 0xFF);
    const bool sign = is_signed && length > 0 && ((x >> std::min(at + length - 1, bits - 1)) & 1) != 0;
    std::uint64_t value = at >= bits ? 0 : x >> at;
    const int kept = std::clamp(bits - at, 0, length);  // those that the source has
    if (kept < 64) value &= (std::uint64_t{1} << kept) - 1;
    if (sign && kept < 64) value |= ~std::uint64_t{0} << kept;
    const RegisterCodes from = context.read_codes(a, lane);
    RegisterCodes made{};
    if (at % 8 == 0 && length % 8 == 0 && !(is_signed && any_packed(context.labels(), from))) {
      for (int byte = 0; byte < length / 8 && byte + at / 8 < bytes; ++byte) made[byte] = from[byte + at / 8];
    } else {
      made = picked_or_function(context, lane, {from}, bytes, [&](int bit) {
        if (bit < length && at + bit < bits) return at + bit;
        return is_signed && length > 0 ? std::min(at + length - 1, bits - 1) : -1;
      });
    }
    context.write_codes(d, lane, made);
    context.values(d)[lane] = low_bits(value, bits);
  });
}

// Computes d = b with the low bits of a at a place.
void insert_field(StepContext& context) {
  const std::int32_t d = context.reg(0), a = context.reg(1), b = context.reg(2);
  const int bytes = bytes_of_word(context.step), bits = 8 * bytes;
  context.each_lane([&](int lane) {
    const auto at = static_cast<int>(context.values(context.reg(3))[lane] & 0xFF);
    const auto length = static_cast<int>(context.values(context.reg(4))[lane] & 0xFF);
    const std::uint64_t field =
        at >= bits ? 0 : (length >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << length) - 1) << at;
    const std::uint64_t x = at >= bits ? 0 : context.values(a)[lane] << at, y = context.values(b)[lane];
    const RegisterCodes from = context.read_codes(a, lane), old = context.read_codes(b, lane);
    RegisterCodes made = old;
    if (at % 8 == 0 && length % 8 == 0) {
      for (int byte = 0; byte < length / 8 && byte + at / 8 < bytes; ++byte) made[byte + at / 8] = from[byte];
    } else {
      made = picked_or_function(context, lane, {from, old}, bytes,
                                [&](int bit) { return bit >= at && bit - at < length ? bit - at : bits + bit; });
    }
    context.write_codes(d, lane, made);
    context.values(d)[lane] = low_bits((x & field) | (y & ~field), bits);
  });
}

template <std::size_t Count, void (*Run)(StepContext&)>
StepRun with_arguments(const XrayStep& step) {
  return step.arguments.size() == Count && is_word(step) ? Run : nullptr;
}

template <bool Signed>
StepRun find_bit(const XrayStep& step) {
  return step.has("shiftamt") ? bit_function<HighestBit<Signed, true>>(step)
                              : bit_function<HighestBit<Signed, false>>(step);
}

StepRun choose_find_bit(const XrayStep& step) {
  return step.type().starts_with('s') ? find_bit<true>(step) : find_bit<false>(step);
}

constexpr std::array bit_rows{
    OpcodeRow{"and", "", choose_bitwise<Bitwise::And>},
    OpcodeRow{"or", "", choose_bitwise<Bitwise::Or>},
    OpcodeRow{"xor", "", choose_bitwise<Bitwise::Xor>},
    OpcodeRow{"not", "", bit_function<Inverted>},
    OpcodeRow{"cnot", "", bit_function<IsZero>},
    OpcodeRow{"popc", "", bit_function<CountOnes>},
    OpcodeRow{"clz", "", bit_function<LeadingZeros>},
    OpcodeRow{"brev", "", bit_function<Reversed>},
    OpcodeRow{"bfind", "shiftamt", choose_find_bit},
    OpcodeRow{"shl", "", with_arguments<3, shift<true>>},
    OpcodeRow{"shr", "", with_arguments<3, shift<false>>},
    OpcodeRow{"prmt", "", with_arguments<4, permute_bytes>},
    OpcodeRow{"lop3", "", with_arguments<5, logic_of_three>},
    OpcodeRow{"shf", "l r clamp wrap", with_arguments<4, funnel_shift>},
    OpcodeRow{"bfe", "", with_arguments<4, extract_field>},
    OpcodeRow{"bfi", "", with_arguments<5, insert_field>},
};

}  // namespace

std::span<const OpcodeRow> bit_opcodes() { return bit_rows; }

}  // namespace tcviz::inline gpu_xray
