// The best that is known for an architecture, whatever source says it.
#include "app/session/base/best_source.hpp"
#include "app/session/whole/session.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr const char* stated_kind = "mma.m16n8k16.a.bf16";
constexpr const char* read_kind = "wmma.m16n16k16.acc.f32";

// compiled_samples() with the manual, and an H200 that has measured what the manual states.
class BestSource : public testing::Test {
 protected:
  BestSource() {
    Provenance manual;
    manual.source = Source::Documented;
    for (const char* kind : {stated_kind, "mma.m16n8k16.acc.f32", "wgmma.m64n128.acc.f32"})
      stated_.push_back(sample_layout(kind, manual));
    sources_.add(make_file_source("documented:ptx", SourceClass::Documented, stated_));
    sources_.add(
        make_file_source("compiled:sm_80", SourceClass::Compiled,
                         {sample_layout(read_kind, manual), sample_layout("wmma.m16n16k16.a.f16.row", manual)}));
    sources_.add(
        make_file_source("recorded:h200", SourceClass::Recorded, {sample_layout(stated_kind, sample_provenance())}));
    session_ = Session::make(sources_, {}, [] {}).value();
    act(AskCompiled{});
    session_->settle();
  }
  void act(const Action& action) {
    session_->actions().push_back(action);
    session_->settle();
  }
  std::size_t at(std::string_view name) const {
    for (std::size_t s = 0; s < document().sources.size(); ++s)
      if (document().sources[s].info.name == name) return s;
    ADD_FAILURE() << name;
    return 0;
  }
  std::string best(std::string_view chosen, std::string_view kind) const {
    return document().sources[best_source(document().sources, at(chosen), kind)].info.name;
  }
  const Document& document() const { return session_->document(); }

  std::vector<Layout> stated_;
  Sources sources_ = compiled_samples();
  std::unique_ptr<Session> session_;
};

TEST_F(BestSource, IsTheManualWhereTheArchitectureHasTheInstruction) {
  EXPECT_EQ(best("compiled:sm_80", stated_kind), "documented:ptx");
  EXPECT_EQ(best("compiled:sm_100", stated_kind), "documented:ptx");
  EXPECT_EQ(best("compiled:sm_70", stated_kind), "compiled:sm_70");  // which lacks it: nothing is shown
  EXPECT_EQ(best("compiled:sm_75", stated_kind), "compiled:sm_75");
  EXPECT_EQ(best("compiled:sm_80", read_kind), "compiled:sm_80");
  EXPECT_EQ(best("compiled:sm_100", "wgmma.m64n128.acc.f32"), "compiled:sm_100");  // of one generation, sm_90a
  EXPECT_EQ(best("recorded:h200", "wgmma.m64n128.acc.f32"), "documented:ptx");
  EXPECT_EQ(best("compiled:sm_90", "wmma.m8n8k4.acc.f64"), "recorded:sm_90");
  EXPECT_EQ(best("documented:ptx", read_kind), "documented:ptx");  // it is about no architecture
  EXPECT_EQ(why_best(document().sources, at("compiled:sm_80"), stated_kind),
            "as the PTX manual states for sm_80 and later; measured on an H200");
  EXPECT_EQ(why_best(document().sources, at("compiled:sm_80"), read_kind), "");
}

TEST_F(BestSource, HasTheNameOfItsProduct) {
  const auto title = [&](std::string_view name) { return title_of(document().sources[at(name)]); };
  EXPECT_EQ(title("compiled:sm_80"), "A100 \u00b7 sm_80");
  EXPECT_EQ(title("compiled:sm_70"), "V100 \u00b7 sm_70");
  EXPECT_EQ(title("recorded:sm_90"), "H200 \u00b7 sm_90");
  EXPECT_EQ(title("documented:ptx"), "documented:ptx");
}

TEST_F(BestSource, IsShownAndSaidWithItsReason) {
  act(ChooseSource{at("compiled:sm_80")});
  act(ChooseKind{stated_kind});
  ASSERT_NE(document().layout(), nullptr);
  EXPECT_TRUE(document().layout()->same_map(stated_.front()));
  EXPECT_EQ(document().layout()->provenance().source, Source::Documented);
  EXPECT_EQ(document().telling().info.name, "documented:ptx");
  EXPECT_EQ(document().chosen().info.name, "compiled:sm_80");
}

