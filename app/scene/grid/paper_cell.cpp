#include "app/scene/grid/paper_cell.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float beside_label = 4;         // both sides together
constexpr float beside_framed_label = 8;  // the same, and the frames of cells that differ
constexpr float comfortable = 2.3f;       // heights of a part, in font sizes of its label
constexpr float label_step = 0.5f;
constexpr float least_bare_side = 1, largest_bare_side = 28, gap_of_bare_cells = 0.15f;  // cells without labels
constexpr int most_tried_splits = 64;

// A form of the label, and a way to split the cell for the owners.
struct PaperWay {
  FormNeed need;
  int columns = 1, rows = 1;
};

struct PaperFit {
  PaperWay way;
  float size = 0;
  CellRoom cell;
};

float gap_for(const FitNeeds& needs) { return (needs.owners > 1 ? 2.0f : 1.0f) + needs.more_gap; }

float label_lines(LabelForm form) { return form == LabelForm::Broken ? 2 : 1; }

CellRoom cell_for(const FitNeeds& needs, const PaperWay& way, float size) {
  const float label = text_width("0", Face::Mono, size) * static_cast<float>(std::max(way.need.characters, 1));
  const float w = std::ceil(label + (needs.framed ? beside_framed_label : beside_label));
  const float h = std::ceil(size * fitted_line * label_lines(way.need.form) + (needs.got ? copies_line : 0));
  return {w * static_cast<float>(way.columns) + gap_for(needs), h * static_cast<float>(way.rows) + gap_for(needs)};
}

bool fits(const CellRoom& cell, const CellRoom& room) { return cell.w <= room.w && cell.h <= room.h; }

// Returns the ratio of a cell to the room, along the side that exceeds it most.
float excess(const CellRoom& cell, const CellRoom& room) {
  return std::max(cell.w / std::max(room.w, 0.001f), cell.h / std::max(room.h, 0.001f));
}

// Ranks forms: longer ones first.
int rank_of(LabelForm form) { return form == LabelForm::Short ? 1 : form == LabelForm::First ? 2 : 0; }

bool better(const PaperFit& a, const PaperFit& b) {
  if (rank_of(a.way.need.form) != rank_of(b.way.need.form)) return rank_of(a.way.need.form) < rank_of(b.way.need.form);
  if (a.size != b.size) return a.size > b.size;
  return std::max(a.cell.w, a.cell.h) < std::max(b.cell.w, b.cell.h);
}

template <class Take>
void for_each_way(const FitNeeds& needs, Take take) {
  const int step = std::max(1, needs.owners / most_tried_splits);
  for (const FormNeed& need : needs.forms)
    for (int columns = 1; columns <= needs.owners; columns += step)
      take(PaperWay{need, columns, (needs.owners + columns - 1) / columns});
}

std::optional<PaperFit> fitting(const FitNeeds& needs, const CellRoom& room) {
  const float most = needs.most_label > 0 ? needs.most_label : largest_paper_label;
  std::optional<PaperFit> best;
  for_each_way(needs, [&](const PaperWay& way) {
    for (float size = most; size >= least_paper_label; size -= label_step) {
      const PaperFit next{way, size, cell_for(needs, way, size)};
      if (!fits(next.cell, room)) continue;
      if (!best || better(next, *best)) best = next;
      return;
    }
  });
  return best;
}

// Returns the way that is least too large, if nothing fits: the whole picture will be made smaller.
PaperFit overflowing(const FitNeeds& needs, const CellRoom& room) {
  std::optional<PaperFit> best;
  for_each_way(needs, [&](const PaperWay& way) {
    const PaperFit next{way, least_paper_label, cell_for(needs, way, least_paper_label)};
    if (!best || excess(next.cell, room) < excess(best->cell, room)) best = next;
  });
  return *best;
}

CellPlan bare_cell(const FitNeeds& needs, const CellRoom& room) {
  CellPlan plan;
  plan.cell_w = plan.cell_h =
      std::clamp(std::floor(8 * std::min(room.w, room.h)) / 8, least_bare_side, largest_bare_side);
  plan.gap = std::min(gap_for(needs), gap_of_bare_cells * plan.cell_w);
  for (int columns = 1; columns * columns <= needs.owners; ++columns) plan.parts_x = columns;
  plan.parts_y = (needs.owners + plan.parts_x - 1) / plan.parts_x;
  return plan;
}

// Returns the wanted side, at least `least`: whole units, or whole hatch tiles for Palette::Print.
float side(float wanted, float least, Palette palette) {
  if (palette != Palette::Print) return std::max(std::floor(wanted), least);
  const float below = std::floor(wanted / hatch_tile) * hatch_tile;
  return below >= least ? below : std::ceil(least / hatch_tile) * hatch_tile;
}

}  // namespace

float paper_readability(const FitNeeds& needs, const CellRoom& room) {
  constexpr float rank = 1000;
  if (needs.forms.empty()) return std::min({room.w, room.h, largest_bare_side});
  const std::optional<PaperFit> found = fitting(needs, room);
  if (!found) return -excess(overflowing(needs, room).cell, room);
  const float size = needs.fills ? found->size : 0;
  return rank * static_cast<float>(3 - rank_of(found->way.need.form)) + size;
}

CellPlan paper_cell(const FitNeeds& needs, const CellRoom& room, Palette palette) {
  if (needs.forms.empty()) return bare_cell(needs, room);
  const PaperFit fit = fitting(needs, room).value_or(overflowing(needs, room));
  CellPlan plan;
  plan.label_size = fit.size;
  plan.gap = gap_for(needs);
  plan.form = fit.way.need.form;
  plan.parts_x = fit.way.columns;
  plan.parts_y = fit.way.rows;
  const float easy = comfortable * fit.size * static_cast<float>(fit.way.rows) + plan.gap;
  plan.cell_h = side(std::min({room.h, room.w, easy}), fit.cell.h, palette);
  plan.cell_w = side(std::min(room.w, needs.widest * plan.cell_h), fit.cell.w, palette);
  return plan;
}

}  // namespace tcviz::inline app_scene
