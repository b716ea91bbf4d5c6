#include "app/session/learn/lesson_file.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/scene/grid/names.hpp"
#include "app/session/learn/json_lines.hpp"
#include "app/session/learn/lesson_fields.hpp"
#include "app/session/learn/lesson_goal_file.hpp"
#include "app/session/learn/lesson_panel_file.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/shared_memory/smem_state.hpp"
#include "gpu/layout/json_reader.hpp"
#include "gpu/layout/kind.hpp"
#include "gpu/layout/sgemm.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;
using Words = std::string_view;

constexpr Words lesson_format = "tcviz-lesson/1";
constexpr std::array<Words, 5> lesson_fields = {"format", "id", "title", "about", "steps"};
constexpr std::array<Words, 5> step_fields = {"title", "text", "fact", "show", "question"};
constexpr std::array<Words, 14> scene_fields = {"panel",   "kind", "source", "with", "view",      "color",    "labels",
                                                "threads", "row",  "col",    "pin",  "operation", "diagonal", "hide"};
// Checks the file on its own; the proof says whether the kind has such a thread.
class LessonReader {
 public:
  explicit LessonReader(LessonNotes& notes) : notes_(notes) {}
  Lesson read(const json& file);

 private:
  void read_step(const json& value, std::size_t number);
  void read_scene(const LessonFields& step);
  void read_pin(const LessonFields& show);
  void read_maxas(const LessonFields& show);
  void read_question(const LessonFields& step, LessonStep& into);
  void check_scene(const std::string& field);

  LessonNotes& notes_;
  Lesson lesson_;
  LessonScene scene_;  // as it stands after the last step
};

bool is_id(const std::string& id) {
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !id.empty() && id.size() <= 40 && std::all_of(id.begin(), id.end(), plain);
}

Lesson LessonReader::read(const json& file) {
  const LessonFields fields(file, "", notes_, lesson_fields);
  fields.must("id", "a short name of small letters, digits and '-', such as \"my-lesson\"");
  fields.must("title", "what the lesson is called");
  fields.must("about", "a sentence that says what it teaches");
  fields.must("steps", "a list of steps");
  fields.text("id", lesson_.id);
  fields.text("title", lesson_.title);
  fields.text("about", lesson_.about);
  if (fields.has("id") && !is_id(lesson_.id)) fields.note("id", "must be small letters, digits and '-', at most 40.");
  const json* const steps = fields.find("steps");
  if (steps == nullptr) return std::move(lesson_);
  const bool is_list = steps->is_array() && !steps->empty() && steps->size() <= most_lesson_steps;
  if (!is_list) fields.note("steps", fmt::format("must be a list of 1 to {} steps.", most_lesson_steps));
  for (std::size_t n = 0; is_list && n < steps->size(); ++n) read_step((*steps)[n], n);
  const bool asks =
      std::any_of(lesson_.steps.begin(), lesson_.steps.end(), [](auto& s) { return s.question.has_value(); });
  if (is_list && !asks) fields.note("steps", "have no question: give one of them a \"question\".");
  return std::move(lesson_);
}

void LessonReader::read_step(const json& value, std::size_t number) {
  const std::string field = fmt::format("steps[{}]", number);
  if (!value.is_object()) return notes_.note(field, "must be an object: {\"title\": ..., \"text\": [...]}.");
  const LessonFields step(value, field, notes_, step_fields);
  LessonStep read;
  read.line = notes_.line_of(field);
  step.must("title", "a few words above the text");
  step.must("text", "a list of paragraphs");
  step.text("title", read.title);
  step.texts("text", read.text);
  step.text("fact", read.fact);
  if (number == 0) step.must("show", "the first step says what is on screen, at least its kind and its source");
  if (step.has("show")) read_scene(step);
  read.scene = scene_;
  scene_.pin.reset();  // a pin is of its own step
  if (step.has("question")) read_question(step, read);
  lesson_.steps.push_back(std::move(read));
}

void LessonReader::read_scene(const LessonFields& step) {
  const json& value = *step.find("show");
  if (!value.is_object()) return step.note("show", "must be an object: {\"kind\": ..., \"source\": ...}.");
  std::vector<Words> known(scene_fields.begin(), scene_fields.end());
  known.insert(known.end(), {"maxas", "shared-memory", "xray"});
  const LessonFields show(value, step.path("show"), notes_, known);
  if (const auto panel = show.word("panel", lesson_view_words)) scene_.panel = static_cast<LessonView>(*panel);
  if (const auto view = show.word("view", words_of<ViewMode>())) scene_.view = static_cast<ViewMode>(*view);
  if (const auto color = show.word("color", words_of<ColorBy>())) scene_.color = static_cast<ColorBy>(*color);
  if (const auto labels = show.word("labels", words_of<LabelBy>())) scene_.labels = static_cast<LabelBy>(*labels);
  show.text("kind", scene_.kind);
  show.text("source", scene_.source);
  show.text("with", scene_.with);
  scene_.threads.clear();
  show.text("threads", scene_.threads);
  if (show.has("row") || show.has("col")) scene_.row.clear(), scene_.col.clear();
  show.text("row", scene_.row);
  show.text("col", scene_.col);
  show.text("operation", scene_.operation);
  show.number("diagonal", -255, 255, scene_.diagonal);
  show.flag("hide", scene_.hide);
  read_pin(show);
  read_maxas(show);
  read_lesson_smem(show, scene_.tasks.task<SmemLook>());
  read_lesson_kernel(show, scene_.kernel);
  check_scene(step.path("show"));
}

