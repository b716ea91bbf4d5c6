#include "app/scene/pictures/bank_page.hpp"

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float bank_margin = 24, bank_line_h = 17, width_of_banks = 820;

}  // namespace

Scene bank_page(const BankAccess& access, const BankPage& page) {
  Scene scene;
  Easel easel(scene, Theme::Light);
  const Scene banks = bank_scene(access, fit_banks(access, Theme::Light, Palette::Safe, width_of_banks, 0)).scene;
  scene.title = page.title;
  scene.description = page.provenance;
  scene.width = banks.width + 2 * bank_margin;
  float y = bank_margin + 6;
  const auto lines_of = [&](const std::string& words, float size, Color color, TextRole role) {
    for (const std::string& line : wrap_text(words, Face::Sans, size, banks.width)) {
      easel.text(bank_margin, y, size, Align::Left, Face::Sans, role, color, line);
      y += bank_line_h + (role == TextRole::Title ? 5 : 0);
    }
  };
  lines_of(page.title, 17, easel.colors.ink, TextRole::Title);
  for (const std::string& line : page.lines) lines_of(line, 12, easel.colors.quiet, TextRole::Caption);
  easel.picture(banks, bank_margin, y);
  y += banks.height + bank_line_h;
  lines_of(
      "Below each line of 128 bytes the lanes that touch it, in the colour of their phase; framed: words that meet "
      "in one bank; words: how many of one bank are needed in the phase that asks most of it",
      11, easel.colors.quiet, TextRole::Legend);
  lines_of(page.provenance, 11, easel.colors.quiet, TextRole::Legend);
  scene.height = y + bank_margin - bank_line_h / 2;
  return scene;
}

}  // namespace tcviz::inline app_scene
