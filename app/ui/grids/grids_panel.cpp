#include "app/ui/grids/grids_panel.hpp"

#include <algorithm>
#include <cmath>

#include "app/scene/grid/hits.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/selection.hpp"
#include "app/ui/grids/sticky_axes.hpp"
#include "app/ui/kit/grid_marks.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr const char* open_words = "Inspector";

// True if the inspector can be opened here: the workspace Formula has another panel beside its grids.
bool can_inspect(const Document& d) { return d.workspace == Workspace::Layout || d.workspace == Workspace::Compare; }

// True if the pinned cell has a line below the grids, with a button that opens the inspector; else the caption of the
// picture stands there.
bool wants_pinned_line(const Document& d) {
  const bool inspected = can_inspect(d) && d.views[ViewId::Inspector].open;
  return (d.pin || d.band) && !inspected && !d.formulae.hide_answer && d.workspace != Workspace::Learn;
}

// Draws the line from `low` to `right`, in pixels of the screen.
void draw_pinned_line(const Ui& ui, ImVec2 low, float right, std::string_view text) {
  const bool button = can_inspect(ui.document) && !ui.document.full_screen;
  const float padding = ui.px(8), width = text_size(ui, ui.fonts.sans, 13, open_words).x + 2 * padding;
  const float end = button ? right - width - padding : right;
  put_text_cut(ui, ui.fonts.sans, 13, low, end - low.x, ui.colors.text, text);
  if (!button) return;
  ImGui::PushFont(ui.fonts.sans, 13);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding, ui.px(2)});
  ImGui::SetCursorScreenPos({right - width, low.y - ui.px(3)});
  if (ImGui::Button("Inspector##open_inspector", {width, 0})) ui.push(ShowView{ViewId::Inspector});
  explain(ui, "Owners, register, bits and the whole fragment of what is pinned");
  ImGui::PopStyleVar();
  ImGui::PopFont();
}

constexpr float caption_height = 30;  // points
constexpr float small_title = 11;
constexpr float least_with_bits = 300;  // the height below which a comparison has no boxes of bits
constexpr float wheel_factor = 1.2F, wheel_pan = 60;
constexpr std::string_view hints =
    "wheel zoom · drag pan · Shift+drag choose · click pin · right button menu · F fit · F1 keys";
constexpr ImU32 band_alpha = 56;  // of its fill

// Travels in the draw list to the moment when the grids are drawn.
struct DrawCall {
  GridRenderer* renderer = nullptr;
  View view;
};

void draw_call(const ImDrawList*, const ImDrawCmd* command) {
  const auto& call = *static_cast<const DrawCall*>(command->UserCallbackData);
  call.renderer->draw(call.view);
}

// Returns the view in pixels of the framebuffer; a scaled screen has several of them for each of the window's.
View view_of(const Rect& rect, const Projection& p) {
  const ImGuiIO& io = ImGui::GetIO();
  const float s = io.DisplayFramebufferScale.x;
  const auto whole = [&](float v) { return static_cast<int>(std::round(v * s)); };
  View view;
  view.viewport = {whole(rect.x), whole(rect.y), whole(rect.w), whole(rect.h)};
  view.framebuffer_height = whole(io.DisplaySize.y);
  view.pan_x = std::round(p.origin.x * s) - static_cast<float>(view.viewport.x);
  view.pan_y = std::round(p.origin.y * s) - static_cast<float>(view.viewport.y);
  view.zoom = p.zoom * s;
  view.background = false;
  return view;
}

// Returns the cell of a grid that is nearest to a point of the scene.
Element nearest_cell(const GridFrame& frame, Point at) {
  const int col = static_cast<int>(std::floor((at.x - frame.cells.x) / frame.cell_w));
  const int row = static_cast<int>(std::floor((at.y - frame.cells.y) / frame.cell_h));
  return {frame.first_row + std::clamp(row, 0, frame.rows - 1), frame.first_col + std::clamp(col, 0, frame.cols - 1)};
}

