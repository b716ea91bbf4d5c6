#include "app/ui/products/products_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/export/ink/number_text.hpp"
#include "app/ui/kit/plot_view.hpp"

namespace tcviz::inline app_ui {
namespace {

double work_of(const GemmShape& shape) {
  return static_cast<double>(shape.m) * static_cast<double>(shape.n) * static_cast<double>(shape.k);
}

std::string part(double value) { return value > 0 ? fmt::format("{:.1f} %", 100 * value) : std::string(); }

// Texts are left-aligned, numbers end at the right.
void put_number(const Ui& ui, ImU32 color, const std::string& text) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = text_size(ui, ui.fonts.mono, 13, text).x;
  const float right = at.x + std::max(width, ImGui::GetContentRegionAvail().x);
  put_text(ui, ui.fonts.mono, 13, {right - width, at.y}, color, text);
  ImGui::Dummy({0, ImGui::GetTextLineHeight()});
}

void put_words(const Ui& ui, const std::string& text) {
  put_text_cut(ui, ui.fonts.sans, 13.5F, ImGui::GetCursorScreenPos(), ImGui::GetContentRegionAvail().x, ui.colors.text,
               text);
  ImGui::Dummy({0, ImGui::GetTextLineHeight()});
}

constexpr float mark_room = 16, sign_room = 16, cell_air = 10,
                most_air = 36;  // points: before a name, for the sign of sorting, between

}  // namespace

void ProductsTable::follow(const ProductsState& products) {
  const auto run = products.told_run();
  const ProductsTableChoice& choice = products.table;
  const bool same = followed_ && inputs_.run == run && inputs_.quiet == products.look.quiet &&
                    inputs_.table.size == choice.size && inputs_.table.all == choice.all &&
                    inputs_.page == products.page;
  if (same) return;
  followed_ = true;
  inputs_ = {run, products.look.quiet, choice, products.page};
  rows_.clear();
  goals_.clear();
  line_.clear();
  widths_.clear();
  sizes_.clear();
  size_.clear();
  unsorted_ = true;
  if (run == nullptr) return;
  find_sizes(products);
  if (products.page == ProductsPage::SpeedUp) {
    prepare_ratios(*run);
    goals_ = gemm_goals(run->report);
  } else {
    prepare_speeds(*run, products.page == ProductsPage::Spread);
  }
  for (Row& row : rows_) row.quiet = inputs_.quiet.contains(row.kernel);
  prepare_line();
}

// Prepares the line: the kernels in colour, the best first.
void ProductsTable::prepare_line() {
  const bool ratios = inputs_.page == ProductsPage::SpeedUp, speeds = inputs_.page == ProductsPage::Speed;
  std::vector<const Row*> rows;
  for (const Row& row : rows_)
    if (!row.quiet && row.error.empty() && inputs_.page != ProductsPage::Spread) rows.push_back(&row);
  const std::size_t column = ratios ? 3 : speeds ? 2 : 5;
  std::stable_sort(rows.begin(), rows.end(), [&](const Row* a, const Row* b) {
    return (a->cells[column].value > b->cells[column].value) == (ratios || speeds) &&
           a->cells[column].value != b->cells[column].value;
  });
  for (const Row* row : rows) {
    std::string text = fmt::format("{}  {}", row->cells[0].text, row->cells[column].text);
    if (ratios) text = fmt::format("{} : {}  {}", row->cells[0].text, row->cells[1].text, row->cells[3].text);
    line_.push_back({row->kernel, std::move(text)});
  }
}

void ProductsTable::find_sizes(const ProductsState& products) {
  const bool spread = products.page == ProductsPage::Spread;
  std::vector<const GemmRow*> rows;
  for (const GemmRow& row : inputs_.run->report.rows)
    if (spread == (row.spread > 0)) rows.push_back(&row);
  std::stable_sort(rows.begin(), rows.end(), [](auto* a, auto* b) { return work_of(a->shape) > work_of(b->shape); });
  for (const GemmRow* row : rows) {
    const std::string text = shape_text(row->shape);
    if (std::find(sizes_.begin(), sizes_.end(), text) == sizes_.end()) sizes_.push_back(text);
  }
  const bool known = std::find(sizes_.begin(), sizes_.end(), products.table.size) != sizes_.end();
  if (products.table.all || sizes_.empty()) return;
  size_ = known ? products.table.size : sizes_.front();
}

