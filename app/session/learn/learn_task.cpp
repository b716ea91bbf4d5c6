#include "app/session/learn/learn_task.hpp"

#include <fmt/format.h>

#include "app/asked/named_file.hpp"
#include "app/session/learn/lesson_file.hpp"

namespace tcviz::inline app_session {

std::optional<Result<LearnAction>> LearnTask::opens(const FileText& file) {
  if (file.file.holds != FileHolds::Lesson) return std::nullopt;
  LessonReading reading = read_lesson(file.file.bytes);
  if (reading.mistakes.empty()) return LearnAction(AddLesson{std::move(reading.lesson)});
  return bad_input(fmt::format("{}: {} `tcviz learn --check {}` lists all mistakes.", file.file.path,
                               describe(reading.mistakes.front()), file.file.path));
}

}  // namespace tcviz::inline app_session
