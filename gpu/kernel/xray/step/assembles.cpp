#include "gpu/kernel/xray/step/assembles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/machine/special_registers.hpp"
#include "gpu/kernel/xray/step/forms.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// The registers of an instruction, a letter for each argument: T is as the type says, W too, but twice as wide if .wide
// is there; u and d are whole numbers of 32 and 64 bits, p is a predicate, w a predicate or anything of 32 bits, q a
// predicate or u, i a constant; - is not looked at. PTX ISA 9.0, 9.4 "Type Checking"; loads, stores and cvt may have
// wider registers. The first row counts whose modifier is there.
struct WidthRow {
  std::string_view name, arguments, modifier = "";
};
constexpr std::array width_rows{
    WidthRow{"add", "TTT"},
    WidthRow{"sub", "TTT"},
    WidthRow{"mul", "WTT"},
    WidthRow{"mad", "WTTW"},
    WidthRow{"fma", "TTTT"},
    WidthRow{"min", "TTT"},
    WidthRow{"max", "TTT"},
    WidthRow{"div", "TTT"},
    WidthRow{"rem", "TTT"},
    WidthRow{"and", "TTT"},
    WidthRow{"or", "TTT"},
    WidthRow{"xor", "TTT"},
    WidthRow{"not", "TT"},
    WidthRow{"cnot", "TT"},
    WidthRow{"neg", "TT"},
    WidthRow{"abs", "TT"},
    WidthRow{"rcp", "TT"},
    WidthRow{"sqrt", "TT"},
    WidthRow{"rsqrt", "TT"},
    WidthRow{"ex2", "TT"},
    WidthRow{"lg2", "TT"},
    WidthRow{"sin", "TT"},
    WidthRow{"cos", "TT"},
    WidthRow{"tanh", "TT"},
    WidthRow{"copysign", "TTT"},
    WidthRow{"mov", "TT"},
    WidthRow{"cvta", "TT"},
    WidthRow{"shl", "TTu"},
    WidthRow{"shr", "TTu"},
    WidthRow{"setp", "pTTp"},
    WidthRow{"brev", "TT"},
    WidthRow{"selp", "TTTp"},
    WidthRow{"prmt", "TTTT"},
    WidthRow{"lop3", "TTTT"},
    WidthRow{"shf", "TTTu"},
    WidthRow{"bfe", "TTuu"},
    WidthRow{"bfi", "TTTuu"},
    WidthRow{"popc", "uT"},
    WidthRow{"clz", "uT"},
    WidthRow{"bfind", "uT"},
    WidthRow{"sad", "TTTT"},
    WidthRow{"shfl", "TTTTu"},
    WidthRow{"mul24", "TTT"},
    WidthRow{"dp4a", "uuuu"},
    WidthRow{"vote", "Tpu"},
    WidthRow{"match", "uTu"},
    WidthRow{"redux", "uuu"},
    WidthRow{"activemask", "T"},
    WidthRow{"elect", "-u"},
    WidthRow{"mapa", "TTu"},
    WidthRow{"getctarank", "uT"},
    WidthRow{"bar", "uu"},
    WidthRow{"barrier", "uu"},
    WidthRow{"nanosleep", "u"},
    WidthRow{"movmatrix", "ww"},
    WidthRow{"createpolicy", "d", "fractional"},
    WidthRow{"createpolicy", "dd", "cvt"},
    WidthRow{"createpolicy", "d-uu", "range"},
    WidthRow{"wgmma", "----iiii", "mma_async"},
    WidthRow{"wmma", "--u", "load"},
    WidthRow{"wmma", "--u", "store"},
    WidthRow{"wgmma", "i", "wait_group"},
    WidthRow{"cp", "i", "wait_group"},
    WidthRow{"cp", "-u", "prefetch"},
    WidthRow{"cp", "---", "tensor"},
    WidthRow{"cp", "--u-", "bulk"},
    WidthRow{"cp", "--i-", "L2::cache_hint"},
    WidthRow{"cp", "--iq"},
    WidthRow{"atom", "T-T", "L2::cache_hint"},
    WidthRow{"atom", "T-TT"},
    WidthRow{"red", "-T"},
    WidthRow{"mbarrier", "-u", "init"},
    WidthRow{"mbarrier", "d-u", "arrive"},
    WidthRow{"mbarrier", "d-u", "arrive_drop"},
    WidthRow{"mbarrier", "-u", "expect_tx"},
    WidthRow{"mbarrier", "-u", "complete_tx"},
    WidthRow{"mbarrier", "p-uu", "parity"},
    WidthRow{"mbarrier", "p-du", "test_wait"},
    WidthRow{"mbarrier", "p-du", "try_wait"},
    WidthRow{"mbarrier", "ud", "pending_count"},
};

