// How large texts are drawn on a screen, before the person's own text size. Pure.
#pragma once

namespace tcviz::inline app_ui {

// `content`: what the system says; many say 1 whatever the screen. Then a screen of very many pixels decides: texts on
// it are as high, as a part of the screen, as on one of 1440 lines.
float screen_scale(float content, int screen_height);

}  // namespace tcviz::inline app_ui
