#include "app/session/maxas/maxas_steps.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_session {
namespace {

using maxas::ffmas;
using maxas::lines;

constexpr int switch_line = 6, switch_after = 62, switches = 4, operand_loads = 4;

struct StageRow {
  std::string_view name, word, title;
  double duration;
};
constexpr std::array<StageRow, maxas_stages> stages{{{"S1", "load", "global to shared", 12},
                                                     {"S2", "fetch", "shared to registers", 8},
                                                     {"S3", "line 0", "FFMAs of line 0", 1},
                                                     {"S4", "lines 1-7", "lines 1 to 7", 1},
                                                     {"S5", "switch", "barrier and XOR", 10},
                                                     {"S6", "stage", "column into shared", 14},
                                                     {"S7", "read back", "read by others", 14},
                                                     {"S8", "store", "rows to global C", 10}}};

const StageRow& row_of(MaxasStage stage) { return stages[static_cast<std::size_t>(stage)]; }

// Returns the number of positions of a stage, in one line of it.
int count_of(const SgemmKernel& kernel, MaxasStage stage) {
  switch (stage) {
    case MaxasStage::Fill:
      return maxas::global_loads(kernel);
    case MaxasStage::Fetch:
      return operand_loads;
    case MaxasStage::FirstLine:
    case MaxasStage::OtherLines:
      return ffmas;
    case MaxasStage::Switch:
      return switches;
    default:
      return 8;
  }
}

int line_of(MaxasStage stage) { return stage == MaxasStage::Switch ? switch_line : 0; }

void add_lines(std::vector<MaxasStep>& steps) {
  for (int line = 1; line < lines; ++line) {
    for (int c = 0; c < ffmas; ++c) {
      steps.push_back({MaxasStage::OtherLines, line, c});
      if (line != switch_line || c != switch_after) continue;
      for (int at = 0; at < switches; ++at) steps.push_back({MaxasStage::Switch, switch_line, at});
    }
  }
}

Error illegal(const SgemmKernel& kernel, std::string_view text) {
  const int loads = maxas::global_loads(kernel);
  return bad_input(fmt::format(
      "'{}' is not a step of sgemm{}: write S1:0 to S1:{} (load), S2:0 to S2:3 (load), S3:0 to S3:63 (FFMA of "
      "line 0), S4:1:0 to S4:7:63 (line and FFMA), S5:0 to S5:3 (barrier, then the XORs), or S6, S7, S8 "
      "with :0 to :7 (pass); a stage alone is its first step.",
      text, kernel.tile, loads - 1));
}

}  // namespace

std::vector<MaxasStep> maxas_steps(const SgemmKernel& kernel) {
  std::vector<MaxasStep> steps;
  for (const MaxasStage stage : {MaxasStage::Fill, MaxasStage::Fetch, MaxasStage::FirstLine})
    for (int at = 0; at < count_of(kernel, stage); ++at) steps.push_back({stage, 0, at});
  add_lines(steps);
  for (int pass = 0; pass < 8; ++pass)
    for (const MaxasStage stage : {MaxasStage::Stage, MaxasStage::ReadBack, MaxasStage::Land})
      steps.push_back({stage, 0, pass});
  return steps;
}

int maxas_position(const SgemmKernel& kernel, const MaxasStep& step) {
  const std::vector<MaxasStep> steps = maxas_steps(kernel);
  auto found = std::find(steps.begin(), steps.end(), step);
  if (found == steps.end())
    found = std::find_if(steps.begin(), steps.end(), [&](const MaxasStep& s) { return s.stage == step.stage; });
  return static_cast<int>(found - steps.begin());
}

MaxasStep maxas_step_at(const SgemmKernel& kernel, int position) {
  const std::vector<MaxasStep> steps = maxas_steps(kernel);
  return steps[static_cast<std::size_t>(std::clamp(position, 0, static_cast<int>(steps.size()) - 1))];
}

