// The workspace of shared memory as a value: what follows what, what is refused, what stays in a link.
#include <algorithm>
#include <fstream>
#include <random>
#include <sstream>

#include "app/session/shared_memory/smem_command.hpp"
#include "app/session/shared_memory/smem_figure.hpp"
#include "app/session/shared_memory/smem_journey.hpp"
#include "app/session/shared_memory/smem_loads.hpp"
#include "app/session/shared_memory/smem_task.hpp"
#include "app/session/shared_memory/smem_view.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/hop_actions.hpp"
#include "app/session/whole/link.hpp"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace tcviz {
namespace {

SmemLook there_and_back(const SmemLook& look) {
  Link link;
  link.kept.at.workspace = Workspace::SharedMemory;
  link.task<SmemLook>() = look;
  return read_link(write_link(link)).value().task<SmemLook>();
}

class Smem : public testing::Test {
 protected:
  void act(const SmemAction& action) { apply_smem(state_, action); }
  void type_addresses(const std::string& op, const std::string& address, int pitch) {
    SmemAccess access = state_.access;
    access.op = op;
    access.of_image = false;
    access.address = address;
    access.pitch = pitch;
    act(SetSmemPage{SmemPage::Banks});
    act(SetSmemAccess{access});
  }
  const SmemView& view() {
    view_.prepare(state_);
    return view_;
  }

