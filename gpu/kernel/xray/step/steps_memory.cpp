// Loads and stores of registers, and atomics.
#include <algorithm>
#include <array>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/machine/access.hpp"
#include "gpu/kernel/xray/machine/bank_count.hpp"
#include "gpu/kernel/xray/step/packed_moves.hpp"
#include "gpu/kernel/xray/step/steps.hpp"

namespace tcviz::inline gpu_xray {
namespace {

void load(StepContext& context) {
  const Window window = window_of(context.step);
  const int each = context.step.bits / 8, count = static_cast<int>(context.count(0));
  const bool is_signed = context.step.type().front() == 's';
  count_access_banks(context, true, 1, each * count);
  context.each_lane([&](int lane) {
    AccessBytes got;
    if (context.machine.stopped() || !read_bytes(context, lane, window, context.address(1, lane), each * count, got))
      return;
    for (int at = 0; at < count; ++at) {
      const std::int32_t reg = context.reg(0, at);
      std::uint64_t value = word_of(got.bytes.data() + at * each, each);
      if (is_signed) value = static_cast<std::uint64_t>(with_sign(value, 8 * each));
      context.values(reg)[lane] = low_bits(value, 8 * context.bytes(reg));
      RegisterCodes codes{};
      std::copy_n(got.codes.begin() + at * each, each, codes.begin());
      if (is_signed && 8 * each < 32) widen_packed(context.labels(), codes, 8 * each);
      context.write_codes(reg, lane, codes);
    }
  });
}

void store(StepContext& context) {
  const Window window = window_of(context.step);
  const int each = context.step.bits / 8, count = static_cast<int>(context.count(1));
  count_access_banks(context, false, 0, each * count);
  context.each_lane_in_order([&](int lane) {
    AccessBytes put;
    for (int at = 0; at < count; ++at) {
      const std::int32_t reg = context.reg(1, at);
      const std::uint64_t value = context.values(reg)[lane];
      const RegisterCodes codes = context.is_written(reg, lane) ? context.read_codes(reg, lane) : RegisterCodes{};
      for (int byte = 0; byte < each; ++byte) {
        put.bytes[at * each + byte] = static_cast<std::uint8_t>(value >> (8 * byte));
        put.codes[at * each + byte] = codes[byte];
      }
      if (context.is_written(reg, lane)) continue;
      context.machine.blame(lane, reg, "a register is stored that was never written");
      const Label unset = context.labels().poison(FindingKind::Uninitialised, "", "");
      for (int byte = 0; byte < each; ++byte) put.codes[at * each + byte] = code_of(unset, std::min(byte, 7));
    }
    if (!context.machine.stopped()) write_bytes(context, lane, window, context.address(0, lane), each * count, put);
  });
}

template <StepRun Run, std::size_t Address, std::size_t Data>
StepRun choose_access(const XrayStep& step) {
  if (step.arguments.size() < 2 || step.arguments[Address].form != PtxForm::Address || step.types.size() != 1)
    return nullptr;
  if (step.bits > 64) return nullptr;  // registers of 128 bits are not in this version
  const int bytes = step.bits / 8 * static_cast<int>(step.arguments[Data].count);
  const bool width_fits = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
  return width_fits ? Run : nullptr;
}

// The operations on numbers; labels follow those of sums and of max.
enum class AtomicOp : std::uint8_t { Add, Min, Max, And, Or, Xor, Exchange, CompareAndSwap, Increment, Decrement };
constexpr std::array<std::pair<std::string_view, AtomicOp>, 10> atomic_ops{{
    {"add", AtomicOp::Add},
    {"min", AtomicOp::Min},
    {"max", AtomicOp::Max},
    {"and", AtomicOp::And},
    {"or", AtomicOp::Or},
    {"xor", AtomicOp::Xor},
    {"exch", AtomicOp::Exchange},
    {"cas", AtomicOp::CompareAndSwap},
    {"inc", AtomicOp::Increment},
    {"dec", AtomicOp::Decrement},
}};
const std::pair<std::string_view, AtomicOp>* atomic_of(const XrayStep& step) {
  const auto* const row = std::ranges::find_if(atomic_ops, [&](const auto& one) { return step.has(one.first); });
  return row == atomic_ops.end() ? nullptr : row;
}

ElementType atomic_format(std::string_view type) {
  if (type == "f32") return ElementType::F32;
  if (type == "f64") return ElementType::F64;
  if (type == "f16" || type == "f16x2") return ElementType::F16;
  if (type == "bf16" || type == "bf16x2") return ElementType::BF16;
  return ElementType::S32;
}

std::uint64_t whole_atomic(AtomicOp op, bool is_signed, int bytes, std::uint64_t old, std::uint64_t b,
                           std::uint64_t c) {
  const bool less = is_signed ? with_sign(old, 8 * bytes) < with_sign(b, 8 * bytes) : old < b;
  switch (op) {
    case AtomicOp::Add:
      return old + b;
    case AtomicOp::Min:
      return less ? old : b;
    case AtomicOp::Max:
      return less ? b : old;
    case AtomicOp::And:
      return old & b;
    case AtomicOp::Or:
      return old | b;
    case AtomicOp::Xor:
      return old ^ b;
    case AtomicOp::Exchange:
      return b;
    case AtomicOp::CompareAndSwap:
      return old == b ? c : old;
    case AtomicOp::Increment:
      return old >= b ? 0 : old + 1;
    case AtomicOp::Decrement:
      return old == 0 || old > b ? b : old - 1;
  }
  return old;
}

struct AtomicStep {
  AtomicOp op = AtomicOp::Add;
  ElementType format = ElementType::S32;
  std::string_view type;
  int bytes = 4;  // of one number
};

// Combines one number of memory and one of a register to the number that is stored.
void combine(StepContext& context, const AtomicStep& atomic, AccessBytes& memory, int at, std::uint64_t b,
             std::uint64_t c, Label label) {
  const std::uint64_t old = word_of(memory.bytes.data() + at, atomic.bytes);
  LabelSpace& labels = context.labels();
  const bool is_float = atomic.format != ElementType::S32;
  const Label before = atomic.bytes <= 4 || is_float ? joined(labels, memory.codes.data() + at, atomic.format) : 0;
  std::uint64_t now = 0;
  Label made = 0;
  if (is_float && atomic.op != AtomicOp::Exchange) {
    const double x = from_bits(atomic.format, old), y = from_bits(atomic.format, b);
    const double result = atomic.op == AtomicOp::Add   ? x + y
                          : atomic.op == AtomicOp::Min ? std::min(x, y)
                                                       : std::max(x, y);
    now = encode(atomic.format, result);
    if (is_narrow(atomic.format)) context.machine.roundings.compute(result, from_bits(atomic.format, now));
    made = atomic.op == AtomicOp::Add ? labels.add(before, label, atomic.format)
                                      : labels.extreme(before, label, atomic.format);
  } else {
    now = whole_atomic(atomic.op, atomic.type.front() == 's', atomic.bytes, old, b, c);
    if (atomic.op == AtomicOp::Add)
      made = labels.add(before, label, atomic.format);
    else if (atomic.op == AtomicOp::Exchange)
      made = label;
    else if (before != 0 || label != 0)
      made = before == 0 || label == 0 ? labels.function(before | label, atomic.format)
                                       : labels.mingle(before, label, atomic.format);
  }
  for (int byte = 0; byte < atomic.bytes; ++byte) {
    memory.bytes[at + byte] = static_cast<std::uint8_t>(now >> (8 * byte));
    memory.codes[at + byte] = byte < bytes_of(atomic.format) ? code_of(made, byte) : 0;
  }
}

// True if the access counts, as those do that take a ticket: what it returns is a number of its own, no element.
bool takes_ticket(const AtomicStep& atomic) {
  const bool is_sum = atomic.op == AtomicOp::Add && atomic.format == ElementType::S32;
  return is_sum || atomic.op == AtomicOp::Increment || atomic.op == AtomicOp::Decrement;
}

// Executes an atomic access; does not ask the clock, as atomic accesses of several warps are no race.
template <bool Returns>
void atomic(StepContext& context) {
  constexpr std::size_t first = Returns ? 1 : 0;
  const std::string_view type = context.step.type();
  AtomicStep how{atomic_of(context.step)->second, atomic_format(type), type, 4};
  const int all = context.step.bits / 8;
  const bool packed = type == "f16x2" || type == "bf16x2";
  how.bytes = packed ? 2 : all;
  const Window window = window_of(context.step);
  const int count = static_cast<int>(context.count(first + 1));
  context.each_lane_in_order([&](int lane) {
    for (int element = 0; element < count; ++element) {
      const std::uint64_t address = context.address(first, lane) + static_cast<std::uint64_t>(element) * all;
      AccessBytes memory;
      if (context.machine.stopped() || !read_bytes(context, lane, window, address, all, memory, Access::Atomic)) return;
      const AccessBytes before = memory;
      const std::int32_t reg = context.reg(first + 1, element);
      const bool has_third = context.step.arguments.size() > first + 2;
      const std::uint64_t c = has_third ? context.values(context.reg(first + 2))[lane] : 0;
      for (int at = 0; at < all; at += how.bytes)
        combine(context, how, memory, at, low_bits(context.values(reg)[lane] >> (8 * at), 8 * how.bytes), c,
                context.label(reg, lane, at, how.format));
      write_bytes(context, lane, window, address, all, memory, Access::Atomic);
      if constexpr (Returns) {
        const std::int32_t d = context.reg(0, element);
        context.values(d)[lane] = word_of(before.bytes.data(), all);
        RegisterCodes codes{};
        const bool is_ticket = takes_ticket(how) && context.label(reg, lane, 0, how.format) == 0;
        if (memory.bytes == before.bytes || !is_ticket) std::copy_n(before.codes.begin(), all, codes.begin());
        context.write_codes(d, lane, codes);
      }
    }
  });
}

template <bool Returns>
StepRun choose_atomic(const XrayStep& step) {
  constexpr std::size_t first = Returns ? 1 : 0;
  if (step.arguments.size() < first + 2 || step.arguments[first].form != PtxForm::Address || atomic_of(step) == nullptr)
    return nullptr;
  return step.types.size() == 1 && step.bits >= 16 && step.bits <= 64 ? atomic<Returns> : nullptr;
}

constexpr std::string_view access_words =
    "global shared shared::cta shared::cluster local const param param::entry param::func weak volatile relaxed "
    "acquire release cta "
    "cluster gpu sys nc v2 v4 v8 ca cg cs lu cv wb wt L1::evict_normal L1::evict_unchanged L1::evict_first "
    "L1::evict_last "
    "L1::no_allocate L2::64B L2::128B L2::256B L2::cache_hint L2::evict_last L2::evict_first L2::evict_normal mmio "
    "unified";
constexpr std::string_view atomic_words =
    "global shared shared::cta shared::cluster relaxed acquire release acq_rel cta cluster gpu sys add min max and or "
    "xor exch cas "
    "inc dec noftz v2 v4 L2::cache_hint";
constexpr std::array memory_rows{
    OpcodeRow{"ld", access_words, choose_access<load, 1, 0>},
    OpcodeRow{"ldu", access_words, choose_access<load, 1, 0>},
    OpcodeRow{"st", access_words, choose_access<store, 0, 1>},
    OpcodeRow{"atom", atomic_words, choose_atomic<true>},
    OpcodeRow{"red", atomic_words, choose_atomic<false>},
};

}  // namespace

std::span<const OpcodeRow> memory_opcodes() { return memory_rows; }

}  // namespace tcviz::inline gpu_xray
