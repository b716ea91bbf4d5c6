// A kernel to begin with, as PTX: one warp multiplies 16x16 by 16x8.
#pragma once

#include <string_view>

namespace tcviz {
inline namespace app_cli {

std::string_view xray_example();

}  // namespace app_cli
}  // namespace tcviz