double maxas_duration(MaxasStage stage) { return row_of(stage).duration; }
std::string_view maxas_stage_name(MaxasStage stage) { return row_of(stage).name; }
std::string_view maxas_stage_word(MaxasStage stage) { return row_of(stage).word; }
std::string_view maxas_stage_title(MaxasStage stage) { return row_of(stage).title; }

std::string maxas_step_text(const MaxasStep& step) {
  if (step.stage == MaxasStage::OtherLines) return fmt::format("S4:{}:{}", step.line, step.at);
  return fmt::format("{}:{}", maxas_stage_name(step.stage), step.at);
}

Result<MaxasStep> parse_maxas_step(const SgemmKernel& kernel, std::string_view text) {
  const std::string_view name = text.substr(0, 2);
  const auto row = std::find_if(stages.begin(), stages.end(), [&](const StageRow& r) { return r.name == name; });
  if (row == stages.end()) return illegal(kernel, text);
  MaxasStep step{static_cast<MaxasStage>(row - stages.begin()), 0, 0};
  step.line = step.stage == MaxasStage::OtherLines ? 1 : line_of(step.stage);
  std::string_view rest = text.substr(2);
  const auto next = [&]() -> std::optional<int> {
    if (!rest.starts_with(':')) return std::nullopt;
    rest.remove_prefix(1);
    const std::string_view word = rest.substr(0, rest.find(':'));
    rest.remove_prefix(word.size());
    return number_in<int>(word);
  };
  if (!rest.empty() && step.stage == MaxasStage::OtherLines) {
    const std::optional<int> line = next();
    if (!line || *line < 1 || *line >= lines) return illegal(kernel, text);
    step.line = *line;
  }
  if (!rest.empty()) {
    const std::optional<int> at = next();
    if (!at || *at < 0 || *at >= count_of(kernel, step.stage)) return illegal(kernel, text);
    step.at = *at;
  }
  if (!rest.empty()) return illegal(kernel, text);
  return step;
}

bool in_loop(const MaxasStep& step) { return step.stage >= MaxasStage::FirstLine && step.stage <= MaxasStage::Switch; }
bool in_epilogue(const MaxasStep& step) { return step.stage >= MaxasStage::Stage; }

int ffma_of(const MaxasStep& step) { return step.stage == MaxasStage::Switch ? switch_after : step.at; }

bool has_passed(const MaxasStep& step, int line, int after) {
  if (!in_loop(step)) return in_epilogue(step);
  return std::tuple(step.line, ffma_of(step)) >= std::tuple(line, after);
}

int switched_addresses(const MaxasStep& step) {
  if (step.stage == MaxasStage::Switch) return step.at;
  const bool after = has_passed(step, switch_line, switch_after + 1);
  return after ? switches - 1 : 0;
}

float maxas_mark_at(const maxas::Event& event) {
  const float shift = event.type == maxas::EventType::SwitchBuffers ? static_cast<float>(event.index + 1) * 0.4F
                      : event.type == maxas::EventType::Advance     ? static_cast<float>(event.index) * 0.1F
                                                                    : 0;
  return static_cast<float>(event.after) + 0.5F + shift;
}

bool maxas_mark_is_over(const maxas::Event& event, int line, int ffma) {
  const int over = std::clamp(static_cast<int>(maxas_mark_at(event)), 0, maxas::ffmas - 1);
  return event.line == line && over == ffma;
}

std::vector<maxas::Event> events_at(const SgemmKernel& kernel, const MaxasStep& step) {
  std::vector<maxas::Event> events;
  if (!in_loop(step)) return events;
  for (const maxas::Event& event : maxas::pass_events(kernel)) {
    if (event.line != step.line || event.after != ffma_of(step)) continue;
    const bool barrier = event.type == maxas::EventType::Barrier;
    const bool of_switch = barrier || event.type == maxas::EventType::SwitchBuffers;
    const bool now = step.stage == MaxasStage::Switch ? (barrier ? 0 : event.index + 1) == step.at : true;
    if (of_switch == (step.stage == MaxasStage::Switch) && now) events.push_back(event);
  }
  return events;
}

}  // namespace tcviz::inline app_session
