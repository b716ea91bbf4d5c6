#include "app/scene/grid/page_fit.hpp"

#include <algorithm>

#include "app/scene/grid/axes.hpp"
#include "app/scene/grid/legend.hpp"
#include "app/scene/grid/paper_cell.hpp"
#include "app/scene/grid/wrong_counts.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float widest_slots = 8;  // cells of slots, in times their height
constexpr int fit_rounds = 4;

void take_longer(std::vector<FormNeed>& forms, const Labels& labels) {
  for (const LabelForm form : labels.forms()) {
    const auto same = std::ranges::find(forms, form, &FormNeed::form);
    const int characters = labels.longest(form);
    if (same == forms.end()) {
      forms.push_back({form, characters});
    } else {
      same->characters = std::max(same->characters, characters);
    }
  }
}

// Leaves more air between "T12 x[0]" and its neighbour than the blank within it has.
void set_words_apart(std::vector<FormNeed>& forms) {
  if (forms.size() < 2) return;  // labels of a single word
  for (FormNeed& need : forms) need.characters += need.form == LabelForm::Whole;
}

// Removes the form that only a colour completes, and with it that colour's legend: a figure must be readable in grey,
// too.
void leave_out_shortest(std::vector<FormNeed>& forms) {
  if (forms.size() > 1) std::erase_if(forms, [](const FormNeed& need) { return need.form == LabelForm::First; });
}

// Takes the limits that other panels of the picture set.
void limit(FitNeeds& needs, const Alike& alike) {
  needs.most_label = alike.label_size;
  const bool has_short = std::ranges::find(needs.forms, LabelForm::Short, &FormNeed::form) != needs.forms.end();
  if (alike.brief && has_short)
    std::erase_if(needs.forms, [](const FormNeed& need) { return need.form != LabelForm::Short; });
}

// Returns the height of the legends of a row under columns of these widths.
float legends_height(const Build& build, const PageRows& rows, std::size_t row, const std::vector<float>& widths) {
  float height = 0;
  for (std::size_t n = 0; build.style.legend && n < rows[row].size(); ++n) {
    Scene scratch;
    height = std::max(height, add_legends(scratch, build, rows, {row, n}, {0, 0}, widths[n] - rows[row][n]->gutter));
  }
  return height;
}

// Returns a cell width for a room that not even the legends fit. On paper the picture will be made smaller: less so if
// more of them had room.
float without_legends(const Build& build, const std::vector<const Block*>& row, float width) {
  constexpr float least_pitch = 0.01f;
  if (!build.style.room->paper) return 0;
  return std::max(width, 1.0f) / (least_legend(build.style) * static_cast<float>(row.size())) * least_pitch;
}

// Returns the width of a cell if blocks beside each other fill `width`. Those with few columns are as wide as their
// legend.
float row_pitch(const Build& build, const std::vector<const Block*>& row, float width) {
  const float least = least_legend(build.style);
  width -= gap_of(build.style) * static_cast<float>(row.size() - 1);
  float columns = 0;
  for (const Block* block : row) {
    width -= block->gutter + (block->foot > 0 ? wrong_count_w : 0);
    columns += static_cast<float>(block->cols);
  }
  float pitch = width / columns;
  for (std::size_t again = 0; again < row.size(); ++again) {
    float left = width, of = 0;
    for (const Block* block : row) {
      const bool narrow = static_cast<float>(block->cols) * pitch < least;
      (narrow ? left : of) += narrow ? -least : static_cast<float>(block->cols);
    }
    if (left < 0) return without_legends(build, row, width);
    if (of > 0) pitch = std::min(pitch, left / of);
  }
  return pitch;
}

}  // namespace

