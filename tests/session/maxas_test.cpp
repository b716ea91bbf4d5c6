// The view of the maxas SGEMM without its window: positions in time, where a thing stands in every panel, what lies in
// memory, what the panels say. Expected values stand in the kernels' listings or are computed here a second time.
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_bits.hpp"
#include "app/session/maxas/maxas_layout.hpp"
#include "app/session/maxas/maxas_memory.hpp"
#include "app/session/maxas/maxas_places.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/maxas/maxas_tour.hpp"
#include "app/session/maxas/maxas_view.hpp"
#include "app/session/whole/action.hpp"

#include <algorithm>
#include <map>

#include "gpu/kernel/maxas/staging.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

using Type = MaxasObject::Type;

MaxasStep at(std::string_view text, const SgemmKernel& kernel = sgemm64) {
  return parse_maxas_step(kernel, text).value();
}

TEST(MaxasSteps, StandInTheOrderOfTime) {
  // 4 or 2 loads, 4 loads, 8 lines, barrier and three XORs, three steps for each of eight passes.
  EXPECT_EQ(maxas_steps(sgemm64).size(), 4U + 4 + 512 + 4 + 24);
  EXPECT_EQ(maxas_steps(sgemm128).size(), 2U + 4 + 512 + 4 + 24);
  const int barrier = maxas_position(sgemm64, at("S5:0"));
  EXPECT_EQ(maxas_step_at(sgemm64, barrier - 1), at("S4:6:62"));
  EXPECT_EQ(maxas_step_at(sgemm64, barrier + 4), at("S4:6:63"));
  const int first_pass = maxas_position(sgemm64, at("S6:0"));
  EXPECT_EQ(maxas_step_at(sgemm64, first_pass - 1), at("S4:7:63"));
  EXPECT_EQ(maxas_step_at(sgemm64, first_pass + 2), at("S8:0"));
  EXPECT_EQ(maxas_step_at(sgemm64, first_pass + 3), at("S6:1"));
  EXPECT_EQ(maxas_step_at(sgemm64, 1 << 20), at("S8:7"));
  EXPECT_EQ(maxas_step_at(sgemm64, -1), at("S1:0"));
}

TEST(MaxasSteps, AreReadAsTheyAreWritten) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    for (const MaxasStep& step : maxas_steps(kernel)) {
      const auto read = parse_maxas_step(kernel, maxas_step_text(step));
      ASSERT_TRUE(read.ok()) << maxas_step_text(step);
      EXPECT_EQ(read.value(), step);
    }
  }
  EXPECT_EQ(at("S4"), (MaxasStep{MaxasStage::OtherLines, 1, 0}));
  EXPECT_EQ(at("S4:3"), (MaxasStep{MaxasStage::OtherLines, 3, 0}));
}

TEST(MaxasSteps, RefusesWhatIsNone) {
  for (const char* text : {"",     "S",    "S0",      "S9",       "3",    "S3:",  "S3:64", "S3:-1", "S3:x", "S3:1:2",
                           "S4:0", "S4:8", "S4:1:64", "S4:1:2:3", "S5:4", "S6:8", "S1:4",  "s3:1",  "S3 1", "S3:1 "}) {
    const auto read = parse_maxas_step(sgemm64, text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_NE(read.error().message.find("S4:1:0 to S4:7:63"), std::string::npos);
  }
  EXPECT_TRUE(parse_maxas_step(sgemm64, "S1:3").ok());
  EXPECT_FALSE(parse_maxas_step(sgemm128, "S1:2").ok());  // two loads
}

// x0 + off(xi), y0 + off(yi) of every thread and register, the other way round.
TEST(MaxasPlaces, EveryElementHasItsOwner) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const Layout layout = sgemm_layout(kernel);
    for (int row = 0; row < kernel.tile; ++row) {
      for (int col = 0; col < kernel.tile; ++col) {
        const MaxasOwner owner = owner_of(kernel, maxas::RegisterMap::Maxas, {row, col});
        const Slot slot = layout.owners({row, col}).at(0);
        ASSERT_EQ(std::pair(owner.tid, owner.reg), std::pair(slot.tid, slot.i));
        ASSERT_EQ(element_of(kernel, owner.tid, owner.index), (Element{row, col}));
      }
    }
  }
}

