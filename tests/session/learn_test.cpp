// Lessons and the quiz without a window, on the layouts that travel with the program.
#include <algorithm>

#include "app/session/formula/formula_action.hpp"
#include "app/session/learn/built_in_lessons.hpp"
#include "app/session/learn/learn_action.hpp"
#include "app/session/learn/quiz.hpp"
#include "app/session/whole/formula_marks.hpp"
#include "app/session/whole/lesson_goal.hpp"
#include "app/session/whole/lesson_proof.hpp"
#include "app/session/whole/link.hpp"
#include "gmock/gmock.h"
#include "tests/session/learn_fixture.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

// `tcviz learn quiz --seed 7`: it begins once there is a layout to ask about.
TEST(QuizAtTheStart, AsksTheSameAsTheEarlierOne) {
  Sources sources = learn_sources();
  WindowOptions options;
  options.quiz = true;
  options.quiz_seed = 7;
  auto session = std::move(Session::make(sources, options, [] {})).value();
  session->settle();
  const Document& d = session->document();
  ASSERT_TRUE(d.learn.quiz.has_value());
  EXPECT_EQ(d.workspace, Workspace::Learn);
  EXPECT_EQ(d.learn.quiz->seed, 7U);
  EXPECT_EQ(d.learn.quiz->question, quiz_question(*d.layout(), 7, 0));
}

std::string joined(const std::vector<LessonMistake>& mistakes) {
  std::string text;
  for (const LessonMistake& mistake : mistakes) text += describe(mistake) + "\n";
  return text;
}

TEST(BuiltInLessons, AreTwelveAndHaveNoMistakes) {
  for (const LessonFile& file : built_in_lesson_files())
    EXPECT_EQ(joined(read_lesson(file.bytes).mistakes), "") << file.name;
  const std::vector<Lesson> lessons = built_in_lessons();
  ASSERT_EQ(lessons.size(), 12U);
  for (const Lesson& lesson : lessons) {
    EXPECT_GE(lesson.steps.size(), 4U) << lesson.id;
    EXPECT_LE(lesson.steps.size(), 8U) << lesson.id;
  }
}

// What a text sends its reader to is on screen.
TEST(BuiltInLessons, SpeakOfTheInspectorWhereItIs) {
  int spoken = 0;
  for (const Lesson& lesson : built_in_lessons())
    for (const LessonStep& step : lesson.steps) {
      std::string words = step.question ? step.question->ask + step.question->answer : "";
      for (const std::string& paragraph : step.text) words += paragraph;
      if (words.find("Inspector") == std::string::npos) continue;
      ++spoken;
      EXPECT_EQ(step.scene.panel, LessonView::Inspector) << lesson.id << ": " << step.title;
    }
  EXPECT_GE(spoken, 3);
}

// Every step can be shown, no question is answered at once or by something wrong, all are by their answer.
TEST_F(Learn, EveryBuiltInLessonIsProved) {
  for (const Lesson& lesson : built_in_lessons()) EXPECT_EQ(joined(prove_lesson(lesson, *session_)), "") << lesson.id;
}

// Frames are of the fewer: of 256 elements the eight that have the same owner. A step says so.
TEST_F(Learn, AStepOfAComparisonSaysWhatIsFramed) {
  open("volta-ampere", 3);
  const auto layouts = document().layouts();
  ASSERT_EQ(layouts.size(), 2U);
  int agree = 0;
  for (int tid = 0; tid < 32; ++tid)
    for (int i = 0; i < 8; ++i) agree += layouts[0]->element({tid, i}) == layouts[1]->element({tid, i});
  EXPECT_EQ(agree, 8);
  const LessonStep& step = *learn().open_step();
  EXPECT_THAT(step.text.front(), HasSubstr("248 have another owner: the eight that agree are framed"));
  EXPECT_THAT(step.question->hints.front(), HasSubstr("Framed cells agree"));
}

// Somebody who presses only Enter comes through all of them, and is then back where they were.
TEST_F(Learn, EnterAloneLeadsThroughEveryLesson) {
  act(SetPin{Pick{*document().layout()->element({7, 2}), {7, 2}, 0}});
  const Look before = document();
  act(ShowWorkspace{Workspace::Learn});
  ASSERT_NE(learn().lessons, nullptr);
  const auto left = [&] {
    return std::count_if(learn().lessons->begin(), learn().lessons->end(),
                         [&](const Lesson& l) { return learn().steps_done(l.id) < static_cast<int>(l.steps.size()); });
  };
  for (int presses = 0; left() > 0 && presses < 600; ++presses) enter();
  EXPECT_EQ(left(), 0);
  EXPECT_FALSE(learn().lesson.has_value());
  escape();
  EXPECT_EQ(document().workspace, Workspace::Layout);
  EXPECT_EQ(static_cast<const Look&>(document()), before);
}

