#include "app/ui/kit/source_list.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/whole/action.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr float source_list_width = 480, source_list_row_height = 42;  // points

struct Group {
  SourceClass type;
  std::string_view title, meaning;
};
constexpr Group groups[] = {{SourceClass::Gpu, "GPUs", "probed live when chosen"},
                            {SourceClass::Recorded, "Measured", "probes of other machines"},
                            {SourceClass::Compiled, "Architectures", "WMMA read from machine code, the rest by manual"},
                            {SourceClass::Published, "Published", "stated by documents"},
                            {SourceClass::Documented, "Documented", "what a kernel's own code says, of no device"}};

const Group& group_of(SourceClass type) {
  return *std::find_if(std::begin(groups), std::end(groups), [&](const Group& g) { return g.type == type; });
}

}  // namespace

std::vector<Term> source_terms(const SourceInfo& info) {
  std::vector<Term> terms = terms_of(info.name);
  const std::size_t named = terms.size();
  for (std::size_t t = 0; t < named; ++t) {
    const std::string word = terms[t].word;
    if (!word.starts_with("sm_")) continue;
    terms.push_back({"sm" + word.substr(3), terms[t].part, false});
    terms.push_back({word.substr(3), terms[t].part, false});
  }
  for (Term& term : terms_of(info.description)) terms.push_back({std::move(term.word), -1, false});
  return terms;
}

SourceSign sign_of(const Ui& ui, const SourceState& source) {
  if (source.busy()) return {Dot::Full, ui.colors.warn, "being asked"};
  if (source.stage == Stage::Stopped) return {Dot::Dash, ui.colors.warn, "stopped before the end"};
  if (source.stage == Stage::NotAsked) return {Dot::Ring, ui.colors.dim, "not asked yet"};
  return {Dot::Full, ui.colors.good, "has answered"};
}

void SourceList::draw(const Ui& ui, ImVec2 corner) {
  const ImGuiViewport& viewport = *ImGui::GetMainViewport();
  const float wide = std::min(ui.px(source_list_width), viewport.Size.x - ui.px(16));
  ImGui::SetNextWindowPos(corner, ImGuiCond_Always, {1, 0});
  ImGui::SetNextWindowSize({wide, 0});
  if (!ImGui::BeginPopup(side_ == 0 ? "##sources" : "##other_sources", ImGuiWindowFlags_NoNavInputs)) return;
  const bool opens = ImGui::IsWindowAppearing();
  if (opens) {
    typed_ = {};
    ImGui::SetKeyboardFocusHere();
  }
  ImGui::SetNextItemWidth(-FLT_MIN);
  const bool edited =
      ImGui::InputTextWithHint("##search", "Search: sm_80, H100, compiled", typed_.data(), typed_.size());
  if (opens || edited) {
    prepare(ui.document);
    const std::size_t chosen_now = chosen(ui.document);
    const auto here = std::find(shown_.begin(), shown_.end(), chosen_now) - shown_.begin();
    at_ = edited || here == std::ssize(shown_) ? 0 : static_cast<std::size_t>(here);
    moved_ = true;
  }
  draw_groups(ui);
  draw_problems(ui);
  press_keys(ui);
  ImGui::EndPopup();
}

std::size_t SourceList::chosen(const Document& d) const {
  return side_ == 0 ? d.source : d.other_source.value_or(d.source);
}

Action SourceList::choice(const Document& d, std::size_t index) const {
  if (side_ == 0) return ChooseSource{index};
  return CompareWith{index, d.other_kind};
}

bool SourceList::has_kind(const Document& d, std::size_t index) const {
  const std::string& kind = side_ == 0 || d.other_kind.empty() ? d.kind : d.other_kind;
  return d.sources[best_source(d.sources, index, kind)].can_answer(kind);
}

void SourceList::prepare(const Document& d) {
  const std::vector<std::string> words = search_words(typed_.data());
  shown_.clear();
  for (const Group& group : groups) {
    for (std::size_t s = 0; s < d.sources.size(); ++s) {
      if (d.sources[s].info.type != group.type) continue;
      if (words.empty() || find_words(source_terms(d.sources[s].info), words, Tolerance::Tolerant)) shown_.push_back(s);
    }
  }
}

