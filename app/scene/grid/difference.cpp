#include "app/scene/grid/difference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tcviz::inline app_scene {
namespace {

bool has(const Layout& layout, Element element) { return element.row < layout.rows() && element.col < layout.cols(); }

// True if the same threads and values own the element. Slot numbers are the same only if threads have equally many
// values.
bool same_owners(const Layout& a, const Layout& b, Element element) {
  return std::ranges::equal(a.owner_slots(element), b.owner_slots(element),
                            [&](std::int32_t x, std::int32_t y) { return a.slot(x) == b.slot(y); });
}

// Marks the elements of `layout` that differ. Returns the number of these that the other layout lacks.
int mark(const Layout& layout, const Layout& other, std::vector<bool>& differs) {
  int alone = 0;
  differs.assign(static_cast<std::size_t>(layout.elements()), false);
  for (int linear = 0; linear < layout.elements(); ++linear) {
    const Element element{linear / layout.cols(), linear % layout.cols()};
    alone += !has(other, element);
    differs[static_cast<std::size_t>(linear)] = !has(other, element) || !same_owners(layout, other, element);
  }
  return alone;
}

std::string counted(int count) { return fmt::format("{} element{}", count, count == 1 ? "" : "s"); }

// Says which elements have a frame.
std::string framed_words(const Difference& difference) {
  const int agree = difference.elements - difference.differing;
  if (!frames_agreeing(difference)) return " (framed)";
  if (agree == 0) return "";
  return agree == 1 ? "; the one that agrees is framed" : fmt::format("; the {} that agree are framed", agree);
}

std::string alone(int count, const std::string& name) {
  if (count == 0) return "";
  return fmt::format(" \u00b7 {} only in {}", counted(count), name);
}

}  // namespace

Difference difference_of(const Layout& left, const Layout& right) {
  Difference difference;
  difference.only_left = mark(left, right, difference.left);
  difference.only_right = mark(right, left, difference.right);
  difference.elements = left.elements() + difference.only_right;
  difference.differing = static_cast<int>(std::ranges::count(difference.left, true)) + difference.only_right;
  return difference;
}

bool frames_agreeing(const Difference& difference) {
  return difference.differing > difference.elements - difference.differing;
}

std::string describe(const Difference& difference, const std::string& left, const std::string& right, bool framed) {
  if (difference.differing == 0) {
    return fmt::format("equal: all {} have the same owners in both", counted(difference.elements));
  }
  const std::string mark = framed ? framed_words(difference) : "";
  const int lone = difference.only_left + difference.only_right;
  if (lone == 0) return fmt::format("{} of {} differ{}", difference.differing, counted(difference.elements), mark);
  return fmt::format("{} of {} in both have moved{}", difference.differing - lone, counted(difference.elements - lone),
                     mark) +
         alone(difference.only_left, left) + alone(difference.only_right, right);
}

}  // namespace tcviz::inline app_scene
