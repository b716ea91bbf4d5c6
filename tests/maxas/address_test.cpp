// Addresses, the loop's schedule and the staging of C against the formulae of the maxas facts,
// sections 1.1, 1.2, 1.6, 1.7.
#include "gpu/kernel/maxas/addresses.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "gpu/kernel/maxas/schedule.hpp"
#include "gpu/kernel/maxas/staging.hpp"

namespace tcviz::maxas {
namespace {

// True if the instruction has an issue slot of its own; others go out beside an FFMA.
bool takes_issue_slot(EventType type) {
  return type == EventType::LoopTest || type == EventType::SwitchBuffers || type == EventType::Advance;
}

// 1.1.
TEST(Shared, SizesAndBases) {
  struct Row {
    SgemmKernel kernel;
    int bytes, line, a0, b0, a1, b1, buffers_xor, loads;
  };
  constexpr Row rows[] = {{sgemm64, 8192, 256, 0, 2048, 4096, 6144, 4096, 4},
                          {sgemm128, 16384, 512, 0, 4096, 8192, 12288, 8192, 2}};
  for (const Row& row : rows) {
    EXPECT_EQ(shared_bytes(row.kernel), row.bytes);
    EXPECT_EQ(line_bytes(row.kernel), row.line);
    EXPECT_EQ(part_base(row.kernel, Matrix::A, 0), row.a0);
    EXPECT_EQ(part_base(row.kernel, Matrix::B, 0), row.b0);
    EXPECT_EQ(part_base(row.kernel, Matrix::A, 1), row.a1);
    EXPECT_EQ(part_base(row.kernel, Matrix::B, 1), row.b1);
    EXPECT_EQ(buffer_switch(row.kernel), row.buffers_xor);
    EXPECT_EQ(global_loads(row.kernel), row.loads);
  }
}

// 1.6, as written there.
TEST(Global, LoadsOfSgemm64) {
  const int blk = 3, ldx = 200;
  for (int tid = 0; tid < 64; ++tid) {
    const int r = tid & 15, l = (tid >> 4) & 1, write_s = 16 * r + 256 * l + (tid >= 32 ? 2048 : 0);
    EXPECT_EQ(write_address(sgemm64, tid), write_s) << tid;
    for (int i = 0; i < 4; ++i) {
      const GlobalLoad load = global_load(sgemm64, tid, i);
      EXPECT_EQ(load.matrix, tid < 32 ? Matrix::A : Matrix::B) << tid;
      EXPECT_EQ(load.line, l + 2 * i) << tid;
      EXPECT_EQ(load.shared, write_s + 512 * i) << tid;
      EXPECT_EQ(global_quad(sgemm64, load, blk, ldx), blk * 16 + r + (ldx / 4) * (l + 2 * i)) << tid;
    }
  }
}

TEST(Global, LoadsOfSgemm128) {
  const int blk = 2, ldx = 388;
  for (int tid = 0; tid < 256; ++tid) {
    const int r = tid & 31, l = (tid >> 5) & 3, write_s = 16 * r + 512 * l + (tid >= 128 ? 4096 : 0);
    EXPECT_EQ(write_address(sgemm128, tid), write_s) << tid;
    for (int i = 0; i < 2; ++i) {
      const GlobalLoad load = global_load(sgemm128, tid, i);
      EXPECT_EQ(load.matrix, tid < 128 ? Matrix::A : Matrix::B) << tid;
      EXPECT_EQ(load.line, l + 4 * i) << tid;
      EXPECT_EQ(load.shared, write_s + 2048 * i) << tid;
      EXPECT_EQ(global_quad(sgemm128, load, blk, ldx), blk * 32 + r + (ldx / 4) * (l + 4 * i)) << tid;
    }
  }
}

// All threads together fill one buffer, every quad once, with line kk at its place.
TEST(Global, LoadsFillOneBuffer) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    std::set<int> filled;
    for (int tid = 0; tid < kernel.threads; ++tid)
      for (int i = 0; i < global_loads(kernel); ++i) {
        const GlobalLoad load = global_load(kernel, tid, i);
        EXPECT_TRUE(filled.insert(load.shared).second);
        EXPECT_EQ(load.shared, part_base(kernel, load.matrix, 0) + 4 * kernel.tile * load.line + 16 * load.quad);
      }
    EXPECT_EQ(static_cast<int>(filled.size()) * 16, buffer_switch(kernel));
    EXPECT_EQ(*filled.rbegin(), buffer_switch(kernel) - 16);
  }
}

