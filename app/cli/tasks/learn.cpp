// tcviz learn: lists the lessons and opens one, or checks and opens a teacher's own.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "app/cli/tasks/window.hpp"
#include "app/session/learn/built_in_lessons.hpp"
#include "app/session/learn/lesson_file.hpp"
#include "app/session/whole/lesson_proof.hpp"
#include "app/session/whole/window_options.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

struct LearnOptions {
  std::string lesson, kind;
  std::optional<std::uint64_t> seed;
  bool check = false, json = false, example = false;
};

int questions_of(const Lesson& lesson) {
  return static_cast<int>(
      std::count_if(lesson.steps.begin(), lesson.steps.end(), [](auto& step) { return step.question.has_value(); }));
}

void list(const std::vector<Lesson>& lessons, bool json, Context& context) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Lesson& l : lessons)
    rows.push_back({{"id", l.id},
                    {"title", l.title},
                    {"about", l.about},
                    {"steps", l.steps.size()},
                    {"questions", questions_of(l)}});
  if (json) {
    context.out << print_json({{"lessons", rows}});
    return;
  }
  for (const Lesson& l : lessons) context.out << fmt::format("{:<14} {}\n{:<14} {}\n", l.id, l.title, "", l.about);
  context.out << "\n`tcviz learn " << lessons.front().id
              << "` opens one, `tcviz learn quiz` asks ten places; `tcviz learn my-lesson.json` checks your own and "
                 "opens it.\n";
}

Error all_of(const std::string& name, const std::vector<LessonMistake>& mistakes) {
  std::string text = fmt::format("{} has {} mistake{}:", name, mistakes.size(), mistakes.size() == 1 ? "" : "s");
  for (const LessonMistake& mistake : mistakes) text += "\n  " + describe(mistake);
  return bad_input(std::move(text));
}

// Proves a lesson on the layouts that travel with the program and those of the user's folder.
Status prove(const std::string& name, const Lesson& lesson, Context& context) {
  Sources sources = context.backends.sources(LookFor::Files);
  WindowOptions options;
  options.fresh = true;
  if (context.backends.add_works) context.backends.add_works(options);
  auto session = Session::make(sources, options, [] {});
  TCVIZ_TRY(session);
  const std::vector<LessonMistake> mistakes = prove_lesson(lesson, *session.value());
  if (!mistakes.empty()) return all_of(name, mistakes);
  return Nothing{};
}

struct Found {
  Lesson lesson;
  bool built_in = false;
};

Result<Found> find_lesson(const std::string& word, const std::vector<Lesson>& lessons) {
  const auto at = std::find_if(lessons.begin(), lessons.end(), [&](const Lesson& l) { return l.id == word; });
  if (at != lessons.end()) return Found{*at, true};
  std::error_code none;
  const bool is_path = word.find_first_of("./") != std::string::npos || std::filesystem::exists(word, none);
  if (!is_path) {
    std::vector<std::string_view> ids;
    for (const Lesson& lesson : lessons) ids.push_back(lesson.id);
    return bad_input(
        fmt::format("no lesson is called {}.{} `tcviz learn` lists them, and a file of your own has a name such as "
                    "my-lesson.json.",
                    word, suggest(word, ids)));
  }
  const Result<std::string> text = read_file(word, most_lesson_bytes);
  TCVIZ_TRY(text);
  LessonReading reading = read_lesson(text.value());
  if (!reading.mistakes.empty()) {
    const Error all = all_of(word, reading.mistakes);
    return bad_input(all.message + "\nIts questions are tried once it can be read.");
  }
  return Found{std::move(reading.lesson), false};
}

Status check_all(const std::vector<Lesson>& lessons, Context& context) {
  for (const Lesson& lesson : lessons) {
    TCVIZ_TRY(prove(lesson.id, lesson, context));
    const std::size_t steps = lesson.steps.size();
    const int questions = questions_of(lesson);
    context.out << fmt::format("{}: {} step{}, {} question{} proved on the layouts at hand\n", lesson.id, steps,
                               steps == 1 ? "" : "s", questions, questions == 1 ? "" : "s");
  }
  return Nothing{};
}

// Prints the file of a lesson of ours, from which a teacher may begin.
Status print_file(const std::string& id, Context& context) {
  for (const LessonFile& file : built_in_lesson_files())
    if (read_lesson(file.bytes).lesson.id == id) return context.out << file.bytes, Nothing{};
  return bad_input(fmt::format("no lesson is called {}: `tcviz learn` lists those that --example prints.", id));
}

constexpr std::string_view quiz_word = "quiz";

Status open_quiz(const LearnOptions& asked, Context& context) {
  WindowOptions options;
  options.kind = meant_kind(asked.kind, context);
  options.quiz = true;
  options.quiz_seed = asked.seed;
  Result<Sources> sources = sources_for_window(context, options);
  TCVIZ_TRY(sources);
  return context.backends.window(sources.value(), options);
}

Status open(Found found, Context& context) {
  WindowOptions options;
  if (found.built_in) options.lesson = found.lesson.id;
  if (!found.built_in) options.lesson_file = std::move(found.lesson);
  Result<Sources> sources = sources_for_window(context, options);
  TCVIZ_TRY(sources);
  return context.backends.window(sources.value(), options);
}

Status learn(const LearnOptions& options, Context& context) {
  if ((options.seed || !options.kind.empty()) && options.lesson != quiz_word)
    return bad_input("--seed and --kind go with the quiz: `tcviz learn quiz --seed 7`.");
  if (options.lesson == quiz_word) {
    if (options.check || options.json || options.example)
      return bad_input("a quiz is opened: `tcviz learn quiz` takes --kind and --seed.");
    return open_quiz(options, context);
  }
  if (options.example && (options.check || options.json))
    return bad_input("--example prints a file: leave out --check and --json.");
  if (options.example) return print_file(options.lesson.empty() ? "fragment" : options.lesson, context);
  const std::vector<Lesson> lessons = built_in_lessons();
  if (options.lesson.empty() && options.check) return check_all(lessons, context);
  if (options.lesson.empty()) return list(lessons, options.json, context), Nothing{};
  if (options.json) return bad_input("--json goes with the list of lessons: `tcviz learn --json`.");
  Result<Found> found = find_lesson(options.lesson, lessons);
  TCVIZ_TRY(found);
  if (options.check) return check_all({found.value().lesson}, context);
  if (!found.value().built_in) TCVIZ_TRY(prove(options.lesson, found.value().lesson, context));
  return open(std::move(found).value(), context);
}

}  // namespace

Runner declare_learn(CLI::App& app) {
  auto options = std::make_shared<LearnOptions>();
  add_option(app, "LESSON", "LESSON", options->lesson, "id of a lesson, a file of your own, or quiz");
  add_option(app, "--kind", "KIND", options->kind, "with quiz: the kind that it is about");
  add_option(app, "--seed", "N", options->seed,
             "with quiz: ask the places of an earlier quiz again, which showed this seed");
  add_flag(app, "--check", options->check, "check it without a window; without LESSON check all");
  add_flag(app, "--json", options->json, "list the lessons in JSON");
  add_flag(app, "--example", options->example, "print the file of LESSON, or of the first: a start for your own");
  return [options](Context& context) { return learn(*options, context); };
}

}  // namespace tcviz::inline app_cli
