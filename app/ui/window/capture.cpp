// `tcviz capture`: the window as a picture.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/scene/grid/product_parts.hpp"
#include "app/session/formula/formula_action.hpp"
#include "app/session/learn/learn_action.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/maxas/maxas_tour.hpp"
#include "app/session/products/products_action.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/whole/selection.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/whole/shown_style.hpp"
#include "app/session/whole/views.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/ui/window/headless.hpp"
#include "app/ui/window/window.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline app_ui {
namespace {

Status pin(Session& session, Slot slot) {
  const Document& d = session.document();
  const std::vector<const Layout*> layouts = d.layouts();
  const ProductParts parts = product_parts(layouts).value_or(ProductParts{});
  const int shown = d.view == ViewMode::Product ? parts.accumulator : 0;
  const Layout* layout = layout_at(d, shown);
  if (layout == nullptr) {
    const NoLayout none = why_no_layout(d);
    return unavailable(fmt::format("nothing to select in: {}. {}", none.title, none.reason));
  }
  const bool there = slot.tid >= 0 && slot.tid < layout->threads() && slot.i >= 0 && slot.i < layout->values();
  if (!there) {
    return bad_input(fmt::format("no slot {},{} in {}: tid is 0 to {} and i is 0 to {}.", slot.tid, slot.i,
                                 layout->kind(), layout->threads() - 1, layout->values() - 1));
  }
  const auto element = layout->element(slot);
  if (!element) return bad_input(fmt::format("slot {},{} of {} holds no element.", slot.tid, slot.i, layout->kind()));
  session.actions().push_back(SetPin{Pick{*element, slot, shown}});
  return Nothing{};
}

// Finds the other side of a comparison by the name of a source or its product, or the id of a kind.
Result<CompareWith> other_side(const Sources& sources, const Document& d, const std::string& with) {
  const Result<LayoutSource*> found = sources.find(with);
  const std::string& name = found ? found.value()->info().name : with;
  const auto source = std::find_if(d.sources.begin(), d.sources.end(), [&](auto& s) { return s.info.name == name; });
  if (source != d.sources.end()) return CompareWith{static_cast<std::size_t>(source - d.sources.begin()), ""};
  const auto same = [&](const KindEntry& e) { return e.id == with; };
  if (std::any_of(d.kinds.begin(), d.kinds.end(), same)) return CompareWith{std::nullopt, with};
  return bad_input(
      fmt::format("--with '{}' is neither a source nor a kind: `tcviz devices` and `tcviz kinds` list them.", with));
}

Status set_look(const Sources& sources, Session& session, const CaptureOptions& options) {
  ActionQueue& actions = session.actions();
  actions.push_back(SetTheme{options.theme});
  actions.push_back(SetColorBy{options.color_by});
  actions.push_back(SetLabelBy{options.label_by});
  actions.push_back(SetPalette{options.palette});
  actions.push_back(SetFilter{options.threads});
  actions.push_back(SetFullScreen{options.full_screen});
  if (!options.expression.empty()) actions.push_back(SetExpression{options.expression});
  if (!options.with.empty()) {
    const Result<CompareWith> other = other_side(sources, session.document(), options.with);
    if (!other.ok()) return other.error();
    actions.push_back(other.value());
  }
  const bool one_text = !options.formula.empty();
  const bool typed = one_text || !options.row.empty() || !options.col.empty();
  if (typed) actions.push_back(ShowWorkspace{Workspace::Formula});
  actions.push_back(SetViewMode{options.view});
  if (options.hide_answer) actions.push_back(FormulaAction(HideAnswer{}));
  actions.push_back(FormulaAction(SetFormula{{one_text, options.row, options.col, options.formula}}));
  session.settle();
  const Result<std::vector<bool>> threads = filtered_threads(session.document(), session.document().layouts());
  return threads ? Status(Nothing{}) : Status(threads.error());
}

// Dialogs and pages that a picture can show.
struct Extra {
  std::string_view name;
  Action (*act)();
};
constexpr Extra extras[] = {
    {"palette", [] { return Action(ShowCommands{true}); }},
    {"figure", [] { return Action(ShowFigure{true}); }},
    {"residual", [] { return Action(ProductsAction(ShowProductsPage{ProductsPage::Residual})); }},
    {"speed-up", [] { return Action(ProductsAction(ShowProductsPage{ProductsPage::SpeedUp})); }},
    {"spread", [] { return Action(ProductsAction(ShowProductsPage{ProductsPage::Spread})); }},
    {"descriptor", [] { return Action(SmemAction(SetSmemPage{SmemPage::Descriptor})); }},
    {"banks", [] { return Action(SmemAction(SetSmemPage{SmemPage::Banks})); }},
    {"journey", [] { return Action(SmemAction(SetSmemPage{SmemPage::Journey})); }},
    {"xray-banks", [] { return Action(XrayAction(ShowXrayBanks{true})); }},
    {"quiz", [] { return Action(LearnAction(StartQuiz{1})); }},
    {"keys", [] { return Action(ShowHelp{true}); }},
    {"sources", [] { return Action(WindowAction(ShowSources{})); }},
    {"tour-1", [] { return Action(SetTour{0}); }},
    {"tour-2", [] { return Action(SetTour{1}); }},
    {"tour-3", [] { return Action(SetTour{2}); }},
    {"tour-4", [] { return Action(SetTour{3}); }},
    {"tour-5", [] { return Action(SetTour{4}); }},
};

// True for views that --show names; --view names the modes of the grids.
bool can_be_shown(const ViewRow& row) { return !row.mode && !row.title.empty(); }

// "lesson:fragment:3": a lesson at a step, which counts from 1.
constexpr std::string_view lesson_words = "lesson:";

Status show_lesson(Session& session, std::string_view words) {
  const std::size_t colon = words.find(':');
  const std::string id(words.substr(0, colon));
  const auto step = colon == std::string_view::npos ? 1 : number_in<int>(words.substr(colon + 1)).value_or(0);
  session.actions().push_back(LearnAction(OpenLesson{id, std::max(step, 1) - 1}));
  session.settle();
  const Lesson* const open = session.document().learn.open_lesson();
  if (open == nullptr || open->id != id)
    return bad_input(fmt::format("no lesson is called {}: `tcviz learn` lists them.", id));
  if (step >= 1 && step <= std::ssize(open->steps)) return Nothing{};
  return bad_input(
      fmt::format("--show {}{}: the lesson has the steps 1 to {}.", lesson_words, words, open->steps.size()));
}

Status show_extra(Session& session, const std::string& name) {
  if (name.empty()) return Nothing{};
  if (name.starts_with(lesson_words)) return show_lesson(session, std::string_view(name).substr(lesson_words.size()));
  for (const ViewRow& row : view_rows) {
    if (!can_be_shown(row) || row.word != name) continue;
    session.actions().push_back(open_view(row));
    return Nothing{};
  }
  for (const WorkspaceRow& row : workspace_rows) {
    if (!has_own_word(row) || row.word != name) continue;
    session.actions().push_back(ShowWorkspace{row.workspace});
    return Nothing{};
  }
  for (const Extra& extra : extras) {
    if (extra.name != name) continue;
    session.actions().push_back(extra.act());
    return Nothing{};
  }
  return bad_input(
      fmt::format("nothing called {} can be shown: choose one of {}.", name, fmt::join(capture_extras(), ", ")));
}

// Shows the maxas view at a step or a page; if an element is pinned, it is chosen in the kernel's tile.
Status show_maxas(Session& session, const CaptureOptions& options) {
  if (options.maxas.empty() && options.maxas_tour.empty() && !options.maxas_variant) return Nothing{};
  ActionQueue& actions = session.actions();
  actions.push_back(ShowView{ViewId::Maxas});
  session.update();
  if (!options.maxas_tour.empty()) {
    const Result<MaxasPage> page = parse_maxas_page(options.maxas_tour);
    if (!page.ok()) return page.error();
    actions.push_back(MaxasAction(SetMaxasPage{page.value()}));
  }
  if (options.maxas_variant) actions.push_back(MaxasAction(SetMaxasVariant{*options.maxas_variant}));
  if (!options.maxas.empty()) {
    const Result<MaxasStep> step = parse_maxas_step(session.document().task<MaxasState>().kernel, options.maxas);
    if (!step.ok()) return step.error();
    actions.push_back(MaxasAction(SetMaxasStep{step.value()}));
  }
  const std::optional<Pick>& pin = session.document().pin;
  if (pin && sgemm_of_kind(session.document().kind) != nullptr)
    actions.push_back(MaxasAction(ChooseMaxas{{MaxasObject::Type::C, pin->element.row, pin->element.col}}));
  session.update();
  return Nothing{};
}

// True if all pixels are alike: a driver whose context is lost draws nothing and reports no error. Seen on an H200
// (driver 580.159.04) for half a minute after another program's kernel had faulted.
bool is_blank(const Pixels& pixels) {
  const Color first = pixels.at(0, 0);
  for (int y = 0; y < pixels.height; ++y) {
    for (int x = 0; x < pixels.width; ++x) {
      if (pixels.at(x, y) != first) return false;
    }
  }
  return true;
}

}  // namespace

