#include "app/ui/grids_panel.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz {
namespace {

constexpr float caption_height = 30;  // points
constexpr float small_title = 11;
constexpr float wheel_factor = 1.2F;
constexpr std::string_view coloring = "colour: thread (hue tid/4, shade tid%4)";
constexpr std::string_view hints = "wheel zoom · drag pan · F fit · click pin";

// What travels in the draw list to the moment when the grids are drawn.
struct DrawCall {
  GridRenderer* renderer = nullptr;
  View view;
};

void draw_call(const ImDrawList*, const ImDrawCmd* command) {
  const auto& call = *static_cast<const DrawCall*>(command->UserCallbackData);
  call.renderer->draw(call.view);
}

// In pixels of the framebuffer, of which a screen with a scale of its own has several for each of ours.
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

}  // namespace

void GridsPanel::draw(const Ui& ui) {
  if (begin_panel(ui, "Grids###grids")) {
    draw_title(ui);
    const Layout* layout = ui.document.layout();
    if (layout != nullptr) draw_layout(ui, *layout);
    if (layout == nullptr) draw_absence(ui);
  }
  end_panel();
}

void GridsPanel::draw_title(const Ui& ui) {
  heading(ui, "Grids");
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const float x = high.x + ui.px(18), right = low.x + ImGui::GetContentRegionAvail().x;
  put_text_cut(ui, ui.fonts.mono, 14, {x, low.y}, right - x, ui.colors.accent, ui.document.kind);
  const float id = text_size(ui, ui.fonts.mono, 14, ui.document.kind).x;
  const ImVec2 size = text_size(ui, ui.fonts.sans, 13, coloring);
  if (x + id + ui.px(24) + size.x > right || ui.document.layout() == nullptr) return;
  put_text(ui, ui.fonts.sans, 13, {right - size.x, low.y + ui.px(1)}, ui.colors.dim, coloring);
}

