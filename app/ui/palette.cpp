#include "app/ui/palette.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/ui/menu_rows.hpp"
#include "app/ui/shortcuts.hpp"
#include "app/ui/source_list.hpp"

namespace tcviz {
namespace {

constexpr float width = 640, row_height = 28, most_rows = 13;  // points

PaletteItem make_item(std::string_view type, std::string text, std::string detail, Action action) {
  PaletteItem item{type, std::move(text), std::move(detail), {}, {}, std::move(action)};
  item.terms = terms_of(item.text);
  item.places = word_places(item.text);
  return item;
}

void add_words(PaletteItem& item, std::string_view words, int part) {
  for (Term& term : terms_of(words)) item.terms.push_back({std::move(term.word), part, false});
}

PaletteItem item_of(const Document& document, const MenuRow& row) {
  const std::string text = row.group.empty() ? std::string(row.name) : fmt::format("{}: {}", row.group, row.name);
  PaletteItem item = make_item("command", text, std::string(keys_of(row.chord)), row.act(document));
  add_words(item, row.words, -1);
  add_words(item, name_of(row.menu), -1);
  item.on = row.on != nullptr && row.on(document);
  return item;
}

// A kind's own terms count the parts of its id.
PaletteItem item_of(const KindEntry& kind) {
  PaletteItem item{"kind", kind.id, kind.label, kind.terms, {}, ChooseKind{kind.id}};
  item.places.assign(kind.in_id.begin(), kind.in_id.end());
  return item;
}

std::vector<WordPlace> bright_places(const PaletteItem& item, const std::vector<Lit>& lit) {
  std::vector<WordPlace> bright;
  for (const Lit& l : lit) {
    const auto part = static_cast<std::size_t>(l.part);
    if (l.part < 0 || part >= item.places.size()) continue;
    WordPlace place = item.places[part];
    if (l.end != std::string::npos) place.end = std::min(place.end, place.begin + l.end);
    bright.push_back(place);
  }
  return bright;
}

bool can(const Document& document, const MenuRow& row) { return row.can == nullptr || row.can(document); }

}  // namespace

std::vector<PaletteItem> palette_items(const Document& d) {
  std::vector<PaletteItem> items;
  for (const MenuRow& row : menu_rows()) {
    if (can(d, row)) items.push_back(item_of(d, row));
  }
  for (const PanelArrangement& kept : d.arrangements) {
    items.push_back(make_item("layout", kept.name, "", WindowAction(ChooseArrangement{kept.name})));
  }
  for (std::size_t s = 0; s < d.sources.size(); ++s) {
    items.push_back(make_item("source", d.sources[s].info.name, d.sources[s].info.description, ChooseSource{s}));
    items.back().terms = source_terms(d.sources[s].info);
    items.back().on = s == d.source;
  }
  for (const KindEntry& kind : d.kinds) {
    items.push_back(item_of(kind));
    items.back().on = kind.id == d.kind;
  }
  return items;
}

std::vector<PaletteHit> find_items(const std::vector<PaletteItem>& items, std::string_view typed) {
  const std::vector<std::string> words = search_words(typed);
  std::vector<PaletteHit> hits;
  for (const Tolerance tolerance : {Tolerance::Strict, Tolerance::Tolerant}) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      std::optional<Found> found = find_words(items[i].terms, words, tolerance);
      if (found) hits.push_back({i, found->cost, bright_places(items[i], found->lit)});
    }
    if (!hits.empty()) break;
  }
  std::stable_sort(hits.begin(), hits.end(), [](const PaletteHit& a, const PaletteHit& b) { return a.cost < b.cost; });
  return hits;
}

void CommandPalette::draw(const Ui& ui) {
  const bool opens = ui.document.palette_open && !was_open_;
  was_open_ = ui.document.palette_open;
  if (!was_open_) return;
  if (opens) open(ui);
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float wide = std::min(ui.px(width), viewport.Size.x - ui.px(24));
  ImGui::SetNextWindowPos({viewport.GetCenter().x, viewport.Pos.y + ui.px(6)}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({wide, 0});
  if (opens) ImGui::SetNextWindowFocus();
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui.colors.panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(8), ui.px(8)});
  ImGui::Begin("###palette", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNavInputs);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (opens) ImGui::SetKeyboardFocusHere();
  draw_field();
  draw_list(ui);
  press_keys(ui);
  const bool left = !opens && !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                    (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right));
  if (left) ui.push(ShowPalette{false});
  ImGui::End();
}

