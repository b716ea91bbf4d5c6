// Actions of a person in the workspace Learn. Plain values; learning.hpp applies them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "app/session/learn/learn_state.hpp"

namespace tcviz::inline app_session {

// Read from the program, or from a teacher's file: these go first.
struct TakeLessons {
  std::vector<Lesson> lessons;
};
// Adds a lesson from a file that a person opens: it stands before all others, and is opened.
struct AddLesson {
  Lesson lesson;
};
struct OpenLesson {
  std::string id;
  int step = -1;  // -1: the step that was open last
};
struct GoOnLearning {};    // the key Enter: the next step; at a question the next hint, then the answer
struct GoBackLearning {};  // the key Escape: the step before, the list, away
struct ShowHint {};
struct ShowAnswer {};
struct ShowStepAgain {};  // the step as it began
// Starts a quiz on the chosen kind
struct StartQuiz {
  std::uint64_t seed = 1;
};
struct TypeAnswer {
  std::string text;
};
struct GiveAnswer {};  // the typed answer
struct EndQuiz {};
using LearnAction = std::variant<TakeLessons, AddLesson, OpenLesson, GoOnLearning, GoBackLearning, ShowHint, ShowAnswer,
                                 ShowStepAgain, StartQuiz, TypeAnswer, GiveAnswer, EndQuiz>;

}  // namespace tcviz::inline app_session