TEST(MaxasPlaces, AnElementIsTheSameInEveryPanel) {
  MaxasLook look;
  look.thread = 17;
  look.step = at("S4:2:5");
  for (int reg = 0; reg < maxas::ffmas; ++reg) {
    const MaxasObject object = object_of_register(look, reg);
    ASSERT_EQ(object.type, Type::C);
    const MaxasPlaces places = places_of(look, object);
    EXPECT_EQ(places.registers.front(), reg);
    EXPECT_EQ(object_of_index(look, {*places.xi, *places.yi}), object);
    // The words it is made of hold the elements of its row and of its column, of line 2.
    ASSERT_EQ(places.words.size(), 2U);
    EXPECT_EQ(object_of_word(look, places.words[0]), (MaxasObject{Type::A, object.first, 2}));
    EXPECT_EQ(object_of_word(look, places.words[1]), (MaxasObject{Type::B, object.second, 2}));
  }
}

TEST(MaxasPlaces, OperandRegistersHoldTheLineThatWasLoaded) {
  MaxasLook look;
  look.step = at("S3:1");  // A low of line 1 has come after FFMA 0; B low comes after FFMA 2
  EXPECT_EQ(object_of_register(look, 64), (MaxasObject{Type::A, 0, 0}));
  EXPECT_EQ(object_of_register(look, 68), (MaxasObject{Type::A, 32, 0}));
  EXPECT_EQ(object_of_register(look, 81), (MaxasObject{Type::A, 1, 1}));
  EXPECT_EQ(object_of_register(look, 88), (MaxasObject{Type::Register, 88, 0}));
  look.step = at("S3:6");
  EXPECT_EQ(object_of_register(look, 88), (MaxasObject{Type::B, 0, 1}));
  look.step = at("S4:7:6");  // j0 has line 0 of the next pass
  EXPECT_EQ(object_of_register(look, 64), (MaxasObject{Type::A, 0, 8}));
  look.step = at("S1:0");
  EXPECT_EQ(object_of_register(look, 64).type, Type::Register);
}

TEST(MaxasPlaces, NamesAreThoseOfTheSource) {
  MaxasLook look;
  EXPECT_EQ(register_name(look, 1), "cx02y00");
  EXPECT_EQ(register_name(look, 60), "cx35y35");
  EXPECT_EQ(register_name(look, 66), "j0Ax02");
  EXPECT_EQ(register_name(look, 92), "j1By32");
  look.kernel = sgemm128;
  EXPECT_EQ(register_name(look, 60), "cx67y67");
  look.step = at("S6:2");
  EXPECT_EQ(register_name(look, 65), "cs1");
}

// Load by load, every word of A0 and B0 gets its quad's thread: r = tid & 15, l = (tid >> 4) & 1 for sgemm64.
TEST(MaxasMemory, FillsTheFirstBufferThenTheOther) {
  const std::vector<int> after_one = shared_owners(sgemm64, at("S1:0"));
  EXPECT_EQ(std::count(after_one.begin(), after_one.end(), -1), 2048 - 64 * 4);
  const std::vector<int> full = shared_owners(sgemm64, at("S1:3"));
  for (int word = 0; word < 1024; ++word) {
    const bool b = word >= 512;
    const int in_part = word % 512, line = in_part / 64, r = in_part % 64 / 4;
    ASSERT_EQ(full[static_cast<std::size_t>(word)], (b ? 32 : 0) + 16 * (line & 1) + r) << word;
  }
  EXPECT_EQ(full[1024], -1);
  EXPECT_EQ(shared_owners(sgemm64, at("S4:5:29"))[1024], -1);
  EXPECT_EQ(shared_owners(sgemm64, at("S4:5:30"))[1024], 0);
  EXPECT_EQ(shared_owners(sgemm128, at("S4:6:29", sgemm128))[2048], -1);
  EXPECT_EQ(shared_owners(sgemm128, at("S4:6:30", sgemm128))[2048], 0);
}