void GridsPanel::draw_layout(const Ui& ui, const Layout& layout) {
  const ImVec2 at = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const ImVec2 size(std::max(ui.px(40), room.x), std::max(ui.px(40), room.y - ui.px(caption_height)));
  const Rect rect{at.x, at.y, size.x, size.y};
  picture_.prepare(ui.document, layout, rect, ui.scale, ui.colors);
  const Canvas canvas{rect, ui.scale, picture_.scene().width, picture_.scene().height};
  const Projection projection = project(ui.document.camera, canvas);

  ImGui::InvisibleButton("##canvas", size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
  move_camera(ui, canvas);
  point(ui, layout, projection);
  draw_picture(canvas, projection);
  draw_axis_marks(ui, canvas, projection);
  draw_small_titles(ui, projection);
  draw_caption(ui);
  if (ImGui::IsItemHovered()) draw_tooltip(ui);
}

void GridsPanel::move_camera(const Ui& ui, const Canvas& canvas) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemHovered() && io.MouseWheel != 0) {
    const float factor = std::pow(wheel_factor, io.MouseWheel);
    ui.push(SetCamera{zoomed(ui.document.camera, canvas, {io.MousePos.x, io.MousePos.y}, factor)});
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

void GridsPanel::point(const Ui& ui, const Layout& layout, const Projection& projection) {
  if (!ImGui::IsItemHovered() || dragged_) {
    if (!ImGui::IsItemActive()) dragged_ = false;
    return;
  }
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Point at = projection.to_scene({mouse.x, mouse.y});
  const std::optional<Hit> hit = hit_test(picture_.scene(), layout, at.x, at.y);
  if (!hit) return;
  const Pick pick{hit->element, layout.slot(hit->slot)};
  ui.hovered = pick;
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

// The row and column of the marked element, on both grids: their axis numbers once more, in the accent colour.
void GridsPanel::draw_axis_marks(const Ui& ui, const Canvas& canvas, const Projection& p) {
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

// Where the grids are so small that their own titles are left out, titles of a readable size stand above them.
void GridsPanel::draw_small_titles(const Ui& ui, const Projection& p) {
  for (const Text& text : picture_.scene().texts) {
    if (text.role != TextRole::GridTitle || text.size * p.zoom >= GridRenderer::min_text_pixels) continue;
    const Point at = p.to_pixels({text.x, text.y});
    const ImVec2 size = text_size(ui, ui.fonts.sans, small_title, text.text);
    put_text(ui, ui.fonts.sans, small_title, {at.x, at.y - size.y / 2}, ui.colors.dim, text.text);
  }
}

void GridsPanel::draw_caption(const Ui& ui) {
  const ImVec2 low(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + ui.px(11));
  const float right = ImGui::GetItemRectMax().x;
  const ImVec2 size = text_size(ui, ui.fonts.sans, 13, hints);
  const float caption = text_size(ui, ui.fonts.sans, 13, picture_.caption()).x;
  put_text_cut(ui, ui.fonts.sans, 13, low, right - low.x, ui.colors.dim, picture_.caption());
  if (low.x + caption + ui.px(24) + size.x > right) return;
  put_text(ui, ui.fonts.sans, 13, {right - size.x, low.y}, ui.colors.faint, hints);
}

void GridsPanel::draw_tooltip(const Ui& ui) {
  const auto& tip = picture_.tip();
  if (!tip || dragged_ || ui.hovered != tip->pick || !ImGui::BeginTooltip()) return;
  mono(ui, ui.colors.text, tip->element);
  ImGui::SameLine(0, ui.px(14));
  mono(ui, ui.colors.dim, tip->linear);
  for (const GridPicture::Tip::Owner& owner : tip->owners) {
    mono(ui, owner.slot == tip->pick.slot ? ui.colors.accent : ui.colors.text, owner.who);
    ImGui::SameLine(0, ui.px(14));
    mono(ui, ui.colors.dim, owner.span);
  }
  ImGui::EndTooltip();
}

void GridsPanel::draw_absence(const Ui& ui) {
  prepare_absence(ui.document);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float width = std::min(room.x, ui.px(460));
  ImGui::SetCursorPos({ImGui::GetCursorPosX() + (room.x - width) / 2, ImGui::GetCursorPosY() + room.y * 0.32F});
  if (ImGui::BeginChild("##absence", {width, 0})) {
    ImGui::PushFont(ui.fonts.sans, 19);
    ImGui::TextUnformatted(absence_.title.c_str());
    ImGui::PopFont();
    wrapped(ui, ui.colors.dim, absence_.reason);
    ImGui::Dummy({0, ui.px(6)});
    draw_remedies(ui);
  }
  ImGui::EndChild();
}

void GridsPanel::prepare_absence(const Document& d) {
  const auto same = [](const SourceNews& a, const SourceState& s) {
    return a.stage == s.stage && a.stop_wanted == s.stop_wanted && a.answers == s.answers;
  };
  if (absent_source_ == d.source && absent_kind_ == d.kind &&
      std::equal(absent_news_.begin(), absent_news_.end(), d.sources.begin(), d.sources.end(), same)) {
    return;
  }
  absence_ = why_no_layout(d);
  absent_source_ = d.source;
  absent_kind_ = d.kind;
  absent_news_.clear();
  for (const SourceState& s : d.sources) absent_news_.push_back({s.stage, s.stop_wanted, s.answers});
}

void GridsPanel::draw_remedies(const Ui& ui) {
  const SourceState& source = ui.document.chosen();
  if (absence_.remedy == NoLayout::Remedy::Wait) {
    const float share = source.all > 0 ? static_cast<float>(source.done) / static_cast<float>(source.all) : 0;
    ImGui::ProgressBar(share, {ui.px(300), ui.px(5)}, "");
    if (ImGui::Button("Stop")) ui.push(StopSource{});
    return;
  }
  if (absence_.remedy == NoLayout::Remedy::Ask && ImGui::Button("Probe now")) ui.push(AskSource{});
  if (absence_.others.empty()) return;
  label(ui, ui.colors.dim, "These sources show it, for the device they were established on:");
  for (const std::size_t other : absence_.others) {
    if (ImGui::Button(ui.document.sources[other].info.name.c_str())) ui.push(ChooseSource{other});
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

}  // namespace tcviz