// Returns the caption's place, below the canvas and all that stands between.
ImVec2 caption_place(const Ui& ui, const Rect& canvas, float between) {
  return {canvas.x, canvas.y + canvas.h + between + ui.px(11)};
}

// Returns the distance of a point from a grid; 0 inside.
float distance(const GridFrame& frame, Point at) {
  const Rect& c = frame.cells;
  const float x = std::max({c.x - at.x, 0.0F, at.x - c.x - c.w}), y = std::max({c.y - at.y, 0.0F, at.y - c.y - c.h});
  return x + y;
}

std::size_t nearest_grid(const std::vector<GridFrame>& grids, Point at) {
  const auto nearer = [&](const GridFrame& a, const GridFrame& b) { return distance(a, at) < distance(b, at); };
  return static_cast<std::size_t>(std::min_element(grids.begin(), grids.end(), nearer) - grids.begin());
}

}  // namespace

void GridsPanel::draw(const Ui& ui) {
  const bool buttons = walk_.follow(ui, "###grids");
  if (begin_panel(ui, "Grids###grids", !buttons)) {
    walk_.begin();
    const bool layouts_changed = shown_.follow(ui.document);
    const bool style_changed = style_.follow(ui.document, shown_, layouts_changed);
    if (layouts_changed || style_changed) ++revision_;
    view_bar_.draw(ui, style_);
    const bool compares = ui.document.view == ViewMode::Comparison;
    if (compares) compare_bar_.draw(ui, shown_, layouts_changed);
    if (compares && layouts_changed && !shown_.empty()) bits_.follow(shown_.layouts());
    if (shown_.empty()) absence_.draw(ui, layouts_changed);
    if (!shown_.empty()) draw_layouts(ui);
    view_bar_.draw_problem(ui);
  }
  end_panel();
}

void GridsPanel::draw_layouts(const Ui& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const bool bits = ui.document.view == ViewMode::Comparison && room.y >= ui.px(least_with_bits);
  const float below = ui.px(caption_height) + (bits ? bits_.height(ui) : 0);
  const ImVec2 size(std::max(ui.px(40), room.x), std::max(ui.px(40), room.y - below));
  const Rect rect{at.x, at.y, size.x, size.y};
  const SceneStyle& style = blinking(ui);
  const int revision = 3 * revision_ + (side_ ? 1 + *side_ : 0);  // the number of pictures of one style
  picture_.prepare({ui.document, shown_, style, revision, rect, ui.scale, ui.colors});
  const Canvas canvas = picture_.canvas();
  const Projection projection = project(ui.document.camera, canvas);
  ui.canvas = canvas;

  ImGui::InvisibleButton("##canvas", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (ImGui::IsItemActivated() && ImGui::GetIO().KeyShift) {
    const Point from = projection.to_scene({mouse.x, mouse.y});
    const std::size_t grid = nearest_grid(picture_.scene().grids, from);
    pulled_ = Pulled{grid, nearest_cell(picture_.scene().grids[grid], from), std::nullopt};
  }
  if (pulled_) pull_band(ui, projection.to_scene({mouse.x, mouse.y}));
  const bool mapped = !pulled_ && drag_map(ui, canvas, projection);
  if (!pulled_ && !mapped) move_camera(ui, canvas);
  if (!pulled_ && !mapped) point(ui, projection);
  draw_picture(canvas, projection);
  draw_band(ui, canvas, projection);
  draw_axis_marks(ui, canvas, projection);
  draw_small_titles(ui, projection);
  draw_link(ui, canvas, projection);
  draw_sticky_axes(ui, canvas, projection, picture_.scene());
  if (const auto map = place_of_map(ui, canvas, projection)) draw_map(ui, *map, canvas, projection, picture_.scene());
  if (!wants_pinned_line(ui.document))
    draw_caption(ui, caption_place(ui, rect, bits ? bits_.height(ui) : 0), rect.x + rect.w);
  if (bits) bits_.draw(ui, {rect.x, rect.y + rect.h + ui.px(2), rect.w, bits_.height(ui)});
  if (ImGui::IsItemHovered()) draw_tooltip(ui);
  if (!ImGui::IsItemActive()) pulled_.reset();
  if (wants_pinned_line(ui.document))
    draw_pinned_line(ui, caption_place(ui, rect, bits ? bits_.height(ui) : 0), rect.x + rect.w, picture_.pinned());
  menu_.draw(ui);
}

// Shows each side for a quarter of a second while the key is down; costs nothing otherwise.
const SceneStyle& GridsPanel::blinking(const Ui& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool held =
      ui.document.view == ViewMode::Comparison && !io.WantTextInput && io.KeyMods == 0 && ImGui::IsKeyDown(ImGuiKey_B);
  if (!held) {
    side_.reset();
    return style_.style();
  }
  constexpr double turns_a_second = 4;
  side_ = static_cast<int>(ImGui::GetTime() * turns_a_second) % 2;
  side_style_ = style_.style();
  side_style_.side = side_;
  return side_style_;
}

// Draws an arrow from the marked slot's place on the left to its place on the right.
void GridsPanel::draw_link(const Ui& ui, const Canvas& canvas, const Projection& p) const {
  const std::optional<std::array<Point, 2>>& link = picture_.link();
  if (!link) return;
  const Point from = p.to_pixels((*link)[0]), to = p.to_pixels((*link)[1]);
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy), barb = ui.px(7);
  if (length < 2 * barb) return;
  const float ux = dx / length, uy = dy / length;
  const Rect& c = canvas.rect;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.PushClipRect({c.x, c.y}, {c.x + c.w, c.y + c.h}, true);
  for (const bool shadow : {true, false}) {
    const ImU32 ink = shadow ? ui.colors.panel : ui.colors.pick;
    const float width = (shadow ? 4.0F : 1.6F) * ui.scale;
    draw.AddLine({from.x, from.y}, {to.x, to.y}, ink, width);
    for (const float side : {-0.5F, 0.5F}) {
      const ImVec2 end(to.x - barb * (ux - side * uy), to.y - barb * (uy + side * ux));
      draw.AddLine({to.x, to.y}, end, ink, width);
    }
  }
  draw.PopClipRect();
}