TEST(MaxasMemory, AddressesFlipWithTheXor) {
  const auto values = [](const char* step) { return addresses_of(sgemm64, at(step), 5).value; };
  const int read_a = 16 * 2, read_b = 2048 + 16, write = 16 * 5;  // xq = 2, yq = 1, r = 5
  EXPECT_EQ(values("S1:0"), (std::array{read_a, read_b, write}));
  EXPECT_EQ(values("S3:0"), (std::array{read_a, read_b, write + 4096}));
  EXPECT_EQ(values("S5:0"), (std::array{read_a, read_b, write + 4096}));
  EXPECT_EQ(values("S5:1"), (std::array{read_a + 4096, read_b, write + 4096}));
  EXPECT_EQ(values("S5:3"), (std::array{read_a + 4096, read_b + 4096, write}));
  EXPECT_EQ(values("S4:7:0"), (std::array{read_a + 4096, read_b + 4096, write}));
  EXPECT_TRUE(addresses_of(sgemm64, at("S5:2"), 5).switched[1]);
}

TEST(MaxasMemory, LoadsStandAfterFfmas0_2_4_6) {
  for (int c = 0; c < 10; ++c) {
    const auto all = accesses_of(sgemm64, {MaxasStage::FirstLine, 0, c}, 0);
    EXPECT_EQ(all.size(), c <= 6 && c % 2 == 0 ? 1U : 0U) << c;
  }
  const auto low = accesses_of(sgemm64, at("S3:0"), 0).at(0), high = accesses_of(sgemm64, at("S3:4"), 0).at(0);
  EXPECT_EQ(low.address, 256);                                // line 1
  EXPECT_EQ(high.address, 256 + 128);                         // 32 rows on
  EXPECT_EQ(lanes_sharing(sgemm64, 0, maxas::Matrix::A), 4);  // a warp is 8 by 4 lanes
  EXPECT_EQ(lanes_sharing(sgemm64, 0, maxas::Matrix::B), 8);
}

// page2.jpg of the explanation: tid 0 loads words 0, 32, 64 .. in pass 0, written by 0, 0, 1, 1, 16, 16, 17, 17.
TEST(MaxasView, TheExchangeSaysWhoStoredWhat) {
  MaxasView view;
  MaxasLook look;
  look.step = at("S7:0");
  view.prepare(look);
  std::vector<int> words, writers;
  for (const auto& each : view.exchange) {
    words.push_back(each.word);
    writers.push_back(each.writer);
  }
  EXPECT_EQ(words, (std::vector{0, 32, 64, 96, 128, 160, 192, 224}));
  EXPECT_EQ(writers, (std::vector{0, 0, 1, 1, 16, 16, 17, 17}));
  EXPECT_EQ(view.exchange[3].element, (Element{32, 4}));
  // Every lane loads from four of its warp, and is loaded from by four.
  std::map<int, int> stored, loaded;
  for (const auto& [writer, reader] : view.exchange_of_warp) {
    EXPECT_EQ(writer / 32, reader / 32);
    ++stored[writer];
    ++loaded[reader];
  }
  EXPECT_EQ(stored.size(), 32U);
  for (const auto& [tid, count] : stored) EXPECT_EQ(std::pair(count, loaded[tid]), std::pair(4, 4));
}

TEST(MaxasMemory, EveryElementLandsOnce) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const std::vector<int> all = stores_landed(kernel, {MaxasStage::Land, 0, 7});
    EXPECT_TRUE(std::all_of(all.begin(), all.end(), [](int stores) { return stores == 1; }));
    const std::vector<int> half = stores_landed(kernel, {MaxasStage::Land, 0, 3});
    EXPECT_EQ(std::count(half.begin(), half.end(), 1), kernel.tile * kernel.tile / 2);
  }
}