// The element that a lesson speaks of stays pinned where another architecture has it in other hands.
TEST_F(Learn, AnotherArchitectureKeepsThePinnedElement) {
  open("replicas", 3);
  ASSERT_TRUE(document().pin.has_value());
  const Pick before = *document().pin;
  const auto volta = std::ranges::find(document().sources, "compiled:sm_70",
                                       [](const SourceState& source) { return source.info.name; });
  ASSERT_NE(volta, document().sources.end());
  act(ChooseSource{static_cast<std::size_t>(volta - document().sources.begin())});
  session_->settle();
  ASSERT_TRUE(document().pin.has_value());
  EXPECT_EQ(document().pin->element, before.element);
  EXPECT_EQ(document().layout()->element(document().pin->slot), before.element);
}

TEST_F(Learn, EscapeGoesBackAStepThenToTheListThenAway) {
  open("fragment", 1);
  EXPECT_EQ(document().pin->slot, (Slot{13, 0}));
  escape();
  EXPECT_EQ(learn().step, 0);
  EXPECT_FALSE(document().pin.has_value());
  escape();
  EXPECT_FALSE(learn().lesson.has_value());
  EXPECT_EQ(document().workspace, Workspace::Learn);
  escape();
  EXPECT_EQ(document().workspace, Workspace::Layout);
}

TEST_F(Learn, AWrongCellIsNoAnswerAndTheRightOneIs) {
  open("fragment", 3);
  EXPECT_EQ(learn().astray, "");
  act(pin_of({13, 3}));
  EXPECT_FALSE(learn().solved);
  EXPECT_THAT(learn().astray, HasSubstr("T13 x[3]"));
  act(pin_of({13, 4}));
  EXPECT_TRUE(learn().solved);
  EXPECT_EQ(learn().astray, "");
  act(SetPin{});  // once right it stays so
  EXPECT_TRUE(learn().solved);
}

TEST_F(Learn, AFormulaIsHeldAgainstTheLayout) {
  open("accumulator", 4);
  const auto type = [&](const char* row) { act(FormulaAction(SetFormula{{false, row, "", ""}})); };
  type("tid >> 2 | (i & 2) << 1");
  EXPECT_FALSE(learn().solved);
  EXPECT_FALSE(formula_marks(document()).empty());
  type("tid / 4 + i / 2 % 2 * 8");  // another spelling than the lesson's
  EXPECT_TRUE(learn().solved);
}

TEST_F(Learn, AHintComesBeforeTheAnswer) {
  open("fragment", 2);
  enter();
  EXPECT_EQ(learn().hints, 1);
  EXPECT_EQ(learn().step, 2);
  enter();
  enter();
  EXPECT_TRUE(learn().told);
  EXPECT_TRUE(learn().solved);
  EXPECT_EQ(document().pin->element, (Element{5, 9}));
  enter();
  EXPECT_EQ(learn().step, 3);
}

TEST_F(Learn, AKeyOfAViewChangesTheLessonsGridsAndDoesNotLeaveIt) {
  open("fragment", 4);
  act(SetViewMode{ViewMode::Threads});
  EXPECT_FALSE(learn().solved);
  act(SetViewMode{ViewMode::Combined});
  EXPECT_TRUE(learn().solved);
  EXPECT_EQ(document().workspace, Workspace::Learn);
}

TEST_F(Learn, WhatWasOnScreenComesBackAndIsWhatIsKept) {
  act(ChooseKind{"wmma.m16n16k16.a.f16.row"});
  act(FormulaAction(SetFormula{{false, "tid", "i", ""}}));
  open("volta-ampere", 1);
  EXPECT_EQ(document().chosen().info.name, "published:sm_80");
  const Kept kept = kept_of(document());
  EXPECT_EQ(kept.at.kind, "wmma.m16n16k16.a.f16.row");
  EXPECT_EQ(kept.at.formula.row, "tid");
  EXPECT_EQ(kept.at.lesson, "volta-ampere");
  EXPECT_EQ(kept.at.lesson_step, 1);
  act(ShowWorkspace{Workspace::Formula});
  EXPECT_EQ(document().kind, "wmma.m16n16k16.a.f16.row");
  EXPECT_EQ(document().formula.row, "tid");
  EXPECT_EQ(document().undo.size(), 2U);  // the lesson left nothing to undo
}

