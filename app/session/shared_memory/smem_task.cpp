#include "app/session/shared_memory/smem_task.hpp"

#include "app/export/figure/carried_picture.hpp"
#include "app/export/figure/scene_figure.hpp"
#include "app/session/shared_memory/smem_command.hpp"
#include "app/session/shared_memory/smem_figure.hpp"

namespace tcviz::inline app_session {

std::optional<SmemImage> with_id(SmemImage image, const std::string& text) {
  const Result<ImageId> id = read_image_id(text);
  if (!id) return std::nullopt;
  image.swizzle = id.value().swizzle, image.major = id.value().major, image.bits = id.value().element_bits;
  return image;
}

std::optional<Workspace> SmemTask::leads_to(const SmemState&, const Action& action) {
  const bool leads = std::holds_alternative<SetSmemPage>(action) || std::holds_alternative<OpenSmemDescriptor>(action);
  return leads ? std::optional(Workspace::SharedMemory) : std::nullopt;
}

std::string SmemTask::figure_path(const SmemState& smem) { return smem_figure_path(smem); }

Result<FigureBytes> SmemTask::figure(const SmemState& smem, const FigureWish& wish, const TaskParts&) {
  const Result<FigureFormat> format = wish.path.empty() ? FigureFormat::Png : picture_format_of(wish.path);
  TCVIZ_TRY(format);
  Result<Scene> scene = smem_figure(smem, wish.theme, wish.palette);
  TCVIZ_TRY(scene);
  std::string carried = carried_json({smem_figure_words(smem, wish.theme, wish.palette), {}});
  return FigureBytes([made = std::move(scene).value(), format = format.value(), carried = std::move(carried)] {
    return write_scene(made, format, carried);
  });
}

}  // namespace tcviz::inline app_session
