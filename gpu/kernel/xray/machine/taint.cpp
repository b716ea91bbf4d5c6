#include "gpu/kernel/xray/machine/taint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/machine/special_registers.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Instructions that move the bytes of some arguments and label each byte themselves: a mask may leave only good ones.
struct MovesRow {
  std::string_view name;
  std::size_t first, last;  // arguments
};
constexpr std::array<MovesRow, 18> moves{{
    {"mov", 1, 1},
    {"cvt", 1, 2},
    {"and", 1, 2},
    {"or", 1, 2},
    {"xor", 1, 2},
    {"not", 1, 1},
    {"shl", 1, 1},
    {"shr", 1, 1},
    {"shf", 1, 2},
    {"prmt", 1, 2},
    {"lop3", 1, 3},
    {"bfe", 1, 1},
    {"bfi", 1, 2},
    {"selp", 1, 2},
    {"shfl", 1, 1},
    {"st", 1, 1},
    {"red", 1, 1},
    {"atom", 2, 3},
}};

bool moves_bytes(const XrayStep& step, std::size_t argument) {
  const auto* const row = std::ranges::find(moves, step.name, &MovesRow::name);
  if (row != moves.end()) return argument >= row->first && argument <= row->last;
  // Products and fragments label every element.
  const bool has_fragments = step.is_event || step.name.ends_with("mma") || step.name.ends_with("matrix");
  return has_fragments && step.arguments[argument].form == PtxForm::Vector;
}

// Instructions of which the program has nothing, whatever they are given.
bool has_no_effect(const XrayStep& step) {
  constexpr std::array<std::string_view, 7> names = {"call",    "nanosleep", "prefetch",     "prefetchu",
                                                     "pmevent", "discard",   "applypriority"};
  return std::ranges::find(names, step.name) != names.end();
}

// Instructions that hand values of one lane to others.
bool is_of_all_lanes(const XrayStep& step) {
  constexpr std::array<std::string_view, 4> names = {"vote", "match", "redux", "elect"};
  return std::ranges::find(names, step.name) != names.end();
}

Label tainted_label(const StepContext& context, std::int32_t reg, int lane) {
  if (!context.is_labelled(reg, lane)) return 0;
  if (!context.is_written(reg, lane)) return context.unset_label(reg, lane);
  const Code* const codes = context.codes(reg, lane);
  for (int byte = 0; byte < context.bytes(reg); ++byte)
    if (const Label label = label_of(codes[byte]); label != 0 && is_tainted(context.labels().shape(label)))
      return label;
  return 0;
}

std::string names_of_varying(const XrayProgram& program) {
  std::vector<std::string_view> names;
  for (const BornRegister& born : program.born)
    if (special_kind(born.special) == SpecialKind::Varying) names.push_back(born.special);
  if (std::ranges::find(program.steps, "activemask", &XrayStep::name) != program.steps.end())
    names.push_back("activemask");
  return names.empty() ? "a register of the processor" : fmt::format("{}", fmt::join(names, ", "));
}

void doubt(Machine& machine, Label label, std::string_view what) {
  if (machine.labels.shape(label).finding < 0)
    machine.doubt_all(varying_text(machine.program));
  else
    machine.doubt_all(fmt::format("{} depends on a value that nobody wrote", what));
}

class Taint {
 public:
  // Looks at the source registers of the instruction, before it is executed.
  explicit Taint(const StepContext& context);
  void carry(const StepContext& context) const;

 private:
  LaneLabels labels_{};  // of each lane: the label of such a value; 0: it reads none
  Label any_ = 0;
};

Taint::Taint(const StepContext& context) {
  const XrayStep& step = context.step;
  for (std::size_t argument = step.has_result ? 1 : 0; argument < step.arguments.size(); ++argument) {
    if (moves_bytes(step, argument)) continue;
    for (const std::int32_t reg : context.machine.program.registers(step.arguments[argument])) {
      if (reg < 0 || (context.labelled(reg) & context.active) == 0) continue;
      context.each_lane([&](int lane) {
        if (labels_[lane] == 0) labels_[lane] = tainted_label(context, reg, lane);
        if (labels_[lane] != 0) any_ = labels_[lane];
      });
    }
  }
}

void Taint::carry(const StepContext& context) const {
  const XrayStep& step = context.step;
  if (any_ == 0 || has_no_effect(step)) return;
  if (!step.has_result || step.name == "atom") doubt(context.machine, any_, "what is stored, or where,");
  if (!step.has_result || step.arguments.empty()) return;
  for (const std::int32_t reg : context.machine.program.registers(step.arguments[0]))
    context.each_lane([&](int lane) {
      const Label label = is_of_all_lanes(step) ? any_ : labels_[lane];
      if (reg < 0 || label == 0 || tainted_label(context, reg, lane) != 0) return;
      RegisterCodes codes{};
      for (int byte = 0; byte < context.bytes(reg); ++byte) codes[byte] = code_of(label, byte);
      context.write_codes(reg, lane, codes);
    });
}

}  // namespace

std::string varying_text(const XrayProgram& program) {
  return fmt::format("right only if {} is what it was here, and it is not the same in every run",
                     names_of_varying(program));
}

void run_tainted(StepContext& context) {
  const Taint taint(context);
  context.step.run(context);
  taint.carry(context);
}

void look_at_predicate(Machine& machine, WarpState& warp, const XrayStep& step, std::uint32_t lanes) {
  const StepContext context(machine, warp, step, lanes);
  const std::int32_t reg = step.line->predicate;
  if ((context.labelled(reg) & lanes) == 0) return;
  context.each_lane([&](int lane) {
    if (const Label label = tainted_label(context, reg, lane); label != 0) doubt(machine, label, "a predicate");
  });
}

}  // namespace tcviz::inline gpu_xray
