#include "app/ui/window_action.hpp"

#include <algorithm>
#include <iterator>

#include "app/ui/action.hpp"

namespace tcviz {
namespace {

bool is_built_in(const std::string& name) {
  return std::find(std::begin(built_in_arrangements), std::end(built_in_arrangements), name) !=
         std::end(built_in_arrangements);
}

auto find_arrangement(Document& d, const std::string& name) {
  return std::find_if(d.arrangements.begin(), d.arrangements.end(),
                      [&](const PanelArrangement& a) { return a.name == name; });
}

class Apply {
 public:
  explicit Apply(Document& document) : d_(document) {}

  void operator()(const ChooseArrangement& a) {
    if (!is_built_in(a.name) && find_arrangement(d_, a.name) == d_.arrangements.end()) return;
    d_.arrangement = a.name;
    ++d_.panel_resets;
  }
  void operator()(const KeepArrangement& a) {
    const std::string& name = a.arrangement.name;
    if (name.empty() || name.size() > most_name || is_built_in(name)) return;
    const auto at = find_arrangement(d_, name);
    const bool fresh = at == d_.arrangements.end();
    if (fresh && d_.arrangements.size() >= most_arrangements) return;
    if (fresh) d_.arrangements.push_back(a.arrangement);
    if (!fresh) at->text = a.arrangement.text;
    d_.arrangement = name;
    d_.keep_open = false;
  }
  void operator()(const DropArrangement& a) {
    const auto at = find_arrangement(d_, a.name);
    if (at == d_.arrangements.end()) return;
    d_.arrangements.erase(at);
    if (d_.arrangement == a.name) d_.arrangement = built_in_arrangements[0];  // the panels stay where they are
  }
  void operator()(const AskForName& a) { d_.keep_open = a.open; }
  void operator()(const ShowSources&) { ++d_.source_lists; }
  void operator()(const AddProblem& a) { d_.problems.push_back(a.sentence); }
  void operator()(const ClearProblems&) { d_.problems.clear(); }

  // Kinds that are not here any more are kept all the same: the file that holds them may come back.
  void operator()(const Restore& a) {
    const Kept& k = a.kept;
    d_.theme = k.theme;
    apply_action(d_, SetUiScale{k.ui_percent});
    d_.view = k.view;
    d_.color_by = k.color_by;
    d_.label_by = k.label_by;
    d_.palette = k.palette;
    d_.favourites = k.favourites;
    d_.recent = k.recent;
    if (d_.recent.size() > most_recent) d_.recent.resize(most_recent);
    d_.arrangements = k.arrangements;
    d_.arrangement = k.arrangement;
    d_.tour_done = k.tour_done;
    if (!is_built_in(d_.arrangement) && find_arrangement(d_, d_.arrangement) == d_.arrangements.end())
      d_.arrangement = built_in_arrangements[0];
  }

 private:
  Document& d_;
};

}  // namespace

void apply_window_action(Document& document, const WindowAction& action) { std::visit(Apply(document), action); }

Kept kept_of(const Document& d) {
  return {d.theme,      d.ui_percent, d.view,         d.color_by,    d.label_by, d.palette,
          d.favourites, d.recent,     d.arrangements, d.arrangement, d.tour_done};
}

}  // namespace tcviz
