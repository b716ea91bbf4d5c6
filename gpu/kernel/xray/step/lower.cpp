#include "gpu/kernel/xray/step/lower.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>

#include "gpu/kernel/xray/machine/architectures.hpp"
#include "gpu/kernel/xray/machine/neighbours.hpp"
#include "gpu/kernel/xray/machine/special_registers.hpp"
#include "gpu/kernel/xray/step/assembles.hpp"
#include "gpu/kernel/xray/step/deciding_loads.hpp"
#include "gpu/kernel/xray/step/opcodes.hpp"
#include "gpu/kernel/xray/step/source_lines.hpp"
#include "gpu/kernel/xray/step/unset_registers.hpp"
#include "gpu/kernel/xray/step/waits.hpp"

namespace tcviz::inline gpu_xray {
namespace {

std::uint64_t rounded_up(std::uint64_t at, int align) {
  const auto step = static_cast<std::uint64_t>(std::max(1, align));
  return (at + step - 1) / step * step;
}

class Lowering {
 public:
  Lowering(const PtxModule& module, const PtxFunction& function, const XrayLaunch& launch) : function_(function) {
    program_.module = &module;
    program_.function = &function;
    program_.shared_bytes = 0;
    dynamic_shared_ = static_cast<std::uint64_t>(launch.shared);
    target_ = target_of(module.target, launch.architecture);
  }

  Result<XrayProgram> run() {
    for (const PtxRegister& reg : function_.registers) {
      if (reg.bits > 64) return bad_input("registers of 128 bits are not in this version.");
      program_.bytes.push_back(reg.bits == 64 ? 8 : 4);
    }
    if (const std::string missing = missing_in_version(program_.module->version, program_.module->target);
        !missing.empty())
      return bad_input(fmt::format(".target {}: {}.", program_.module->target, missing));
    TCVIZ_TRY(place_variables());
    for (const PtxLine& line : function_.instructions) program_.steps.push_back(step_of(line));
    TCVIZ_TRY(check_steps());
    find_unset(program_);
    find_deciding_loads(program_);
    find_waits(program_);
    find_lines(program_);
    return std::move(program_);
  }

 private:
  // Returns an error for the first instruction that ptxas refuses, whether it is executed or not.
  Status check_steps() const {
    std::vector<const BornRegister*> unknown;
    for (const BornRegister& born : program_.born)
      if (!born.special.empty() && special_kind(born.special) == SpecialKind::Unknown) unknown.push_back(&born);
    for (const XrayStep& step : program_.steps)
      if (const std::string fault = fault_of(step, unknown); !fault.empty())
        return bad_input(fmt::format("line {} of the PTX, {}: {}.", step.line->ptx_line, step.line->opcode, fault));
    return Nothing{};
  }

  std::string fault_of(const XrayStep& step, const std::vector<const BornRegister*>& unknown) const {
    for (const BornRegister* const born : unknown)
      for (const StepArgument& argument : step.arguments)
        for (const std::int32_t reg : program_.registers(argument))
          if (reg == born->reg) return fmt::format("{} is declared nowhere", born->special);
    if (step.has_bad_operand) return step.refusal;
    return assembler_fault(program_, step);
  }

  static bool has_result(const XrayStep& step) {
    constexpr std::array<std::string_view, 10> without = {"st", "red",      "bra",      "bar",  "barrier",
                                                          "cp", "stmatrix", "prefetch", "call", "nanosleep"};
    if (step.arguments.empty()) return false;
    const bool of_address = step.arguments[0].form == PtxForm::Address;
    return !of_address && std::ranges::find(without, step.name) == without.end();
  }

  std::uint64_t& size_of(PtxSpace space) {
    switch (space) {
      case PtxSpace::Shared:
        return program_.shared_bytes;
      case PtxSpace::Local:
        return program_.local_bytes;
      case PtxSpace::Param:
        return program_.local_bytes;  // of calls: behind the local variables
      default:
        return program_.const_bytes;
    }
  }

  Status place(const PtxVariable& variable) {
    std::uint64_t& end = size_of(variable.space);
    end = rounded_up(end, variable.align);
    program_.variable_of[variable.name] = program_.variables.size();
    program_.variables.push_back({variable, end});
    end += static_cast<std::uint64_t>(variable.bytes);
    if (end > (std::uint64_t{1} << 28))
      return bad_input("the variables of the module are too large to be executed here.");
    return Nothing{};
  }

