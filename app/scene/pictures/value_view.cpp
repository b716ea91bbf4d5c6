#include "app/scene/pictures/value_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float margin = 2, value_view_title_h = 20, value_view_title_size = 13, value_view_axis_h = 14, gutter = 22,
                gap = 1, value_view_between = 12;
constexpr float value_view_number_size = 10.5F;
constexpr float legend_h = 10, legend_gap = 8, legend_step = 8;
// Measures of numbers in cells: the width of a character as a part of its size, the least legible size, and the largest
// sizes.
constexpr float char_width = 0.6F, least_number = 8.5F, scrolled_label = 10, most_label = 20, most_cell_w = 96,
                most_cell_h = 64, cell_pad = 3;
constexpr int legend_steps = 21;
constexpr double value_view_faded = 0.15;
constexpr Color cold{33, 102, 172}, warm{217, 95, 2}, middle{232, 232, 232};

double largest(const ValueView& view) {
  double most = 0;
  for (const ValueGrid& grid : view.grids) {
    for (const double value : grid.values) {
      if (std::isfinite(value)) most = std::max(most, std::abs(value));
    }
  }
  return most > 0 ? most : 1;
}

class Builder {
 public:
  explicit Builder(const ValueView& view) : view_(view), most_(largest(view)), easel_(scene_, view.theme) {
    cell_w_ = view.cell_w;
    cell_h_ = view.cell_h;
  }

  Scene build() {
    scene_.grid_line = easel_.colors.grid_line;
    const float step_x = view_.stacked ? 0 : grid_w() + gutter + value_view_between;
    const float step_y = view_.stacked ? grid_h() + value_view_title_h + value_view_axis_h + value_view_between : 0;
    for (std::size_t n = 0; n < view_.grids.size(); ++n) {
      add_grid(view_.grids[n], margin + gutter + static_cast<float>(n) * step_x,
               margin + value_view_title_h + value_view_axis_h + static_cast<float>(n) * step_y);
    }
    const auto more = static_cast<float>(view_.grids.empty() ? 0 : view_.grids.size() - 1);
    scene_.width = 2 * margin + gutter + grid_w() + more * step_x;
    const float bottom = margin + value_view_title_h + value_view_axis_h + grid_h() + more * step_y;
    add_legend(bottom + legend_gap);
    scene_.height = bottom + legend_gap + legend_h + margin;
    return std::move(scene_);
  }

 private:
  float grid_w() const { return static_cast<float>(view_.cols) * cell_w_; }
  float grid_h() const { return static_cast<float>(view_.rows) * cell_h_; }

  void add_grid(const ValueGrid& grid, float x, float y) {
    GridFrame frame;
    frame.lines = {x - gap, y - gap, grid_w() + gap, grid_h() + gap};
    frame.cells = {x, y, grid_w(), grid_h()};
    frame.cell_w = cell_w_;
    frame.cell_h = cell_h_;
    frame.rows = view_.rows;
    frame.cols = view_.cols;
    frame.layout = static_cast<std::uint8_t>(scene_.grids.size());
    easel_.title(x, y - value_view_axis_h - value_view_title_h / 2, value_view_title_size, grid.title);
    add_numbers(x, y);
    for (int row = 0; row < view_.rows; ++row) {
      for (int col = 0; col < view_.cols; ++col) add_cell(grid, frame, row, col);
    }
    scene_.grids.push_back(frame);
  }

  void add_numbers(float x, float y) {
    for (int col = 0; col < view_.cols; ++col) {
      easel_.number(x + (static_cast<float>(col) + 0.5F) * cell_w_, y - value_view_axis_h / 2, value_view_number_size,
                    Align::Center, std::to_string(col));
    }
    for (int row = 0; row < view_.rows; ++row) {
      easel_.number(x - 5, y + (static_cast<float>(row) + 0.5F) * cell_h_, value_view_number_size, Align::Right,
                    std::to_string(row));
    }
  }

  void add_cell(const ValueGrid& grid, const GridFrame& frame, int row, int col) {
    const auto n = static_cast<std::size_t>(row * view_.cols + col);
    const double value = grid.values[n];
    const bool bright = view_.lit.empty() || view_.lit[n];
    const Color full = value_color(value, most_);
    CellPart cell;
    cell.rect = cell_rect(frame.cells, cell_w_, cell_h_, {row, col});
    cell.fill = bright ? full : mixed(easel_.colors.background, full, value_view_faded);
    cell.row = static_cast<std::int16_t>(row);
    cell.col = static_cast<std::int16_t>(col);
    cell.grid = static_cast<std::uint8_t>(scene_.grids.size());
    cell.hatch = std::isfinite(value) ? Hatch::None : Hatch::Forward;
    cell.faded = !bright;
    cell.framed =
        !grid.before.empty() && !(grid.before[n] == value) && !(std::isnan(grid.before[n]) && std::isnan(value));
    scene_.cells.push_back(cell);
    std::string label = value_label(value, view_.chars);
    if (!label.empty()) easel_.label(cell.rect, view_.label, cell.fill, std::move(label));
  }