void LessonReader::read_pin(const LessonFields& show) {
  const json* const pin = show.find("pin");
  if (pin == nullptr) return;
  const auto small = [](const json& n) { return n.is_number_unsigned() && n.get<std::uint64_t>() < 4096; };
  const bool is_slot = pin->is_array() && pin->size() == 2 && small((*pin)[0]) && small((*pin)[1]);
  if (!is_slot) return show.note("pin", "must be a thread and its value: [13, 4].");
  scene_.pin = Slot{(*pin)[0].get<int>(), (*pin)[1].get<int>()};
}

void LessonReader::read_maxas(const LessonFields& show) {
  constexpr std::array<Words, 2> known = {"step", "thread"};
  const auto fields = show.object("maxas", "{\"step\": \"S3:17\", \"thread\": 5}", known);
  if (!fields) return;
  const LessonFields& maxas = *fields;
  const SgemmKernel* const kernel = sgemm_of_kind(scene_.kind);
  if (kernel == nullptr) return show.note("maxas", "needs \"kind\": \"sgemm64.c\" or \"sgemm128.c\".");
  maxas.number("thread", 0, kernel->threads - 1, scene_.maxas_thread);
  std::string text;
  maxas.text("step", text);
  if (text.empty()) return;
  const Result<MaxasStep> read = parse_maxas_step(*kernel, text);
  if (!read.ok()) return maxas.note("step", read.error().message);
  scene_.maxas = read.value();
}

void LessonReader::check_scene(const std::string& field) {
  const auto missing = [&](const char* name, const char* example) {
    notes_.note(field + "." + name, fmt::format("is missing: say it once, as \"{}\".", example));
  };
  if (scene_.kind.empty()) missing("kind", "wmma.m16n16k16.acc.f32");
  if (scene_.source.empty()) missing("source", "recorded:sm_90");
  if (!scene_.operation.empty() && find_operation(scene_.operation) == nullptr)
    notes_.note(field + ".operation", "is no operation: `tcviz demo --list` lists them.");
  if (scene_.panel == LessonView::Maxas && sgemm_of_kind(scene_.kind) == nullptr)
    notes_.note(field + ".panel", "is maxas: that needs \"kind\": \"sgemm64.c\" or \"sgemm128.c\".");
  if (scene_.panel == LessonView::Xray && scene_.kernel.source.empty())
    notes_.note(field + ".panel", "is xray: that needs \"xray\": {\"kernel\": \"mine.ptx\", \"source\": [...]}.");
}

void LessonReader::read_question(const LessonFields& step, LessonStep& into) {
  const json& value = *step.find("question");
  if (!value.is_object()) return step.note("question", "must be an object: {\"ask\": ..., \"pin\": {...}}.");
  std::vector<Words> known = {"ask", "hints", "answer"};
  known.insert(known.end(), goal_words.begin(), goal_words.end());
  const LessonFields fields(value, step.path("question"), notes_, known);
  LessonQuestion question;
  fields.must("ask", "what somebody is to do");
  fields.must("hints", "a list of at least one hint");
  fields.must("answer", "what is said once it is right");
  fields.text("ask", question.ask);
  fields.texts("hints", question.hints);
  fields.text("answer", question.answer);
  question.goal = read_lesson_goal(fields, notes_);
  into.question = std::move(question);
}

}  // namespace

std::string describe(const LessonMistake& mistake) {
  std::string text = mistake.line > 0 ? fmt::format("line {}", mistake.line) : "";
  if (!mistake.field.empty()) text += (text.empty() ? "" : ", ") + mistake.field;
  return text.empty() ? mistake.what : fmt::format("{}: {}", text, mistake.what);
}

LessonReading read_lesson(std::string_view text) {
  LessonReading reading;
  const auto refuse = [&](std::string what) {
    reading.mistakes.push_back({0, "", std::move(what)});
    return reading;
  };
  if (text.size() > most_lesson_bytes) return refuse("larger than 1 MiB: no lesson is.");
  const Result<json> file = read_json(text, {16, 500, most_lesson_bytes});
  if (!file.ok()) return refuse(file.error().message);
  const json& root = file.value();
  const bool is_lesson = root.is_object() && root.contains("format") && root.at("format") == lesson_format;
  if (!is_lesson)
    return refuse(fmt::format("no lesson: it does not begin with {{\"format\": \"{}\"}}.", lesson_format));
  LessonNotes notes{json_lines(text), {}};
  reading.lesson = LessonReader(notes).read(root);
  reading.mistakes = std::move(notes.mistakes);
  std::stable_sort(reading.mistakes.begin(), reading.mistakes.end(),
                   [](const LessonMistake& a, const LessonMistake& b) { return a.line < b.line; });
  return reading;
}

}  // namespace tcviz::inline app_session
