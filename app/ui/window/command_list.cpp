#include "app/ui/window/command_list.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"
#include "app/ui/kit/source_list.hpp"
#include "app/ui/window/menu_rows.hpp"
#include "app/ui/window/shortcuts.hpp"
#include "gpu/layout/kind_search.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float width = 640, command_list_row_height = 28, command_list_most_rows = 13;  // points

CommandItem make_item(std::string_view type, std::string text, std::string detail, Action action) {
  CommandItem item{type, std::move(text), std::move(detail), {}, {}, std::make_shared<const Action>(std::move(action))};
  item.terms = terms_of(item.text);
  item.places = word_places(item.text);
  return item;
}

void add_words(CommandItem& item, std::string_view words, int part) {
  for (Term& term : terms_of(words)) item.terms.push_back({std::move(term.word), part, false});
}

CommandItem item_of(const Document& document, const MenuRow& row) {
  const std::string text = row.group.empty() ? std::string(row.name) : fmt::format("{}: {}", row.group, row.name);
  CommandItem item = make_item("command", text, std::string(keys_of(row.chord)), row.act(document));
  add_words(item, row.words, -1);
  add_words(item, row.more_words, -1);
  add_words(item, name_of(row.menu), -1);
  item.on = row.on != nullptr && row.on(document);
  return item;
}

// Makes an item of a kind, whose terms count the parts of its id.
CommandItem item_of(const KindEntry& kind) {
  CommandItem item{"kind", kind.id, kind.label, kind.terms, {}, std::make_shared<const Action>(ChooseKind{kind.id})};
  item.places.assign(kind.in_id.begin(), kind.in_id.end());
  return item;
}

std::vector<WordPlace> bright_places(const CommandItem& item, const std::vector<Lit>& lit) {
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

}  // namespace

std::vector<CommandItem> command_items(const Document& d) {
  std::vector<CommandItem> items;
  const auto add_rows = [&](bool workspaces_only) {
    for (const MenuRow& row : menu_rows()) {
      if (can(row, d) && (row.group == "Workspace") == workspaces_only) items.push_back(item_of(d, row));
    }
  };
  const auto add_kinds = [&](bool recent) {
    for (const KindEntry& kind : d.kinds) {
      const bool is_recent = std::find(d.recent.begin(), d.recent.end(), kind.id) != d.recent.end();
      if (is_recent != recent) continue;
      items.push_back(item_of(kind));
      items.back().on = kind.id == d.kind;
    }
  };
  add_rows(true);
  add_kinds(true);
  add_rows(false);
  for (std::size_t s = 0; s < d.sources.size(); ++s) {
    items.push_back(make_item("source", d.sources[s].info.name, d.sources[s].info.description, ChooseSource{s}));
    items.back().terms = source_terms(d.sources[s].info);
    items.back().on = s == d.source;
  }
  add_kinds(false);
  return items;
}

namespace {

bool is_kind(const CommandItem& item) { return item.type == "kind"; }

// Returns kinds in the order of the search, which knows mnemonics, machine code and the names of libraries.
std::vector<CommandHit> kind_hits(const std::vector<CommandItem>& items, const KindAnswer& answer) {
  std::map<std::string_view, std::size_t> at;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (is_kind(items[i])) at.emplace(items[i].text, i);
  }
  std::vector<CommandHit> hits;
  for (const Kind* const kind : answer.kinds) {
    const auto found = at.find(kind->id);
    if (found != at.end()) hits.push_back({found->second, 0, {}});
  }
  return hits;
}

// Finds items by their words; with `kinds` also kinds and the entries of files.
std::vector<CommandHit> word_hits(const std::vector<CommandItem>& items, const std::vector<std::string>& words,
                                  Tolerance tolerance, bool kinds) {
  std::vector<CommandHit> hits;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (is_kind(items[i]) && !kinds) continue;
    std::optional<Found> found = find_words(items[i].terms, words, tolerance);
    if (found) hits.push_back({i, found->cost, bright_places(items[i], found->lit)});
  }
  std::stable_sort(hits.begin(), hits.end(), [](const CommandHit& a, const CommandHit& b) { return a.cost < b.cost; });
  return hits;
}

}  // namespace

CommandFound find_items(const std::vector<CommandItem>& items, std::string_view typed) {
  const std::vector<std::string> words = search_words(typed);
  const KindAnswer answer = words.empty() ? KindAnswer{} : search_kinds(typed);
  CommandFound found;
  found.hits = kind_hits(items, answer);
  found.missing = answer.missing;
  std::vector<CommandHit> others =
      word_hits(items, words, Tolerance::Strict, found.hits.empty() && answer.missing.empty());
  // A command whose whole name was typed comes first.
  const auto named = std::stable_partition(others.begin(), others.end(), [&](const CommandHit& hit) {
    const std::string_view text = items[hit.item].text, name = text.substr(text.find(": ") + 1);
    return !words.empty() && (search_words(text) == words || search_words(name) == words);
  });
  found.hits.insert(found.hits.begin(), others.begin(), named);
  found.hits.insert(found.hits.end(), named, others.end());
  if (!found.hits.empty() || !answer.missing.empty()) return found;
  found.hits = word_hits(items, words, Tolerance::Tolerant, true);
  found.similar = !found.hits.empty();
  return found;
}