// 1.2 and 1.6: a thread reads the rows and columns that its registers of C belong to.
TEST(Shared, ReadsAreTheOwnersRows) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const Layout layout = sgemm_layout(kernel);
    for (int tid = 0; tid < kernel.threads; ++tid) {
      const Microtile at = sgemm_microtile(kernel, tid);
      EXPECT_EQ(read_address(kernel, tid, Matrix::A), 16 * at.x);
      EXPECT_EQ(read_address(kernel, tid, Matrix::B), (kernel.tile == 64 ? 2048 : 4096) + 16 * at.y);
      for (int c = 0; c < 64; ++c) {
        const Element element = *layout.element({tid, c});
        const TileIndex index = sgemm_index(c);
        const int a = shared_read(kernel, tid, Matrix::A, 5, index.xi < 4 ? Half::Low : Half::High, 1);
        const int b = shared_read(kernel, tid, Matrix::B, 5, index.yi < 4 ? Half::Low : Half::High, 1);
        ASSERT_EQ(a + 4 * (index.xi & 3), part_base(kernel, Matrix::A, 1) + 5 * 4 * kernel.tile + 4 * element.row);
        ASSERT_EQ(b + 4 * (index.yi & 3), part_base(kernel, Matrix::B, 1) + 5 * 4 * kernel.tile + 4 * element.col);
      }
    }
  }
}

// 1.6: why the halves are h apart. The A quads of a warp are 128 bytes side by side, one word in each bank, four lanes
// a quad; those of B are four quads for eight lanes each.
TEST(Shared, AWarpReadsWithoutBankConflicts) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    for (int warp = 0; warp < kernel.warps(); ++warp) {
      std::map<int, int> a, b;
      for (int tid = 32 * warp; tid < 32 * warp + 32; ++tid) {
        ++a[shared_read(kernel, tid, Matrix::A, 0, Half::Low)];
        ++b[shared_read(kernel, tid, Matrix::B, 0, Half::Low)];
      }
      EXPECT_EQ(a.size(), 8u);
      EXPECT_EQ(a.rbegin()->first - a.begin()->first, 128 - 16);
      EXPECT_EQ(b.size(), 4u);
      for (const auto& [address, lanes] : a) EXPECT_EQ(lanes, 4);
      for (const auto& [address, lanes] : b) EXPECT_EQ(lanes, 8);
    }
  }
}

int count(const std::vector<Event>& events, EventType type) {
  return static_cast<int>(
      std::count_if(events.begin(), events.end(), [&](const Event& event) { return event.type == type; }));
}

// 1.1: instructions and issue slots of one pass.
TEST(Schedule, CountsAreThoseOfTheListings) {
  struct Row {
    SgemmKernel kernel;
    int instructions, slots, tests, switches, advances, loads;
  };
  constexpr Row rows[] = {{sgemm64, 562, 520, 1, 3, 4, 4}, {sgemm128, 556, 518, 1, 3, 2, 2}};
  for (const Row& row : rows) {
    const std::vector<Event> events = pass_events(row.kernel);
    EXPECT_EQ(512 + static_cast<int>(events.size()), row.instructions);
    EXPECT_EQ(row.instructions, figures_of(row.kernel).loop_instructions);
    int slots = 512;
    for (const Event& event : events) slots += takes_issue_slot(event.type) ? 1 : 0;
    EXPECT_EQ(slots, row.slots);
    EXPECT_EQ(slots, figures_of(row.kernel).issue_slots);
    EXPECT_EQ(count(events, EventType::LoopTest), row.tests);
    EXPECT_EQ(count(events, EventType::SwitchBuffers), row.switches);
    EXPECT_EQ(count(events, EventType::Advance), row.advances);
    EXPECT_EQ(count(events, EventType::TextureLoad), row.loads);
    EXPECT_EQ(count(events, EventType::SharedStore), row.loads);
    EXPECT_EQ(count(events, EventType::SharedLoad), 32);
  }
}

