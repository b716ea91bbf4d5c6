#include "app/scene/grid/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/scene/easel/text_metrics.hpp"
#include "gpu/layout/instruction.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float name_size = 11, number_size = 11, axis_h = 17, axis_gap = 5;
constexpr float register_h = 18, register_line = 1, register_line_gap = 2;
constexpr float arrow_length = 12, down_length = 9, arrow_gap = 6;
constexpr float pixel_middle = 0.5f;  // so that a line 1 unit wide covers one row of pixels

float number_width(int last) { return text_width(fmt::format("{}", last), Face::Mono, number_size); }

// The head of the threads that give the addresses of rows, beside the rows of ldmatrix and stmatrix.
constexpr std::string_view address_head = "address";

const Kind* kind_with_addresses(const Block& block) {
  const Kind* const kind = block.channel == Channel::Slots ? nullptr : find_kind(block.layout->kind());
  return kind != nullptr && address_thread(*kind, 0) ? kind : nullptr;
}

float address_width(const Block& block) {
  if (kind_with_addresses(block) == nullptr) return 0;
  return std::ceil(text_width(address_head, Face::Sans, name_size) + 2 * axis_gap);
}

std::string column_head(const Block& block, int col) {
  return block.channel == Channel::Slots ? fmt::format("x[{}]", col) : fmt::format("{}", block.first_col + col);
}

// Returns "R0", or "R2..R3" if a value needs several.
std::string register_head(const RegisterSpan& span) {
  return span.last > span.first ? fmt::format("R{}..R{}", span.first, span.last) : fmt::format("R{}", span.first);
}

void add_number(Build& build, float x, float y, Align align, std::string text) {
  build.scene.texts.push_back(
      {x, y, number_size, align, Face::Mono, TextRole::AxisNumber, build.colors.quiet, std::move(text)});
}

void add_numbers(Build& build, const Block& block, const GridFrame& frame) {
  const float top = frame.cells.y - axis_h / 2, left = frame.cells.x - axis_gap;
  const float number_w = text_width(column_head(block, frame.cols - 1), Face::Mono, number_size) + axis_gap;
  const int column_step = axis_step(frame.cols, frame.cell_w, number_w);
  for (int col = 0; col < frame.cols; col += column_step) {
    const float middle = (static_cast<float>(col) + 0.5f) * frame.cell_w - frame.gap / 2;
    add_number(build, frame.cells.x + middle, top, Align::Center, column_head(block, col));
  }
  const int row_step = axis_step(frame.rows, frame.cell_h, number_size * 1.2f);
  for (int row = 0; row < frame.rows; row += row_step) {
    const float middle = static_cast<float>(row) * frame.cell_h + (frame.cell_h - frame.free_below - frame.gap) / 2;
    add_number(build, left, frame.cells.y + middle, Align::Right, fmt::format("{}", block.first_row + row));
  }
}

void add_addresses(Build& build, const Block& block, const GridFrame& frame) {
  const Kind* const kind = kind_with_addresses(block);
  if (kind == nullptr) return;
  const float right = frame.cells.x - gutter_width(block) + address_width(block) - axis_gap;
  build.scene.texts.push_back({right, frame.cells.y - axis_h / 2, name_size, Align::Right, Face::Sans,
                               TextRole::AxisName, build.colors.quiet, std::string(address_head)});
  const int step = axis_step(frame.rows, frame.cell_h, number_size * 1.2f);
  for (int row = 0; row < frame.rows; row += step) {
    const float middle = (static_cast<float>(row) + 0.5f) * frame.cell_h - frame.gap / 2;
    add_number(build, right, frame.cells.y + middle, Align::Right, fmt::format("T{}", *address_thread(*kind, row)));
  }
}

void add_names(Build& build, const Block& block, const GridFrame& frame, float heading) {
  const Color quiet = build.colors.quiet;
  const float end = frame.cells.x + std::max(block.grid_w - frame.gap, block.inner_w);
  const float line = heading + pixel_middle;
  build.scene.arrows.push_back({end - arrow_length, line, end, line, quiet});
  build.scene.texts.push_back({end - arrow_length - arrow_gap, heading, name_size, Align::Right, Face::Sans,
                               TextRole::AxisName, quiet, block.column_name});
  const float top = frame.cells.y - axis_h / 2, x = frame.cells.x - axis_gap - arrow_barb - pixel_middle;
  build.scene.arrows.push_back({x, top - down_length / 2, x, top + down_length / 2, quiet});
  build.scene.texts.push_back(
      {x - arrow_gap, top, name_size, Align::Right, Face::Sans, TextRole::AxisName, quiet, block.row_name});
}

