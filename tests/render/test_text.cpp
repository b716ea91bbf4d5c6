// Texts: where they stand, when they are left out, that a zoom back gives the same picture.
#include <algorithm>
#include <vector>

#include "app/render/fonts.hpp"
#include "app/render/utf8.hpp"
#include "tests/render/drawing.hpp"

namespace tcviz {
namespace {

struct Box {
  int left = 1 << 20, top = 1 << 20, right = -1, bottom = -1;  // inclusive; of all pixels with ink
  bool empty() const { return right < 0; }
};

class Texts : public Drawing {
 protected:
  static Box ink_box(const Pixels& pixels) {
    Box box;
    for (int y = 0; y < pixels.height; ++y) {
      for (int x = 0; x < pixels.width; ++x) {
        if (pixels.at(x, y) == ground) continue;
        box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x), std::max(box.bottom, y)};
      }
    }
    return box;
  }

  Box box_of(const Text& text, const View& view) {
    Scene scene = empty_scene();
    scene.texts = {text};
    renderer_->set_scene(scene);
    return ink_box(picture(view));
  }
};

Text text_at(float x, float y, Align align, const char* words, Face face = Face::Mono) {
  return {x, y, 20, align, face, TextRole::Caption, ink, words};
}

TEST_F(Texts, AlignmentIsAboutTheAnchor) {
  for (const Face face : {Face::Sans, Face::Mono}) {
    const Box left = box_of(text_at(100, 100, Align::Left, "H00H", face), whole_view());
    const Box center = box_of(text_at(100, 100, Align::Center, "H00H", face), whole_view());
    const Box right = box_of(text_at(100, 100, Align::Right, "H00H", face), whole_view());
    ASSERT_FALSE(left.empty() || center.empty() || right.empty());
    EXPECT_GE(left.left, 100);
    EXPECT_LE(left.left, 103);
    EXPECT_LE(right.right, 99);
    EXPECT_GE(right.right, 96);
    EXPECT_NEAR((center.left + center.right + 1) / 2.0, 100, 1.5);
    EXPECT_NEAR(left.right - left.left, right.right - right.left, 1);
  }
}

TEST_F(Texts, YIsTheMiddleOfFigures) {
  for (const float zoom : {0.5F, 0.8F, 1.0F, 1.7F, 2.0F}) {
    const Box box = box_of(text_at(10, 60, Align::Left, "10741", Face::Sans), whole_view(zoom));
    EXPECT_NEAR((box.top + box.bottom + 1) / 2.0, 60 * zoom, 1) << zoom;
  }
}

TEST_F(Texts, FiguresAreAsHighAsTheFontSays) {
  // Roboto: 1456 of 2048 units.
  for (const float zoom : {1.0F, 2.0F, 4.0F}) {
    const Box box = box_of(text_at(5, 30, Align::Left, "1", Face::Sans), whole_view(zoom));
    EXPECT_NEAR(box.bottom - box.top + 1, 1456.0 / 2048 * 20 * zoom, 1.2) << zoom;
  }
}

TEST_F(Texts, TopsAndFeetAreSharp) {
  // A flat top or foot that lies between two pixels would be a row of half-covered pixels.
  for (const float zoom : {0.6F, 0.85F, 1.0F, 1.33F, 2.1F}) {
    Scene scene = empty_scene();
    scene.texts = {text_at(20.3F, 50.4F, Align::Left, "EEEEEE", Face::Sans)};
    renderer_->set_scene(scene);
    const Pixels pixels = picture(whole_view(zoom));
    const Box box = ink_box(pixels);
    for (const int y : {box.top, box.bottom}) {
      int strongest = 0;
      for (int x = box.left; x <= box.right; ++x) strongest = std::max<int>(strongest, pixels.at(x, y).r);
      EXPECT_GT(strongest, 215) << "row " << y << " zoom " << zoom;
    }
  }
}

TEST_F(Texts, AreLeftOutBelowSixPixels) {
  Scene scene = grid_scene({6, 6, 4, 4, 40, 30, 1, 1});
  const auto label_pixels = [&](float zoom) {
    renderer_->set_scene(scene);
    const Pixels without = picture(whole_view(zoom));
    Scene labelled = scene;
    add_labels(labelled, 10);
    labelled.texts.push_back({4, 200, 30, Align::Left, Face::Sans, TextRole::GridTitle, ink, "Thread"});
    renderer_->set_scene(labelled);
    const Pixels with = picture(whole_view(zoom));
    int in_cells = 0, in_title = 0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        (static_cast<float>(y) < 185 * zoom ? in_cells : in_title) += with.at(x, y) != without.at(x, y);
      }
    }
    return std::pair{in_cells, in_title};
  };
  EXPECT_GT(label_pixels(1.0F).first, 36 * 8);
  EXPECT_GT(label_pixels(0.6F).first, 36 * 4);
  EXPECT_EQ(label_pixels(0.59F).first, 0);
  EXPECT_GT(label_pixels(0.59F).second, 50);  // the title is still large enough
  EXPECT_GT(label_pixels(0.2F).second, 10);
  EXPECT_EQ(label_pixels(0.19F).second, 0);
}