TEST(MaxasView, TotalsAreThoseOfTheLine) {
  MaxasView view;
  MaxasLook look;
  look.step = at("S3:63");
  view.prepare(look);
  EXPECT_EQ(view.so_far.all_hits(), 94);
  EXPECT_EQ(view.so_far.reads, 192);
  ASSERT_EQ(view.totals.size(), 3U);
  EXPECT_NE(view.totals[1].text.find("94 of 192 from the cache, 48.96 %"), std::string::npos);
  EXPECT_NE(view.totals[2].text.find("851 of 1808, 47.07 %"), std::string::npos);
  look.kernel = sgemm128;
  view.prepare(look);
  EXPECT_NE(view.totals[2].text.find("844 of 1802, 46.84 %"), std::string::npos);
  look.variant.entries = 0;
  look.step = at("S3:0");
  EXPECT_TRUE(view.prepare(look));
  EXPECT_EQ(view.so_far.reads, 3);
  EXPECT_EQ(view.totals[2].text.find("47"), std::string::npos);
  EXPECT_FALSE(view.prepare(look));  // nothing has changed
}

// Conflicts are where xi and yi agree modulo 4; numbers follow the published order.
TEST(MaxasView, TheGridIsNumberedAsPublished) {
  MaxasView view;
  view.prepare({});
  for (const maxas::Issue& issue : view.issues)
    EXPECT_EQ(issue.conflicts_raw > 0, (issue.index.xi & 3) == (issue.index.yi & 3));
  constexpr std::array first{1, 0, 2, 3, 5, 4, 6, 7, 33, 32, 34, 35, 37, 36, 38, 39};  // C registers
  for (std::size_t c = 0; c < first.size(); ++c) EXPECT_EQ(view.issues[c].slots[maxas::SlotC].reg, first[c]);
  EXPECT_EQ(view.number[8 * 2 + 0], 0);
  EXPECT_EQ(view.number[0], 3);
}

std::vector<std::string> sources_of_bits(const SgemmKernel& kernel) {
  std::vector<std::string> from;
  for (const MaxasBit& bit : maxas_bits(kernel, maxas::RegisterMap::Maxas)) from.push_back(bit.from);
  return from;
}

TEST(MaxasBits, AreTheTableOfTheKernels) {
  EXPECT_EQ(sources_of_bits(sgemm64), (std::vector<std::string>{"~r0", "r3", "lane0", "lane4", "warp0", "r4", "r2",
                                                                "~r1", "lane1", "lane2", "lane3", "r5"}));
  EXPECT_EQ(sources_of_bits(sgemm128),
            (std::vector<std::string>{"~r0", "r3", "lane0", "lane4", "warp0", "warp1", "r4", "r2", "~r1", "lane1",
                                      "lane2", "lane3", "warp2", "r5"}));
  EXPECT_EQ(register_constant(sgemm64, maxas::RegisterMap::Maxas), 3);
  EXPECT_EQ(register_constant(sgemm128, maxas::RegisterMap::RowMajor), 0);
}

TEST(MaxasLayout, PanelsLieApartInsideTheRoom) {
  for (const float scale : {1.0F, 2.0F}) {
    for (const auto& [w, h] :
         {std::pair(1004, 470), std::pair(1380, 690), std::pair(1900, 1050), std::pair(900, 420)}) {
      const Rect room{10, 50, static_cast<float>(w) * scale, static_cast<float>(h) * scale};
      const MaxasRects rects = maxas_rects(room, std::nullopt, scale);
      for (std::size_t a = 0; a < rects.size(); ++a) {
        const Rect& r = rects[a];
        EXPECT_GT(r.w, 150 * scale);
        EXPECT_GE(r.h, 90 * scale);
        EXPECT_TRUE(r.x >= room.x && r.y >= room.y && r.x + r.w <= room.x + room.w + 1 &&
                    r.y + r.h <= room.y + room.h + 1);
        for (std::size_t b = a + 1; b < rects.size(); ++b) {
          if (a == static_cast<std::size_t>(MaxasPart::Tile) && b == static_cast<std::size_t>(MaxasPart::Strips))
            continue;
          const Rect& o = rects[b];
          EXPECT_TRUE(r.x + r.w <= o.x || o.x + o.w <= r.x || r.y + r.h <= o.y || o.y + o.h <= r.y) << a << " " << b;
        }
      }
    }
  }
}

