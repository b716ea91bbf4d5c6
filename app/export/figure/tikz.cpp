// Scene -> TikZ. One file for both uses: \input in a document that loads tikz, or given to pdflatex alone. TeX keeps a
// whole page in its memory, and a path of TikZ takes some 150 words of it for a rectangle. So cells are rules, and
// labels boxes, one behind the other inside nodes: some ten words each, and the largest layouts fit a plain
// installation. No loops, nothing long.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

#include "app/export/figure/carried.hpp"
#include "app/export/figure/writers.hpp"
#include "app/export/ink/number_text.hpp"
#include "app/export/ink/tex_text.hpp"
#include "app/scene/easel/palette.hpp"

namespace tcviz::inline app_export {
namespace {

constexpr double tikz_points_of_unit = 72.0 / 96;   // big points, "bp"
constexpr double tex_points_of_point = 72.27 / 72;  // TeX's own, "pt"
constexpr double tikz_largest_side = 16000;         // bp; TeX has no length above 16383 pt
constexpr int shapes_a_path = 60, shapes_a_line = 3;
constexpr int rules_a_node = 80, rules_a_line = 3;
constexpr int texts_a_node = 64, texts_a_line = 4;
constexpr double font_size = 10;      // pt: a size that every font has; a node scales it
constexpr double widest_node = 8000;  // pt inside a node

std::string number(double value) { return trimmed_number(value, 3); }
std::string point(double x, double y) { return fmt::format("({},{})", number(x), number(y)); }
std::string point(Point p) { return point(p.x, p.y); }
std::string tikz_box(const Rect& r) { return fmt::format("{} rectangle +{}", point(r.x, r.y), point(r.w, r.h)); }

template <std::size_t Count>
std::string polyline(const std::array<Point, Count>& points) {
  std::string text;
  for (const Point& p : points) text += (text.empty() ? "" : "--") + point(p);
  return text;
}

// Returns the distance of the baseline below the middle of the digits in Computer Modern, as a part of the font size:
// half of their height.
constexpr double below_middle(Face face) { return face == Face::Mono ? 0.306 : 0.339; }

class Tikz {
 public:
  // Starts a picture with `places` digits of the unit: a figure of an exact width needs more than others.
  Tikz(double unit, int places) : unit_(unit), places_(places) {}
  void draw(const Scene& scene);
  std::string picture() const;

 private:
  // Shapes of one command and colour, in the order in which the colours appear.
  struct Shapes {
    std::string command;
    std::vector<std::string> shapes;
  };
  const std::string& color(Color c);
  void add(std::string_view command, Color c, std::string options, std::string shape);
  void add_rule(Color fill, const Rect& rect);
  void flush();
  void flush_rules();
  void add_hatch(const Rect& rect, Color fill, Hatch hatch);
  void add_frame(const Rect& rect, Color color);
  void flush_hatches();
  void declare(Hatch hatch);
  std::string pattern_name(Hatch hatch) const;
  void draw_cells(const Scene& scene);
  void draw_texts(const Scene& scene);
  void write_node(const std::vector<const Text*>& texts);
  std::string width(double units) const { return number(units * unit_) + "bp"; }

