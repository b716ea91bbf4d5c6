#include "app/session/shared_memory/smem_task.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "app/export/figure/scene_figure.hpp"
#include "app/session/base/json_take.hpp"
#include "app/session/shared_memory/smem_figure.hpp"
#include "gpu/smem/banks.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;
using Words = std::string_view;

constexpr std::array<Words, smem_pages> page_words = {"image", "descriptor", "banks", "journey"};
constexpr std::array<Words, 3> grids_words = {"both", "lines", "elements"}, color_by_words = {"k", "row", "bank"};
constexpr std::array<Words, 2> form_words = {"sm90", "sm100"}, major_words = {"k", "mn"};

json write_image(const SmemImage& i) {
  json object = {{"id", spell(id_of(i))}, {"rows", i.rows}, {"cols", i.cols}, {"base", i.base}, {"start", i.start}};
  if (i.lbo) object["lbo"] = *i.lbo;
  if (i.sbo) object["sbo"] = *i.sbo;
  return object;
}

void read_image(const json& object, SmemImage& i) {
  std::string text;
  take(object, "id", text);
  if (const Result<ImageId> id = read_image_id(text)) {
    i.swizzle = id.value().swizzle;
    i.major = id.value().major;
    i.bits = id.value().element_bits;
  }
  take(object, "rows", i.rows);
  take(object, "cols", i.cols);
  take(object, "base", i.base);
  take(object, "start", i.start);
  take(object, "lbo", i.lbo);
  take(object, "sbo", i.sbo);
}

json write_descriptor_choice(const SmemDescriptor& d) {
  json object = {{"form", word_in(form_words, d.form)},
                 {"bits", d.bits},
                 {"type", descriptor_types()[d.type]},
                 {"a", d.is_a},
                 {"sparse", d.sparse},
                 {"n", d.n},
                 {"major", word_in(major_words, d.major)}};
  if (d.other) object["other"] = *d.other;
  return object;
}

void read_descriptor_choice(const json& object, SmemDescriptor& d) {
  std::string type;
  take_choice(object, "form", form_words, d.form);
  take_choice(object, "major", major_words, d.major);
  take(object, "bits", d.bits);
  take(object, "other", d.other);
  take(object, "type", type);
  take(object, "a", d.is_a);
  take(object, "sparse", d.sparse);
  take(object, "n", d.n);
  for (std::size_t t = 0; t < descriptor_types().size(); ++t)
    if (descriptor_types()[t] == type) d.type = t;
}

void read_access(const json& object, SmemAccess& a) {
  take(object, "op", a.op);
  if (find_warp_access(a.op) == nullptr) a.op = SmemAccess().op;
  take(object, "of_image", a.of_image);
  take(object, "address", a.address);
  take(object, "row", a.row);
  take(object, "col", a.col);
  take(object, "pitch", a.pitch);
}

json write_journey(const SmemJourney& j) {
  return {{"preset", journey_presets()[j.preset].name},
          {"element", spell(j.element)},
          {"m", j.sizes.m},
          {"n", j.sizes.n},
          {"k", j.sizes.k},
          {"hop", j.hop}};
}

void read_journey(const json& object, SmemJourney& j) {
  std::string preset, element;
  take(object, "preset", preset);
  take(object, "element", element);
  for (std::size_t n = 0; n < journey_presets().size(); ++n)
    if (journey_presets()[n].name == preset) j.preset = n;
  if (const Result<JourneyElement> read = read_journey_element(element)) j.element = read.value();
  take(object, "m", j.sizes.m);
  take(object, "n", j.sizes.n);
  take(object, "k", j.sizes.k);
  take(object, "hop", j.hop);
}

}  // namespace

json SmemTask::write(const Linked& linked, Workspace) {
  const SmemLook& look = linked.smem;
  const SmemAccess& a = look.access;
  json object = {{"page", word_in(page_words, look.page)},
                 {"grids", word_in(grids_words, look.grids)},
                 {"color", word_in(color_by_words, look.color)},
                 {"elements", look.every_element},
                 {"height", look.line_height},
                 {"scroll", {look.first_line, look.first_row}},
                 {"image", write_image(look.image)},
                 {"descriptor", write_descriptor_choice(look.descriptor)},
                 {"journey", write_journey(look.journey)},
                 {"access",
                  {{"op", a.op},
                   {"of_image", a.of_image},
                   {"address", a.address},
                   {"row", a.row},
                   {"col", a.col},
                   {"pitch", a.pitch}}}};
  if (look.chosen) object["chosen"] = {look.chosen->row, look.chosen->col};
  return object;
}

void SmemTask::read(const json& object, Workspace, Linked& into) {
  SmemLook& look = into.smem;
  take_choice(object, "page", page_words, look.page);
  take_choice(object, "grids", grids_words, look.grids);
  take_choice(object, "color", color_by_words, look.color);
  take(object, "elements", look.every_element);
  take(object, "height", look.line_height);
  if (object.contains("image")) read_image(object.at("image"), look.image);
  if (object.contains("descriptor")) read_descriptor_choice(object.at("descriptor"), look.descriptor);
  if (object.contains("access")) read_access(object.at("access"), look.access);
  if (object.contains("journey")) read_journey(object.at("journey"), look.journey);
  if (object.contains("scroll")) {
    const auto scroll = object.at("scroll").get<std::array<int, 2>>();
    look.first_line = scroll[0];
    look.first_row = scroll[1];
  }
  if (object.contains("chosen")) {
    const auto chosen = object.at("chosen").get<std::array<int, 2>>();
    look.chosen = Element{chosen[0], chosen[1]};
  }
  look = mended(std::move(look));
}

std::optional<Workspace> SmemTask::leads_to(const SmemState&, const Action& action) {
  return std::holds_alternative<SetSmemPage>(action) ? std::optional(Workspace::SharedMemory) : std::nullopt;
}

std::string SmemTask::figure_path(const SmemState& smem) { return smem_figure_path(smem); }

Result<FigureBytes> SmemTask::figure(const SmemState& smem, const FigureWish& wish, const NoWorks&) {
  const Result<FigureFormat> format = wish.path.empty() ? FigureFormat::Png : picture_format_of(wish.path);
  TCVIZ_TRY(format);
  Result<Scene> scene = smem_figure(smem, wish.theme, wish.palette);
  TCVIZ_TRY(scene);
  return FigureBytes([made = std::move(scene).value(), format = format.value()] { return write_scene(made, format); });
}

}  // namespace tcviz::inline app_session
