#include "app/session/learn/quiz.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "gpu/layout/place.hpp"

namespace tcviz::inline app_session {
namespace {

// Mixes by splitmix64: every bit of the seed and of the number counts, and the same comes on every machine.
std::uint64_t mixed(std::uint64_t seed, int number) {
  std::uint64_t z = seed + 0x9e3779b97f4a7c15U * (static_cast<std::uint64_t>(number) + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace

std::uint64_t new_quiz_seed() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count()) % 100000;
}

QuizQuestion quiz_question(const Layout& layout, std::uint64_t seed, int number) {
  const std::uint64_t random = mixed(seed, number);
  const auto slots = static_cast<std::uint64_t>(layout.slots());
  QuizQuestion question;
  question.asks_place = number % 2 == 0;
  auto at = static_cast<int>((random >> 8) % slots);
  // A layout has an element, so one of its slots does.
  while (!layout.element(layout.slot(at))) at = (at + 1) % layout.slots();
  question.slot = layout.slot(at);
  question.element = *layout.element(question.slot);
  return question;
}

std::string ask(const QuizQuestion& q) {
  if (q.asks_place) return fmt::format("Where is x[{}] of T{}?", q.slot.i, q.slot.tid);
  return fmt::format("Who holds ({}, {})?", q.element.row, q.element.col);
}

std::string answer_of(const Layout& layout, const QuizQuestion& q) {
  if (q.asks_place) return fmt::format("x[{}] of T{} is ({}, {}).", q.slot.i, q.slot.tid, q.element.row, q.element.col);
  std::string owners;
  for (const Slot& slot : layout.owners(q.element))
    owners += fmt::format("{}T{} x[{}]", owners.empty() ? "" : " and ", slot.tid, slot.i);
  return fmt::format("({}, {}) is {}.", q.element.row, q.element.col, owners);
}

bool is_right(const Layout& layout, const QuizQuestion& q, Element element, Slot slot) {
  if (q.asks_place) return element == q.element;
  const std::vector<Slot> owners = layout.owners(q.element);
  return std::find(owners.begin(), owners.end(), slot) != owners.end();
}

std::optional<bool> is_right(const Layout& layout, const QuizQuestion& q, std::string_view typed) {
  const auto place = read_place(typed);
  if (!place || place->type != (q.asks_place ? PlaceType::Element : PlaceType::Slot)) return std::nullopt;
  if (q.asks_place) return is_right(layout, q, place->element, q.slot);
  const auto answer = answer_place(layout, *place);
  const bool there = answer.ok() && answer.value().slots.size() == 1;
  return there && is_right(layout, q, q.element, answer.value().slots.front().slot);
}

}  // namespace tcviz::inline app_session