  SmemState state_;
  SmemView view_;
};

TEST_F(Smem, BeginsWithTheDescriptorOfItsImage) {
  const OperandImage image = operand_image(state_.image);
  const auto bits =
      write_descriptor({image.start, image.lbo, image.sbo, image.base_offset, image.swizzle}, DescriptorForm::Sm90);
  EXPECT_EQ(state_.descriptor.bits, bits.value());
}

TEST_F(Smem, TheDescriptorFollowsTheImageAndTheImageTheDescriptor) {
  SmemImage image = state_.image;
  image.swizzle = Swizzle::B32;
  image.sbo = 512;
  image.start = 2048;
  image.bits = 8;
  act(SetSmemImage{image});
  Descriptor read = read_descriptor(state_.descriptor.bits, DescriptorForm::Sm90).value();
  EXPECT_EQ(read.swizzle, Swizzle::B32);
  EXPECT_EQ(read.sbo, 512);
  EXPECT_EQ(read.start, 2048);
  EXPECT_EQ(bits_of_type(use_of(state_.descriptor).type), 8);
  SmemDescriptor descriptor = state_.descriptor;
  descriptor.bits ^= std::uint64_t{1} << 62;  // 32b is 3, 64b is 2
  act(SetSmemDescriptor{descriptor});
  EXPECT_EQ(state_.image.swizzle, Swizzle::B64);
  EXPECT_EQ(state_.image.sbo, 512);
}

// Whatever comes, nothing overflows, and the view has a sentence or an image.
TEST_F(Smem, HostileNumbersGetASentence) {
  std::mt19937_64 random(7);
  for (int n = 0; n < 4000; ++n) {
    const auto number = [&] { return static_cast<std::int64_t>(random() >> (random() % 64)); };
    SmemImage image = state_.image;
    image.rows = static_cast<int>(number());
    image.cols = static_cast<int>(number());
    image.bits = static_cast<int>(number());
    image.lbo = -number();
    image.sbo = number();
    image.start = number();
    image.base = static_cast<int>(number());
    act(SetSmemPage{static_cast<SmemPage>(n % smem_pages)});
    act(SetSmemImage{image});
    if (n % 2 == 0)
      act(SetSmemDescriptor{{DescriptorForm::Sm100, random(), random(), static_cast<std::size_t>(random() % 99),
                             n % 4 == 0, n % 6 == 0, Major::MN, static_cast<int>(number())}});
    act(ChooseSmem{Element{static_cast<int>(number()), -3}});
    EXPECT_FALSE(state_.chosen);
    act(SetSmemJourney{{random(),
                        {static_cast<char>(random()), number(), -number()},
                        {number(), -number(), number()},
                        static_cast<int>(number())}});
    if (state_.page == SmemPage::Journey)
      EXPECT_NE(view().way() == nullptr, view().way_problem().empty()) << n;
    else
      EXPECT_NE(view().map() == nullptr, view().problem().empty()) << n;
  }
}

// Every hop of every preset leads to the element in its view, and the view shows something.
TEST_F(Smem, EachHopOpensItsView) {
  int opened = 0;
  for (std::size_t preset = 0; preset < journey_presets().size(); ++preset)
    for (const char matrix : {'A', 'B', 'C'}) {
      act(SetSmemPage{SmemPage::Journey});
      act(SetSmemJourney{{preset, {matrix, 201, 300}, {}, 0}});
      ASSERT_NE(view().way(), nullptr) << view().way_problem();
      for (const Hop& hop : Journey(*view().way()).hops) {
        const std::vector<Action> actions = open_hop(hop.view);
        EXPECT_EQ(actions.empty(), hop_opens(hop.view).empty());
        bool of_memory = false;
        for (const Action& action : actions)
          if (const auto* smem = action.as<SmemAction>()) {
            act(*smem);
            of_memory = true;
          }
        opened += actions.empty() ? 0 : 1;
        if (!of_memory) continue;
        ASSERT_NE(view().map(), nullptr) << hop.stage << ": " << view().problem();
        EXPECT_TRUE(view().access_problem().empty()) << hop.stage << ": " << view().access_problem();
        EXPECT_TRUE(hop.view.type == HopView::Type::Banks || (state_.chosen == Element{hop.view.row, hop.view.col}));
      }
    }
  EXPECT_GT(opened, 50);
}

TEST_F(Smem, APhaseMayHaveNoLanes) {
  for (const char* op : {"ld128", "cp128"}) {
    type_addresses(op, "lane < 8 ? 0 - 1 : lane * 16", 0);
    ASSERT_TRUE(view().cost()) << view().access_problem();
    EXPECT_EQ(view().cost()->phases.front(), "phase 0: its lanes are off");
  }
}

TEST_F(Smem, FragmentsAreLoadedFromTheImage) {
  for (const Major major : {Major::K, Major::MN})
    for (const int bits : {8, 16, 32}) {
      SmemImage image = state_.image;
      image.major = major;
      image.bits = bits;
      const std::vector<SmemLoad> loads = loads_from(image);
      EXPECT_EQ(loads.empty(), major == Major::MN && bits != 16) << bits;
      act(SetSmemImage{image});
      act(SetSmemPage{SmemPage::Banks});
      for (const SmemLoad& load : loads) {
        act(SetSmemAccess{load.access});
        ASSERT_TRUE(view().cost()) << load.kind << ": " << view().access_problem();
        EXPECT_EQ(view().cost()->report.conflicts, 0) << load.kind;
      }
    }
}

TEST_F(Smem, AJourneyIsKeptInALink) {
  act(SetSmemPage{SmemPage::Journey});
  act(SetSmemJourney{{3, {'B', 12, 37}, {2048, 512, 64}, 4}});
  const SmemLook look = state_;
  EXPECT_EQ(there_and_back(look), look);
  EXPECT_EQ(smem_command(look), "tcviz journey --preset epilogue --element B:12,37 --m 2048 --n 512 --k 64");
  act(SetSmemJourney{{3, {'B', 99, 999}, {2048, 512, 64}, 4}});
  EXPECT_EQ(view().way_problem(), "B:99,999 lies outside B, which is 64 x 512.");
}

TEST_F(Smem, AnElementThatIsNotThereIsNotChosenAndKeysStayInside) {
  act(ChooseSmem{Element{64, 0}});
  EXPECT_FALSE(state_.chosen);
  act(MoveSmem{1, 1});
  EXPECT_EQ(state_.chosen, (Element{0, 0}));
  act(MoveSmem{-5, 70});
  EXPECT_EQ(state_.chosen, (Element{0, 63}));
  SmemImage image = state_.image;
  image.cols = 32;
  act(SetSmemImage{image});
  EXPECT_FALSE(state_.chosen);
}

TEST_F(Smem, SaysWhereAnElementLies) {
  act(ChooseSmem{Element{5, 9}});
  const std::vector<std::string> lines = view().marked();
  ASSERT_GE(lines.size(), 5U);
  EXPECT_EQ(lines[0], "row 5, k 9");
  EXPECT_EQ(lines[1], "offset 706 = 0x2c2");  // 5 * 128 + (1 ^ 5) * 16 + 2
  EXPECT_EQ(lines[2], "bank 16, byte 2 of it");
  EXPECT_EQ(lines.back(), "the swizzle moved it: XOR 80");
}

TEST_F(Smem, TwoDescriptorsSayWhatDiffers) {
  act(SetSmemPage{SmemPage::Descriptor});
  SmemDescriptor d = state_.descriptor;
  d.other = d.bits ^ (std::uint64_t{1} << 16);  // LBO, which is not read
  act(SetSmemDescriptor{d});
  EXPECT_EQ(view().difference(), "1 field differs; 0 of 2048 elements lie elsewhere");
  d.other = d.bits ^ (std::uint64_t{1} << 32);
  act(SetSmemDescriptor{d});
  EXPECT_EQ(view().difference(), "1 field differs; 1920 of 2048 elements lie elsewhere");
  d.other = d.bits ^ (std::uint64_t{1} << 44);  // beyond shared memory
  act(SetSmemDescriptor{d});
  EXPECT_NE(view().difference().find("1 field differs; the second cannot be shown: the tile ends at byte"),
            std::string::npos)
      << view().difference();
  d.other = d.bits ^ (std::uint64_t{1} << 60);
  act(SetSmemDescriptor{d});
  EXPECT_EQ(view().difference(), "they differ in bits of no field");
  d.other = d.bits;
  act(SetSmemDescriptor{d});
  EXPECT_EQ(view().difference(), "the two are equal");
}

TEST_F(Smem, ALdmatrixOfASwizzledTileHasNoConflicts) {
  act(SetSmemPage{SmemPage::Banks});
  ASSERT_TRUE(view().cost());
  EXPECT_EQ(view().cost()->verdict, "4 wavefronts, no conflicts, 4 cycles");
  ASSERT_EQ(view().trials().rows.size(), 5U);
  EXPECT_EQ(view().trials().rows.back().name, "plain rows");  // of 128 bytes: eight lanes in the same four banks
  EXPECT_EQ(view().trials().rows.back().wavefronts, 32);
  act(TakeSmemTrial{view().trials().rows.back().look});
  EXPECT_EQ(view().cost()->report.wavefronts, 32);
}

TEST_F(Smem, TheBestSwizzleAndPaddingAreFoundAndTaken) {
  type_addresses("ldm4", "(lane % 16) * 64 + lane / 16 * 16", 64);
  EXPECT_EQ(view().cost()->verdict, "16 wavefronts, 12 of them by conflicts, 16 cycles");
  EXPECT_TRUE(view().cost()->conflicting[0]);
  EXPECT_EQ(view().cost()->words.front()[0], 4);
  const SmemTrials trials = view().trials();
  ASSERT_EQ(trials.rows.size(), 3U);
  EXPECT_EQ(trials.rows[1].name, "Swizzle<2,4,3>: 64b of TMA");
  EXPECT_EQ(trials.rows[2].name, "rows of 64 bytes padded by 16");
  for (const std::size_t taken : {std::size_t{1}, std::size_t{2}}) {
    const SmemState before = state_;
    act(TakeSmemTrial{trials.rows[taken].look});
    EXPECT_EQ(view().cost()->verdict, "4 wavefronts, no conflicts, 4 cycles") << state_.access.address;
    state_ = before;
  }
}

// Eight lanes of 32: one wavefront, but a cycle for each of four phases.
TEST_F(Smem, LanesThatAreOffCostCyclesAlone) {
  type_addresses("st128", "lane < 8 ? lane * 16 : -1", 0);
  EXPECT_EQ(view().cost()->verdict, "1 wavefront, no conflicts, 4 cycles");
  EXPECT_EQ(view().cost()->phases.back(), "phase 3: its lanes are off");
  type_addresses("ld16", "lane * 2", 0);
  EXPECT_EQ(view().cost()->verdict, "1 wavefront, no conflicts, 1 cycle");
  EXPECT_EQ(view().cost()->words.front()[15], 1) << "two halves of a word";
  EXPECT_EQ(view().cost()->words.front()[16], 0);
}

// The best swizzle of a list, or of lanes that are off, is no expression that could be read again: it is a list.
TEST_F(Smem, TheBestOfAListIsAList) {
  LaneAddresses rows{};
  for (int lane = 0; lane < warp_lanes; ++lane) rows.at(lane) = lane % 16 * 128 + lane / 16 * 16;
  for (const std::string& text : {spelled(rows), std::string("lane < 16 ? lane * 128 : -1")}) {
    type_addresses(text.find('?') == std::string::npos ? "ldm4" : "ld128", text, 128);
    const SmemTrials trials = view().trials();
    ASSERT_EQ(trials.rows.size(), 3U);
    for (const std::size_t taken : {std::size_t{1}, std::size_t{2}}) {
      const SmemState before = state_;
      act(TakeSmemTrial{trials.rows[taken].look});
      ASSERT_TRUE(view().cost()) << view().access_problem();
      EXPECT_EQ(view().cost()->report.wavefronts, trials.rows[taken].wavefronts) << state_.access.address;
      EXPECT_EQ(view().cost()->report.conflicts, 0);
      state_ = before;
    }
  }
}

TEST_F(Smem, ATextThatIsTooLongIsSaid) {
  const std::string longest = "lane * 4" + std::string(most_smem_text - 8, ' ');
  type_addresses("ld32", longest, 0);
  EXPECT_TRUE(view().cost()) << view().access_problem();
  type_addresses("ld32", longest + " ", 0);
  EXPECT_FALSE(view().cost());
  EXPECT_EQ(view().access_problem(),
            "address: 241 letters are too many, at most 240: shorten it, or give it to `tcviz banks`.");
  SmemAccess access;
  access.row = "lane % 16" + std::string(most_smem_text, ' ');
  act(SetSmemAccess{access});
  EXPECT_EQ(view().access_problem().substr(0, 36), "row: 249 letters are too many, at mo");
  EXPECT_TRUE(there_and_back(state_) == state_) << "a link keeps it, too";
}

TEST_F(Smem, WhatIsNotReadIsANoteAndNoWarning) {
  act(SetSmemPage{SmemPage::Descriptor});
  ASSERT_EQ(view().notes().size(), 1U);
  EXPECT_TRUE(view().notes()[0].starts_with("LBO is not read here"));
  EXPECT_TRUE(view().warnings().empty());
  SmemImage image = state_.image;
  image.base = 3;
  act(SetSmemImage{image});
  EXPECT_EQ(view().warnings().size(), 1U) << "an aligned start with a base offset";
}

TEST_F(Smem, WhatCannotBeReadIsSaid) {
  type_addresses("ld32", "lane *", 0);
  EXPECT_FALSE(view().cost());
  EXPECT_FALSE(view().access_problem().empty());
  EXPECT_EQ(view().problem(), view().access_problem());
  type_addresses("ld64", "lane * 4", 0);  // misaligned
  EXPECT_FALSE(view().cost());
  EXPECT_FALSE(view().access_problem().empty());
}

TEST_F(Smem, CommandsAnswerTheSame) {
  EXPECT_EQ(view().command(), "tcviz image smem.128b.k.b16 --rows 64 --cols 64");
  act(SetSmemPage{SmemPage::Descriptor});
  EXPECT_EQ(view().command(), "tcviz descriptor 0x4000004002000000 --type f16 --operand b --major k --n 128");
  type_addresses("ld32", "lane * 4", 128);
  EXPECT_EQ(view().command(), "tcviz banks --op ld32 --addresses 'lane * 4' --suggest --pitch 128");
}

TEST_F(Smem, ALookComesBackFromItsJson) {
  act(SetSmemPage{SmemPage::Descriptor});
  SmemDescriptor d = state_.descriptor;
  d.bits = 0xffff'ffff'0000'1234;
  d.other = 7;
  d.is_a = d.sparse = true;
  act(SetSmemDescriptor{d});
  act(SetSmemColor{SmemColor::Bank});
  act(SetSmemGrids{SmemGrids::Lines});
  act(SetSmemDetail{true});
  act(SetSmemHeight{30});
  act(ScrollSmem{3, 4});
  const SmemLook& look = state_;
  EXPECT_TRUE(there_and_back(look) == look);
}

TEST(SmemLink, HostileOnesAreBroughtIntoRange) {
  const Result<Link> link = read_link(
      R"({"format": "tcviz-link/1", "shared_memory": {"page": 77, "height": -1e30, "scroll": [-5, 2000000000],
          "image": {"rows": -4, "cols": 2000000000, "lbo": 9223372036854775807, "start": -1},
          "access": {"op": "rm"}, "chosen": [9, 900]}})");
  ASSERT_TRUE(link.ok()) << link.error().message;
  EXPECT_EQ(link.value().task<SmemLook>().image.rows, 1);
  EXPECT_EQ(link.value().task<SmemLook>().image.cols, most_smem_size);
  EXPECT_EQ(link.value().task<SmemLook>().access.op, SmemAccess().op);
  EXPECT_FALSE(link.value().task<SmemLook>().chosen);
  EXPECT_FALSE(read_link(R"({"format": "tcviz-link/1", "shared_memory": 3})").ok());
  EXPECT_FALSE(read_link(R"({"format": "tcviz-link/1", "shared_memory": {"image": {"rows": "x"}}})").ok());
}

