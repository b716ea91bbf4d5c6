#include "app/scene/pictures/bank_page.hpp"

#include <fmt/format.h>

#include <set>

#include "app/scene/easel/easel.hpp"
#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/pictures/bank_scene.hpp"
#include "gpu/smem/known_by.hpp"

namespace tcviz::inline app_scene {
namespace {

constexpr float bank_margin = 24, bank_line_h = 17, width_of_banks = 820;
constexpr int bytes_of_matrix_row = 16;

// Returns the lanes with their bytes, and the lines of 128 bytes that they touch.
BankAccess bank_access(const AccessPattern& pattern, const BankReport& report) {
  const WarpAccess& access = *pattern.access;
  BankAccess drawn;
  drawn.opcode = access.name;
  drawn.wavefronts = BankWavefronts{std::string(access.name), report, report.phases};
  const int bytes = access.matrix ? bytes_of_matrix_row : access.bytes;
  std::set<std::int64_t> lines;
  for (int lane = 0; lane < access.lanes; ++lane) {
    const std::int64_t address = pattern.addresses.at(static_cast<std::size_t>(lane));
    if (address == lane_off) continue;
    drawn.touches.push_back({lane, address, bytes});
    for (std::int64_t line = address / bank_line; line * bank_line < address + bytes; ++line)
      lines.insert(line * bank_line);
  }
  for (const std::int64_t line : lines) drawn.lines.push_back({line, {}});
  return drawn;
}

}  // namespace

Scene bank_page(const AccessPattern& pattern, const BankReport& report, const BankPage& page) {
  const BankAccess access = bank_access(pattern, report);
  const std::string provenance = fmt::format("the model of banks: {}", images_known_by());
  Scene scene;
  Easel easel(scene, page.theme);
  const Scene banks = bank_scene(access, fit_banks(access, page.theme, page.palette, width_of_banks, 0)).scene;
  scene.title = page.title;
  scene.description = provenance;
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
  lines_of(provenance, 11, easel.colors.quiet, TextRole::Legend);
  scene.height = y + bank_margin - bank_line_h / 2;
  return scene;
}

}  // namespace tcviz::inline app_scene
