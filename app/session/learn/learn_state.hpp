// The state of the workspace Learn: lessons, their progress, and a quiz. A plain value.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/base/pick.hpp"
#include "app/session/learn/lesson.hpp"
#include "app/session/learn/quiz.hpp"

namespace tcviz::inline app_session {

// The number of finished steps by the id of the lesson. Kept in the file of settings.
using LearnProgress = std::map<std::string, int>;
inline constexpr std::size_t most_learn_progress = 200;

struct BeforeLearn;

struct LearnState {
  std::shared_ptr<const std::vector<Lesson>> lessons;  // null: not read yet
  std::optional<Lesson> added;                         // a lesson opened before `lessons` were read
  std::optional<std::size_t> lesson;                   // index of the open lesson; none: the list is shown
  int step = 0, hints = 0;                             // number of the open step, from 0; number of hints shown
  bool solved = false, told = false;                   // the question is solved; the answer was shown
  LearnProgress progress;
  std::optional<Quiz> quiz;
  std::optional<Pick> tried;  // the last pin that was held against the question
  std::string astray;         // message about a pin that is no answer; empty: none
  std::string typed;          // the text in the answer field of the quiz
  std::string news;           // message: why there is no quiz, or the result of the last one

  std::string wanted;  // id of a lesson to be opened when the lessons have been read; empty: none
  int wanted_step = -1;
  std::optional<Slot> pin_wanted;             // the pin of the step, until its layout is known
  std::shared_ptr<const BeforeLearn> before;  // what the window showed before, to be restored; null outside of Learn
  int kernel = -1;  // XrayVersion::openings of the lesson's kernel: the user's own, opened since, has another; -1: none
  bool setting = false;  // true while a step is being set up: changes are not answers

  const Lesson* open_lesson() const {
    return lessons && lesson && *lesson < lessons->size() ? &(*lessons)[*lesson] : nullptr;
  }
  const LessonStep* open_step() const {
    const Lesson* const open = open_lesson();
    return open != nullptr && step >= 0 && step < static_cast<int>(open->steps.size())
               ? &open->steps[static_cast<std::size_t>(step)]
               : nullptr;
  }
  // Returns the view that is shown beside the text of the step.
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