  double unit_;  // bp
  int places_;
  std::map<std::uint32_t, std::string> colors_;
  std::string definitions_, body_;
  std::vector<Shapes> pending_;
  std::map<std::string, std::size_t> pending_of_;
  std::vector<std::pair<Color, std::vector<Rect>>> rules_;
  std::map<std::uint32_t, std::size_t> rules_of_;
  std::map<std::pair<Hatch, std::string>, std::vector<Rect>> hatched_;
};

std::uint32_t tikz_packed(Color c) { return static_cast<std::uint32_t>(c.r << 16 | c.g << 8 | c.b); }

const std::string& Tikz::color(Color c) {
  const auto [at, added] = colors_.try_emplace(tikz_packed(c), fmt::format("tcviz{}", colors_.size()));
  if (added) definitions_ += fmt::format("\\definecolor{{{}}}{{HTML}}{{{:06X}}}\n", at->second, tikz_packed(c));
  return at->second;
}

void Tikz::add(std::string_view command, Color c, std::string options, std::string shape) {
  const std::string head = fmt::format("\\{}[{}{}]", command, color(c), options);
  const auto [at, added] = pending_of_.try_emplace(head, pending_.size());
  if (added) pending_.push_back({head, {}});
  pending_[at->second].shapes.push_back(std::move(shape));
}

// Writes the shapes added so far. One path takes some shapes of a colour; a path with all of them would take TeX too
// long.
void Tikz::flush() {
  for (const Shapes& row : pending_) {
    for (std::size_t n = 0; n < row.shapes.size(); ++n) {
      if (n % shapes_a_path == 0) body_ += (n > 0 ? ";\n" : "") + row.command;
      body_ += (n % shapes_a_line == 0 ? "\n " : " ") + row.shapes[n];
    }
    body_ += ";\n";
  }
  pending_.clear();
  pending_of_.clear();
}

void Tikz::add_rule(Color fill, const Rect& rect) {
  const auto [at, added] = rules_of_.try_emplace(tikz_packed(fill), rules_.size());
  if (added) rules_.push_back({fill, {}});
  rules_[at->second].second.push_back(rect);
}

// Writes the rules added so far. Each rule is moved on from the end of the one before, and hangs below the upper side
// of the picture.
void Tikz::flush_rules() {
  for (const auto& [fill, rects] : rules_) {
    double at = 0;
    for (std::size_t n = 0; n < rects.size(); ++n) {
      if (n % rules_a_node == 0) {
        body_ += fmt::format("{}\\node[text={}] at (0,0) {{%\n", n > 0 ? "};\n" : "", color(fill));
        at = 0;
      }
      const Rect& r = rects[n];
      const std::string step = number(r.x * unit_ - at), w = number(r.w * unit_);
      at += std::stod(step) + std::stod(w);
      body_ +=
          fmt::format("\\tcvizB{{{}}}{{{}}}{{{}}}{{{}}}", step, w, number(-r.y * unit_), number((r.y + r.h) * unit_));
      if (n % rules_a_line == rules_a_line - 1 || n + 1 == rects.size()) body_ += "%\n";
    }
    body_ += "};\n";
  }
  rules_.clear();
  rules_of_.clear();
}

constexpr std::array<std::string_view, 8> hatch_words{"none",     "forward", "backward", "horizontal",
                                                      "vertical", "crossed", "diagonal", "dots"};  // by Hatch

// Returns a pattern's name, which contains the unit: a document may hold figures of several sizes.
std::string Tikz::pattern_name(Hatch hatch) const {
  return fmt::format("tcviz {} {}", hatch_words[static_cast<std::size_t>(hatch)], number(unit_));
}

// Declares a pattern once in a document, since TikZ refuses a name that it knows. Tiles overlap by the width of a line;
// a shape drawn twice looks as if drawn once.
void Tikz::declare(Hatch hatch) {
  const double tile = hatch_tile * unit_, more = hatch_width * unit_;
  const auto at = [](double x, double y) {
    return fmt::format("{{\\pgfpoint{{{}bp}}{{{}bp}}}}", number(x), number(y));
  };
  std::string code = fmt::format("\\pgfsetlinewidth{{{}}}", width(hatch_width));
  const auto line = [&](double x0, double y0, double x1, double y1) {
    code += "\\pgfpathmoveto" + at(x0, y0) + "\\pgfpathlineto" + at(x1, y1);
  };
  const auto is = [&](Hatch one, Hatch other) { return hatch == one || hatch == other; };
  if (is(Hatch::Forward, Hatch::Diagonal)) line(-more, -more, tile + more, tile + more);
  if (is(Hatch::Backward, Hatch::Diagonal)) line(-more, tile + more, tile + more, -more);
  if (is(Hatch::Horizontal, Hatch::Crossed)) line(-more, 0, tile + more, 0);
  if (is(Hatch::Vertical, Hatch::Crossed)) line(0, -more, 0, tile + more);
  if (hatch == Hatch::Dots) code += "\\pgfpathcircle{\\pgfpointorigin}{" + width(hatch_dot) + "}\\pgfusepath{fill}";
  const double edge = 2 * more;
  definitions_ += fmt::format(
      "\\ifcsname pgf@pattern@name@{0}\\endcsname\\else\\pgfdeclarepatternformonly{{{0}}}%\n"
      "{1}{2}{3}{{{4}\\pgfusepath{{stroke}}}}\\fi\n",
      pattern_name(hatch), at(-edge, -edge), at(tile + edge, tile + edge), at(tile, tile), code);
}

void Tikz::add_hatch(const Rect& rect, Color fill, Hatch hatch) {
  if (hatch == Hatch::None) return;
  hatched_[{hatch, color(hatch_color(fill))}].push_back(rect);
}

void Tikz::flush_hatches() {
  std::optional<Hatch> declared;
  for (const auto& [key, rects] : hatched_) {
    if (declared != key.first) declare(key.first);
    declared = key.first;
    body_ += fmt::format("\\pgfsetfillpattern{{{}}}{{{}}}\n", pattern_name(key.first), key.second);
    for (std::size_t n = 0; n < rects.size(); ++n) {
      const Rect& r = rects[n];
      body_ +=
          fmt::format("\\tcvizH{{{}}}{{{}}}{{{}}}{{{}}}{}\n", number(r.x * unit_), number(-(r.y + r.h) * unit_),
                      number(r.w * unit_), number(r.h * unit_),
                      n % shapes_a_path == shapes_a_path - 1 || n + 1 == rects.size() ? "\\pgfusepath{fill}" : "%");
    }
  }
  hatched_.clear();
}

void Tikz::add_frame(const Rect& rect, Color color) {
  for (const Rect& line : frame_lines(rect, difference_frame(rect))) add("fill", color, "", tikz_box(line));
}

void Tikz::draw_cells(const Scene& scene) {
  for (const GridFrame& frame : scene.grids) add("fill", scene.grid_line, "", tikz_box(frame.lines));
  flush();
  for (const Swatch& swatch : scene.swatches) add_rule(swatch.fill, swatch.rect);
  for (const CellPart& cell : scene.cells) add_rule(cell.fill, cell.rect);
  flush_rules();
  for (const Swatch& swatch : scene.swatches) {
    add_hatch(swatch.rect, swatch.fill, swatch.hatch);
    if (swatch.framed) add_frame(swatch.rect, label_color(scene.background));
  }
  for (const CellPart& cell : scene.cells) {
    add_hatch(cell.rect, cell.fill, cell.hatch);
    if (const Color color = frame_color(cell, scene.background); color.a > 0) add_frame(cell.rect, color);
  }
  flush_hatches();
  flush();
}

// Writes texts of one line and look in one node, each moved on from the one before: a box for each text, and no
// transformation.
void Tikz::write_node(const std::vector<const Text*>& texts) {
  const Text& first = *texts.front();
  const double inside = font_size / first.size;  // units -> pt inside the node
  body_ += fmt::format("\\node[tcviz {},text={},scale={}] at {} {{%\n", first.face == Face::Mono ? "mono" : "sans",
                       color(first.color), number(first.size * unit_ * tex_points_of_point / font_size),
                       point(first.x, first.y + below_middle(first.face) * first.size));
  double at = 0;
  constexpr std::string_view commands = "LCR";  // by Align
  for (std::size_t n = 0; n < texts.size(); ++n) {
    const std::string step = number((texts[n]->x - first.x) * inside - at);
    at += std::stod(step);
    body_ += fmt::format("\\tcviz{}{{{}}}{{{}}}", commands[static_cast<std::size_t>(texts[n]->align)], step,
                         tex_escaped(texts[n]->text));
    if (n % texts_a_line == texts_a_line - 1 || n + 1 == texts.size()) body_ += "%\n";
  }
  body_ += "};\n";
}

void Tikz::draw_texts(const Scene& scene) {
  std::vector<std::vector<const Text*>> nodes;
  std::map<std::tuple<Face, float, float, std::string>, std::size_t> node_of;
  for (const Text& text : scene.texts) {
    const auto [at, added] = node_of.try_emplace({text.face, text.size, text.y, color(text.color)}, nodes.size());
    const auto full = [&](const std::vector<const Text*>& node) {
      return node.size() >= texts_a_node || std::abs(text.x - node.front()->x) * font_size / text.size > widest_node;
    };
    if (added || full(nodes[at->second])) {
      at->second = nodes.size();
      nodes.emplace_back();
    }
    nodes[at->second].push_back(&text);
  }
  for (const auto& node : nodes) write_node(node);
}

void Tikz::draw(const Scene& scene) {
  const Rect all{0, 0, scene.width, scene.height};
  body_ += fmt::format("\\path[use as bounding box] {};\n", tikz_box(all));
  if (scene.background.a > 0) add("fill", scene.background, "", tikz_box(all));
  flush();
  draw_cells(scene);
  for (const Arrow& arrow : scene.arrows)
    add("draw", arrow.color, ",line width=" + width(1), polyline(arrow_points(arrow)));
  flush();
  draw_texts(scene);
  for (const Stroke& stroke : scene.strokes)
    add("draw", stroke.color, ",line cap=round,line width=" + width(stroke.thickness),
        polyline(std::array{stroke.from, stroke.to}));
  flush();
  for (const Outline& outline : scene.outlines)
    add("draw", outline.color, ",line width=" + width(outline.thickness), tikz_box(outline.rect));
  flush();
}

constexpr std::string_view before = R"(\ifdefined\tikzpicture\else
\documentclass{article}
\usepackage{tikz}
\begin{document}
\setbox0\hbox\bgroup\def\tcvizalone{}%
\fi
)";
constexpr std::string_view after = R"(\ifdefined\tcvizalone
\egroup
\ifdefined\pdfpagewidth\pdfpagewidth=\wd0 \pdfpageheight=\dimexpr\ht0+\dp0\relax\fi
\ifdefined\pagewidth\pagewidth=\wd0 \pageheight=\dimexpr\ht0+\dp0\relax\fi
\hoffset=-1in \voffset=-1in
\shipout\box0
\end{document}
\fi
)";
constexpr std::string_view styles =
    ",every node/.style={inner sep=0pt,outer sep=0pt,anchor=base west},"
    "tcviz mono/.style={font=\\fontsize{10}{12}\\selectfont\\ttfamily},"
    "tcviz sans/.style={font=\\fontsize{10}{12}\\selectfont\\sffamily}]\n";
