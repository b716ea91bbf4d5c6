// A lesson as plain values: steps that show a real view, and questions that are answered by doing. lesson_file.hpp
// reads one, lesson_goal.hpp checks the user's answer. Knows nothing of windows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/maxas/maxas_state.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

// The view beside the card.
enum class LessonView : std::uint8_t { Grids, Inspector, Formula, Operations, Architectures, Maxas };
inline constexpr std::array<std::string_view, 6> lesson_view_words = {"grids",      "inspector",     "formula",
                                                                      "operations", "architectures", "maxas"};

// The whole of a step on screen. In a file a step names only its changes; here every step has all of it.
struct LessonScene {
  LessonView panel = LessonView::Grids;
  std::string kind, source, with;  // with: a source or a kind, at the right of a comparison
  ViewMode view = ViewMode::Grids;
  ColorBy color = ColorBy::Automatic;
  LabelBy labels = LabelBy::Automatic;
  std::string threads, row, col;  // "0-7"; the text in the editor
  std::optional<Slot> pin;
  std::string operation = "upper";
  int diagonal = 0;
  MaxasStep maxas;
  int maxas_thread = 0;
  bool hide = false;  // the grids show only axes
};

// The task of a question. The answer is checked against the layouts on screen.
enum class GoalType : std::uint8_t { Pin, Formula, Source, View, Operation, Maxas };
inline constexpr std::array<std::string_view, 6> goal_words = {"pin",  "formula",   "source",
                                                               "view", "operation", "maxas"};

struct LessonGoal {
  GoalType type = GoalType::Pin;
  // Pin: all that is named must hold of the pinned cell. Maxas: of the chosen element of C.
  std::optional<int> thread, value, row, col;
  std::optional<int> owners;              // as many threads hold it
  std::optional<int> reg;                 // Pin: the first register of its value; Maxas: R0 to R63
  bool differs = false;                   // of a comparison: the sides disagree there
  bool asks_row = true, asks_col = true;  // Formula: which of both must be right
  std::string answer_row, answer_col;     // a right one
  std::string source;                     // Source: the layout on screen is as this source has it
  bool formula_right = false;             // and the formula in the editor describes it
  ViewMode view = ViewMode::Grids;
  std::string zero_where;  // Operation: an expression of row and col; elsewhere the matrix stays
  std::string operation;   // one that does it
  int diagonal = 0;
};

struct LessonQuestion {
  std::string ask;
  LessonGoal goal;
  std::vector<std::string> hints;
  std::string answer;  // said once it is right
};

struct LessonStep {
  std::string title;
  std::vector<std::string> text;  // paragraphs
  std::string fact;               // the place of the statements about hardware
  LessonScene scene;
  std::optional<LessonQuestion> question;
  int line = 0;  // of the file
};

struct Lesson {
  std::string id, title, about;
  std::vector<LessonStep> steps;
};

}  // namespace tcviz::inline app_session
