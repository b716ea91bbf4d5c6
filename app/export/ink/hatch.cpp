#include "app/export/ink/hatch.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline app_export {
namespace {

// Calls `each` with every multiple of the tile from `least` to `most`.
template <class Each>
void multiples(float least, float most, Each each) {
  const int last = static_cast<int>(std::floor(most / hatch_tile));
  for (int k = static_cast<int>(std::ceil(least / hatch_tile)); k <= last; ++k)
    each(static_cast<float>(k) * hatch_tile);
}

void add_forward(HatchLines& out, const Rect& r) {  // x + y = sum
  multiples(r.x + r.y, r.x + r.w + r.y + r.h, [&](float sum) {
    const float left = std::max(r.x, sum - r.y - r.h), right = std::min(r.x + r.w, sum - r.y);
    out.lines.push_back({Point{left, sum - left}, Point{right, sum - right}});
  });
}

void add_backward(HatchLines& out, const Rect& r) {  // x - y = difference
  multiples(r.x - r.y - r.h, r.x + r.w - r.y, [&](float difference) {
    const float left = std::max(r.x, difference + r.y), right = std::min(r.x + r.w, difference + r.y + r.h);
    out.lines.push_back({Point{left, left - difference}, Point{right, right - difference}});
  });
}

void add_horizontal(HatchLines& out, const Rect& r) {
  multiples(r.y, r.y + r.h, [&](float y) { out.lines.push_back({Point{r.x, y}, Point{r.x + r.w, y}}); });
}

void add_vertical(HatchLines& out, const Rect& r) {
  multiples(r.x, r.x + r.w, [&](float x) { out.lines.push_back({Point{x, r.y}, Point{x, r.y + r.h}}); });
}

void add_dots(HatchLines& out, const Rect& r) {
  multiples(r.x, r.x + r.w, [&](float x) { multiples(r.y, r.y + r.h, [&](float y) { out.dots.push_back({x, y}); }); });
}

}  // namespace

HatchLines hatch_lines(const Rect& rect, Hatch hatch) {
  HatchLines out;
  const auto is = [&](Hatch one, Hatch other) { return hatch == one || hatch == other; };
  if (is(Hatch::Forward, Hatch::Diagonal)) add_forward(out, rect);
  if (is(Hatch::Backward, Hatch::Diagonal)) add_backward(out, rect);
  if (is(Hatch::Horizontal, Hatch::Crossed)) add_horizontal(out, rect);
  if (is(Hatch::Vertical, Hatch::Crossed)) add_vertical(out, rect);
  if (hatch == Hatch::Dots) add_dots(out, rect);
  return out;
}

Rect grown(const Rect& rect, float by) {
  return {rect.x - by, rect.y - by, std::max(0.0f, rect.w + 2 * by), std::max(0.0f, rect.h + 2 * by)};
}

}  // namespace tcviz::inline app_export
