// Actions of a person in the workspace Learn. Plain values, applied by apply_action (action.hpp) with all others.
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
struct OpenLesson {
  std::string id;
  int step = -1;  // -1: where it was left
};
struct GoOnLearning {};    // what Enter does: the next step; at a question the next hint, then the answer
struct GoBackLearning {};  // what Escape does: the step before, the list, away
struct ShowHint {};
struct ShowAnswer {};
struct ShowStepAgain {};  // the step as it began
struct StartQuiz {
  std::uint64_t seed = 1;
};  // on the chosen kind
struct TypeAnswer {
  std::string text;
};
struct GiveAnswer {};  // what was typed
struct EndQuiz {};
using LearnAction = std::variant<TakeLessons, OpenLesson, GoOnLearning, GoBackLearning, ShowHint, ShowAnswer,
                                 ShowStepAgain, StartQuiz, TypeAnswer, GiveAnswer, EndQuiz>;

struct Document;
void apply_learn(Document& document, const LearnAction& action);

// The workspace is shown: what is on screen is put aside. It is left: that comes back.
void enter_learn(Document& document);
void leave_learn(Document& document);
// After every action: whether the question is answered now.
void follow_learn(Document& document);

}  // namespace tcviz::inline app_session
