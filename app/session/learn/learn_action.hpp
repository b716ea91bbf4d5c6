// The user's actions in the workspace Learn. Plain values; whole/learning.hpp applies them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/session/learn/learn_state.hpp"

namespace tcviz::inline app_session {

// Sets the list of lessons, when they have been read.
struct TakeLessons {
  std::vector<Lesson> lessons;
};
// Adds a lesson from a file that the user opens, as the first one, and opens it.
struct AddLesson {
  Lesson lesson;
};
struct OpenLesson {
  std::string id;
  int step = -1;  // from 0; -1: the first step that is not done, or step 0
};
// The key Enter: opens the next step. If the question of the step is not solved, shows the next hint instead, and after
// the last hint the answer. In the quiz: gives the typed answer, or shows the next question.
struct GoOnLearning {};
// The key Escape: opens the previous step; from the first step the list of lessons; from the list, leaves the
// workspace.
struct GoBackLearning {};
// Shows the next hint.
struct ShowHint {};
// Performs the question's task, so that the answer is on screen.
struct ShowAnswer {};
// Sets up the step again as it was at its beginning.
struct ShowStepAgain {};
// Starts a quiz on the layout of the chosen kind.
struct StartQuiz {
  std::uint64_t seed = 1;
};
// Sets the text in the answer field of the quiz.
struct TypeAnswer {
  std::string text;
};
struct GiveAnswer {};  // judges the typed answer
struct EndQuiz {};
using LearnAction = std::variant<TakeLessons, AddLesson, OpenLesson, GoOnLearning, GoBackLearning, ShowHint, ShowAnswer,
                                 ShowStepAgain, StartQuiz, TypeAnswer, GiveAnswer, EndQuiz>;

}  // namespace tcviz::inline app_session
