#include "app/session/learn/built_in_lessons.hpp"

#include "app/session/learn/lesson_file.hpp"
#include "embedded/lessons.hpp"

namespace tcviz::inline app_session {

std::vector<LessonFile> built_in_lesson_files() {
  std::vector<LessonFile> files;
  for (const embedded::File& file : embedded::lessons()) files.push_back({file.name, file.bytes});
  return files;
}

std::vector<Lesson> built_in_lessons() {
  std::vector<Lesson> lessons;
  for (const LessonFile& file : built_in_lesson_files()) {
    LessonReading reading = read_lesson(file.bytes);
    if (reading.mistakes.empty()) lessons.push_back(std::move(reading.lesson));
  }
  return lessons;
}

}  // namespace tcviz::inline app_session
