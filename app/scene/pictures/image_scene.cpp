#include "app/scene/pictures/image_scene.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float image_cell_pad = 6, image_axis_size = 11, image_name_size = 12, image_title_size = 15,
                image_title_height = 46;
constexpr float image_most_label = 12.5F, image_least_label = 7, image_label_share = 0.78F;
constexpr int image_hues = 8;
constexpr float image_legend_swatch = 13;

std::string image_span(int first, int count) {
  return count == 1 ? std::to_string(first) : fmt::format("{}..{}", first, first + count - 1);
}

class ImageDraw {
 public:
  explicit ImageDraw(const ImageView& view) : view_(view), map_(*view.map), easel_(out_.scene, view.theme) {}

  ImageScene draw() {
    Scene& scene = out_.scene;
    scene.title = view_.title;
    scene.description = view_.description;
    float x = image_margin;
    top_ = image_margin + (view_.title.empty() ? 0 : image_title_height);
    if (!view_.title.empty()) draw_title();
    if (view_.lines) x = draw_lines(x);
    if (view_.lines && view_.elements) x += image_between;
    if (view_.elements) x = draw_elements(x);
    scene.width = std::max(x + image_margin, easel_.right() + image_margin);
    scene.height = bottom_ + image_legend + image_margin;
    draw_legend();
    return std::move(out_);
  }

 private:
  int line_count() const {
    const int all = static_cast<int>(map_.lines().size()) - view_.first_line;
    return std::max(0, view_.line_count > 0 ? std::min(view_.line_count, all) : all);
  }
  int row_count() const {
    const int all = map_.down() - view_.first_row;
    return std::max(0, view_.row_count > 0 ? std::min(view_.row_count, all) : all);
  }

  void draw_title() {
    easel_.text(image_margin, image_margin + 12, image_title_size, Align::Left, Face::Sans, TextRole::Title,
                easel_.colors.ink, view_.title);
    easel_.text(image_margin, image_margin + 32, image_axis_size, Align::Left, Face::Sans, TextRole::Caption,
                easel_.colors.quiet, view_.description);
  }

  // ---- colours

  int color_of(const ImageChunk& chunk, std::int64_t address) const {
    const int per = map_.per_chunk();
    switch (view_.color) {
      case ImageColor::K:
        return map_.along_k() ? chunk.first.col / per : chunk.first.col;
      case ImageColor::Row:
        return map_.along_k() ? chunk.first.row : chunk.first.row / per;
      case ImageColor::Bank:
        return static_cast<int>(address / chunk_bytes % chunks_of_line);
    }
    return 0;
  }
  // Returns one of eight image_hues, as many as an atom has rows and a line chunks; the next eight are paler.
  Paint paint_of(int n) const {
    Paint paint = category_paint(view_.palette, n % image_hues);
    if (n / image_hues % 2 == 1) paint.fill = mixed(paint.fill, easel_.colors.background, 0.35);
    return paint;
  }

  // The forms of a cell's label, from long to short. All cells of a grid have the same form: the longest that fits into
  // each.
  using Forms = std::array<std::string, 3>;
  float label_size() const { return std::min(image_most_label, (view_.cell_h - image_cell_gap) * image_label_share); }
  std::size_t fitting(const Forms& widest, float width) const {
    for (std::size_t form = 0; form < widest.size(); ++form)
      if (text_width(widest[form], Face::Mono, label_size()) + image_cell_pad <= width) return form;
    return widest.size();
  }
  void label(const Rect& rect, Color fill, Forms words, std::size_t form) {
    if (label_size() < image_least_label || form >= words.size()) return;
    easel_.label(rect, label_size(), fill, std::move(words[form]));
  }
  // Writes the longest title that fits; one that is cut says nothing.
  void grid_title(float x, float width, const std::vector<std::string>& words) {
    for (const std::string& word : words)
      if (text_width(word, Face::Sans, image_name_size) <= width)
        return easel_.title(x, top_ + 8, image_name_size, word);
  }
  bool lies_elsewhere(const ImageChunk& chunk) const {
    if (view_.other == nullptr) return false;
    const OperandImage &a = map_.image(), &b = view_.other->image();
    const Element e = chunk.first;
    return e.row >= b.rows || e.col >= b.cols || a.address(e.row, e.col) != b.address(e.row, e.col);
  }