TEST_F(Learn, ProgressIsKeptAndALessonGoesOnWhereItWasLeft) {
  open("fragment");
  enter();
  enter();
  const Settings settings{kept_of(document()), {}, {}};
  const auto read = read_settings(write_settings(settings));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value(), settings);
  auto again = Session::make(sources_, {}, [] {}).value();
  again->actions().push_back(WindowAction(Restore{read.value().kept, true}));
  again->settle();
  EXPECT_EQ(again->document().learn.steps_done("fragment"), 2);
  ASSERT_NE(again->document().learn.open_lesson(), nullptr);
  EXPECT_EQ(again->document().learn.open_lesson()->id, "fragment");
  EXPECT_EQ(again->document().learn.step, 2);
}

TEST_F(Learn, ALinkOpensTheStepAndTakesNoProgress) {
  open("bits", 2);
  const auto link = read_link(write_link(link_of(document())));
  ASSERT_TRUE(link.ok());
  open("fragment");
  enter();
  act(ShowWorkspace{Workspace::Layout});
  act(WindowAction(FollowLink{link.value()}));
  ASSERT_NE(learn().open_lesson(), nullptr);
  EXPECT_EQ(learn().open_lesson()->id, "bits");
  EXPECT_EQ(learn().step, 2);
  EXPECT_EQ(learn().steps_done("fragment"), 1);
}

TEST_F(Learn, ATeachersLessonStandsBeforeOursAndIsOpen) {
  WindowOptions options;
  options.lesson_file = built_in_lessons().back();
  options.lesson_file->id = "mine";
  auto session = Session::make(sources_, options, [] {}).value();
  session->settle();
  EXPECT_EQ(session->document().learn.lessons->size(), 13U);
  EXPECT_EQ(session->document().learn.open_lesson()->id, "mine");
}

TEST_F(Learn, AQuizWithTheSameSeedAsksTheSame) {
  const Layout& layout = *document().layout();
  std::set<std::string> asked;
  for (int n = 0; n < quiz_round; ++n) {
    EXPECT_EQ(quiz_question(layout, 7, n), quiz_question(layout, 7, n));
    asked.insert(ask(quiz_question(layout, 7, n)));
  }
  EXPECT_GT(asked.size(), 5U);
  EXPECT_NE(quiz_question(layout, 7, 0), quiz_question(layout, 8, 0));
}

TEST_F(Learn, AQuizCountsClicksAndTypedPlaces) {
  act(LearnAction(StartQuiz{7}));
  ASSERT_TRUE(learn().quiz.has_value());
  EXPECT_TRUE(document().formulae.hide_answer);
  act(pin_of(learn().quiz->question.slot));
  EXPECT_TRUE(learn().quiz->told_right);
  EXPECT_FALSE(document().formulae.hide_answer);
  enter();
  const QuizQuestion second = learn().quiz->question;
  ASSERT_FALSE(second.asks_place);
  act(LearnAction(TypeAnswer{"perhaps"}));
  enter();
  EXPECT_EQ(learn().quiz->told, "");  // no place: nothing is counted
  EXPECT_NE(learn().quiz->unread.find("is no"), std::string::npos) << learn().quiz->unread;
  act(LearnAction(TypeAnswer{"T" + std::to_string((second.slot.tid + 1) % 32) + " x0"}));
  enter();
  EXPECT_FALSE(learn().quiz->told_right);
  EXPECT_EQ(learn().quiz->right, 1);
  escape();
  EXPECT_FALSE(learn().quiz.has_value());
  EXPECT_THAT(learn().news, HasSubstr("1 of 2 right, with the seed 7"));
  EXPECT_FALSE(document().formulae.hide_answer);
}

TEST_F(Learn, ARoundOfTheQuizEnds) {
  act(LearnAction(StartQuiz{3}));
  for (int n = 0; n < quiz_round; ++n) {
    ASSERT_TRUE(learn().quiz.has_value()) << n;
    act(pin_of(learn().quiz->question.slot));
    enter();
  }
  EXPECT_FALSE(learn().quiz.has_value());
  EXPECT_THAT(learn().news, HasSubstr("10 of 10 right"));
}

