#include "app/ui/window/figure_preview.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "app/export/figure/preview.hpp"
#include "app/session/whole/document.hpp"
#include "app/session/whole/figure_of.hpp"
#include "glad/gl.h"

namespace tcviz::inline app_ui {
namespace {

constexpr float most_pixels_a_unit = 2;

unsigned make_texture() {
  unsigned texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return texture;
}

void fill_texture(unsigned texture, const PreviewPicture& picture) {
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, picture.width, picture.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               picture.rgba.data());
}

// Draws the pattern that shows through a transparent figure.
void draw_chequers(ImDrawList& draw, ImVec2 at, ImVec2 size, float side) {
  draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, IM_COL32(255, 255, 255, 255));
  for (int row = 0; static_cast<float>(row) * side < size.y; ++row) {
    for (int col = row % 2; static_cast<float>(col) * side < size.x; col += 2) {
      const ImVec2 from(at.x + static_cast<float>(col) * side, at.y + static_cast<float>(row) * side);
      draw.AddRectFilled(from, {std::min(from.x + side, at.x + size.x), std::min(from.y + side, at.y + size.y)},
                         IM_COL32(225, 228, 233, 255));
    }
  }
}

}  // namespace

FigurePreview::~FigurePreview() {
  if (texture_ != 0) glDeleteTextures(1, &texture_);
}

void FigurePreview::follow(const Document& document, ImVec2 room) {
  const bool other_layouts = shown_.follow(document);
  const bool same = look_ && !other_layouts && *look_ == document && choice_ == document.figure && room_.x == room.x &&
                    room_.y == room.y;
  if (same) return;
  look_ = std::make_shared<const Look>(document);
  choice_ = document.figure;
  room_ = room;
  make(document, room);
}

void FigurePreview::make(const Document& document, ImVec2 room) {
  problem_.clear();
  warning_.clear();
  size_ = units_ = {0, 0};
  const Result<Figure> figure = figure_of(document);
  if (!figure) {
    problem_ = figure.error().message;
    return;
  }
  const Result<PreviewPicture> picture = preview_of(figure.value(), room.x, room.y, most_pixels_a_unit);
  if (!picture) {
    problem_ = picture.error().message;
    return;
  }
  if (texture_ == 0) texture_ = make_texture();
  fill_texture(texture_, picture.value());
  size_ = {static_cast<float>(picture.value().width), static_cast<float>(picture.value().height)};
  units_ = {picture.value().units_w, picture.value().units_h};
  warning_ = size_warning(figure.value());
}

void FigurePreview::draw(const Ui& ui, ImVec2 at, ImVec2 room) const {
  if (size_.x <= 0) return;
  const ImVec2 from(std::floor(at.x + (room.x - size_.x) / 2), std::floor(at.y + (room.y - size_.y) / 2));
  const ImVec2 to(from.x + size_.x, from.y + size_.y);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (choice_.transparent) draw_chequers(draw, from, size_, ui.px(8));
  draw.AddImage(static_cast<ImTextureID>(texture_), from, to);
  draw.AddRect(from, to, ui.colors.border, 0, ui.line());
}

}  // namespace tcviz::inline app_ui
