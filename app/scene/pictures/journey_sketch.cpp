#include "app/scene/pictures/journey_sketch.hpp"

#include <algorithm>
#include <string>

namespace tcviz::inline app_scene {
namespace {

constexpr float least_mark = 3;  // the least side: anything smaller is not seen
constexpr float sketch_text = 10, sketch_title = 14;
constexpr int memory_lines = 8, line_chunks = 8, chunk_size = 16, sketch_line = 128, word_size = 4;
constexpr int sketch_lanes = 32, lanes_across = 8, registers_across = 16;

class SketchDraw {
 public:
  SketchDraw(Scene& scene, const Rect& room, const SketchColors& colors)
      : scene_(scene), room_(room), colors_(colors) {}

  void operator()(std::monostate) const {}

  // Draws the matrix to scale, as large as the room allows.
  void operator()(const MatrixSketch& sketch) const {
    const float high = room_.h - sketch_title;
    const float scale = std::min(room_.w / static_cast<float>(sketch.cols), high / static_cast<float>(sketch.rows));
    const float w = std::max(least_mark, static_cast<float>(sketch.cols) * scale),
                h = std::max(least_mark, static_cast<float>(sketch.rows) * scale);
    const Rect all{room_.x + (room_.w - w) / 2, room_.y + sketch_title + (high - h) / 2, w, h};
    box(all, colors_.ground);
    const auto area = [&](const MatrixArea& a, Color fill) {
      Rect rect{all.x + static_cast<float>(a.col) * scale, all.y + static_cast<float>(a.row) * scale,
                std::max(least_mark, static_cast<float>(a.cols) * scale),
                std::max(least_mark, static_cast<float>(a.rows) * scale)};
      rect.x = std::min(rect.x, all.x + all.w - rect.w);
      rect.y = std::min(rect.y, all.y + all.h - rect.h);
      box(rect, fill);
    };
    area(sketch.tile, colors_.tile);
    area(sketch.mark, colors_.mark);
    words(sketch.name + " " + std::to_string(sketch.rows) + " \u00D7 " + std::to_string(sketch.cols));
  }

  // Draws eight lines of 128 bytes, the 16 bytes that move together, and the word.
  void operator()(const MemorySketch& sketch) const {
    const std::int64_t first = sketch.byte / (memory_lines * sketch_line) * memory_lines * sketch_line;
    const float cell_w = room_.w / line_chunks, cell_h = (room_.h - sketch_title) / memory_lines;
    const auto place = [&](std::int64_t byte, float bytes) {
      const auto at = static_cast<int>(byte - first);
      return Rect{room_.x + static_cast<float>(at % sketch_line) * cell_w / chunk_size,
                  room_.y + sketch_title + static_cast<float>(at / sketch_line) * cell_h,
                  cell_w * bytes / chunk_size - 1, cell_h - 1};
    };
    for (int chunk = 0; chunk < memory_lines * line_chunks; ++chunk)
      box(place(first + chunk * chunk_size, chunk_size), colors_.ground);
    box(place(sketch.byte / chunk_size * chunk_size, chunk_size), colors_.tile);
    const std::int64_t marked = sketch.bytes >= chunk_size ? sketch.byte : sketch.byte / word_size * word_size;
    box(place(marked, static_cast<float>(std::max(sketch.bytes, word_size))), colors_.mark);
    words("bytes " + std::to_string(first) + "...");
  }

  // Draws the 32 lanes, and below them the registers of the one that holds the element.
  void operator()(const RegisterSketch& sketch) const {
    const int rows = sketch_lanes / lanes_across;
    const float cell = room_.w / lanes_across, lane_h = (room_.h - sketch_title) * 0.55F / static_cast<float>(rows);
    for (int lane = 0; lane < sketch_lanes; ++lane) {
      const Rect rect{room_.x + static_cast<float>(lane % lanes_across) * cell,
                      room_.y + sketch_title + static_cast<float>(lane / lanes_across) * lane_h, cell - 1, lane_h - 1};
      box(rect, lane == sketch.lane ? colors_.mark : lane == sketch.from ? colors_.tile : colors_.ground);
    }
    if (sketch.values > 0) draw_registers(sketch);
    words("32 lanes");
  }

 private:
  void draw_registers(const RegisterSketch& sketch) const {
    const int across = std::min(sketch.values, registers_across), down = (sketch.values + across - 1) / across;
    const float top = room_.y + sketch_title + (room_.h - sketch_title) * 0.55F + 6,
                cell_w = room_.w / static_cast<float>(across),
                cell_h = std::min(10.0F, (room_.y + room_.h - top) / static_cast<float>(down));
    for (int value = 0; value < sketch.values; ++value)
      box({room_.x + static_cast<float>(value % across) * cell_w, top + static_cast<float>(value / across) * cell_h,
           cell_w - 1, std::max(1.0F, cell_h - 1)},
          value == sketch.value ? colors_.mark : colors_.ground);
  }
  void box(const Rect& rect, Color fill) const { scene_.swatches.push_back({rect, fill, Hatch::None, false}); }
  void words(std::string text) const {
    scene_.texts.push_back({room_.x + room_.w / 2, room_.y + 5, sketch_text, Align::Center, Face::Sans,
                            TextRole::AxisName, colors_.quiet, std::move(text)});
  }

  Scene& scene_;
  const Rect& room_;
  const SketchColors& colors_;
};

}  // namespace

void draw_sketch(Scene& scene, const HopSketch& sketch, const Rect& room, const SketchColors& colors) {
  std::visit(SketchDraw(scene, room, colors), sketch);
}

}  // namespace tcviz::inline app_scene
