// The lessons that travel inside the program: assets/lessons.
#pragma once

#include <string_view>
#include <vector>

#include "app/session/learn/lesson.hpp"

namespace tcviz::inline app_session {

// Returns the lessons in the order of their files' names. One that cannot be read is left out; a test checks that there
// is none.
std::vector<Lesson> built_in_lessons();
struct LessonFile {
  std::string_view name, bytes;
};
std::vector<LessonFile> built_in_lesson_files();

}  // namespace tcviz::inline app_session
