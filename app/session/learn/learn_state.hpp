// The state of the workspace Learn, as plain values.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/learn/lesson.hpp"
#include "app/session/learn/quiz.hpp"

namespace tcviz::inline app_session {

// The number of steps that are done, by the lesson's id. Kept between runs.
using LearnProgress = std::map<std::string, int>;
inline constexpr std::size_t most_learn_progress = 200;

struct BeforeLearn;

struct LearnState {
  std::shared_ptr<const std::vector<Lesson>> lessons;  // null: not read yet
  std::optional<Lesson> added;                         // before they were read
  std::optional<std::size_t> lesson;                   // none: the list of lessons
  int step = 0, hints = 0;                             // hints: so many are shown
  bool solved = false, told = false;                   // told: the answer was shown
  LearnProgress progress;
  std::optional<Quiz> quiz;
  std::string typed;  // in the quiz
  std::string news;   // the reason why there is no quiz, or the outcome of the last one

  std::string wanted;  // an id: opened once the lessons are read
  int wanted_step = -1;
  std::optional<Slot> pin_wanted;             // of the step, until its layout is there
  std::shared_ptr<const BeforeLearn> before;  // the picture on screen before, to come back; null outside
  bool setting = false;                       // the step is being put on screen

  const Lesson* open_lesson() const {
    return lessons && lesson && *lesson < lessons->size() ? &(*lessons)[*lesson] : nullptr;
  }
  const LessonStep* open_step() const {
    const Lesson* const open = open_lesson();
    return open != nullptr && step >= 0 && step < static_cast<int>(open->steps.size())
               ? &open->steps[static_cast<std::size_t>(step)]
               : nullptr;
  }
  // Returns the view beside the card.
  LessonView panel() const {
    const LessonStep* const shown = open_step();
    return shown != nullptr ? shown->scene.panel : LessonView::Grids;
  }
  int steps_done(const std::string& id) const {
    const auto at = progress.find(id);
    return at == progress.end() ? 0 : at->second;
  }
};

}  // namespace tcviz::inline app_session
