// Finds what a layout has at a place.
#include "gpu/layout/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "gpu/layout/instruction.hpp"

namespace tcviz::inline gpu_layout {
namespace {

constexpr int warp_size = 32;

// Refuses a number out of range: "row 17: this fragment has rows 0 to 15."
Status in_range(std::string_view whole, std::string_view word, std::string_view words, int number, int count) {
  if (number >= 0 && number < count) return Nothing{};
  const std::string range = count == 1 ? fmt::format("only {} 0", word) : fmt::format("{} 0 to {}", words, count - 1);
  return bad_input(fmt::format("{} {}: {} {}.", word, number, whole, range));
}
constexpr std::string_view the_fragment = "this fragment has";

Result<int> tid_of(const Layout& layout, const Place& place) {
  if (!place.is_lane) {
    TCVIZ_TRY(in_range(the_fragment, "thread", "threads", place.thread, layout.threads()));
    return place.thread;
  }
  TCVIZ_TRY(in_range("a warp has", "lane", "lanes", place.thread, warp_size));
  const int warps = (layout.threads() + warp_size - 1) / warp_size;
  if (!place.warp && warps > 1)
    return bad_input(
        fmt::format("lane {0}: this fragment has {1} warps, and each has such a lane: say which, as in "
                    "`warp {2} lane {0}`, which is T{3}.",
                    place.thread, warps, warps - 1, (warps - 1) * warp_size + place.thread));
  TCVIZ_TRY(in_range(the_fragment, "warp", "warps", place.warp.value_or(0), warps));
  const int tid = place.warp.value_or(0) * warp_size + place.thread;
  TCVIZ_TRY(in_range(the_fragment, "thread", "threads", tid, layout.threads()));
  return tid;
}

const Kind* addressed(const Layout& layout) {
  const Kind* const kind = find_kind(layout.kind());
  return kind != nullptr && address_thread(*kind, 0) ? kind : nullptr;
}

Result<PlaceAnswer> answer_element(const Layout& layout, const Place& place) {
  TCVIZ_TRY(in_range(the_fragment, "row", "rows", place.element.row, layout.rows()));
  TCVIZ_TRY(in_range(the_fragment, "column", "columns", place.element.col, layout.cols()));
  PlaceAnswer answer{place};
  for (const Slot& slot : layout.owners(place.element)) answer.slots.push_back({slot, place.element});
  if (const Kind* const kind = addressed(layout)) answer.address_tid = address_thread(*kind, place.element.row);
  return answer;
}

bool is_wanted(const Layout& layout, const Place& place, int i) {
  if (place.type == PlaceType::Slot) return i == place.number;
  const RegisterSpan span = layout.register_of(i);
  return place.type == PlaceType::Thread || (span.first <= place.number && place.number <= span.last);
}

Result<PlaceAnswer> answer_thread(const Layout& layout, const Place& place) {
  const Result<int> tid = tid_of(layout, place);
  TCVIZ_TRY(tid);
  if (place.type == PlaceType::Slot)
    TCVIZ_TRY(in_range("each thread has", "value", "values", place.number, layout.values()));
  if (place.type == PlaceType::Register)
    TCVIZ_TRY(in_range("each thread has", "register", "registers", place.number,
                       layout.register_of(layout.values() - 1).last + 1));
  PlaceAnswer answer{place, tid.value()};
  for (int i = 0; i < layout.values(); ++i)
    if (is_wanted(layout, place, i)) answer.slots.push_back({{tid.value(), i}, layout.element({tid.value(), i})});
  const Kind* const kind = addressed(layout);
  for (int row = 0; kind != nullptr && row < layout.rows(); ++row)
    if (address_thread(*kind, row) == tid.value()) answer.address_row = row;
  return answer;
}

std::string in_parentheses(const std::optional<Element>& element) {
  return element ? fmt::format("({}, {})", element->row, element->col) : "no element";
}

std::string slot_words(const Layout& layout, const Slot& slot) {
  return fmt::format("T{} x[{}], {}", slot.tid, slot.i, describe(layout.register_of(slot.i)));
}

std::string element_words(const Layout& layout, const PlaceAnswer& answer) {
  std::string text = in_parentheses(answer.place.element);
  const bool several = answer.slots.size() > 1;
  text += several ? fmt::format(" has {} owners:", answer.slots.size()) : " is ";
  for (const PlaceSlot& owner : answer.slots) text += (several ? "\n  " : "") + slot_words(layout, owner.slot);
  if (answer.address_tid)
    text += fmt::format("\nThe address of row {} comes from T{}.", answer.place.element.row, *answer.address_tid);
  return text;
}

// Describes the bits of a value that lie in one register: all of a narrow one, half of an f64.
std::string part_words(const Layout& layout, const PlaceAnswer& answer, const PlaceSlot& held) {
  const RegisterSpan span = layout.register_of(held.slot.i);
  const int low = (answer.place.number - span.first) * 32;
  if (span.first != span.last)
    return fmt::format("bits [{}:{}] of x[{}], {}", low + 31, low, held.slot.i, in_parentheses(held.element));
  return fmt::format("x[{}] in bits [{}:{}], {}", held.slot.i, span.high, span.low, in_parentheses(held.element));
}

std::string register_words(const Layout& layout, const PlaceAnswer& answer) {
  std::string text = fmt::format("T{} R{} has", *answer.tid, answer.place.number);
  if (answer.slots.size() == 1) return text + " " + part_words(layout, answer, answer.slots.front());
  text += ":";
  for (const PlaceSlot& held : answer.slots) text += "\n  " + part_words(layout, answer, held);
  return text;
}

std::string thread_words(const Layout& layout, const PlaceAnswer& answer) {
  std::vector<std::string> values, registers;
  std::size_t value_width = 0, register_width = 0;
  for (const PlaceSlot& held : answer.slots) {
    values.push_back(fmt::format("x[{}]", held.slot.i));
    registers.push_back(describe(layout.register_of(held.slot.i)));
    value_width = std::max(value_width, values.back().size());
    register_width = std::max(register_width, registers.back().size());
  }
  std::string text = fmt::format("T{}", *answer.tid);
  if (layout.threads() > warp_size)
    text += fmt::format(" (lane {} of warp {})", *answer.tid % warp_size, *answer.tid / warp_size);
  text += fmt::format(" holds {} {}:", values.size(), values.size() == 1 ? "value" : "values");
  for (std::size_t at = 0; at < values.size(); ++at)
    fmt::format_to(std::back_inserter(text), "\n  {:<{}}  {:<{}}  {}", values[at], value_width, registers[at],
                   register_width, in_parentheses(answer.slots[at].element));
  if (answer.address_row) text += fmt::format("\nIt gives the address of row {}.", *answer.address_row);
  return text;
}

}  // namespace

Result<PlaceAnswer> answer_place(const Layout& layout, const Place& place) {
  return place.type == PlaceType::Element ? answer_element(layout, place) : answer_thread(layout, place);
}

std::string describe(const Layout& layout, const PlaceAnswer& answer) {
  switch (answer.place.type) {
    case PlaceType::Element:
      return element_words(layout, answer);
    case PlaceType::Thread:
      return thread_words(layout, answer);
    case PlaceType::Register:
      return register_words(layout, answer);
    case PlaceType::Slot:
      break;
  }
  const PlaceSlot& held = answer.slots.front();
  return fmt::format("T{} x[{}] is {}, {}", held.slot.tid, held.slot.i, in_parentheses(held.element),
                     describe(layout.register_of(held.slot.i)));
}

}  // namespace tcviz::inline gpu_layout
