// Reads a lesson from its file, a JSON text of the format "tcviz-lesson/1", which assets/lessons/README.md describes.
// Any input gives a lesson or a list of mistakes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/learn/lesson.hpp"

namespace tcviz::inline app_session {

inline constexpr std::size_t most_lesson_bytes = std::size_t{1} << 20;
inline constexpr int most_lesson_steps = 40;

struct LessonMistake {
  int line = 0;       // from 1; 0: the mistake is in the file as a whole
  std::string field;  // "steps[2].question.pin.thread"; may be empty
  std::string what;   // the mistake, and what to do
};
std::string describe(const LessonMistake& mistake);  // "line 12, steps[2].title: is missing; ..."

struct LessonReading {
  Lesson lesson;  // valid only if there are no mistakes
  std::vector<LessonMistake> mistakes;
};
LessonReading read_lesson(std::string_view text);

}  // namespace tcviz::inline app_session