  void add_legend(float y) {
    const std::string low = value_label(-most_), high = value_label(most_);
    float x = margin + gutter;
    const auto text = [&](float at, std::string words) {
      easel_.number(at, y + legend_h / 2, value_view_number_size, Align::Left, std::move(words), TextRole::Legend);
    };
    text(x, low);
    x += text_width(low, Face::Mono, value_view_number_size) + 6;
    for (int n = 0; n < legend_steps; ++n) {
      const double value = most_ * (2.0 * n / (legend_steps - 1) - 1);
      easel_.box({x, y, legend_step, legend_h}, {value_color(value, most_)});
      x += legend_step;
    }
    text(x + 6, high);
  }

  const ValueView& view_;
  double most_;
  float cell_w_ = 0, cell_h_ = 0;
  Scene scene_;
  Easel easel_;
};

// Removes the zeros that say nothing: "-0.05" is "-.05", "4e-03" is "4e-3".
std::string squeezed(std::string text) {
  const std::size_t zero = text.find("0.");
  if (zero == 0 || (zero == 1 && text.front() == '-')) text.erase(zero, 1);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::size_t digits = e + 2;
  while (digits + 1 < text.size() && text[digits] == '0') text.erase(digits, 1);
  if (text[e + 1] == '+') text.erase(e + 1, 1);
  return text;
}

}  // namespace

std::string value_label(double value, int most) {
  if (std::isnan(value)) return {};
  if (std::isinf(value)) return value > 0 ? "inf" : most < 4 ? "-in" : "-inf";
  const auto room = static_cast<std::size_t>(most);
  if (value == std::floor(value) && std::abs(value) < 10000) {
    std::string whole = fmt::format("{:.0f}", value == 0 ? 0.0 : value);
    if (whole.size() <= room) return whole;
  }
  for (int digits = 3; digits > 0; --digits) {
    std::string text = fmt::format("{:.{}g}", value, digits);
    if (text.size() <= room) return text;
    text = squeezed(std::move(text));
    if (text.size() <= room) return text;
  }
  return std::abs(value) < 1 ? "~0" : value > 0 ? ">>" : "<<";
}

namespace {

struct CellFit {
  bool stacked = false;
  float cell_w = 0, cell_h = 0;
  // Returns the font size for numbers of so many characters.
  float label(int chars) const {
    const float wide = (cell_w - cell_pad) / (static_cast<float>(chars) * char_width);
    return std::min({wide, (cell_h - 1) * 0.84F, most_label});
  }
};

CellFit arrange(const ValueView& view, bool stacked, float width, float height) {
  const auto count = static_cast<float>(std::max<std::size_t>(view.grids.size(), 1));
  const float across = stacked ? 1 : count, down = stacked ? count : 1;
  const float w = width - 2 * margin - across * gutter - (across - 1) * value_view_between;
  const float h = height - 2 * margin - down * (value_view_title_h + value_view_axis_h) -
                  (down - 1) * value_view_between - legend_gap - legend_h;
  return {stacked, std::clamp(std::floor(w / (across * static_cast<float>(view.cols))), 1.0F, most_cell_w),
          std::clamp(std::floor(h / (down * static_cast<float>(view.rows))), 1.0F, most_cell_h)};
}

}  // namespace

void fit_values(ValueView& view, float width, float height) {
  const CellFit beside = arrange(view, false, width, height), below = arrange(view, true, width, height);
  const auto take = [&](const CellFit& best, int chars, float label) {
    view.stacked = best.stacked;
    view.cell_w = best.cell_w;
    view.cell_h = best.cell_h;
    view.chars = chars;
    view.label = std::floor(label * 2) / 2;
  };
  for (const int chars : {5, 4, 3}) {
    const CellFit& best = beside.label(chars) >= below.label(chars) ? beside : below;
    if (best.label(chars) >= least_number) return take(best, chars, best.label(chars));
  }
  constexpr int scrolled_chars = 4;
  const auto enlarged = [](CellFit fit) {
    fit.cell_w = std::max(fit.cell_w, std::ceil(scrolled_chars * char_width * scrolled_label + cell_pad));
    fit.cell_h = std::max(fit.cell_h, std::ceil(scrolled_label / 0.84F + 1));
    return fit;
  };
  // Factor by which the grids exceed the room in width and height: the least of it needs the least scrolling.
  const auto excess = [&](const CellFit& fit, const CellFit& room) {
    return std::max(1.0F, fit.cell_w / room.cell_w) * std::max(1.0F, fit.cell_h / room.cell_h);
  };
  const CellFit large_beside = enlarged(beside), large_below = enlarged(below);
  const CellFit& best = excess(large_below, below) <= excess(large_beside, beside) ? large_below : large_beside;
  take(best, scrolled_chars, scrolled_label);
}

Color value_color(double value, double most) {
  if (std::isnan(value)) return middle;
  const double part = std::isinf(value) ? 1 : std::min(1.0, std::abs(value) / most);
  return mixed(middle, value < 0 ? cold : warm, part);
}

Scene build_value_scene(const ValueView& view) { return Builder(view).build(); }

std::optional<ValueHit> hit_value(const Scene& scene, float x, float y) {
  for (std::size_t n = 0; n < scene.grids.size(); ++n) {
    const GridFrame& frame = scene.grids[n];
    const std::optional<Element> found = cell_at(frame.cells, frame.cell_w, frame.cell_h, x, y);
    if (found) return ValueHit{static_cast<int>(n), *found};
  }
  return std::nullopt;
}

}  // namespace tcviz::inline app_scene