// A span of columns with the register above it.
struct Span {
  int begin = 0, end = 0;
  RegisterSpan registers;
};

std::vector<Span> spans_of(const Layout& layout, int columns) {
  std::vector<Span> spans;
  for (int i = 0; i < columns; ++i) {
    const RegisterSpan span = layout.register_of(i);
    if (spans.empty() || spans.back().registers.first != span.first) spans.push_back({i, i, span});
    spans.back().end = i + 1;
  }
  return spans;
}

void add_registers(Build& build, const Block& block, const GridFrame& frame) {
  const std::vector<Span> spans = spans_of(*block.layout, frame.cols);
  const float line = frame.cells.y - axis_h - register_line_gap, middle = line - register_h / 2 + 1;
  const float longest = text_width(register_head(spans.back().registers), Face::Mono, number_size) + axis_gap;
  const float pitch = frame.cell_w * static_cast<float>(spans.front().end - spans.front().begin);
  const int step = axis_step(static_cast<int>(spans.size()), pitch, longest);
  for (std::size_t n = 0; n < spans.size(); n += static_cast<std::size_t>(step)) {
    const float x = frame.cells.x + static_cast<float>(spans[n].begin) * frame.cell_w;
    const float w = static_cast<float>(spans[n].end - spans[n].begin) * frame.cell_w - frame.gap;
    add_number(build, x + w / 2, middle, Align::Center, register_head(spans[n].registers));
    build.scene.swatches.push_back({{x, line, w, register_line}, build.colors.quiet});
  }
}

// Numbers the columns of k that each chunk stands for, above the columns of a packed A.
void add_chunks(Build& build, const Block& block, const GridFrame& frame) {
  const float line = frame.cells.y - axis_h - register_line_gap, middle = line - register_h / 2 + 1;
  const float pitch = block.grid_w / static_cast<float>(block.k_columns);
  const int step = axis_step(block.k_columns, pitch, number_width(block.k_columns - 1) + axis_gap);
  for (int k = 0; k < block.k_columns; k += step) {
    const float x = frame.cells.x + (static_cast<float>(k) + 0.5f) * pitch - frame.gap / 2;
    add_number(build, x, middle, Align::Center, fmt::format("{}", k));
  }
  const float w = block.grid_w / static_cast<float>(block.chunks);
  for (int chunk = 0; chunk < block.chunks; ++chunk) {
    const float x = frame.cells.x + static_cast<float>(chunk) * w;
    build.scene.swatches.push_back({{x, line, w - 2 * frame.gap, register_line}, build.colors.quiet});
  }
  build.scene.texts.push_back({frame.cells.x - axis_gap, middle, name_size, Align::Right, Face::Sans,
                               TextRole::AxisName, build.colors.quiet, "k"});
}

}  // namespace

float gutter_width(const Block& block) {
  const float name_w = text_width(block.row_name, Face::Sans, name_size) + arrow_gap + 2 * arrow_barb;
  return std::ceil(std::max(number_width(block.first_row + block.rows - 1), name_w) + axis_gap) + address_width(block);
}

float axis_height(const Block& block) {
  return axis_h + (block.channel == Channel::Slots || block.chunks > 0 ? register_h : 0);
}

float axis_name_width(const Block& block) {
  return text_width(block.column_name, Face::Sans, name_size) + arrow_gap + arrow_length;
}

int column_head_length(const Layout& layout) {
  const std::size_t value = fmt::formatted_size("x[{}]", layout.values() - 1);
  const RegisterSpan last = layout.register_of(layout.values() - 1);
  const bool alone = layout.element_bits() >= 32;
  return static_cast<int>(alone ? std::max(value, register_head(last).size()) : value);
}

void add_axes(Build& build, const Block& block, const GridFrame& frame, float heading) {
  add_numbers(build, block, frame);
  add_addresses(build, block, frame);
  add_names(build, block, frame, heading);
  if (block.channel == Channel::Slots) add_registers(build, block, frame);
  if (block.chunks > 0) add_chunks(build, block, frame);
}

}  // namespace tcviz::inline app_scene
