// A quiz on a layout: random places, asked both ways. Pure: the same seed asks the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

inline constexpr int quiz_round = 10;  // questions

struct QuizQuestion {
  bool asks_place = true;  // "Where is x[3] of T17?"; false: "Who holds (5, 9)?"
  Slot slot;               // of the second: one of those that are right
  Element element;
  friend bool operator==(const QuizQuestion&, const QuizQuestion&) = default;
};
// Returns another seed every time, short enough to be read aloud.
std::uint64_t new_quiz_seed();
QuizQuestion quiz_question(const Layout& layout, std::uint64_t seed, int number);
std::string ask(const QuizQuestion& question);
std::string answer_of(const Layout& layout, const QuizQuestion& question);

// True if a chosen cell, or a typed place ("5,9", "T20 x[5]"), is the answer. None: the text is no place of this form;
// then nothing is counted.
bool is_right(const Layout& layout, const QuizQuestion& question, Element element, Slot slot);
std::optional<bool> is_right(const Layout& layout, const QuizQuestion& question, std::string_view typed);

struct Quiz {
  std::uint64_t seed = 0;
  int number = 0, right = 0;  // number: of the question that is asked, from 0
  QuizQuestion question;
  std::string ask, told;  // told: the words on the last answer; empty: not answered yet
  bool told_right = false, over = false;
  std::string unread;  // the words on a text that is no place
  int unread_count = 0;
  friend bool operator==(const Quiz&, const Quiz&) = default;
};

}  // namespace tcviz::inline app_session