// A demand on a register: `kind` is the letter of a type, b of any.
struct Wanted {
  int bits = 0;
  char kind = 'b';
  bool or_predicate = false;
};

// Returns what a type demands: numbers of 16 bits in pairs and those with a short exponent lie in registers of bits.
Wanted wanted_of(std::string_view type, int bits) {
  const bool is_whole = type.starts_with('u') || type.starts_with('s');
  const bool is_number = type == "f16" || type == "f32" || type == "f64";
  const bool is_packed = type.find('x') != std::string_view::npos || type == "bf16" || type == "tf32";
  return {bits, is_packed ? 'x' : is_whole ? 'u' : is_number ? 'f' : 'b'};
}

Wanted wanted_of(const XrayStep& step, char letter) {
  switch (letter) {
    case 'T':
      return wanted_of(step.type(), step.bits);
    case 'W':
      return wanted_of(step.type(), step.bits * (step.has("wide") ? 2 : 1));
    case 'u':
      return {32, 'u'};
    case 'd':
      return {64, 'u'};
    case 'w':
      return {32, 'b', true};
    case 'q':
      return {32, 'u', true};
    default:
      return {letter == 'p' ? 1 : 0, 'b'};
  }
}

// True if a register that was declared with one kind may hold another: bits hold anything.
bool may_hold(char declared, char wanted) {
  return declared == 'b' || wanted == 'b' || declared == wanted || (declared == 's' && wanted == 'u');
}

// Returns the bits of a declared register; 0 for a number, a special register or an address.
int bits_of(const XrayProgram& program, std::int32_t reg) {
  const auto& declared = program.function->registers;
  return reg >= 0 && reg < static_cast<std::int32_t>(declared.size()) ? declared[static_cast<std::size_t>(reg)].bits
                                                                      : 0;
}

char kind_of(const XrayProgram& program, std::int32_t reg) {
  return program.function->registers[static_cast<std::size_t>(reg)].kind;
}

std::string not_as_wide(const XrayProgram& program, std::int32_t reg, int bits) {
  if (bits == 1) return fmt::format("{} is no predicate", program.register_name(reg));
  const int have = bits_of(program, reg);
  if (have == 1) return fmt::format("{} is a predicate", program.register_name(reg));
  return fmt::format("{} has {} bits, and it takes {}", program.register_name(reg), have, bits);
}

std::string of_other_kind(const XrayProgram& program, std::int32_t reg, char wanted) {
  return fmt::format("{} is declared as {}, and it takes {}", program.register_name(reg),
                     kind_of(program, reg) == 'f' ? "a floating-point number" : "a whole number",
                     wanted == 'x'   ? "bits"
                     : wanted == 'f' ? "a floating-point number or bits"
                                     : "a whole number or bits");
}

// Returns the fault of a number that is spelled as one of another kind; empty: there is none.
std::string fault_of_number(const StepArgument& argument, const Wanted& wanted) {
  if (argument.form != PtxForm::Immediate) return {};
  const bool is_whole = argument.literal == PtxLiteral::Whole;
  if (!is_whole && wanted.kind == 'u') return "it takes a whole number";
  if (!is_whole || wanted.kind != 'f') return {};
  return wanted.bits < 32 ? "it takes registers alone" : "it takes a floating-point number: write 1.0 or 0f3F800000";
}