std::optional<Rect> GridsPanel::place_of_map(const Ui& ui, const Canvas& canvas, const Projection& projection) {
  if (obstacles_of_ != picture_.revision()) {
    obstacles_ = map_obstacles(picture_.scene());
    obstacles_of_ = picture_.revision();
  }
  return map_place(ui.scale, canvas, projection, obstacles_, !ui.document.camera.fit);
}

// Moves the grids to the place that is pressed in the map of a picture larger than its canvas.
bool GridsPanel::drag_map(const Ui& ui, const Canvas& canvas, const Projection& projection) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const std::optional<Rect> map = place_of_map(ui, canvas, projection);
  const bool over = map && map->contains(mouse.x, mouse.y);
  if (ImGui::IsItemActivated()) in_map_ = over;
  if (!ImGui::IsItemActive()) in_map_ = false;
  if (in_map_ && map) {
    const Point at = on_map(*map, canvas, {mouse.x, mouse.y});
    ui.push(SetCamera{looking_at(ui.document.camera, canvas, at)});
  }
  return in_map_ || (over && ImGui::IsItemHovered());
}

// Pulls the band from the cell where the button went down to the one under the pointer, in that grid.
void GridsPanel::pull_band(const Ui& ui, Point at) {
  const std::vector<GridFrame>& grids = picture_.scene().grids;
  if (pulled_->grid >= grids.size()) return;
  const GridFrame& frame = grids[pulled_->grid];
  const Band band = band_between(pulled_->from, nearest_cell(frame, at), frame.layout);
  if (pulled_->sent == band) return;
  ui.push(SetBand{band, pulled_->sent.has_value()});
  pulled_->sent = band;
}