// Beside its panel if there is room; never outside.
TEST(MaxasLayout, ACardHidesLittleOfWhatItSpeaksOf) {
  const Rect room{0, 100, 1400, 700};
  const MaxasRects rects = maxas_rects(room, std::nullopt, 1);
  for (const Rect& target : rects) {
    const Rect card = maxas_card_rect(room, target, 380, 300, 12);
    EXPECT_TRUE(card.x >= room.x && card.y >= room.y && card.x + 380 <= 1400 && card.y + 300 <= 800);
    const bool apart = card.x + card.w <= target.x || target.x + target.w <= card.x || card.y + card.h <= target.y ||
                       target.y + target.h <= card.y;
    EXPECT_TRUE(apart) << target.x << " " << target.y;
  }
  const Rect tight = maxas_card_rect({0, 0, 1000, 480}, {300, 0, 350, 170}, 384, 370, 12);
  EXPECT_EQ(tight.x, 616);  // right, as far as the room goes: 34 points are hidden
}

TEST(MaxasLayout, InASmallRoomOnePanelHasItAll) {
  const Rect room{0, 0, 600, 300};
  MaxasRects rects = maxas_rects(room, std::nullopt, 1);
  EXPECT_EQ(rects[static_cast<std::size_t>(MaxasPart::Tile)], room);
  EXPECT_EQ(rects[static_cast<std::size_t>(MaxasPart::Order)].w, 0);
  rects = maxas_rects(room, MaxasPart::Order, 1);
  EXPECT_EQ(rects[static_cast<std::size_t>(MaxasPart::Order)], room);
  EXPECT_EQ(rects[static_cast<std::size_t>(MaxasPart::Tile)].w, 0);
}

// The swirl executed by hand: of the eight, those that begin at (0, 0) leave a conflict with two entries; with one, all
// but two do.
TEST(MaxasTour, CountsTheSwirls) {
  const std::vector<SwirlCount> counts = count_swirls();
  ASSERT_EQ(counts.size(), 8U);
  int free_with_one = 0;
  for (const SwirlCount& count : counts) {
    EXPECT_EQ(count.hits, 94);
    EXPECT_TRUE(count.c_banks_differ);
    EXPECT_EQ(count.conflicts[0], 16);
    const bool begins_at_origin = count.swirl[0] == TileIndex{};
    EXPECT_EQ(count.conflicts[2], begins_at_origin ? 1 : 0);
    free_with_one += count.conflicts[1] == 0 ? 1 : 0;
  }
  EXPECT_EQ(free_with_one, 2);
  EXPECT_EQ(counts[0].swirl[0].xi, 2);
  EXPECT_EQ(counts[0].conflicts[1], 0);
}

TEST(MaxasTour, PagesAreReadAndLeadThere) {
  EXPECT_EQ(parse_maxas_page("1:2").value(), (MaxasPage{0, 1}));
  EXPECT_EQ(parse_maxas_page("2:4").value(), (MaxasPage{1, 3}));
  for (const char* text : {"", "1", "0:1", "3:1", "1:0", "1:6", "2:5", "1:1x", "a:b", "1:"})
    EXPECT_FALSE(parse_maxas_page(text).ok()) << text;
  const auto pages = maxas_tour(sgemm64, 1);
  EXPECT_NE(pages[0].text.find("94 of them come from the caches, A 38, B 56, C 0: 48.96 %"), std::string::npos);
  EXPECT_NE(pages[1].text.find("128 of 192"), std::string::npos);
  EXPECT_NE(pages[3].text.find("752 of 1536"), std::string::npos);  // 8 * 94 of 8 * 192
  EXPECT_NE(pages[3].text.find("99 of 272"), std::string::npos);    // 851 - 752 of 1808 - 1536
}