std::vector<std::string_view> capture_extras() {
  std::vector<std::string_view> names;
  for (const ViewRow& row : view_rows) {
    if (can_be_shown(row)) names.push_back(row.word);
  }
  for (const WorkspaceRow& row : workspace_rows) {
    if (has_own_word(row)) names.push_back(row.word);
  }
  for (const Extra& extra : extras) names.push_back(extra.name);
  return names;
}

Result<std::unique_ptr<Headless>> captured_window(Sources& sources, const CaptureOptions& options) {
  if (!(options.scale >= 0.5 && options.scale <= 4)) return bad_input("the scale must be between 0.5 and 4.");
  const auto pixels = [&](int points) { return static_cast<int>(std::lround(points * options.scale)); };
  WindowOptions window = options.window;
  window.config_folder.clear();  // a picture depends on its options only
  auto made = Headless::make(sources, window, pixels(options.width), pixels(options.height), options.scale);
  if (!made.ok()) return made;
  Headless& headless = *made.value();
  Session& session = headless.session();
  session.settle();
  if (!options.window.link) {
    if (Status set = set_look(sources, session, options); !set.ok()) return set.error();
  }
  if (options.select) {
    if (Status pinned = pin(session, *options.select); !pinned.ok()) return pinned.error();
  }
  if (!options.window.kernel_file.empty()) session.actions().push_back(ShowWorkspace{Workspace::Xray});
  headless.run_idle();  // panels have their content and the keys before something opens over them, which would close it
  if (Status shown = show_extra(session, options.show); !shown.ok()) return shown.error();
  if (Status shown = show_maxas(session, options); !shown.ok()) return shown.error();
  headless.run_idle();
  session.settle();  // panels may have asked for their content
  headless.pacer().event();
  headless.run_idle();
  return made;
}

Result<std::string> capture_window(Sources& sources, const CaptureOptions& options) {
  const auto window = captured_window(sources, options);
  if (!window.ok()) return window.error();
  const Pixels drawn = window.value()->pixels();
  if (is_blank(drawn)) return unavailable("the OpenGL driver drew nothing: try again in a minute, or restart it.");
  return encode_png(drawn);
}

}  // namespace tcviz::inline app_ui