// Checks one argument: a register, or the pieces of a vector that make one word together.
std::string fault_of_word(const XrayProgram& program, const StepArgument& argument, const Wanted& wanted) {
  if (std::string fault = fault_of_number(argument, wanted); !fault.empty()) return fault;
  int all = 0;
  for (const std::int32_t reg : program.registers(argument)) {
    const int have = bits_of(program, reg);
    if (have == 0) return {};
    const bool is_one = argument.form == PtxForm::Register;
    if (have == 1 && wanted.or_predicate) return {};
    if (is_one && have != wanted.bits) return not_as_wide(program, reg, wanted.bits);
    if (is_one && !may_hold(kind_of(program, reg), wanted.kind)) return of_other_kind(program, reg, wanted.kind);
    all += have;
  }
  const bool fits = argument.form != PtxForm::Vector || all == wanted.bits;
  return fits ? std::string()
              : fmt::format("the registers of its vector have {} bits, and it takes {}", all, wanted.bits);
}

std::string fault_of_row(const XrayProgram& program, const XrayStep& step, const WidthRow& row) {
  for (std::size_t at = 0; at < std::min(step.arguments.size(), row.arguments.size()); ++at) {
    const Wanted wanted = wanted_of(step, row.arguments[at]);
    const StepArgument& argument = step.arguments[at];
    if (row.arguments[at] == 'i' && argument.form != PtxForm::Immediate) return "it takes a constant, and no register";
    const bool is_pair = argument.form == PtxForm::Vector && step.name != "mov";  // p|q
    if (wanted.bits == 0 || is_pair) continue;
    if (std::string fault = fault_of_word(program, argument, wanted); !fault.empty()) return fault;
  }
  return {};
}

// Returns the fault of registers that are narrower than what is loaded, stored or converted, or of another kind. Only
// bits and whole numbers may lie in wider ones.
std::string fault_of_wider(const XrayProgram& program, const StepArgument& argument, const Wanted& wanted) {
  for (const std::int32_t reg : program.registers(argument)) {
    const int have = bits_of(program, reg);
    if (have == 0) continue;
    if (have < wanted.bits) return not_as_wide(program, reg, wanted.bits);
    const char kind = kind_of(program, reg);
    if (!may_hold(kind, wanted.kind)) return of_other_kind(program, reg, wanted.kind);
    if (kind == 'f' && wanted.kind == 'f' && have != wanted.bits) return not_as_wide(program, reg, wanted.bits);
  }
  return {};
}

std::size_t vector_size(const XrayStep& step) {
  return step.has("v8") ? 8 : step.has("v4") ? 4 : step.has("v2") ? 2 : 1;
}

std::string wrong_vector(std::size_t have, std::size_t size) {
  return size == 1 ? fmt::format("a vector of {} needs .v{}", have, have)
                   : fmt::format(".v{} takes a vector of {}", size, size);
}

// Returns the operand that is the policy of a cache hint; null: there is none.
const StepArgument* hint_of(const XrayStep& step) {
  return step.has("L2::cache_hint") && !step.arguments.empty() ? &step.arguments.back() : nullptr;
}

std::string fault_of_access(const XrayProgram& program, const XrayStep& step) {
  const std::size_t data = step.name == "st" ? 1 : 0;
  if (step.types.size() != 1 || data >= step.arguments.size()) return {};
  const StepArgument& moved = step.arguments[data];
  if (moved.count != vector_size(step)) return wrong_vector(moved.count, vector_size(step));
  const Wanted wanted = wanted_of(step.type(), step.bits);
  if (std::string fault = fault_of_number(moved, wanted); !fault.empty()) return fault;
  return fault_of_wider(program, moved, wanted);
}

std::string fault_of_atomic(const XrayProgram& program, const XrayStep& step) {
  for (const StepArgument& argument : step.arguments) {
    if (argument.form == PtxForm::Address || &argument == hint_of(step)) continue;
    if (argument.count != vector_size(step)) return wrong_vector(argument.count, vector_size(step));
    for (const std::int32_t reg : program.registers(argument))
      if (const int have = bits_of(program, reg); have != 0 && have != step.bits)
        return not_as_wide(program, reg, step.bits);
  }
  return {};
}

