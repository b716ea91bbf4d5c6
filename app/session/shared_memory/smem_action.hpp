// Actions of a person on the workspace of shared memory.
#pragma once

#include <variant>

#include "app/session/shared_memory/smem_state.hpp"

namespace tcviz::inline app_session {

struct SetSmemPage {
  SmemPage page = SmemPage::Image;
};
struct SetSmemGrids {
  SmemGrids grids = SmemGrids::Both;
};
struct SetSmemColor {
  SmemColor color = SmemColor::K;
};
struct SetSmemDetail {
  bool every_element = false;
};
// The height of a line, in points; 0: as it fits.
struct SetSmemHeight {
  float height = 0;
};
// Sets the image. The descriptor follows if it can name the image.
struct SetSmemImage {
  SmemImage image;
};
// Sets the descriptor. The image follows if the descriptor names one.
struct SetSmemDescriptor {
  SmemDescriptor descriptor;
};
struct SetSmemAccess {
  SmemAccess access;
};
// The image and the access of a trial.
struct TakeSmemTrial {
  SmemLook trial;
};
// An element outside its matrix stays, so that it is there again when the sizes are: the view says so.
struct SetSmemJourney {
  SmemJourney journey;
};
// The path of its figure; empty: the working folder, under its own name.
struct SetSmemFigurePath {
  std::string path;
};
struct HoverSmem {
  std::optional<Element> element;
};
struct ChooseSmem {
  std::optional<Element> element;
};
struct MoveSmem {
  int rows = 0, cols = 0;
};
struct ScrollSmem {
  int first_line = 0, first_row = 0;
};

using SmemAction = std::variant<SetSmemPage, SetSmemGrids, SetSmemColor, SetSmemDetail, SetSmemHeight, SetSmemImage,
                                SetSmemDescriptor, SetSmemAccess, TakeSmemTrial, SetSmemJourney, SetSmemFigurePath,
                                HoverSmem, ChooseSmem, MoveSmem, ScrollSmem>;

// Applies an action. Total: numbers are brought into their range, an element that is not there is not chosen.
void apply_smem(SmemState& state, const SmemAction& action);

// Brings the values read from a file into their range.
SmemLook mended(SmemLook look);

}  // namespace tcviz::inline app_session
