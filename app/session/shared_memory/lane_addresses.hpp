// The addresses of a warp's lanes from what a person types: an expression of `lane`, or 32 numbers.
#pragma once

#include <array>
#include <string>

#include "gpu/image/banks.hpp"
#include "gpu/image/operand_image.hpp"

namespace tcviz {
inline namespace app_session {

// `what` names the text in errors: "--addresses". -1 turns a lane off.
Result<LaneAddresses> read_lanes(std::string_view what, const std::string& text);
// Of the element (row(lane), col(lane)) of an image; a negative row or column turns a lane off.
Result<LaneAddresses> lanes_in_image(const OperandImage& image, const std::string& row, const std::string& col);
// "0 4 8 ...": as read_lanes reads it.
std::string spelled(const LaneAddresses& addresses);

}  // namespace app_session
}  // namespace tcviz