// Returns the fault of the policy that .L2::cache_hint names.
std::string fault_of_hint(const XrayProgram& program, const XrayStep& step) {
  const StepArgument* const policy = hint_of(step);
  if (policy == nullptr) return {};
  const bool is_word = policy->form == PtxForm::Register || policy->form == PtxForm::Immediate;
  return is_word ? fault_of_word(program, *policy, {64, 'u'}) : ".L2::cache_hint needs a policy as the last operand";
}

// Returns the fault of cvt's registers: beside bf16, tf32 and numbers of 8 bits they are as wide as their types.
std::string fault_of_conversion(const XrayProgram& program, const XrayStep& step) {
  if (step.types.size() != 2) return {};
  const auto bits = [](std::string_view type) { return bits_of_ptx_type(fmt::format(".{}", type)); };
  const Wanted to = wanted_of(step.type(0), bits(step.type(0))), from = wanted_of(step.type(1), bits(step.type(1)));
  const bool is_exact = std::ranges::any_of(step.types, [](std::string_view type) {
    return type.starts_with("bf16") || type == "tf32" || type.starts_with('e');
  });
  for (std::size_t at = 0; at < step.arguments.size(); ++at) {
    const Wanted& wanted = at == 0 ? to : from;
    if (std::string fault = fault_of_number(step.arguments[at], wanted); !fault.empty()) return fault;
    std::string fault = is_exact && wanted.bits >= 16 ? fault_of_word(program, step.arguments[at], wanted)
                                                      : fault_of_wider(program, step.arguments[at], wanted);
    if (!fault.empty()) return fault;
  }
  return {};
}

std::string wrong_count(const XrayStep& step, std::size_t wanted) {
  return fmt::format("it has {} operand{}, and it takes {}", step.arguments.size(),
                     step.arguments.size() == 1 ? "" : "s", wanted);
}

// The operands of an instruction with a modifier; those of an access have one more for .L2::cache_hint.
struct CountRow {
  std::string_view name, modifier;
  std::size_t least, most;
  bool may_have_hint = false;
};
constexpr std::array count_rows{
    CountRow{"ld", "", 2, 2, true},      CountRow{"st", "", 2, 2, true},          CountRow{"red", "", 2, 2, true},
    CountRow{"atom", "cas", 4, 4, true}, CountRow{"atom", "b32", 3, 4, true},  // ptxas takes a fourth one
    CountRow{"atom", "", 3, 3, true},    CountRow{"bar", "arrive", 2, 2},         CountRow{"barrier", "cluster", 0, 0},
    CountRow{"barrier", "arrive", 2, 2}, CountRow{"createpolicy", "range", 4, 4}, CountRow{"createpolicy", "", 1, 2},
    CountRow{"wgmma", "fence", 0, 0},    CountRow{"bar", "sync", 1, 2},           CountRow{"barrier", "sync", 1, 2},
};

std::string fault_of_count(const XrayStep& step) {
  const bool combines = step.has("and") || step.has("or") || step.has("xor");
  if (step.name == "setp" && combines != (step.arguments.size() == 4))
    return combines ? "it needs a predicate to combine with" : "a predicate to combine with needs .and, .or or .xor";
  const auto* const row = std::ranges::find_if(count_rows, [&](const CountRow& one) {
    return one.name == step.name && (one.modifier.empty() || step.has(one.modifier));
  });
  if (row == count_rows.end()) return {};
  const std::size_t hint = row->may_have_hint && step.has("L2::cache_hint") ? 1 : 0, count = step.arguments.size();
  return count < row->least + hint || count > row->most + hint ? wrong_count(step, row->least + hint) : std::string();
}

