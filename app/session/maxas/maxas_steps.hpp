// The positions of the scrub bar, in the order of time, and their names. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"
#include "gpu/kernel/maxas/schedule.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// Returns S1, S2, S3, S4 up to FFMA 62 of line 6, S5, the rest of S4, and for each of eight passes S6, S7, S8.
std::vector<MaxasStep> maxas_steps(const SgemmKernel& kernel);
// Returns the number of this step; of the first of its stage if it is none.
int maxas_position(const SgemmKernel& kernel, const MaxasStep& step);
MaxasStep maxas_step_at(const SgemmKernel& kernel, int position);  // clamped
// Returns its length in FFMAs while playing: a step that a person reads takes longer than one that is counted.
double maxas_duration(MaxasStage stage);

std::string_view maxas_stage_name(MaxasStage stage);   // "S3"
std::string_view maxas_stage_word(MaxasStage stage);   // "line 0"
std::string_view maxas_stage_title(MaxasStage stage);  // "line 0"
// Returns "S3:17", "S4:2:5". The reader takes the same words, and "S3" as the first of a stage.
std::string maxas_step_text(const MaxasStep& step);
Result<MaxasStep> parse_maxas_step(const SgemmKernel& kernel, std::string_view text);

bool in_loop(const MaxasStep& step);      // S3, S4, S5
bool in_epilogue(const MaxasStep& step);  // S6, S7, S8
// Returns the FFMA that is issued, or the last one; of no use outside the loop.
int ffma_of(const MaxasStep& step);
// True if the part after FFMA `after` of `line` has begun. False before the loop, true after it.
bool has_passed(const MaxasStep& step, int line, int after);
// Counts the addresses, of three, that have been switched to the other buffer.
int switched_addresses(const MaxasStep& step);
// Returns the loop's events that happen in this step.
std::vector<maxas::Event> events_at(const SgemmKernel& kernel, const MaxasStep& step);

// Returns the place of its mark on the timeline, in FFMAs from the left: those after one FFMA stand side by side.
float maxas_mark_at(const maxas::Event& event);
// True if that mark is over this FFMA.
bool maxas_mark_is_over(const maxas::Event& event, int line, int ffma);
// Returns "load A low of line 3 into R72-R75".
std::string maxas_event_words(const SgemmKernel& kernel, const maxas::Event& event);

// Returns a sentence: the event of the step, for the chosen thread.
std::string maxas_sentence(const MaxasLook& look);

}  // namespace tcviz::inline app_session