  Status place_variables() {
    for (const PtxVariable& param : function_.params) {
      program_.param_bytes = rounded_up(program_.param_bytes, param.align);
      program_.param_offsets.push_back(program_.param_bytes);
      program_.variable_of[param.name] = program_.variables.size();
      program_.variables.push_back({param, program_.param_bytes});
      program_.param_bytes += static_cast<std::uint64_t>(param.bytes);
    }
    std::vector<const PtxVariable*> dynamic;
    for (const auto* list : {&program_.module->variables, &function_.variables})
      for (const PtxVariable& variable : *list) {
        if (variable.space == PtxSpace::Shared && variable.bytes == 0)
          dynamic.push_back(&variable);
        else
          TCVIZ_TRY(place(variable));
      }
    const std::uint64_t fixed = program_.shared_bytes;
    for (const PtxVariable* variable : dynamic) {
      program_.shared_bytes = fixed;
      TCVIZ_TRY(place(*variable));
    }
    program_.shared_bytes += dynamic_shared_;
    return Nothing{};
  }

  std::int32_t born(std::string_view key, const BornRegister& reg) {
    const auto [at, is_new] = known_.try_emplace(std::string(key), static_cast<std::int32_t>(program_.bytes.size()));
    if (is_new) {
      program_.bytes.push_back(8);
      program_.born.push_back(reg);
      program_.born.back().reg = at->second;
    }
    return at->second;
  }

  std::int32_t number(std::int64_t value) {
    return born(fmt::format("#{}", value), {0, {}, static_cast<std::uint64_t>(value)});
  }

  // Returns a register of its own for a result that is thrown away.
  std::int32_t sink() { return born("_", {0, {}, 0}); }

  static std::uint64_t window_of(PtxSpace space) { return space == PtxSpace::Global ? const_window_base : 0; }

  std::int32_t address_of(const PlacedVariable& placed) {
    const PtxSpace space = placed.variable.space;
    const bool of_call = space == PtxSpace::Param && !is_parameter(placed);
    const std::uint64_t window = space == PtxSpace::Global || space == PtxSpace::Const ? const_window_base
                                 : of_call                                             ? local_window_base
                                                                                       : 0;
    return number(static_cast<std::int64_t>(window + placed.address));
  }

  bool is_parameter(const PlacedVariable& placed) const {
    return std::ranges::any_of(function_.params,
                               [&](const PtxVariable& param) { return param.name == placed.variable.name; });
  }

  std::int32_t register_of(const PtxArgument& argument) {
    switch (argument.form) {
      case PtxForm::Register:
        return argument.reg;
      case PtxForm::Immediate:
        return number(argument.value);
      case PtxForm::Special:
        return born(argument.name, {0, argument.name, 0});
      case PtxForm::Symbol:
        if (const auto found = program_.variable_of.find(argument.name); found != program_.variable_of.end()) {
          const std::int32_t base = address_of(program_.variables[found->second]);
          if (argument.value == 0) return base;
          const auto of_base = std::ranges::find(program_.born, base, &BornRegister::reg);
          return number(static_cast<std::int64_t>(of_base->value + static_cast<std::uint64_t>(argument.value)));
        }
        return -1;
      default:
        return sink();
    }
  }

  void flatten(const PtxArgument& argument, std::string_view type, std::vector<std::int32_t>& into) {
    if (argument.form == PtxForm::Immediate) {
      into.push_back(number(bits_of_ptx_number({argument.value, argument.literal}, type).value_or(0)));
      return;
    }
    if (argument.form != PtxForm::Vector) {
      into.push_back(register_of(argument));
      return;
    }
    for (std::uint32_t at = 0; at < argument.count; ++at) flatten(function_.elements[argument.first + at], type, into);
  }

  // Returns the type of the operands that are no results.
  static std::string_view source_type(const XrayStep& step) {
    if (step.name == "createpolicy") return "f32";
    const bool is_last = step.name == "cvt" || step.name == "set";
    return is_last && !step.types.empty() ? step.types.back() : step.type();
  }

