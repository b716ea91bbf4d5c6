// The steps of the maxas SGEMM in the order of time, which are the positions of the scrub bar, and their names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"
#include "gpu/kernel/maxas/schedule.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// Returns all steps: S1, S2, S3, S4 up to FFMA 62 of line 6, S5, the rest of S4, and for each of eight passes S6, S7,
// S8.
std::vector<MaxasStep> maxas_steps(const SgemmKernel& kernel);
// Returns the index of `step` in maxas_steps(), or that of the first step of its stage if there is no such step.
int maxas_position(const SgemmKernel& kernel, const MaxasStep& step);
// Returns the step with index `position`, which is clamped.
MaxasStep maxas_step_at(const SgemmKernel& kernel, int position);
// Returns the time that a step of `stage` is shown while playing, in FFMAs. Steps with more to read are shown longer.
double maxas_duration(MaxasStage stage);

std::string_view maxas_stage_name(MaxasStage stage);   // "S3"
std::string_view maxas_stage_word(MaxasStage stage);   // "line 0"
std::string_view maxas_stage_title(MaxasStage stage);  // "line 0"
// Writes a step as "S3:17" or "S4:2:5" (line, FFMA). parse_maxas_step() reads these, and "S3" for the first of a stage.
std::string maxas_step_text(const MaxasStep& step);
Result<MaxasStep> parse_maxas_step(const SgemmKernel& kernel, std::string_view text);

bool in_loop(const MaxasStep& step);      // S3, S4, S5
bool in_epilogue(const MaxasStep& step);  // S6, S7, S8
// Returns the number of the FFMA that is issued, in Switch the last one before. Meaningless outside of the loop.
int ffma_of(const MaxasStep& step);
// True if FFMA `after` of k line `line` has been issued. False before the loop, true after it.
bool has_passed(const MaxasStep& step, int line, int after);
// Counts the address registers, of three, that the loop has switched to the other buffer.
int switched_addresses(const MaxasStep& step);
// Returns the instructions other than FFMAs that are issued in `step`.
std::vector<maxas::Event> events_at(const SgemmKernel& kernel, const MaxasStep& step);

// Returns the position of the event's mark on the timeline, in FFMAs from the left. Marks after the same FFMA are drawn
// side by side.
float maxas_mark_at(const maxas::Event& event);
// True if the event's mark is above FFMA `ffma` of `line`.
bool maxas_mark_is_over(const maxas::Event& event, int line, int ffma);
// Describes the event: "load A low of line 3 into R72-R75".
std::string maxas_event_words(const SgemmKernel& kernel, const maxas::Event& event);

// Describes in a sentence what the chosen thread does in the current step.
std::string maxas_sentence(const MaxasLook& look);

}  // namespace tcviz::inline app_session