TEST_F(Texts, EqualFiguresLookEqualWhereverTheyStand) {
  // On whole pixels, every 8 is the same 8; any scaling or shift by part of a pixel would tell them apart.
  Scene scene = grid_scene({6, 6, 4, 4, 30.0F, 24.0F, 1, 1});
  for (CellPart& cell : scene.cells) {
    cell.fill = {90, 90, 90, 255};
    cell.slot = 8;
  }
  add_labels(scene, 12);
  renderer_->set_scene(scene);
  for (const float zoom : {0.73F, 1.0F, 1.21F}) {
    const Pixels pixels = picture(whole_view(zoom, 0.37F, 0.81F));
    std::vector<std::vector<Color>> looks;
    for (const CellPart& cell : scene.cells) {
      const int cx = static_cast<int>(0.37F + (cell.rect.x + cell.rect.w / 2) * zoom);
      const int cy = static_cast<int>(0.81F + (cell.rect.y + cell.rect.h / 2) * zoom);
      std::vector<Color> look;  // from the first pixel with ink on, so that a whole pixel's shift does not matter
      const auto is_ink = [&](int x, int y) { return pixels.at(x, y).r > 100 && pixels.at(x, y).g < 85; };
      int left = cx + 7, top = cy + 7;
      for (int y = cy - 7; y < cy + 7; ++y) {
        for (int x = cx - 7; x < cx + 7; ++x) {
          if (is_ink(x, y)) left = std::min(left, x), top = std::min(top, y);
        }
      }
      for (int y = top; y < top + 7; ++y) {
        for (int x = left; x < left + 5; ++x) look.push_back(pixels.at(x, y));
      }
      looks.push_back(look);
    }
    for (const std::vector<Color>& look : looks) EXPECT_EQ(look, looks.front()) << zoom;
  }
}

TEST_F(Texts, ManySizesDoNotSpoilTheAtlas) {
  Scene scene = grid_scene({3, 3, 4, 4, 40, 30, 1, 1});
  add_labels(scene, 10);
  std::string everything;
  for (char c = '!'; c <= '~'; ++c) everything.push_back(c);
  for (const float size : {9.0F, 13.0F, 17.0F, 22.0F}) {
    for (const Face face : {Face::Sans, Face::Mono}) {
      scene.texts.push_back({2, 100 + size * 3, size, Align::Left, face, TextRole::Caption, ink, everything + "×·…"});
    }
  }
  renderer_->set_scene(scene);
  const Pixels before = picture(whole_view(1.1F));
  for (float zoom = 0.7F; zoom < 12; zoom *= 1.07F) picture(whole_view(zoom));
  EXPECT_EQ(picture(whole_view(1.1F)).rgba, before.rgba);
}

TEST_F(Texts, MoreCharactersThanOneTableHolds) {
  std::string many;
  for (int c = 0x21; c < 0x7F; ++c) many.push_back(static_cast<char>(c));
  for (int c = 0xA1; c < 0x100; ++c) {
    many.push_back(static_cast<char>(0xC0 | c >> 6));
    many.push_back(static_cast<char>(0x80 | (c & 0x3F)));
  }
  Scene scene = empty_scene();
  scene.texts = {text_at(0, 20, Align::Left, many.substr(0, 94).c_str(), Face::Sans),
                 text_at(0, 60, Align::Left, many.substr(94).c_str(), Face::Sans)};
  renderer_->set_scene(scene);
  const Pixels both = picture(whole_view(0.5F));
  const Text second = scene.texts[1];
  scene.texts = {second};
  renderer_->set_scene(scene);
  const Pixels alone = picture(whole_view(0.5F));
  for (int y = 22; y < 40; ++y) {
    for (int x = 0; x < width; ++x) ASSERT_EQ(both.at(x, y), alone.at(x, y)) << x << ' ' << y;
  }
  EXPECT_FALSE(ink_box(alone).empty());
}

TEST_F(Texts, LongLinesAreDrawnToTheirEnd) {
  const Box box =
      box_of({4, 100, 6, Align::Left, Face::Sans, TextRole::Caption, ink, std::string(300, 'l')}, whole_view());
  EXPECT_GT(box.right, width - 4);
}

TEST(Fonts, AreTrueTypeFiles) {
  for (const Face face : {Face::Sans, Face::Mono}) {
    const std::span<const std::byte> file = font_file(face);
    ASSERT_GT(file.size(), 10000U);
    EXPECT_EQ(file[0], std::byte{0});
    EXPECT_EQ(file[1], std::byte{1});
  }
  EXPECT_NE(font_file(Face::Sans).data(), font_file(Face::Mono).data());
}

std::u32string decoded(std::string_view text) {
  std::vector<char32_t> characters{U'x'};
  decode_utf8(text, characters);
  return {characters.begin(), characters.end()};
}

TEST(Utf8, IsDecoded) {
  EXPECT_EQ(decoded(""), U"");
  EXPECT_EQ(decoded("16×16 · tid…"), U"16\u00d716 \u00b7 tid\u2026");
  EXPECT_EQ(decoded("\xF0\x9F\x99\x82"), U"\U0001F642");
}

TEST(Utf8, BrokenBytesBecomeReplacements) {
  EXPECT_EQ(decoded("a\xC3"), U"a\uFFFD");
  EXPECT_EQ(decoded("\xC3(b"), U"\uFFFD(b");
  EXPECT_EQ(decoded("\x80\xFF"), U"\uFFFD\uFFFD");
}

}  // namespace
}  // namespace tcviz