TEST(MaxasActions, PlayingGoesOnAndEnds) {
  MaxasState state;
  apply_maxas(state, SetMaxasStep{at("S3:0")});
  apply_maxas(state, SetMaxasSpeed{2});  // 20 FFMAs a second
  apply_maxas(state, PlayMaxas{});
  for (int frame = 0; frame < 20; ++frame) apply_maxas(state, AdvanceMaxas{0.05});
  EXPECT_EQ(state.step, at("S3:20"));
  apply_maxas(state, AdvanceMaxas{3600});  // a window that slept
  EXPECT_EQ(state.step, at("S3:22"));
  apply_maxas(state, SetMaxasStep{at("S8:6")});
  EXPECT_FALSE(state.playing);
  apply_maxas(state, PlayMaxas{});
  for (int frame = 0; frame < 400; ++frame) apply_maxas(state, AdvanceMaxas{0.1});
  EXPECT_EQ(state.step, at("S8:7"));
  EXPECT_FALSE(state.playing);
  apply_maxas(state, PlayMaxas{});  // again from the start
  EXPECT_EQ(state.step, at("S1:0"));
}

TEST(MaxasActions, AreTotal) {
  MaxasState state;
  apply_maxas(state, SetMaxasThread{1000});
  EXPECT_EQ(state.thread, 63);
  apply_maxas(state, SetMaxasThread{-5});
  EXPECT_EQ(state.thread, 0);
  apply_maxas(state, ChooseMaxas{{Type::C, 64, 0}});
  EXPECT_FALSE(state.chosen);
  apply_maxas(state, ChooseMaxas{{Type::C, 63, 63}});
  EXPECT_EQ(state.thread, 63);
  maxas::Variant variant;
  variant.entries = 4;
  apply_maxas(state, SetMaxasVariant{variant});
  EXPECT_EQ(state.variant, maxas::Variant{});
  apply_maxas(state, SetMaxasPage{MaxasPage{0, 99}});
  EXPECT_FALSE(state.page.has_value());
  apply_maxas(state, SetMaxasStep{at("S1:3")});
  apply_maxas(state, SetMaxasKernel{sgemm128});  // which has no load 3
  EXPECT_EQ(state.step, at("S1:0"));
  EXPECT_FALSE(state.chosen);
  apply_maxas(state, MoveMaxas{-1});
  EXPECT_EQ(state.step, at("S1:0"));
}

TEST(MaxasActions, ATourSpeaksOfThePublishedKernel) {
  MaxasState state;
  maxas::Variant variant;
  variant.order = maxas::IssueOrder::XInner;
  apply_maxas(state, SetMaxasVariant{variant});
  apply_maxas(state, SetMaxasPage{MaxasPage{0, 4}});
  EXPECT_EQ(state.variant, maxas::Variant{});
  EXPECT_EQ(state.step, at("S3:3"));  // cx00y00 is FFMA 3
  apply_maxas(state, SetMaxasPage{});
  EXPECT_FALSE(state.page.has_value());
}

TEST(MaxasActions, WhoAsksForAnotherPanelLeaves) {
  Document document;
  document.sources.resize(1);
  apply_action(document, ShowView{ViewId::Maxas});
  apply_action(document, SetTheme{Theme::Light});
  EXPECT_EQ(document.workspace, Workspace::Maxas);
  apply_action(document, SetViewMode{ViewMode::Combined});
  EXPECT_EQ(document.workspace, Workspace::Layout);
}

}  // namespace
}  // namespace tcviz