  bool takes_number(const PtxArgument& argument, std::string_view type) const {
    if (argument.form == PtxForm::Immediate)
      return bits_of_ptx_number({argument.value, argument.literal}, type).has_value();
    const auto* const elements = function_.elements.data() + argument.first;
    return std::all_of(elements, elements + argument.count,
                       [&](const PtxArgument& element) { return takes_number(element, type); });
  }

  static void refuse(XrayStep& step, std::string why) {
    step.run = nullptr;
    step.refusal = std::move(why);
    step.has_bad_operand = true;
  }

  StepArgument argument_of(const PtxArgument& argument, std::string_view type) {
    StepArgument made{argument.form, argument.negated, argument.literal, 0, 0, 0, argument.name};
    std::vector<std::int32_t> registers;
    if (argument.form == PtxForm::Address) {
      PtxArgument base = argument;
      base.form = argument.reg >= 0 ? PtxForm::Register : argument.name.empty() ? PtxForm::Immediate : PtxForm::Symbol;
      base.value = 0;
      made.offset = argument.value;
      registers.push_back(register_of(base));
      for (std::uint32_t at = 0; at < argument.count; ++at)
        flatten(function_.elements[argument.first + at], type, registers);
    } else {
      flatten(argument, type, registers);
    }
    made.first = static_cast<std::uint32_t>(program_.slots.size());
    made.count = static_cast<std::uint32_t>(registers.size());
    program_.slots.insert(program_.slots.end(), registers.begin(), registers.end());
    return made;
  }

  XrayStep step_of(const PtxLine& line) {
    XrayStep step;
    step.line = &line;
    split(line.opcode, step);
    for (std::uint32_t at = 0; at < line.count; ++at)
      step.arguments.push_back(argument_of(function_.operands[line.first + at], source_type(step)));
    resolve(step);
    std::string missing = missing_on(target_, step);
    if (missing.empty()) missing = missing_in_version(program_.module->version, step);
    if (step.run != nullptr && !missing.empty()) {
      step.run = nullptr;
      step.refusal = std::move(missing);
    }
    for (std::uint32_t at = 0; at < line.count; ++at)
      if (!takes_number(function_.operands[line.first + at], source_type(step)))
        refuse(step, "a fraction, or the bits of one, where it takes no number of that type");
    step.has_result = has_result(step);
    step.is_ordered = is_ordered(step);
    step.is_read_only = step.name == "ld" && step.has("nc");
    const bool is_fence = step.name == "membar" || step.name == "fence";
    const bool is_access = step.name == "ld" || step.name == "st" || is_atomic(step);
    program_.tells_others = program_.tells_others || is_strong(step) || is_fence;
    program_.has_flags = program_.has_flags || (is_access && is_strong(step));
    const bool is_call = step.name == "call" || step.name == "bra";
    for (const StepArgument& argument : step.arguments)
      for (const std::int32_t reg : program_.registers(argument))
        if (reg < 0 && !is_call && step.run != nullptr)
          refuse(step, fmt::format("'{}' is declared nowhere", argument.name));
    return step;
  }

  static void split(std::string_view opcode, XrayStep& step) {
    std::size_t dot = std::min(opcode.find('.'), opcode.size());
    step.name = opcode.substr(0, dot);
    while (dot < opcode.size()) {
      const std::size_t end = std::min(opcode.find('.', dot + 1), opcode.size());
      const std::string_view word = opcode.substr(dot + 1, end - dot - 1);
      step.modifiers.push_back(word);
      if (const int bits = bits_of_ptx_type(opcode.substr(dot, end - dot)); bits > 0) {
        if (step.types.empty()) step.bits = bits;
        step.types.push_back(word);
      }
      dot = end;
    }
  }

  const PtxFunction& function_;
  XrayProgram program_;
  std::uint64_t dynamic_shared_ = 0;
  XrayTarget target_;
  std::unordered_map<std::string, std::int32_t> known_;
};

}  // namespace

Result<XrayProgram> lower(const PtxModule& module, const PtxFunction& function, const XrayLaunch& launch) {
  return Lowering(module, function, launch).run();
}

}  // namespace tcviz::inline gpu_xray