  // ---- lines of 128 bytes

  float draw_lines(float x) {
    ImageGrid grid;
    grid.cells = {x + image_gutter, top_ + image_head, view_.chunk_w * chunks_of_line,
                  view_.cell_h * static_cast<float>(line_count())};
    grid.cell_w = view_.chunk_w;
    grid.cell_h = view_.cell_h;
    grid.first = view_.first_line;
    grid.rows = line_count();
    grid.cols = chunks_of_line;
    ground(grid.cells);
    grid_title(x, image_gutter + grid.cells.w,
               {"Shared memory: lines of 128 bytes, 32 banks across", "Lines of 128 bytes, 32 banks", "Lines"});
    for (int c = 0; c < chunks_of_line; ++c) {
      const float middle = grid.cells.x + (static_cast<float>(c) + 0.5F) * grid.cell_w;
      const std::string banks = fmt::format("b{}..{}", c * 4, c * 4 + 3);
      const bool fits = text_width(banks, Face::Mono, image_axis_size) < grid.cell_w;
      easel_.number(middle, grid.cells.y - 8, image_axis_size, Align::Center, fits ? banks : std::to_string(c * 4));
    }
    chunk_form_ = fitting(words_of(widest_chunk()), grid.cell_w - image_cell_gap);
    piece_form_ = fitting(words_of_piece({map_.image().rows - 1, map_.image().cols - 1}),
                          (grid.cell_w - image_cell_gap) / static_cast<float>(map_.per_chunk()) - image_cell_gap);
    const bool numbers = grid.cell_h >= 9;
    for (int n = 0; n < grid.rows; ++n) draw_line(grid, n, numbers);
    out_.lines = grid;
    bottom_ = std::max(bottom_, grid.cells.y + grid.cells.h);
    return grid.cells.x + grid.cells.w;
  }

  void ground(const Rect& cells) {
    easel_.box({cells.x - image_cell_gap, cells.y - image_cell_gap, cells.w + image_cell_gap, cells.h + image_cell_gap},
               {easel_.colors.grid_line});
  }

  void draw_line(const ImageGrid& grid, int n, bool number) {
    const auto at = static_cast<std::size_t>(grid.first + n);
    const std::int64_t line = map_.lines()[at];
    const float y = grid.cells.y + static_cast<float>(n) * grid.cell_h;
    const bool skipped = at > 0 && line - map_.lines()[at - 1] > line_bytes;
    if (skipped && n > 0)
      out_.scene.strokes.push_back({{grid.cells.x - image_gutter + 4, y - image_cell_gap / 2},
                                    {grid.cells.x + grid.cells.w, y - image_cell_gap / 2},
                                    1.5F,
                                    easel_.colors.accent});
    if (number && (n % number_step(grid) == 0 || skipped))
      easel_.text(grid.cells.x - 6, y + grid.cell_h / 2, std::min(image_axis_size, grid.cell_h), Align::Right,
                  Face::Mono, TextRole::AxisNumber, skipped ? easel_.colors.accent : easel_.colors.quiet,
                  std::to_string(line));
    for (int c = 0; c < chunks_of_line; ++c) {
      const Rect rect{grid.cells.x + static_cast<float>(c) * grid.cell_w, y, grid.cell_w - image_cell_gap,
                      grid.cell_h - image_cell_gap};
      const ImageChunk* const chunk = map_.chunk_at(line + c * chunk_bytes);
      if (chunk != nullptr) draw_chunk(rect, *chunk);
      if (chunk == nullptr) easel_.box(rect, {mixed(easel_.colors.background, easel_.colors.quiet, 0.07)});
    }
  }
  static int number_step(const ImageGrid& grid) { return grid.cell_h >= 11 ? 1 : 2; }

