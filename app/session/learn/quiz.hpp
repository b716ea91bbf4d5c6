// A quiz on a layout: asks for random elements and their owners. The same seed gives the same questions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

inline constexpr int quiz_round = 10;  // number of questions

struct QuizQuestion {
  bool asks_place = true;  // true: asks for `element`, "Where is x[3] of T17?"; false: for `slot`, "Who holds (5, 9)?"
  Slot slot;               // if asks_place is false: one of the right answers (an element can have several owners)
  Element element;
  friend bool operator==(const QuizQuestion&, const QuizQuestion&) = default;
};
// Returns a new seed of at most five digits, made from the time.
std::uint64_t new_quiz_seed();
// Returns question number `number`, from 0.
QuizQuestion quiz_question(const Layout& layout, std::uint64_t seed, int number);
// Returns the text of the question.
std::string ask(const QuizQuestion& question);
// Returns the right answer in a sentence.
std::string answer_of(const Layout& layout, const QuizQuestion& question);

// True if a clicked cell, or a typed place ("5,9", "T20 x[5]"), is a right answer. Returns none if the text is not a
// place of the form that the question asks for; such an answer is not counted.
bool is_right(const Layout& layout, const QuizQuestion& question, Element element, Slot slot);
std::optional<bool> is_right(const Layout& layout, const QuizQuestion& question, std::string_view typed);

// The state of a quiz.
struct Quiz {
  std::uint64_t seed = 0;
  int number = 0, right = 0;  // index of the current question, from 0; number of right answers
  QuizQuestion question;
  std::string ask, told;                  // text of the question; message about the answer, empty: not answered yet
  bool told_right = false, over = false;  // the answer was right; the last question is answered
  std::string unread;                     // message about a typed text that is no place
  int unread_count = 0;                   // number of such texts
  friend bool operator==(const Quiz&, const Quiz&) = default;
};

}  // namespace tcviz::inline app_session
