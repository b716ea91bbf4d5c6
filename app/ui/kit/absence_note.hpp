// A note in the middle of a panel for which there is no layout: the reason, and buttons with remedies.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/session/base/task.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_session {
struct NoLayout;
}
namespace tcviz::inline app_ui {

class AbsenceNote {
 public:
  void draw(const Ui& ui, bool layouts_changed);

 private:
  struct SourceNews {
    Stage stage = Stage::NotAsked;
    bool stop_wanted = false;
    std::shared_ptr<const Answers> answers;
  };
  void prepare(const Document& document, bool layouts_changed);
  void draw_remedies(const Ui& ui) const;

  std::shared_ptr<const NoLayout> absence_;
  std::vector<std::string> names_;  // on the buttons of its other sources
  std::string both_;                // on that of the kind that both sides have
  std::vector<SourceNews> news_;    // the states of the sources for which absence_ was made
};

}  // namespace tcviz::inline app_ui