// Returns the fault of operands that are no registers: an arrival at another block's barrier gives no state, and a
// tensor has as many coordinates as dimensions.
std::string fault_of_operands(const XrayStep& step) {
  const auto is_empty = [](const StepArgument& argument) { return argument.count == 0 && argument.name.empty(); };
  if (step.name != "call" && std::ranges::any_of(step.arguments, is_empty)) return "an operand has no elements";
  const bool arrives = step.has("arrive") || step.has("arrive_drop");
  if (step.name == "mbarrier" && arrives && step.has("shared::cluster") && step.arguments[0].form != PtxForm::Sink)
    return "an arrival at a barrier of shared::cluster has no result: write _";
  if (step.has("tensormap::generic") && step.name == "fence" && step.arguments.size() != (step.has("acquire") ? 2 : 0))
    return wrong_count(step, step.has("acquire") ? 2 : 0);
  if (step.name != "cp" || !step.has("tensor")) return {};
  const std::size_t tensor = step.has("bulk_group") || step.has("prefetch") ? 0 : 1;
  constexpr std::array<std::string_view, 5> dimensions = {"1d", "2d", "3d", "4d", "5d"};
  if (step.arguments.size() <= tensor) return wrong_count(step, tensor + 1);
  for (std::size_t count = 1; count <= dimensions.size(); ++count)
    if (step.has(dimensions[count - 1]) && step.arguments[tensor].count != count + 1)
      return fmt::format(".{} takes {} coordinate{}", dimensions[count - 1], count, count == 1 ? "" : "s");
  return {};
}

const WidthRow* width_row_of(const XrayStep& step) {
  const auto* const row = std::ranges::find_if(width_rows, [&](const WidthRow& one) {
    return one.name == step.name && (one.modifier.empty() || step.has(one.modifier));
  });
  return row == width_rows.end() ? nullptr : row;
}

// Returns the kind of a fragment's registers: those of a product's operands by their types, others by the only one.
char kind_of_fragment(const XrayStep& step, std::size_t argument) {
  if (step.bits == 16 && step.types.size() == 1) return step.name == "wmma" ? 'x' : 'b';
  const std::size_t types = step.types.size();
  if (types == 2 && (argument == 1 || argument == 2)) return 'x';
  const std::string_view type = step.type(types == 1 ? 0 : types == 2 ? argument / 3 : argument);
  const char kind = wanted_of(type, 0).kind;
  return type == "f16" || type.starts_with('e') ? 'x' : kind;
}

// Returns the fault of fragments of a product: all registers hold 32 bits, or 64 of f64.
std::string fault_of_fragments(const XrayProgram& program, const XrayStep& step) {
  const int bits = step.has("f64") ? 64 : 32;
  for (std::size_t at = 0; at < step.arguments.size(); ++at)
    for (const std::int32_t reg : program.registers(step.arguments[at])) {
      const int have = bits_of(program, reg);
      if (step.arguments[at].form != PtxForm::Vector || have == 0) continue;
      if (have != bits) return not_as_wide(program, reg, bits);
      if (const char kind = kind_of_fragment(step, at); !may_hold(kind_of(program, reg), kind))
        return of_other_kind(program, reg, kind);
    }
  return {};
}

}  // namespace

std::string assembler_fault(const XrayProgram& program, const XrayStep& step) {
  if (const std::int32_t guard = step.line->predicate; guard >= 0 && bits_of(program, guard) != 1)
    return not_as_wide(program, guard, 1);
  if (step.name == "st" && step.has("const")) return "constant memory is not stored to";
  if (step.run == nullptr) return {};
  if (std::string fault = form_fault(step); !fault.empty()) return fault;
  if (std::string fault = fault_of_count(step); !fault.empty()) return fault;
  if (std::string fault = fault_of_operands(step); !fault.empty()) return fault;
  if (std::string fault = fault_of_hint(program, step); !fault.empty()) return fault;
  if (step.name == "ld" || step.name == "st" || step.name == "ldu") return fault_of_access(program, step);
  const bool has_fragments =
      step.name == "mma" || step.name == "ldmatrix" || step.name == "stmatrix" || step.name == "wmma";
  if (has_fragments)
    if (std::string fault = fault_of_fragments(program, step); !fault.empty()) return fault;
  if (step.name == "atom" || step.name == "red")
    if (std::string fault = fault_of_atomic(program, step); !fault.empty()) return fault;
  if (step.name == "cvt") return fault_of_conversion(program, step);
  const WidthRow* const row = width_row_of(step);
  return row == nullptr ? std::string() : fault_of_row(program, step, *row);
}

}  // namespace tcviz::inline gpu_xray