  void draw_chunk(const Rect& rect, const ImageChunk& chunk) {
    const Paint paint = paint_of(color_of(chunk, chunk.address));
    const bool framed = lies_elsewhere(chunk);
    const float part = rect.w / static_cast<float>(map_.per_chunk());
    if (view_.every_element && part >= 4) return draw_pieces(rect, chunk, paint, part, framed);
    Rect filled = rect;
    filled.w = part * static_cast<float>(chunk.count);
    easel_.box(filled, paint, framed);
    label(filled, paint.fill, words_of(chunk), chunk_form_);
  }

  // Returns "5 · k 8..15", "5,8", "5".
  Forms words_of(const ImageChunk& chunk) const {
    const bool k = map_.along_k();
    const std::string rows = image_span(chunk.first.row, k ? 1 : chunk.count);
    const std::string cols = image_span(chunk.first.col, k ? chunk.count : 1);
    const int shortest = view_.color == ImageColor::Row ? chunk.first.col : chunk.first.row;
    return {fmt::format("{} · k {}", rows, cols), fmt::format("{},{}", chunk.first.row, chunk.first.col),
            std::to_string(shortest)};
  }
  // Returns a chunk whose words are no shorter than any other's.
  ImageChunk widest_chunk() const {
    const OperandImage& image = map_.image();
    const int length = map_.along_k() ? image.cols : image.rows, per = map_.per_chunk();
    const int last = std::max(0, (length - 1) / per * per);
    const int count = length > per ? per : std::max(1, length);
    return {0, map_.along_k() ? Element{image.rows - 1, last} : Element{last, image.cols - 1}, count};
  }
  Forms words_of_piece(Element e) const {
    return {fmt::format("{},{}", e.row, e.col), std::to_string(map_.along_k() ? e.col : e.row), {}};
  }

  void draw_pieces(const Rect& rect, const ImageChunk& chunk, const Paint& paint, float part, bool framed) {
    for (int n = 0; n < chunk.count; ++n) {
      Rect piece = rect;
      piece.x = rect.x + part * static_cast<float>(n);
      piece.w = part - (n + 1 == chunk.count ? 0 : image_cell_gap);
      Paint mine = paint;
      if (n % 2 == 1) mine.fill = mixed(paint.fill, easel_.colors.background, 0.12);
      easel_.box(piece, mine, framed);
      const Element e = map_.along_k() ? Element{chunk.first.row, chunk.first.col + n}
                                       : Element{chunk.first.row + n, chunk.first.col};
      label(piece, mine.fill, words_of_piece(e), piece_form_);
    }
  }

  // ---- elements

  float draw_elements(float x) {
    ImageGrid grid;
    grid.cells = {x + image_gutter, top_ + image_head, view_.element_w * static_cast<float>(map_.across()),
                  view_.cell_h * static_cast<float>(row_count())};
    grid.cell_w = view_.element_w;
    grid.cell_h = view_.cell_h;
    grid.first = view_.first_row;
    grid.rows = row_count();
    grid.cols = map_.across();
    ground(grid.cells);
    std::int64_t furthest = 0;
    for (const ImageChunk& chunk : map_.chunks()) furthest = std::max(furthest, chunk.address);
    place_form_ = fitting(words_of_place(furthest | 124), grid.cell_w - image_cell_gap);  // a bank of two digits
    title_of_elements(x, image_gutter + grid.cells.w);
    for (int c = 0; c < grid.cols; ++c) {
      const float middle = grid.cells.x + (static_cast<float>(c) + 0.5F) * grid.cell_w;
      const std::string first = std::to_string(c * map_.per_chunk());
      if (text_width(first, Face::Mono, image_axis_size) + 3 < grid.cell_w)
        easel_.number(middle, grid.cells.y - 8, image_axis_size, Align::Center, first);
    }
    for (int n = 0; n < grid.rows; ++n) draw_row(grid, n);
    out_.elements = grid;
    bottom_ = std::max(bottom_, grid.cells.y + grid.cells.h);
    return grid.cells.x + grid.cells.w;
  }

