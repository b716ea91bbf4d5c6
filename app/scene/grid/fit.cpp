#include "app/scene/grid/fit.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float pad_x = 4;           // beside a label
constexpr float corner_room = 2;     // room for the register's colour
constexpr float room_of_frames = 9;  // both, and air
constexpr float broken_close = 2.2f;
constexpr float highest = 1.25f;  // times its width
constexpr float widest_cell = 160, highest_cell = 120, least_side = 4;

// A form with a place for the number of copies.
struct Fitting {
  FormNeed need;
  Copies copies = Copies::None;
  float size = 0;
};

int lines_of(LabelForm form) { return form == LabelForm::Broken ? 2 : 1; }

float copies_width(const FitNeeds& needs) {
  return text_width("0", Face::Mono, copies_label) * static_cast<float>(needs.copies) + 2;
}

// Returns the room that a cell takes around the label's own box.
CellRoom around(const FitNeeds& needs, const Fitting& f) {
  const float gap = 1 + needs.more_gap;
  const float beside = f.copies == Copies::Beside ? copies_width(needs) : 0;
  const float below = f.copies == Copies::Below ? copies_line : 0;
  const float corner = f.need.form == LabelForm::First ? corner_room : 0;
  return {gap + pad_x + beside + corner, gap + below};
}

// Returns the height of a label's lines, in font sizes: the least labels may stand as close as their digits can be told
// apart.
float label_height(LabelForm form, bool close) {
  if (form == LabelForm::Broken) return close ? broken_close : 2 * fitted_line;
  return close ? 1 : fitted_line;
}

// Returns the width of a label, in characters: "12:0" has air beside it unless it is of the least size.
float characters_of(const FormNeed& need, bool close) {
  const float air = need.form == LabelForm::Short && !close ? 0.5f : 0.0f;
  return static_cast<float>(std::max(need.characters, 1)) + air;
}

float size_in(const FitNeeds& needs, const Fitting& f, const CellRoom& room) {
  const CellRoom taken = around(needs, f);
  const float character = text_width("0", Face::Mono, 1), w = room.w - taken.w;
  const float across = std::max(w / (character * characters_of(f.need, false)),
                                std::min(w / (character * characters_of(f.need, true)), least_label));
  const float h = room.h - taken.h;
  const float down =
      std::max(h / label_height(f.need.form, false), std::min(h / label_height(f.need.form, true), least_label));
  return std::min(across, down);
}

CellRoom need_of(const FitNeeds& needs, const Fitting& f) {
  const CellRoom taken = around(needs, f);
  const float across = text_width("0", Face::Mono, f.size) * characters_of(f.need, f.size <= least_label);
  const float down = f.size * label_height(f.need.form, f.size <= least_label);
  return {std::ceil(across + taken.w), std::ceil(down + taken.h)};
}

// Returns the form with the better place for the number of copies.
Fitting placed(const FitNeeds& needs, const FormNeed& need, const CellRoom& room) {
  Fitting best{need, needs.copies > 0 ? Copies::Below : Copies::None, 0};
  best.size = size_in(needs, best, room);
  if (needs.copies == 0) return best;
  Fitting beside{need, Copies::Beside, 0};
  beside.size = size_in(needs, beside, room);
  return beside.size > best.size ? beside : best;
}

// Returns a form if none fits: the longest on one line that is not too wide, so that the picture grows in one direction
// only.
Fitting overflowing(const FitNeeds& needs, const CellRoom& room) {
  Fitting last;
  for (const FormNeed& need : needs.forms) {
    if (lines_of(need.form) > 1) continue;
    last = placed(needs, need, room);
    last.size = least_label;
    if (need_of(needs, last).w <= room.w) break;
  }
  return last;
}

// Returns the longest form in one line or in two, whichever is larger; shorter forms if neither fits.
Fitting chosen_form(const FitNeeds& needs, const CellRoom& room) {
  Fitting best;
  for (const FormNeed& need : needs.forms) {
    const Fitting next = placed(needs, need, room);
    const bool same_words = need.form == LabelForm::Broken;
    if (best.size >= least_label && !same_words) break;
    if (next.size > best.size) best = next;
  }
  if (best.size < least_label) return overflowing(needs, room);
  best.size = std::min(std::floor(2 * best.size) / 2, largest_fitted_label);
  return best;
}

float beside_frame(const FitNeeds& needs, const CellPlan& plan) {
  const auto form = std::ranges::find(needs.forms, plan.form, &FormNeed::form);
  if (!needs.framed || form == needs.forms.end() || plan.label_size <= least_label) return plan.label_size;
  const float room = plan.cell_w - plan.gap - room_of_frames;
  const float most = room / (text_width("0", Face::Mono, 1) * static_cast<float>(form->characters));
  return std::max(least_label, std::min(plan.label_size, std::floor(2 * most) / 2));
}

float in_tiles(float length, float least) {
  const float below = std::floor(length / hatch_tile) * hatch_tile;
  return below >= least ? below : std::ceil(least / hatch_tile) * hatch_tile;
}

}  // namespace

float readability(const FitNeeds& needs, const CellRoom& room) {
  constexpr float fits = 1000;
  if (needs.forms.empty()) return std::min(room.w, room.h);
  float all = 0, last = 0, shorter = 0;
  for (const FormNeed& need : needs.forms) {
    last = placed(needs, need, room).size;
    all = std::max(all, last);
    if (need.form == LabelForm::Short || shorter == 0) shorter = last;
  }
  return all >= least_label ? fits + shorter : last;
}

CellPlan fitted_cell(const FitNeeds& needs, const CellRoom& given, Palette palette) {
  CellRoom room{std::floor(std::clamp(given.w, least_side, widest_cell)),
                std::floor(std::clamp(given.h, least_side, highest_cell))};
  room.h = std::floor(std::min(room.h, std::max(highest * room.w, least_side)));
  CellPlan plan;
  plan.gap = 1 + needs.more_gap;
  CellRoom need{least_side, least_side};
  if (!needs.forms.empty()) {
    const Fitting fitting = chosen_form(needs, room);
    plan.form = fitting.need.form;
    plan.label_size = fitting.size;
    plan.copies = fitting.copies;
    plan.copies_w = copies_width(needs);
    need = need_of(needs, fitting);
  }
  plan.cell_h = std::max(std::floor(room.h), need.h);
  plan.cell_w = std::max(std::floor(std::min(room.w, needs.widest * plan.cell_h)), need.w);
  plan.label_size = beside_frame(needs, plan);
  // The place that a wrong cell got stands below its label.
  if (const float left = plan.cell_h - plan.gap - copies_line; needs.got && left >= least_label)
    plan.label_size = std::min(plan.label_size, std::floor(left));
  if (palette != Palette::Print) return plan;
  plan.cell_w = in_tiles(plan.cell_w, need.w);
  plan.cell_h = in_tiles(plan.cell_h, need.h);
  return plan;
}

}  // namespace tcviz::inline app_scene