void ProductsTable::prepare_speeds(const GemmRun& run, bool spread) {
  columns_ = {"Kernel", "Size", "TFLOP/s", "of peak", "of cuBLAS", "Residual"};
  if (spread) columns_[2] = "Spread";
  for (const GemmRow& row : run.report.rows) {
    const GemmKernel* const kernel = find_gemm(row.kernel);
    if (kernel == nullptr || spread != (row.spread > 0) || !is_told(row)) continue;
    const double peak = peak_of(run.report, *kernel), library = cublas_of(run.report, row);
    const bool timed = row.ms > 0;
    const double of_peak = timed && peak > 0 ? row.gflops / peak : 0,
                 of_library = library > 0 ? row.gflops / library : 0;
    Row each{row.kernel, {}, row.error};
    each.cells = {{0, std::string(kernel->title)},
                  {work_of(row.shape), shape_text(row.shape)},
                  {row.gflops, timed ? tflops(row.gflops) : ""},
                  {of_peak, part(of_peak)},
                  {of_library, part(of_library)},
                  {row.residual, row.residual >= 0 ? fmt::format("{:.1e}", row.residual) : ""}};
    if (spread) each.cells[2] = {static_cast<double>(row.spread), fmt::format("{} bits", row.spread)};
    rows_.push_back(std::move(each));
  }
}

void ProductsTable::prepare_ratios(const GemmRun& run) {
  columns_ = {"Kernel", "over", "Size", "Times"};
  for (const SpeedUp& ratio : speed_ups()) {
    const GemmKernel *const over = find_gemm(ratio.over), *const below = find_gemm(ratio.under);
    for (const GemmRow& row : run.report.rows) {
      const GemmRow* const under = find_row(run.report, ratio.under, row.shape, row.spread);
      if (row.kernel != ratio.over || row.spread > 0 || !(row.gflops > 0) || under == nullptr || !(under->gflops > 0))
        continue;
      if (!is_told(row)) continue;
      const double times = row.gflops / under->gflops;
      rows_.push_back({row.kernel,
                       {{0, std::string(over->title)},
                        {0, std::string(below->title)},
                        {work_of(row.shape), shape_text(row.shape)},
                        {times, fmt::format("{:.2f}", times)}},
                       {}});
    }
  }
}

// Measures the longest text of each column, once for each run, page and scale.
void ProductsTable::measure(const Ui& ui) {
  if (widths_.size() == columns_.size() && scale_ == ui.scale) return;
  scale_ = ui.scale;
  widths_.clear();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    const bool words = is_words(c);
    float width = ImGui::CalcTextSize(columns_[c].c_str()).x + ui.px(sign_room);
    for (const Row& row : rows_) {
      const std::string& text = row.cells[c].text;
      const float cell = words ? text_size(ui, ui.fonts.sans, 13.5F, text).x : text_size(ui, ui.fonts.mono, 13, text).x;
      width = std::max(width, cell + (c == 0 ? ui.px(mark_room) : 0));
    }
    widths_.push_back(std::ceil(width + 1));
  }
}

bool ProductsTable::is_words(std::size_t column) const { return column == 0 || columns_[column] == "over"; }

void ProductsTable::sort(int column, bool down) {
  const auto at = static_cast<std::size_t>(column);
  const auto before = [&](const Row& a, const Row& b) {
    const Cell &left = a.cells[at], &right = b.cells[at];
    if (left.value != right.value) return left.value < right.value;
    return left.value == 0 && left.text < right.text;
  };
  std::stable_sort(rows_.begin(), rows_.end(),
                   [&](const Row& a, const Row& b) { return down ? before(b, a) : before(a, b); });
}

void ProductsTable::draw(const Ui& ui) {
  if (rows_.empty()) return label(ui, ui.colors.dim, "No results of these kernels in this run.");
  const float room = ImGui::GetContentRegionAvail().x;
  const bool goals = !goals_.empty() && room > ui.px(560);
  measure(ui);
  const float needed = std::accumulate(widths_.begin(), widths_.end(), 0.0F);
  const float all = needed + ui.px(most_air) * static_cast<float>(widths_.size()) + ImGui::GetStyle().ScrollbarSize;
  draw_numbers(ui, std::min(all, goals ? room * 0.54F : room));
  if (!goals) return;
  ImGui::SameLine(0, ui.px(14));
  draw_goals(ui);
}