TEST_F(BestSource, AnArchitectureWithoutTheKindNamesTheFirstThatHasIt) {
  act(ChooseSource{at("compiled:sm_70")});
  act(ChooseKind{stated_kind});
  EXPECT_EQ(document().layout(), nullptr);
  const NoLayout why = why_no_layout(document());
  EXPECT_EQ(why.title, "V100 has no mma.m16n8k16.a.bf16");
  EXPECT_EQ(why.reason, "The first architecture with it is sm_80.");
  ASSERT_FALSE(why.others.empty());
  EXPECT_EQ(why.others.front(), at("compiled:sm_80"));
  act(ChooseSource{why.others.front()});
  EXPECT_NE(document().layout(), nullptr);
}

TEST_F(BestSource, AComparisonOpensOnADifference) {
  act(ChooseSource{at("compiled:sm_75")});
  act(ShowWorkspace{Workspace::Compare});
  ASSERT_TRUE(document().other_source.has_value());  // of all only sm_70 has another layout
  EXPECT_EQ(document().sources[*document().other_source].info.name, "compiled:sm_70");
  act(ChooseKind{stated_kind});  // which no source has in another way: another kind is beside it
  EXPECT_TRUE(document().other_found);
  act(ChooseSource{at("compiled:sm_80")});
  const auto layouts = document().layouts();
  ASSERT_EQ(layouts.size(), 2U);
  EXPECT_FALSE(layouts[0]->same_map(*layouts[1]));
  act(ChooseKind{read_kind});
  EXPECT_EQ(document().sources[document().other_source.value_or(0)].info.name, "compiled:sm_70");
}

TEST_F(BestSource, AComparisonPrefersAnArchitectureToADocument) {
  const Layout other = *document().sources[at("compiled:sm_70")].layout(read_kind);
  sources_.add(make_file_source("documented:other", SourceClass::Documented, {other}));
  session_.reset();
  session_ = Session::make(sources_, {}, [] {}).value();
  act(AskCompiled{});  // of those that have yet to answer nothing is known
  act(ChooseSource{at("compiled:sm_75")});
  act(ShowWorkspace{Workspace::Compare});
  EXPECT_EQ(document().other_source, at("compiled:sm_70"));
}

// What the program has found follows the kind, in the next window too; what a link shows stays.
TEST_F(BestSource, ARightSideThatWasFoundIsKeptAsOne) {
  act(ChooseSource{at("compiled:sm_75")});
  act(ShowWorkspace{Workspace::Compare});
  EXPECT_FALSE(link_of(document()).kept.at.other_found);
  const Kept kept = read_settings(write_settings({kept_of(document()), std::nullopt, {}})).value().kept;
  EXPECT_EQ(kept.at.other_source, "compiled:sm_70");
  session_.reset();
  session_ = Session::make(sources_, {}, [] {}).value();
  act(WindowAction(Restore{kept, true}));
  EXPECT_EQ(document().other_source, at("compiled:sm_70"));
  act(ChooseSource{at("compiled:sm_80")});
  act(ChooseKind{stated_kind});  // which sm_70 lacks
  const auto layouts = document().layouts();
  ASSERT_EQ(layouts.size(), 2U);
  EXPECT_FALSE(layouts[0]->same_map(*layouts[1]));
}

TEST_F(BestSource, AComparisonWithAnArchitectureThatLacksTheKindOffersOneOfBoth) {
  act(ChooseSource{at("compiled:sm_90")});
  act(ChooseKind{"mma.m16n8k16.acc.f32"});
  act(CompareWith{at("compiled:sm_70"), ""});
  act(ShowWorkspace{Workspace::Compare});
  const NoLayout why = why_no_layout(document());
  EXPECT_EQ(why.title, "V100 has no mma.m16n8k16.acc.f32");
  EXPECT_EQ(why.kind_of_both, "wmma.m16n16k16.acc.f32");
}

}  // namespace
}  // namespace tcviz