void CommandList::draw(const Ui& ui) {
  const bool opens = ui.document.commands_open && !was_open_;
  was_open_ = ui.document.commands_open;
  if (!was_open_) return;
  if (opens) open(ui);
  if (begun_with_ != ui.document.search_text) begin_with(ui.document);
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
  draw_field(ui);
  draw_list(ui);
  press_keys(ui);
  const bool left = !opens && !ImGui::IsWindowFocused(ImGuiFocusedFlags_RootAndChildWindows) &&
                    (ImGui::IsMouseClicked(ImGuiMouseButton_Left) || ImGui::IsMouseClicked(ImGuiMouseButton_Right));
  if (left) ui.push(ShowCommands{false});
  ImGui::End();
}

void CommandList::open(const Ui& ui) {
  items_ = command_items(ui.document);
  fixed_ = items_.size();
  typed_ = {};
  begin_with(ui.document);
}

// Puts into the field the text that was typed before it had the keys.
void CommandList::begin_with(const Document& document) {
  begun_with_ = document.search_text;
  typed_ = {};
  begun_with_.copy(typed_.data(), typed_.size() - 1);
  reload_ = true;
  find(document);
}

void CommandList::find(const Document& document) {
  items_.resize(fixed_, CommandItem{"", {}, {}, {}, {}, nullptr});
  std::optional<CommandItem> answer = place_item(document, typed_.data());
  if (!answer) answer = descriptor_item(document, typed_.data());
  found_ = answer ? CommandFound{} : find_items(items_, typed_.data());
  hits_ = found_.hits;
  if (answer) {
    items_.push_back(std::move(*answer));
    hits_.push_back({fixed_, 0, {}});
  }
  at_ = 0;
  moved_ = true;
}

void CommandList::draw_field(const Ui& ui) {
  ImGui::SetNextItemWidth(-FLT_MIN);
  ImGuiInputTextState* const typing = ImGui::GetInputTextState(ImGui::GetID("##typed"));
  if (std::exchange(reload_, false) && typing != nullptr && ImGui::GetActiveID() == typing->ID)
    typing->ReloadUserBufAndMoveToEnd();
  const bool edited = ImGui::InputTextWithHint(
      "##typed", "m16n8k16, HMMA.16816, acc float 16 · 5,9 or T13 x4 · theme, A100", typed_.data(), typed_.size());
  if (ImGui::IsItemActivated() && !begun_with_.empty()) {
    if (ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetItemID()))
      state->ReloadUserBufAndMoveToEnd();
  }
  if (edited) find(ui.document);
}

void CommandList::draw_list(const Ui& ui) {
  if (!found_.missing.empty()) wrapped(ui, ui.colors.warn, found_.missing, 14);
  if (found_.similar) label(ui, ui.colors.warn, "No exact match; similar:");
  const float room = ImGui::GetMainViewport()->Size.y - ui.px(90);
  const float fitting = std::max(1.0F, std::floor(room / ui.px(command_list_row_height)));
  const float rows =
      std::min({static_cast<float>(std::max<std::size_t>(1, hits_.size())), command_list_most_rows, fitting});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  if (ImGui::BeginChild("##found", {0, rows * ui.px(command_list_row_height)}, ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoNavInputs)) {
    if (hits_.empty() && found_.missing.empty())
      label(ui, ui.colors.dim, "Nothing found. Try an instruction (HMMA.16816), a place (5,9), a thread (T13) or F1.");
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(hits_.size()), ui.px(command_list_row_height));
    if (moved_ && !hits_.empty()) clipper.IncludeItemByIndex(static_cast<int>(at_));
    while (clipper.Step()) {
      for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) draw_hit(ui, static_cast<std::size_t>(row));
    }
    moved_ = false;
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void CommandList::draw_hit(const Ui& ui, std::size_t at) {
  const CommandHit& hit = hits_[at];
  const CommandItem& item = items_[hit.item];
  const ImVec2 low = ImGui::GetCursorScreenPos();
  const ImVec2 high(low.x + ImGui::GetContentRegionAvail().x, low.y + ui.px(command_list_row_height));
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

// Draws "kind    wmma.m16n16k16.a.f16.row                 A f16 row".
void CommandList::draw_texts(const Ui& ui, const CommandHit& hit, ImVec2 low, ImVec2 high) const {
  const CommandItem& item = items_[hit.item];
  const float middle = (low.y + high.y) / 2, y = middle - text_size(ui, ui.fonts.sans, 14, item.text).y / 2;
  put_text(ui, ui.fonts.sans, 12, {low.x + ui.px(8), y + ui.px(1)}, ui.colors.dim, item.type);
  if (item.on) put_check(ui, {low.x + ui.px(76), middle}, ui.colors.accent);
  const float x = low.x + ui.px(88), room = high.x - ui.px(10) - x;
  put_lit_text(ui, {x, y}, room, ui.colors.text, item.text, hit.bright);
  const float left = room - text_size(ui, ui.fonts.sans, 14, item.text).x - ui.px(16);
  const float taken = std::min(left, text_size(ui, ui.fonts.sans, 13, item.detail).x);
  put_text_cut(ui, ui.fonts.sans, 13, {high.x - ui.px(10) - taken, y + ui.px(1)}, taken, ui.colors.dim, item.detail);
}

void CommandList::choose(const Ui& ui, std::size_t at) {
  if (at >= hits_.size()) return;
  const std::shared_ptr<const Action>& action = items_[hits_[at].item].action;
  if (!action) return;
  ui.push(ShowCommands{false});
  ui.push(*action);
}

void CommandList::press_keys(const Ui& ui) {
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, true); };
  const auto page = static_cast<std::ptrdiff_t>(command_list_most_rows) - 1;
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
  if (pressed(ImGuiKey_Escape)) ui.push(ShowCommands{false});
}

}  // namespace tcviz::inline app_ui
