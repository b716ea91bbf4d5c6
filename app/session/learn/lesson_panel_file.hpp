// Reads what a step of a lesson shows in the panels Shared memory and X-ray.
#pragma once

#include "app/session/learn/lesson.hpp"
#include "app/session/learn/lesson_fields.hpp"
#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

// Reads the field "shared-memory" of `show`, if there is one, into `look`, which keeps what the field does not name.
void read_lesson_smem(const LessonFields& show, SmemLook& look);
// Reads the field "xray" of `show`, if there is one.
void read_lesson_kernel(const LessonFields& show, LessonKernel& kernel);

}  // namespace tcviz::inline app_session