FitNeeds fit_needs(std::span<const Block> blocks, const SceneStyle& style) {
  FitNeeds needs;
  int owners = 1;
  for (const Block& block : blocks) {
    if (!style.hide_cells) take_longer(needs.forms, block.labels);
    if (block.channel != Channel::Slots) owners = std::max(owners, block.layout->replication());
    if (block.channel == Channel::Slots) needs.widest = widest_slots;
    needs.framed = needs.framed || !block.differs.empty();
    needs.got = needs.got || (has_marks(block, style) && !style.got.empty());
  }
  if (style.room->paper) {
    needs.owners = owners;
    needs.fills = style.room->fixed;
    leave_out_shortest(needs.forms);
    limit(needs, style.room->alike);
  } else if (owners > 1 && style.room->copies && !needs.forms.empty()) {
    needs.copies = static_cast<int>(copies_text(owners).size());
  }
  if (!style.room->paper) set_words_apart(needs.forms);
  needs.more_gap = style.theme == Theme::Contrast ? 1.0f : 0.0f;
  return needs;
}

void set_cells(Build& build, std::span<Block> blocks, const CellPlan& plan) {
  for (Block& block : blocks) {
    measure(block, build.style, plan);
    const bool left_out = plan.form == LabelForm::First && block.labels.has(LabelForm::Short);
    block.corners = left_out ? make_coloring(*block.layout, ColorBy::Value, build.style) : Coloring{};
  }
}

CellRoom room_of_cell(const Build& build, const PageRows& rows) {
  const Room& room = *build.style.room;
  const float margin = 2 * margin_of(build.style);
  float lines = 0, used = margin + gap_of(build.style) * static_cast<float>(rows.size() - 1);
  used += difference_legend_height(build.style) + words_height(build, room.w - margin);
  const std::vector<float> widths = column_widths(rows, build.style);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    float down = 0, head = 0;
    for (const Block* block : rows[row]) {
      down = std::max(down, static_cast<float>(block->rows));
      head = std::max(head, block->head + block->foot);
    }
    lines += down;
    used += head + legends_height(build, rows, row, widths);
  }
  float w = room.w;
  for (const auto& row : rows) w = std::min(w, row_pitch(build, row, room.w - margin));
  return {w, (room.h - used) / lines};
}

float readability(const Build& build, const FitNeeds& needs, const CellRoom& room) {
  return build.style.room->paper ? paper_readability(needs, room) : readability(needs, room);
}

CellPlan cell_in(const Build& build, const FitNeeds& needs, const CellRoom& room) {
  const Alike& alike = build.style.room->alike;
  const CellRoom limited{alike.cell_w > 0 ? std::min(room.w, alike.cell_w) : room.w,
                         alike.cell_h > 0 ? std::min(room.h, alike.cell_h) : room.h};
  return build.style.room->paper ? paper_cell(needs, limited, build.style.palette)
                                 : fitted_cell(needs, room, build.style.palette);
}

const PageRows& fit_rows(Build& build, std::span<Block> blocks, std::span<const PageRows> arrangements) {
  const FitNeeds needs = fit_needs(blocks, build.style);
  const PageRows* best = nullptr;
  float most = 0;
  for (const PageRows& rows : arrangements) {
    set_cells(build, blocks, CellPlan{});
    const float found = readability(build, needs, room_of_cell(build, rows));
    if (best != nullptr && found <= most) continue;
    best = &rows;
    most = found;
  }
  // Legends are as wide as the grids, and grids as high as the legends let them be.
  CellRoom room = room_of_cell(build, *best);
  for (int again = 0; again < fit_rounds; ++again) {
    set_cells(build, blocks, cell_in(build, needs, room));
    const CellRoom now = room_of_cell(build, *best);
    if (now.w >= room.w && now.h >= room.h) break;
    room = {std::min(room.w, now.w), std::min(room.h, now.h)};
  }
  return *best;
}

std::span<const PageRows> allowed(const SceneStyle& style, std::span<const PageRows, 2> arrangements) {
  if (style.arrangement == Arrangement::SideBySide) return arrangements.first(1);
  if (style.arrangement == Arrangement::Stacked) return arrangements.last(1);
  return arrangements;
}

}  // namespace tcviz::inline app_scene
