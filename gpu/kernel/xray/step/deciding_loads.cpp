#include "gpu/kernel/xray/step/deciding_loads.hpp"

#include <algorithm>
#include <array>

namespace tcviz::inline gpu_xray {
namespace {

bool is_of_fractions(const XrayStep& step) {
  return std::ranges::any_of(step.types, [](std::string_view type) {
    return type.find('f') != std::string_view::npos || type.starts_with('e');
  });
}

bool compares(const XrayStep& step) { return (step.name == "setp" || step.name == "set") && !is_of_fractions(step); }

// True if the result holds the value of an operand, or bits of it.
bool passes_on(const XrayStep& step) {
  constexpr std::array<std::string_view, 14> names = {"mov", "and", "or",  "xor",  "not", "shl",  "shr",
                                                      "add", "sub", "cvt", "selp", "bfe", "prmt", "shfl"};
  return std::ranges::find(names, step.name) != names.end() && !is_of_fractions(step);
}

class Deciding {
 public:
  explicit Deciding(const XrayProgram& program) : program_(program), decides_(program.bytes.size()) {
    for (const XrayStep& step : program.steps)
      if (compares(step)) add_sources(step);
    while (add_what_passes_on()) {
    }
  }

  bool has_result_of(const XrayStep& step) const {
    const auto results = program_.registers(step.arguments.front());
    return std::ranges::any_of(results, [&](std::int32_t reg) { return reg >= 0 && decides_[index(reg)]; });
  }

 private:
  static std::size_t index(std::int32_t reg) { return static_cast<std::size_t>(reg); }

  bool add_sources(const XrayStep& step) {
    bool is_new = false;
    program_.each_source(step, [&](std::int32_t reg) {
      is_new = is_new || !decides_[index(reg)];
      decides_[index(reg)] = true;
    });
    return is_new;
  }

  bool add_what_passes_on() {
    bool is_new = false;
    for (auto step = program_.steps.rbegin(); step != program_.steps.rend();
         ++step)  // sources mostly stand before uses
      if (step->has_result && passes_on(*step) && has_result_of(*step)) is_new = add_sources(*step) || is_new;
    return is_new;
  }

  const XrayProgram& program_;
  std::vector<bool> decides_;
};

}  // namespace

void find_deciding_loads(XrayProgram& program) {
  const auto may_decide = [](const XrayStep& step) {
    return step.is_ordered && step.has_result && !step.arguments.empty() && (step.name == "ld" || step.name == "atom");
  };
  if (std::ranges::none_of(program.steps, may_decide)) return;
  const Deciding deciding(program);
  std::vector<bool> is_read(program.bytes.size());
  for (const XrayStep& step : program.steps)
    program.each_source(step, [&](std::int32_t reg) { is_read[static_cast<std::size_t>(reg)] = true; });
  for (XrayStep& step : program.steps) {
    if (!may_decide(step)) continue;
    step.decides = deciding.has_result_of(step);
    step.drops_result =
        step.name == "atom" && std::ranges::none_of(program.registers(step.arguments.front()), [&](std::int32_t reg) {
          return reg >= 0 && is_read[static_cast<std::size_t>(reg)];
        });
  }
}

}  // namespace tcviz::inline gpu_xray
