// The lessons that are part of the program (from assets/lessons).
#pragma once

#include <string_view>
#include <vector>

#include "app/session/learn/lesson.hpp"

namespace tcviz::inline app_session {

// Returns the lessons in the order of their file names. Leaves out those that cannot be read; a test checks that all
// can be.
std::vector<Lesson> built_in_lessons();
// The name and the bytes of a lesson's file.
struct LessonFile {
  std::string_view name, bytes;
};
std::vector<LessonFile> built_in_lesson_files();

}  // namespace tcviz::inline app_session
