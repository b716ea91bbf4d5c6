// The user's actions in the workspace Shared memory. The fields and their types are explained in smem_state.hpp.
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
// The height of a drawn line, in points; 0: as it fits.
struct SetSmemHeight {
  float height = 0;
};
// Sets the image. The descriptor is changed to match, if it can describe the image.
struct SetSmemImage {
  SmemImage image;
};
// Sets the descriptor. The image is changed to match, if the descriptor is valid.
struct SetSmemDescriptor {
  SmemDescriptor descriptor;
};
// Sets its bits, and shows the page Descriptor.
struct OpenSmemDescriptor {
  std::uint64_t bits = 0;
};
struct SetSmemAccess {
  SmemAccess access;
};
// Takes over the image and the access of one of the tried alternatives (smem_trials.hpp).
struct TakeSmemTrial {
  SmemLook trial;
};
// Sets the journey. An element outside of its matrix is kept, and the view shows a message, so that it is valid again
// once the user has typed larger sizes.
struct SetSmemJourney {
  SmemJourney journey;
};
// Sets the path of the figure; empty: default_smem_path() in the working folder.
struct SetSmemFigurePath {
  std::string path;
};
// The element under the pointer; none: no element.
struct HoverSmem {
  std::optional<Element> element;
};
// The element that the user clicked; none: the choice is removed.
struct ChooseSmem {
  std::optional<Element> element;
};
// Moves the choice by rows and columns.
struct MoveSmem {
  int rows = 0, cols = 0;
};
struct ScrollSmem {
  int first_line = 0, first_row = 0;
};

using SmemAction = std::variant<SetSmemPage, SetSmemGrids, SetSmemColor, SetSmemDetail, SetSmemHeight, SetSmemImage,
                                SetSmemDescriptor, OpenSmemDescriptor, SetSmemAccess, TakeSmemTrial, SetSmemJourney,
                                SetSmemFigurePath, HoverSmem, ChooseSmem, MoveSmem, ScrollSmem>;

// Applies `action`. Numbers out of range are clamped; an element that does not exist is not chosen.
void apply_smem(SmemState& state, const SmemAction& action);

// Returns `look`, read from a file, with its numbers clamped to their ranges.
SmemLook mended(SmemLook look);

}  // namespace tcviz::inline app_session