  // Writes the title with what the numbers in the cells are, or without if there is no room for it or there are none.
  void title_of_elements(float x, float width) {
    constexpr std::array<std::string_view, 4> numbers = {" · byte and bank", " · byte", " · bank", ""};
    const bool labelled = label_size() >= image_least_label;
    const std::string_view cells = labelled ? numbers.at(place_form_) : std::string_view();
    const std::string axes = map_.along_k() ? "rows down, k across" : "k down, rows across";
    grid_title(x, width,
               {fmt::format("Elements: {}{}", axes, cells), fmt::format("{}{}", axes, cells),
                fmt::format("Elements{}", cells), fmt::format("Elements: {}", axes), axes, "Elements"});
  }

  void draw_row(const ImageGrid& grid, int n) {
    const float y = grid.cells.y + static_cast<float>(n) * grid.cell_h;
    if (grid.cell_h >= 9 && n % number_step(grid) == 0)
      easel_.number(grid.cells.x - 6, y + grid.cell_h / 2, std::min(image_axis_size, grid.cell_h), Align::Right,
                    std::to_string(grid.first + n));
    for (int c = 0; c < grid.cols; ++c) {
      const ImageChunk& chunk = map_.chunk(grid.first + n, c);
      const Paint paint = paint_of(color_of(chunk, chunk.address));
      const Rect rect{grid.cells.x + static_cast<float>(c) * grid.cell_w, y, grid.cell_w - image_cell_gap,
                      grid.cell_h - image_cell_gap};
      easel_.box(rect, paint, lies_elsewhere(chunk));
      label(rect, paint.fill, words_of_place(chunk.address), place_form_);
    }
  }

  // Returns the byte, as the lines count bytes, and the bank: "1040 b4", "1040", "b4".
  static Forms words_of_place(std::int64_t address) {
    const std::string bank = fmt::format("b{}", address / 4 % 32);
    return {fmt::format("{} {}", address, bank), std::to_string(address), bank};
  }

  // ---- the meaning of the colours

  void draw_legend() {
    if (!view_.legend) return;
    const float y = bottom_ + image_legend / 2 + 3;
    constexpr std::string_view names[] = {"k", "row", "banks"};
    float x = image_margin + image_gutter;
    const std::string_view name = names[static_cast<int>(view_.color)];
    easel_.text(x, y, image_axis_size, Align::Left, Face::Sans, TextRole::Legend, easel_.colors.quiet,
                "colour: " + std::string(name));
    x += text_width("colour: banks", Face::Sans, image_axis_size) + 8;
    for (int n = 0; n < std::min(image_hues, colors_used()); ++n) {
      const Paint paint = paint_of(n);
      const std::string words = legend_words(n);
      easel_.box({x, y - image_legend_swatch / 2, image_legend_swatch, image_legend_swatch}, paint);
      x += image_legend_swatch + 4;
      easel_.number(x, y, image_axis_size, Align::Left, words, TextRole::Legend);
      x += text_width(words, Face::Mono, image_axis_size) + 9;
      if (x > out_.scene.width - 40) break;
    }
  }
  int colors_used() const {
    if (view_.color == ImageColor::Bank) return image_hues;
    return (view_.color == ImageColor::K) == map_.along_k() ? map_.across() : map_.down();
  }
  std::string legend_words(int n) const {
    const bool pieces = (view_.color == ImageColor::K) == map_.along_k();
    if (view_.color == ImageColor::Bank) return fmt::format("{}..{}", n * 4, n * 4 + 3);
    return pieces ? std::to_string(n * map_.per_chunk()) : std::to_string(n);
  }

  const ImageView& view_;
  const ImageMap& map_;
  ImageScene out_;
  Easel easel_;
  std::size_t chunk_form_ = 0, piece_form_ = 0, place_form_ = 0;
  float top_ = 0, bottom_ = 0;
};

}  // namespace

ImageScene build_image_scene(const ImageView& view) { return ImageDraw(view).draw(); }

}  // namespace tcviz::inline app_scene
