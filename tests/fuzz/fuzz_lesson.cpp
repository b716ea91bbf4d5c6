// Any bytes as a lesson: a lesson whose steps can be shown, or mistakes with a sentence each.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "app/session/learn/lesson_file.hpp"

namespace {

using namespace tcviz;

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const LessonReading reading = read_lesson({reinterpret_cast<const char*>(data), size});
  for (const LessonMistake& mistake : reading.mistakes) require(!mistake.what.empty(), "a mistake says what it is");
  if (!reading.mistakes.empty()) return 0;
  const Lesson& lesson = reading.lesson;
  require(!lesson.id.empty() && !lesson.title.empty() && !lesson.about.empty(), "a lesson has its names");
  require(!lesson.steps.empty(), "a lesson has steps");
  bool asks = false;
  for (const LessonStep& step : lesson.steps) {
    require(!step.title.empty() && !step.text.empty(), "a step has a title and a text");
    require(!step.scene.kind.empty() && !step.scene.source.empty(), "a step has a kind and a source");
    if (step.question) require(!step.question->ask.empty() && !step.question->hints.empty(), "a question asks");
    asks = asks || step.question.has_value();
  }
  require(asks, "a lesson asks something");
  return 0;
}