void SourceList::draw_groups(const Ui& ui) {
  const Document& d = ui.document;
  const std::string& absence = d.gpu_absence;
  if (!absence.empty()) {
    label(ui, ui.colors.text, "No GPU here: recorded and documented layouts are shown.");
    wrapped(ui, ui.colors.dim, absence, 12.5F);
    ImGui::Dummy({0, ui.px(2)});
  }
  const float room = ImGui::GetMainViewport()->Size.y - ImGui::GetCursorScreenPos().y - ui.px(60);
  float wanted = 0;
  for (std::size_t s = 0; s < shown_.size(); ++s) {
    const bool first = s == 0 || d.sources[shown_[s - 1]].info.type != d.sources[shown_[s]].info.type;
    wanted += ui.px(source_list_row_height) + (first ? ui.px(26) : 0);
  }
  const float height = std::clamp(wanted, ui.px(30), std::max(ui.px(80), std::min(room, ui.px(520))));
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.px(8), 0});
  if (ImGui::BeginChild("##list", {0, height}, ImGuiChildFlags_None, ImGuiWindowFlags_NoNavInputs)) {
    if (shown_.empty()) label(ui, ui.colors.dim, "No source is called that.");
    for (std::size_t at = 0; at < shown_.size(); ++at) {
      const SourceClass type = d.sources[shown_[at]].info.type;
      if (at == 0 || d.sources[shown_[at - 1]].info.type != type) {
        ImGui::Dummy({0, ui.px(4)});
        label(ui, ui.colors.text, group_of(type).title);
        ImGui::SameLine();
        label(ui, ui.colors.dim, group_of(type).meaning);
        ImGui::Dummy({0, ui.px(2)});
      }
      const bool here = at == at_;
      const ImVec2 low = ImGui::GetCursorScreenPos();
      draw_source(ui, shown_[at]);
      if (!here) continue;
      const ImVec2 high(low.x + ImGui::GetContentRegionAvail().x, low.y + ui.px(source_list_row_height));
      ImGui::GetWindowDrawList()->AddRect(low, high, ui.colors.accent, ui.px(4), ui.line());
      if (std::exchange(moved_, false)) ImGui::SetScrollHereY(1);
    }
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

void SourceList::draw_source(const Ui& ui, std::size_t index) {
  const SourceState& source = ui.document.sources[index];
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size(ImGui::GetContentRegionAvail().x, ui.px(source_list_row_height));
  ImGui::PushID(source.info.name.c_str());
  if (ImGui::Selectable("##choose", index == chosen(ui.document), ImGuiSelectableFlags_AllowOverlap, size)) {
    ui.push(choice(ui.document, index));
    ImGui::CloseCurrentPopup();
  }
  const bool known = has_kind(ui.document, index);
  SourceSign sign = sign_of(ui, source);
  if (!known) sign = {Dot::Dash, ui.colors.warn, "does not know the chosen kind"};
  explain(ui, sign.meaning);
  put_dot(ui, {at.x + ui.px(12), at.y + ui.px(13)}, sign.dot, sign.color);
  float right = at.x + size.x - ui.px(8);
  draw_buttons(ui, index, at, right);
  ImGui::PopID();
  const float x = at.x + ui.px(26);
  const std::string title = title_of(source);
  put_text_cut(ui, ui.fonts.sans, 14, {x, at.y + ui.px(4)}, right - x, known ? ui.colors.text : ui.colors.faint, title);
  const std::string name = title == source.info.name ? "" : source.info.name + ": ";
  put_text_cut(ui, ui.fonts.sans, 13, {x, at.y + ui.px(22)}, right - x, ui.colors.dim, name + source.info.description);
  if (!source.busy() || source.all == 0) return;
  const float share = static_cast<float>(source.done) / static_cast<float>(source.all), y = at.y + size.y - ui.px(2);
  ImGui::GetWindowDrawList()->AddRectFilled({x, y}, {x + (right - x) * share, y + ui.px(2)}, ui.colors.accent);
}

// Draws "Stop" while the source works, and "Probe" if a GPU has been chosen and is idle.
void SourceList::draw_buttons(const Ui& ui, std::size_t index, ImVec2 at, float& right) {
  const SourceState& source = ui.document.sources[index];
  const bool chosen = side_ == 0 && index == ui.document.source;
  const bool can_stop = source.busy() && chosen && !source.stop_wanted;
  const bool can_ask = source.info.type == SourceClass::Gpu && !source.busy() && chosen;
  if (!can_stop && !can_ask) return;
  const ImVec2 next = ImGui::GetCursorScreenPos();
  right -= ui.px(64);
  ImGui::SetCursorScreenPos({right, at.y + ui.px(8)});
  if (can_stop && ImGui::Button("Stop")) ui.push(StopSource{});
  if (can_ask && ImGui::Button("Probe")) ui.push(AskSource{});
  explain(ui, can_stop ? "Ends after the kernel that runs now; the results so far stay." : "Asks the GPU again.");
  ImGui::SetCursorScreenPos(next);
  ImGui::Dummy({0, 0});
}

void SourceList::draw_problems(const Ui& ui) {
  if (ui.document.problems.empty()) return;
  rule(ui);
  for (const std::string& problem : ui.document.problems) wrapped(ui, ui.colors.bad, problem);
  if (ImGui::Button("Clear messages")) ui.push(WindowAction(ClearProblems{}));
}

void SourceList::press_keys(const Ui& ui) {
  if (shown_.empty()) return;
  at_ = std::min(at_, shown_.size() - 1);
  const auto pressed = [](ImGuiKey key) { return ImGui::IsKeyPressed(key, true); };
  if (pressed(ImGuiKey_DownArrow) && at_ + 1 < shown_.size()) moved_ = ++at_ > 0;
  if (pressed(ImGuiKey_UpArrow) && at_ > 0) {
    --at_;
    moved_ = true;
  }
  if (!pressed(ImGuiKey_Enter) && !pressed(ImGuiKey_KeypadEnter)) return;
  ui.push(choice(ui.document, shown_[at_]));
  ImGui::CloseCurrentPopup();
}

}  // namespace tcviz::inline app_ui
