// The panel First steps: four large buttons beside the picture.
#pragma once

#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

class StartPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
};

}  // namespace tcviz::inline app_ui