// Shares the room among the columns by their needs. If there is too little, they scroll under the names, which stay.
void ProductsTable::draw_numbers(const Ui& ui, float room) {
  const float needed =
      std::accumulate(widths_.begin(), widths_.end(), ui.px(cell_air) * static_cast<float>(widths_.size()));
  const bool scrolls = needed + ImGui::GetStyle().ScrollbarSize > room;
  const int flags = static_cast<int>(ImGuiTableFlags_ScrollY) | static_cast<int>(ImGuiTableFlags_Sortable) |
                    static_cast<int>(ImGuiTableFlags_PadOuterX) |
                    (scrolls ? static_cast<int>(ImGuiTableFlags_ScrollX) : 0);
  if (!ImGui::BeginTable("##numbers", static_cast<int>(columns_.size()), flags, {room, 0})) return;
  ImGui::TableSetupScrollFreeze(scrolls ? 1 : 0, 1);
  for (std::size_t n = 0; n < columns_.size(); ++n) {
    const bool first = n == (is_words(1) ? 2U : 1U);
    const int kind = scrolls ? static_cast<int>(ImGuiTableColumnFlags_WidthFixed)
                             : static_cast<int>(ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn(columns_[n].c_str(),
                            kind | static_cast<int>(ImGuiTableColumnFlags_PreferSortDescending) |
                                (first ? static_cast<int>(ImGuiTableColumnFlags_DefaultSort) : 0),
                            widths_[n]);
  }
  draw_header(ui);
  ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
  if (specs != nullptr && (specs->SpecsDirty || unsorted_) && specs->SpecsCount > 0) {
    sort(specs->Specs[0].ColumnIndex, specs->Specs[0].SortDirection == ImGuiSortDirection_Descending);
    specs->SpecsDirty = unsorted_ = false;
  }
  draw_rows(ui);
  ImGui::EndTable();
}

// Draws a header that is right-aligned over numbers, as they are; ImGui's own begins at the left.
void ProductsTable::draw_header(const Ui& ui) {
  ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
  for (std::size_t n = 0; n < columns_.size(); ++n) {
    ImGui::TableSetColumnIndex(static_cast<int>(n));
    const std::string& name = columns_[n];
    ImGui::PushID(static_cast<int>(n));
    if (is_words(n)) {
      ImGui::TableHeader(name.c_str());
    } else {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      const float room = ImGui::GetContentRegionAvail().x, width = ImGui::CalcTextSize(name.c_str()).x;
      ImGui::TableHeader("##sort");
      const bool sorted = (ImGui::TableGetColumnFlags() & ImGuiTableColumnFlags_IsSorted) != 0;
      const float right = at.x + room - (sorted ? ui.px(sign_room) : 0);
      ImGui::GetWindowDrawList()->AddText({std::max(at.x, right - width), at.y}, ui.colors.text, name.c_str());
    }
    ImGui::PopID();
  }
}

void ProductsTable::draw_rows(const Ui& ui) {
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(rows_.size()));
  while (clipper.Step()) {
    for (int n = clipper.DisplayStart; n < clipper.DisplayEnd; ++n) {
      const Row& row = rows_[static_cast<std::size_t>(n)];
      ImGui::TableNextRow();
      for (std::size_t c = 0; c < row.cells.size(); ++c) {
        ImGui::TableNextColumn();
        const bool words = is_words(c);
        if (c == 0) {
          const KernelLook look = look_of(row.kernel);
          const ImVec2 at = ImGui::GetCursorScreenPos();
          put_plot_mark(ui, {at.x + ui.px(5), at.y + ui.px(8)}, look.mark,
                        row.quiet ? ui.colors.faint : plot_color(ui, look.color));
          ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ui.px(mark_room));
        }
        if (c == 2 && !row.error.empty()) {
          wrapped(ui, ui.colors.bad, row.error, 12);
          break;
        }
        if (words) put_words(ui, row.cells[c].text);
        if (!words) put_number(ui, ui.colors.text, row.cells[c].text);
      }
    }
  }
}

// Draws as many kernels as there is room for, the best first.
void ProductsTable::draw_line(const Ui& ui, ImVec2 at, float width) const {
  if (size_.empty()) return put_text_cut(ui, ui.fonts.sans, 13, at, width, ui.colors.dim, "all sizes");
  const float end = at.x + width;
  for (const LineKernel& each : line_) {
    const float needs = text_size(ui, ui.fonts.sans, 12.5F, each.text).x + ui.px(mark_room);
    if (at.x + needs > end) return;
    const KernelLook look = look_of(each.kernel);
    put_plot_mark(ui, {at.x + ui.px(6), at.y + ui.px(8)}, look.mark, plot_color(ui, look.color));
    put_text(ui, ui.fonts.sans, 12.5F, {at.x + ui.px(mark_room), at.y}, ui.colors.dim, each.text);
    at.x += needs + ui.px(16);
  }
}

void ProductsTable::draw_goals(const Ui& ui) {
  const int flags = static_cast<int>(ImGuiTableFlags_ScrollY) | static_cast<int>(ImGuiTableFlags_SizingStretchProp);
  if (!ImGui::BeginTable("##goals", 3, flags)) return;
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableSetupColumn("Goal", 0, 2.2F);
  ImGui::TableSetupColumn("Measured", 0, 1.4F);
  ImGui::TableSetupColumn("Met", 0, 0.95F);
  ImGui::TableHeadersRow();
  for (const GemmGoal& goal : goals_) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    wrapped(ui, ui.colors.text, goal.goal);
    ImGui::TableNextColumn();
    wrapped(ui, ui.colors.text, goal.measured);
    ImGui::TableNextColumn();
    label(ui, goal.met ? ui.colors.good : ui.colors.bad, goal.met ? "met" : "missed");
  }
  ImGui::EndTable();
}

}  // namespace tcviz::inline app_ui