std::string lesson_with(const std::string& steps) {
  return R"({"format": "tcviz-lesson/1", "id": "a", "title": "A", "about": "B.",
 "steps": [
)" + steps +
         "\n]}";
}
constexpr const char* shown =
    R"("title": "T", "text": ["x"], "show": {"kind": "wmma.m16n16k16.acc.f32", "source": "recorded:sm_90")";

std::string with_question(const std::string& goal) {
  return lesson_with(std::string("{") + shown +
                     "},\n \"question\": {\"ask\": \"?\", \"hints\": [\"h\"], \"answer\": \"a\", " + goal + "}}");
}

TEST(LessonFile, EveryMistakeHasItsLineAndItsField) {
  const std::string text = joined(read_lesson(lesson_with(std::string("{") + shown + R"(, "vieww": 1}},
 {"titel": "T", "text": "x"})"))
                                      .mistakes);
  EXPECT_THAT(text, HasSubstr("line 3, steps[0].show.vieww: is not known here"));
  EXPECT_THAT(text, HasSubstr("line 4, steps[1].titel: is not known here"));
  EXPECT_THAT(text, HasSubstr("line 4, steps[1].title: is missing"));
  EXPECT_THAT(text, HasSubstr("line 4, steps[1].text: must be a list of texts"));
  EXPECT_THAT(text, HasSubstr("steps: have no question"));
}

TEST(LessonFile, HostileTextsGetASentence) {
  const std::string deep(100, '[');
  for (const std::string& text :
       {std::string(),
        std::string("{"),
        std::string("[]"),
        std::string("\xff\xfe"),
        deep,
        std::string("{\"format\": 1}"),
        lesson_with("1"),
        lesson_with("{\"title\": [], \"text\": [1, \"\"], \"show\": [], \"question\": 7}"),
        with_question("\"pin\": {\"thread\": 1e99}"),
        with_question("\"pin\": {\"thread\": -1}"),
        with_question("\"pin\": {}"),
        with_question("\"view\": {\"is\": \"sideways\"}"),
        with_question("\"view\": {\"is\": \"grids\"}, \"pin\": {\"row\": 1}"),
        with_question("\"formula\": {\"right\": \"row\"}"),
        with_question("\"xray\": {\"tile\": \"d\"}"),
        with_question("\"xray\": {\"replace\": \"a\"}"),
        with_question("\"shared-memory\": {\"wavefronts\": 4, \"row\": 1}"),
        lesson_with(std::string("{") + shown + R"(, "panel": "xray"}})"),
        lesson_with(std::string("{") + shown + R"(, "xray": {"kernel": "a.txt", "source": ["x"]}}})"),
        lesson_with(std::string("{") + shown + R"(, "shared-memory": {"image": "smem.9"}}})"),
        lesson_with(std::string("{") + shown + R"(, "shared-memory": {"op": "ld7"}}})"),
        with_question("\"operation\": {\"zero_where\": \"col >\", \"do\": \"uper\"}")}) {
    const LessonReading reading = read_lesson(text);
    ASSERT_FALSE(reading.mistakes.empty()) << text;
    for (const LessonMistake& mistake : reading.mistakes) EXPECT_NE(mistake.what, "") << text;
  }
}

struct Unprovable {
  const char *goal, *says;
};

class LessonProofOf : public Learn, public testing::WithParamInterface<Unprovable> {};

TEST_P(LessonProofOf, RefusesWhatTheLayoutsDoNotBear) {
  const LessonReading reading = read_lesson(with_question(GetParam().goal));
  ASSERT_EQ(joined(reading.mistakes), "");
  EXPECT_THAT(joined(prove_lesson(reading.lesson, *session_)), HasSubstr(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    All, LessonProofOf,
    testing::Values(
        Unprovable{"\"pin\": {\"thread\": 32}", "steps[0].question: cannot be answered"},
        Unprovable{"\"pin\": {\"owners\": 2}", "steps[0].question: cannot be answered"},
        Unprovable{"\"pin\": {\"owners\": 1}", "takes anything for the answer"},
        Unprovable{"\"view\": {\"is\": \"grids\"}", "is answered before anybody has done anything"},
        Unprovable{"\"formula\": {\"right\": \"row\", \"row\": \"tid >> 3\"}", "is not answered by the answer"},
        Unprovable{"\"source\": {\"as\": \"published:sm_12\"}", "steps[0].question.source.as: no source is called"},
        Unprovable{"\"source\": {\"as\": \"published:sm_75\"}", "is answered before anybody has done anything"}));

}  // namespace
}  // namespace tcviz
