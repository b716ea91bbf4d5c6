// A lesson as plain values: steps, each of which shows a view of the window beside its text, and may ask a question
// that the user answers by an action. lesson_file.hpp reads lessons, whole/lesson_goal.hpp checks answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/base/task_parts.hpp"
#include "app/session/maxas/maxas_state.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

// The view that is shown beside the text of a step.
enum class LessonView : std::uint8_t {
  Grids,
  Inspector,
  Formula,
  Operations,
  Architectures,
  Maxas,
  SharedMemory,
  Xray
};
inline constexpr std::array<std::string_view, 8> lesson_view_words = {
    "grids", "inspector", "formula", "operations", "architectures", "maxas", "shared-memory", "xray"};

// A kernel for the panel X-ray: the name of its file, which says if it is CUDA C++, and its text.
struct LessonKernel {
  std::string name, source;
};

// The scene of a step, which is all that it shows. In a file, a step names only the changes from the step before; here
// it has all of the values.
struct LessonScene {
  LessonView panel = LessonView::Grids;
  std::string kind, source, with;  // with: the source or the kind on the right of a comparison; empty: no comparison
  ViewMode view = ViewMode::Grids;
  ColorBy color = ColorBy::Automatic;
  LabelBy labels = LabelBy::Automatic;
  std::string threads, row, col;  // threads: those to highlight, "0-7"; row, col: the formula in the editor
  std::optional<Slot> pin;
  std::string operation = "upper";
  int diagonal = 0;
  MaxasStep maxas;
  int maxas_thread = 0;
  TaskParts tasks;  // SmemLook
  LessonKernel kernel;
  bool hide = false;  // the layout is hidden: the grids show only their axes
};

// The kind of action that answers a question. The answer is checked against the layouts on screen.
enum class GoalType : std::uint8_t { Pin, Formula, Source, View, Operation, Maxas, SharedMemory, Xray };
inline constexpr std::array<std::string_view, 8> goal_words = {"pin",       "formula", "source",        "view",
                                                               "operation", "maxas",   "shared-memory", "xray"};

// The right answer of a question; fields that are none or empty do not matter.
struct LessonGoal {
  GoalType type = GoalType::Pin;
  // Pin: the properties that the pinned cell must have. Maxas: those of the chosen element of C; SharedMemory: of the
  // chosen element of the tile; Xray: of the chosen cell.
  std::optional<int> thread, value, row, col;
  std::optional<int> owners;              // the number of owners of its element
  std::optional<int> reg;                 // Pin: the first register of its value; Maxas: R0 to R63
  bool differs = false;                   // in a comparison: the two layouts must differ there
  bool asks_row = true, asks_col = true;  // Formula: row must be right, col must be right
  std::string answer_row, answer_col;     // Formula: an answer that is right
  std::string source;                     // Source: the layout on screen must equal that of this source
  bool formula_right = false;             // Source: and the formula in the editor must describe it
  ViewMode view = ViewMode::Grids;        // View: the view to be shown
  std::string zero_where;                 // Operation: expression of row and col; the result must be 0 where it is true
  std::string operation;                  // Operation: an answer that is right
  int diagonal = 0;                       // Operation: its diagonal
  std::optional<int> bank, wavefronts;    // SharedMemory: the bank of the element; the wavefronts of the access
  std::optional<std::size_t> tile;        // Xray: the tile of the cell, 0 A, 1 B, 2 the sum
  std::string holds;                      // Xray: the element in the cell, "A[m=8,k=0]"; empty: any
  bool wrong = false;                     // Xray: the cell does not hold what belongs there
  std::string replace, by;  // Xray: the kernel must be right; replacing this text of the source by that makes it so
};

// True if a question that wants `wanted`, or with none anything, has found it.
inline bool agrees(const std::optional<int>& wanted, std::int64_t found) { return !wanted || *wanted == found; }

struct LessonQuestion {
  std::string ask;
  LessonGoal goal;
  std::vector<std::string> hints;
  std::string answer;  // text that is shown after the right answer
};

struct LessonStep {
  std::string title;
  std::vector<std::string> text;  // paragraphs
  std::string fact;               // reference (document and section) for the statements about hardware
  LessonScene scene;
  std::optional<LessonQuestion> question;
  int line = 0;  // its line in the file
};

struct Lesson {
  std::string id, title, about;
  std::vector<LessonStep> steps;
};

}  // namespace tcviz::inline app_session
