#include "app/session/learn/lesson_panel_file.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/session/shared_memory/smem_task.hpp"

namespace tcviz::inline app_session {
namespace {

using Words = std::string_view;

constexpr std::array<Words, 11> smem_scene_fields = {"page", "grids", "color", "image",   "rows", "cols",
                                                     "op",   "row",   "col",   "address", "pitch"};
constexpr std::array<Words, 2> kernel_scene_fields = {"kernel", "source"};
// A journey is a story of its own, and a descriptor shows its own image: neither is of a lesson.
constexpr std::array<SmemPage, 2> pages = {SmemPage::Image, SmemPage::Banks};
constexpr std::array<Words, 2> page_words = {"image", "banks"};

void read_image(const LessonFields& smem, SmemImage& image) {
  std::string id;
  smem.text("image", id);
  const std::optional<SmemImage> named = id.empty() ? image : with_id(image, id);
  if (!named) return smem.note("image", "is no image: write one such as smem.128b.k.b16.");
  image = *named;
  smem.number("rows", 1, most_smem_size, image.rows);
  smem.number("cols", 1, most_smem_size, image.cols);
  const Status possible = check_image(operand_image(image));
  if (!possible) smem.note("image", fmt::format("is impossible: {}.", possible.error().message));
}

void read_access(const LessonFields& smem, SmemAccess& access) {
  smem.text("op", access.op);
  if (find_warp_access(access.op) == nullptr) smem.note("op", "is no access: `tcviz banks --help` lists them.");
  smem.text("row", access.row);
  smem.text("col", access.col);
  smem.text("address", access.address);
  smem.number("pitch", 0, most_smem_pitch, access.pitch);
  const bool of_element = smem.has("row") || smem.has("col");
  if (of_element && smem.has("address")) smem.note("address", "is instead of row and col: say one of them.");
  if (of_element || smem.has("address")) access.of_image = of_element;
}

}  // namespace

void read_lesson_smem(const LessonFields& show, SmemLook& look) {
  const auto fields =
      show.object("shared-memory", "{\"page\": \"banks\", \"image\": \"smem.none.k.b16\"}", smem_scene_fields);
  if (!fields) return;
  const LessonFields& smem = *fields;
  if (const auto page = smem.word("page", page_words)) look.page = pages.at(*page);
  if (const auto grids = smem.word("grids", smem_grids_words)) look.grids = static_cast<SmemGrids>(*grids);
  if (const auto color = smem.word("color", smem_color_words)) look.color = static_cast<SmemColor>(*color);
  read_image(smem, look.image);
  read_access(smem, look.access);
}

void read_lesson_kernel(const LessonFields& show, LessonKernel& kernel) {
  const auto found = show.object("xray", "{\"kernel\": \"mine.ptx\", \"source\": [\"...\"]}", kernel_scene_fields);
  if (!found) return;
  const LessonFields& fields = *found;
  fields.must("kernel", "the name of its file, such as \"mine.ptx\" or \"mine.cu\"");
  fields.must("source", "a list of the kernel's lines");
  fields.text("kernel", kernel.name);
  std::vector<std::string> lines;
  fields.texts("source", lines);
  kernel.source = lines.empty() ? "" : fmt::format("{}\n", fmt::join(lines, "\n"));
  const bool is_kernel = kernel.name.ends_with(".ptx") || kernel.name.ends_with(".cu");
  if (fields.has("kernel") && !is_kernel) fields.note("kernel", "must end in .ptx or .cu.");
}

}  // namespace tcviz::inline app_session