constexpr std::string_view text_commands = R"(\def\tcvizB#1#2#3#4{\kern#1bp\vrule width#2bp height#3bp depth#4bp}
\def\tcvizH#1#2#3#4{\pgfpathrectangle{\pgfqpoint{#1bp}{#2bp}}{\pgfqpoint{#3bp}{#4bp}}}
\def\tcvizL#1#2{\kern#1pt\hbox to 0pt{#2\hss}}
\def\tcvizC#1#2{\kern#1pt\hbox to 0pt{\hss#2\hss}}
\def\tcvizR#1#2{\kern#1pt\hbox to 0pt{\hss#2}}
)";

std::string Tikz::picture() const {
  const std::string unit = trimmed_number(unit_, places_);
  return fmt::format("\\begin{{tikzpicture}}[x={}bp,y=-{}bp{}{}{}{}\\end{{tikzpicture}}%\n", unit, unit, styles,
                     text_commands, definitions_, body_);
}

constexpr std::string_view tikz_head =
    "% Drawn by tcviz. \\input this in a document that has \\usepackage{tikz}, or run pdflatex on it.\n";

std::string tikz_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += "% " + comment_escaped(line) + "\n";
  return text;
}

Status check_tikz_size(const Scene& scene, double scale, bool scales) {
  const double side = std::max(scene.width, scene.height) * tikz_points_of_unit;
  if (side * scale <= tikz_largest_side) return Nothing{};
  return bad_input(fmt::format(
      "the drawing is {:.0f} points long, TeX has no length above {:.0f}: {}", side * scale, tikz_largest_side,
      side * smallest_scale > tikz_largest_side || !scales
          ? std::string("use --format svg")
          : fmt::format("scale {:.2f} fits", std::floor(100 * tikz_largest_side / side) / 100)));
}

std::string tikz_text(const std::string& comments, const Scene& scene, double scale, int places) {
  Tikz tikz(tikz_points_of_unit * scale, places);
  tikz.draw(scene);
  return std::string(tikz_head) + comments + std::string(before) + tikz.picture() + std::string(after);
}

constexpr int usual_places = 3, exact_places = 7;

}  // namespace

Result<std::string> write_tikz(const Figure& figure, const Scene& scene, double scale) {
  TCVIZ_TRY(check_tikz_size(scene, scale, !figure.paper));
  const std::string comments = tikz_lines(about(figure)) + "% The layout, for `tcviz show` and `tcviz verify`:\n" +
                               armored_lines(carried_json(figure), "% ");
  return tikz_text(comments, scene, scale, figure.paper ? exact_places : usual_places);
}

Result<std::string> write_plain_tikz(const Scene& scene, double scale, std::string_view carried) {
  TCVIZ_TRY(check_tikz_size(scene, scale, true));
  std::string comments = tikz_lines({scene.title, scene.description});
  if (!carried.empty()) comments += "% How it is drawn, for `tcviz verify`:\n" + armored_lines(carried, "% ");
  return tikz_text(comments, scene, scale, usual_places);
}

}  // namespace tcviz::inline app_export