void GridsPanel::move_camera(const Ui& ui, const Canvas& canvas) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const float factor = std::pow(wheel_factor, io.MouseWheel);
    ui.push(SetCamera{zoomed(ui.document.camera, canvas, {io.MousePos.x, io.MousePos.y}, factor)});
  }
  if (ImGui::IsItemHovered() && io.MouseWheelH != 0) {
    ui.push(SetCamera{panned(ui.document.camera, canvas, {io.MouseWheelH * ui.px(wheel_pan), 0})});
  }
  if (ImGui::IsItemActivated()) dragged_ = false;
  if (!ImGui::IsItemActive()) return;
  for (const ImGuiMouseButton button : {ImGuiMouseButton_Left, ImGuiMouseButton_Middle}) {
    if (!ImGui::IsMouseDragging(button)) continue;
    const bool moved = io.MouseDelta.x != 0 || io.MouseDelta.y != 0;
    dragged_ = true;
    if (moved) ui.push(SetCamera{panned(ui.document.camera, canvas, {io.MouseDelta.x, io.MouseDelta.y})});
  }
}

void GridsPanel::point(const Ui& ui, const Projection& projection) {
  if (!ImGui::IsItemHovered() || dragged_) {
    if (!ImGui::IsItemActive()) dragged_ = false;
    return;
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Point at = projection.to_scene({mouse.x, mouse.y});
  const std::optional<Hit> hit = hit_test(picture_.scene(), shown_.layouts(), at.x, at.y);
  if (!hit) return;
  const Layout& layout = *shown_.layouts()[static_cast<std::size_t>(hit->layout)];
  const Pick pick{hit->element, layout.slot(hit->slot), hit->layout};
  ui.hovered = pick;
  const bool hidden = ui.document.formulae.hide_answer;  // the menu would tell it
  if (!hidden && ImGui::IsMouseClicked(ImGuiMouseButton_Right)) menu_.open(pick);
  if (!ImGui::IsItemDeactivated() || !ImGui::IsMouseReleased(ImGuiMouseButton_Left)) return;
  ui.push(SetPin{ui.document.pin == pick ? std::nullopt : std::optional(pick)});
}

void GridsPanel::draw_picture(const Canvas& canvas, const Projection& projection) {
  if (uploaded_ != picture_.revision()) {
    renderer_.set_scene(picture_.scene());
    uploaded_ = picture_.revision();
    marks_uploaded_ = 0;
  }
  if (marks_uploaded_ != picture_.marks_revision()) {
    renderer_.set_marks(picture_.marks());
    marks_uploaded_ = picture_.marks_revision();
  }
  DrawCall call{&renderer_, view_of(canvas.rect, projection)};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddCallback(draw_call, &call, sizeof call);
  draw.AddCallback(ImGui::GetPlatformIO().DrawCallback_ResetRenderState);
}

// Draws the band over the chosen cells in every grid that shows them.
void GridsPanel::draw_band(const Ui& ui, const Canvas& canvas, const Projection& p) const {
  const std::optional<Band>& band = ui.document.band;
  if (!band) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Rect& c = canvas.rect;
  draw.PushClipRect({c.x, c.y}, {c.x + c.w, c.y + c.h}, true);
  for (const GridFrame& frame : picture_.scene().grids) {
    const bool both_sides = ui.document.view == ViewMode::Comparison;
    if (frame.layout != band->layout && !both_sides) continue;
    const bool part = frame.rows < shown_.layouts()[frame.layout]->rows() || frame.first_col > 0;
    if (!both_sides && !part && !frame.shows(band->last)) continue;
    const Rect r = band_rect(frame, *band);
    if (r.w <= 0) continue;
    const Point low = p.to_pixels({r.x, r.y}), high = p.to_pixels({r.x + r.w, r.y + r.h});
    const ImU32 fill = (ui.colors.pick & ~IM_COL32_A_MASK) | (band_alpha << IM_COL32_A_SHIFT);
    draw.AddRectFilled({low.x, low.y}, {high.x, high.y}, fill);
    draw.AddRect({low.x - 1, low.y - 1}, {high.x + 1, high.y + 1}, ui.colors.pick, 0, 2 * ui.line());
  }
  draw.PopClipRect();
}

// Draws the axis numbers of the lit rows and columns once more, in the accent colour.
void GridsPanel::draw_axis_marks(const Ui& ui, const Canvas& canvas, const Projection& p) const {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Rect& c = canvas.rect;
  draw.PushClipRect({c.x, c.y}, {c.x + c.w, c.y + c.h}, true);
  for (const std::size_t number : picture_.marked_numbers()) {
    const Text& text = picture_.scene().texts[number];
    const float size = text.size * p.zoom;
    if (size < GridRenderer::min_text_pixels) continue;
    const char* end = text.text.data() + text.text.size();
    const ImVec2 extent = ui.fonts.mono->CalcTextSizeA(size, FLT_MAX, 0, text.text.data(), end);
    const float anchor = text.align == Align::Center ? 0.5F : text.align == Align::Right ? 1.0F : 0.0F;
    const Point at = p.to_pixels({text.x, text.y});
    const ImVec2 low(std::round(at.x - anchor * extent.x), std::round(at.y - extent.y / 2));
    draw.AddRectFilled({low.x - 2, low.y}, {low.x + extent.x + 2, low.y + extent.y}, ui.colors.panel);
    draw.AddText(ui.fonts.mono, size, low, ui.colors.accent, text.text.data(), end);
  }
  draw.PopClipRect();
}

// Draws titles of a readable size above grids that are too small for their own.
void GridsPanel::draw_small_titles(const Ui& ui, const Projection& p) const {
  for (const std::size_t title : picture_.titles()) {
    const Text& text = picture_.scene().texts[title];
    if (text.size * p.zoom >= GridRenderer::min_text_pixels) continue;
    const Point at = p.to_pixels({text.x, text.y});
    const ImVec2 size = text_size(ui, ui.fonts.sans, small_title, text.text);
    put_text(ui, ui.fonts.sans, small_title, {at.x, at.y - size.y / 2}, ui.colors.dim, text.text);
  }
}

void GridsPanel::draw_caption(const Ui& ui, ImVec2 low, float right) const {
  const ImVec2 size = text_size(ui, ui.fonts.sans, 13, hints);
  const float caption = text_size(ui, ui.fonts.sans, 13, picture_.caption()).x;
  put_text_cut(ui, ui.fonts.sans, 13, low, right - low.x, ui.colors.dim, picture_.caption());
  if (low.x + caption + ui.px(24) + size.x > right) return;
  put_text(ui, ui.fonts.sans, 13, {right - size.x, low.y}, ui.colors.faint, hints);
}

void GridsPanel::draw_tooltip(const Ui& ui) const {
  const auto& tip = picture_.tip();
  if (!tip || dragged_ || ui.hovered != tip->pick || !begin_tip(ui)) return;
  // In the view of threads the place of an element is the answer.
  if (ui.document.formulae.hide_answer && ui.document.view == ViewMode::Threads) {
    label(ui, ui.colors.dim, "The answer is hidden.");
    return ImGui::EndTooltip();
  }
  if (!tip->operand.empty()) {
    label(ui, ui.colors.dim, tip->operand);
    ImGui::SameLine(0, ui.px(8));
  }
  mono(ui, ui.colors.text, tip->element);
  ImGui::SameLine(0, ui.px(14));
  mono(ui, ui.colors.dim, tip->linear);
  if (!tip->meaning.empty()) label(ui, ui.colors.dim, tip->meaning);
  for (const GridPicture::Tip::Owner& owner : tip->owners) {
    mono(ui, owner.slot == tip->pick.slot ? ui.colors.accent : ui.colors.text, owner.who);
    ImGui::SameLine(0, ui.px(14));
    mono(ui, ui.colors.dim, owner.span);
    if (owner.check.empty()) continue;
    ImGui::SameLine(0, ui.px(14));
    label(ui, owner.right ? ui.colors.good : ui.colors.bad, owner.check);
  }
  if (tip->owners.size() > 1) label(ui, ui.colors.dim, tip->copies);
  if (ui.document.formulae.hide_answer) label(ui, ui.colors.dim, "The answer is hidden.");
  ImGui::EndTooltip();
}

}  // namespace tcviz::inline app_ui