// 1.6: where in the pass each stands: line * 100 + the FFMA before it.
std::vector<int> places(const SgemmKernel& kernel, EventType type) {
  std::vector<int> found;
  for (const Event& event : pass_events(kernel))
    if (event.type == type) found.push_back(event.line * 100 + event.after);
  return found;
}

TEST(Schedule, EventsStandWhereTheDocumentSays) {
  using Places = std::vector<int>;
  EXPECT_EQ(places(sgemm64, EventType::TextureLoad), (Places{31, 33, 131, 133}));
  EXPECT_EQ(places(sgemm128, EventType::TextureLoad), (Places{31, 33}));
  EXPECT_EQ(places(sgemm64, EventType::SharedStore), (Places{530, 534, 630, 634}));
  EXPECT_EQ(places(sgemm128, EventType::SharedStore), (Places{630, 634}));
  for (const SgemmKernel& kernel : sgemm_kernels) {
    EXPECT_EQ(places(kernel, EventType::Barrier), (Places{662}));
    EXPECT_EQ(places(kernel, EventType::SwitchBuffers), (Places{662, 662, 662}));
    EXPECT_EQ(places(kernel, EventType::Branch), (Places{763}));
    for (const int place : places(kernel, EventType::Advance)) EXPECT_EQ(place, 763);
    const Places loads = places(kernel, EventType::SharedLoad);
    for (std::size_t at = 0; at < loads.size(); ++at) EXPECT_EQ(loads[at], static_cast<int>(at / 4 * 100 + at % 4 * 2));
  }
  EXPECT_EQ(yield_at, 32);
  EXPECT_EQ(fetched_line(3), 4);
  EXPECT_EQ(fetched_line(7), 0);
}

TEST(Schedule, SharedLoadsAlternateAAndBLowBeforeHigh) {
  std::vector<Event> loads;
  for (const Event& event : pass_events(sgemm64))
    if (event.type == EventType::SharedLoad) loads.push_back(event);
  for (std::size_t at = 0; at < loads.size(); ++at) {
    EXPECT_EQ(loads[at].matrix, at % 2 == 0 ? Matrix::A : Matrix::B);
    EXPECT_EQ(loads[at].half, at % 4 < 2 ? Half::Low : Half::High);
  }
}

// 1.7, as written there.
TEST(Staging, FormulaeOfTheDocument) {
  for (int tid = 0; tid < 64; ++tid) {
    const Microtile at = sgemm_microtile(sgemm64, tid);
    EXPECT_EQ(write_cs(sgemm64, tid), 256 * at.y + 16 * at.x);
    EXPECT_EQ(read_cs(sgemm64, tid), 4 * ((tid & 32) * 8 + (tid & 31)));
    for (int q = 0; q < 8; ++q) {
      EXPECT_EQ(staged_word(sgemm64, tid, q), 64 * at.y + 4 * at.x + (q & 3) + 32 * (q >> 2));
      EXPECT_EQ(loaded_word(sgemm64, tid, q), read_cs(sgemm64, tid) / 4 + 64 * (q >> 1) + 32 * (q & 1));
    }
  }
  for (int tid = 0; tid < 256; ++tid) {
    const Microtile at = sgemm_microtile(sgemm128, tid);
    EXPECT_EQ(write_cs(sgemm128, tid), 512 * at.y + 16 * at.x);
    EXPECT_EQ(read_cs(sgemm128, tid), 4 * ((tid & 96) * 16 + ((tid & 31) | ((tid & 128) >> 2))));
    for (int q = 0; q < 8; ++q) {
      EXPECT_EQ(staged_word(sgemm128, tid, q), 128 * at.y + 4 * at.x + (q & 3) + 64 * (q >> 2));
      EXPECT_EQ(loaded_word(sgemm128, tid, q), read_cs(sgemm128, tid) / 4 + 128 * (q >> 1) + 64 * (q & 1));
    }
  }
}