void CommandPalette::open(const Ui& ui) {
  items_ = palette_items(ui.document);
  typed_ = {};
  hits_ = find_items(items_, "");
  at_ = 0;
}

void CommandPalette::draw_field() {
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool edited = ImGui::InputTextWithHint("##typed", "A command, a kind, a source: theme, acc float 16, sm_80",
                                               typed_.data(), typed_.size());
  if (!edited) return;
  hits_ = find_items(items_, typed_.data());
  at_ = 0;
  moved_ = true;
}

void CommandPalette::draw_list(const Ui& ui) {
  const float room = ImGui::GetMainViewport()->Size.y - ui.px(90);
  const float fitting = std::max(1.0F, std::floor(room / ui.px(row_height)));
  const float rows = std::min({static_cast<float>(std::max<std::size_t>(1, hits_.size())), most_rows, fitting});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("##found", {0, rows * ui.px(row_height)}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
    if (hits_.empty()) label(ui, ui.colors.dim, "Nothing is called that. Try fewer words.");
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(hits_.size()), ui.px(row_height));
    if (moved_ && !hits_.empty()) clipper.IncludeItemByIndex(static_cast<int>(at_));
    while (clipper.Step()) {
      for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) draw_hit(ui, static_cast<std::size_t>(row));
    }
    moved_ = false;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void CommandPalette::draw_hit(const Ui& ui, std::size_t at) {
  const PaletteHit& hit = hits_[at];
  const PaletteItem& item = items_[hit.item];
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 high(low.x + ImGui::GetContentRegionAvail().x, low.y + ui.px(row_height));
  ImGui::PushID(item.text.c_str());
  ImGui::PushID(item.type.data());
  if (ImGui::InvisibleButton("##hit", {high.x - low.x, high.y - low.y})) choose(ui, at);
  ImGui::PopID();
  ImGui::PopID();
  if (ImGui::IsItemHovered() && ImGui::GetIO().MouseDelta.x + ImGui::GetIO().MouseDelta.y != 0) at_ = at;
  if (moved_ && at == at_ && !ImGui::IsItemVisible()) ImGui::SetScrollHereY();
  if (at == at_) ImGui::GetWindowDrawList()->AddRectFilled(low, high, ui.colors.selection, ui.px(4));
  draw_texts(ui, hit, low, high);
}

// "kind    wmma.m16n16k16.a.f16.row                 A f16 row"
void CommandPalette::draw_texts(const Ui& ui, const PaletteHit& hit, ImVec2 low, ImVec2 high) const {
  const PaletteItem& item = items_[hit.item];
  const float middle = (low.y + high.y) / 2, y = middle - text_size(ui, ui.fonts.sans, 14, item.text).y / 2;
  put_text(ui, ui.fonts.sans, 12, {low.x + ui.px(8), y + ui.px(1)}, ui.colors.dim, item.type);
  if (item.on) put_check(ui, {low.x + ui.px(76), middle}, ui.colors.accent);
  const float x = low.x + ui.px(88), room = high.x - ui.px(10) - x;
  put_lit_text(ui, {x, y}, room, ui.colors.text, item.text, hit.bright);
  const float left = room - text_size(ui, ui.fonts.sans, 14, item.text).x - ui.px(16);
  const float taken = std::min(left, text_size(ui, ui.fonts.sans, 13, item.detail).x);
  put_text_cut(ui, ui.fonts.sans, 13, {high.x - ui.px(10) - taken, y + ui.px(1)}, taken, ui.colors.dim, item.detail);
}

void CommandPalette::choose(const Ui& ui, std::size_t at) {
  if (at >= hits_.size()) return;
  ui.push(ShowPalette{false});
  ui.push(items_[hits_[at].item].action);
}

void CommandPalette::press_keys(const Ui& ui) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, true); };
  const auto page = static_cast<std::ptrdiff_t>(most_rows) - 1;
  std::ptrdiff_t step = 0;
  if (pressed(ImGuiKey_DownArrow)) step = 1;
  if (pressed(ImGuiKey_UpArrow)) step = -1;
  if (pressed(ImGuiKey_PageDown)) step = page;
  if (pressed(ImGuiKey_PageUp)) step = -page;
  if (step != 0 && !hits_.empty()) {
    at_ = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(at_) + step, 0, std::ssize(hits_) - 1));
    moved_ = true;
  }
  if (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) choose(ui, at_);
  if (pressed(ImGuiKey_Escape)) ui.push(ShowPalette{false});
}

}  // namespace tcviz