// What the window says was asked is what the file of answers says.
TEST(SmemProvenance, IsThatOfTheRecordedAnswers) {
  std::ifstream file(TCVIZ_IMAGE_PROOF);
  const auto asked = nlohmann::json::parse(file).at("provenance");
  const std::string said = smem_provenance({});
  for (const char* const key : {"device", "driver", "date"})
    EXPECT_NE(said.find(asked.at(key).get<std::string>()), std::string::npos) << key << ": " << said;
  SmemLook look;
  look.page = SmemPage::Descriptor;
  look.descriptor.form = DescriptorForm::Sm100;
  EXPECT_NE(smem_provenance(look).find("documented"), std::string::npos);
}

TEST(SmemFigure, IsWholeAndSaysHowItIsKnown) {
  SmemLook look;
  const Result<Scene> scene = smem_figure(look, Theme::Light, Palette::Safe);
  ASSERT_TRUE(scene.ok());
  EXPECT_EQ(scene.value().title, "smem.128b.k.b16: 64 x 64");
  EXPECT_NE(scene.value().description.find("H200"), std::string::npos);
  const auto labels = std::ranges::count(scene.value().texts, TextRole::CellLabel, &Text::role);
  EXPECT_EQ(labels, 2 * 512);
  look.image.lbo = 48;
  look.image.sbo = 13;
  EXPECT_FALSE(smem_figure(look, Theme::Light, Palette::Safe).ok());
}

}  // namespace
}  // namespace tcviz