// 1.7: the example of thread 0 in pass 0, and the writers of row 0 of the first four lines.
TEST(Staging, ExampleOfThread0) {
  constexpr int words[] = {0, 32, 64, 96, 128, 160, 192, 224};
  constexpr int writers[] = {0, 0, 1, 1, 16, 16, 17, 17};
  constexpr Element elements[] = {{0, 0}, {32, 0}, {0, 4}, {32, 4}, {0, 8}, {32, 8}, {0, 12}, {32, 12}};
  for (int q = 0; q < 8; ++q) {
    EXPECT_EQ(loaded_word(sgemm64, 0, q), words[q]);
    EXPECT_EQ(writer_of(sgemm64, words[q]).tid, writers[q]);
    EXPECT_EQ(stored_element(sgemm64, 0, 0, q), elements[q]);
  }
  constexpr int tids[] = {0, 1, 16, 17};
  for (int line = 0; line < 4; ++line) EXPECT_EQ(writer_of(sgemm64, 64 * line).tid, tids[line]);
}

TEST(Staging, WriterIsTheInverse) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    std::set<int> words;
    for (int tid = 0; tid < kernel.threads; ++tid)
      for (int q = 0; q < 8; ++q) {
        const int word = staged_word(kernel, tid, q);
        EXPECT_EQ(writer_of(kernel, word), (StagedBy{tid, q})) << kernel.tile << " word " << word;
        words.insert(word);
      }
    EXPECT_EQ(static_cast<int>(words.size()), kernel.tile * kernel.tile / 8);  // 2048 or 8192 bytes
    EXPECT_EQ(*words.rbegin(), kernel.tile * kernel.tile / 8 - 1);
  }
}

// Through shared memory every element of C reaches its place, from the register that owns it.
TEST(Staging, BringsEveryElementToItsPlaceOnce) {
  for (const SgemmKernel& kernel : sgemm_kernels) {
    const Layout layout = sgemm_layout(kernel);
    std::set<Element> stored;
    for (int pass = 0; pass < 8; ++pass)
      for (int tid = 0; tid < kernel.threads; ++tid)
        for (int q = 0; q < 8; ++q) {
          const StagedBy writer = writer_of(kernel, loaded_word(kernel, tid, q));
          const Element element = stored_element(kernel, tid, pass, q);
          ASSERT_EQ(layout.element({writer.tid, sgemm_register({writer.q, pass})}), element);
          stored.insert(element);
        }
    EXPECT_EQ(static_cast<int>(stored.size()), kernel.tile * kernel.tile);
  }
}

TEST(Staging, AWarpReadsOnlyWhatItWrote) {
  for (const SgemmKernel& kernel : sgemm_kernels)
    for (int tid = 0; tid < kernel.threads; ++tid)
      for (int q = 0; q < 8; ++q)
        EXPECT_EQ(writer_of(kernel, loaded_word(kernel, tid, q)).tid / 32, tid / 32) << kernel.tile << " T" << tid;
}

TEST(Staging, AWarpStores128BytesSideBySide) {
  for (const SgemmKernel& kernel : sgemm_kernels)
    for (int warp = 0; warp < kernel.warps(); ++warp)
      for (int pass = 0; pass < 8; ++pass)
        for (int q = 0; q < 8; ++q) {
          const Element first = stored_element(kernel, 32 * warp, pass, q);
          for (int lane = 0; lane < 32; ++lane)
            ASSERT_EQ(stored_element(kernel, 32 * warp + lane, pass, q), (Element{first.row + lane, first.col}));
          EXPECT_EQ(first.row % 32, 0);
        }
}

// 1.7: 28 or 60 columns, and the one of every pass.
TEST(Staging, StepsToTheUpperHalf) {
  for (int pass = 0; pass < 7; ++pass) {
    EXPECT_EQ(column_step(sgemm64, pass), pass == 3 ? 28 + 1 : 1);
    EXPECT_EQ(column_step(sgemm128, pass), pass == 3 ? 60 + 1 : 1);
  }
}

}  // namespace
}  // namespace tcviz::maxas
