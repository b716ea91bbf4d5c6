// What is known of stores to global memory, against a second method: each thread carries the set of the stores that it
// knows and of those that it has fenced, and flags carry sets from one to the other.
#include "gpu/kernel/xray/order/global_order.hpp"

#include <gmock/gmock.h>

#include <random>
#include <set>

namespace tcviz {
namespace {

constexpr int blocks = 3, warps = 2, lanes = 3, flags = 2, events = 60;
using Stores = std::set<std::uint32_t>;  // each store by its step

struct Thread {
  Stores known, fenced;
  void learn(const Thread& other) {
    known.insert(other.known.begin(), other.known.end());
    fenced.insert(other.fenced.begin(), other.fenced.end());
  }
};

struct Flag {
  LastPlace last;
  Stores tells;
};

class Trial {
 public:
  explicit Trial(unsigned seed) : random_(seed) {}

  void run() {
    for (step_ = 1; step_ <= events; ++step_) {
      at_ = {draw(blocks), 0, static_cast<int>(draw(warps)), static_cast<int>(draw(lanes)), {}};
      act(draw(9));
    }
    compare();
  }
  int known = 0, unknown = 0;

 private:
  std::uint32_t draw(std::uint32_t count) { return static_cast<std::uint32_t>(random_() % count); }
  Thread& thread(std::uint32_t block, int warp, int lane) { return threads_[block][warp][lane]; }
  Thread& self() { return thread(at_.block, at_.warp, at_.lane); }
  ThreadPoint point(const ThreadPoint& of) const {
    ThreadPoint made = of;
    made.step = step_;
    made.has = {lanes_together_[of.block][of.warp], block_together_[of.block], 0};
    return made;
  }
  LastPlace place() const {
    return {step_, 0, -1, static_cast<std::int16_t>(at_.warp), static_cast<std::int8_t>(at_.lane), false, at_.block};
  }

  void act(std::uint32_t what) {
    if (what == 0) return store();
    if (what == 1) return fence();
    if (what == 2) return warp_sync();
    if (what == 3) return block_sync();
    Flag& flag = flags_[draw(flags)];
    if (what <= 5) return set(flag);
    if (what <= 7) return load(flag);
    change(flag, draw(2) == 0);
  }
  void store() {
    order_.store(point(at_));
    self().known.insert(step_);
    stores_.push_back(place());
  }
  void fence() {
    order_.fence(point(at_), false);
    self().fenced.insert(self().known.begin(), self().known.end());
  }
  void warp_sync() {
    lanes_together_[at_.block][at_.warp] = step_;
    Thread all;
    for (int lane = 0; lane < lanes; ++lane) all.learn(thread(at_.block, at_.warp, lane));
    for (int lane = 0; lane < lanes; ++lane) thread(at_.block, at_.warp, lane) = all;
  }
  void block_sync() {
    block_together_[at_.block] = step_;
    Thread all;
    for (int warp = 0; warp < warps; ++warp)
      for (int lane = 0; lane < lanes; ++lane) all.learn(thread(at_.block, warp, lane));
    for (int warp = 0; warp < warps; ++warp)
      for (int lane = 0; lane < lanes; ++lane) thread(at_.block, warp, lane) = all;
  }
  void set(Flag& flag) {
    store();
    flag.tells = self().fenced;
    flag.tells.insert(step_);
    flag.last = place();
  }
  void load(const Flag& flag) {
    order_.read(point(at_), flag.last, false);
    learn(flag.tells);
  }
  void learn(const Stores& tells) {
    self().known.insert(tells.begin(), tells.end());
    self().fenced.insert(tells.begin(), tells.end());
  }
  void change(Flag& flag, bool learns) {
    order_.read(point(at_), flag.last, !learns);
    if (learns) learn(flag.tells);
    const Stores before = flag.tells;
    set(flag);
    flag.tells.insert(before.begin(), before.end());
  }

  void compare() {
    for (at_.block = 0; at_.block < blocks; ++at_.block)
      for (at_.warp = 0; at_.warp < warps; ++at_.warp)
        for (at_.lane = 0; at_.lane < lanes; ++at_.lane)
          for (const LastPlace& stored : stores_) {
            if (stored.block == at_.block && stored.warp == at_.warp) continue;
            const bool by_barrier = stored.block == at_.block && block_together_[at_.block] > stored.step;
            const bool is_known = by_barrier || order_.knows(point(at_), stored) == GlobalOrder::Known::Yes;
            ASSERT_EQ(is_known, self().known.contains(stored.step))
                << "store " << stored.step << " of block " << stored.block << ", asked for by block " << at_.block
                << ", warp " << at_.warp << ", lane " << at_.lane;
            ++(is_known ? known : unknown);
          }
  }

  std::mt19937 random_;
  std::uint32_t step_ = 0;
  ThreadPoint at_;
  GlobalOrder order_;
  std::array<std::array<std::array<Thread, lanes>, warps>, blocks> threads_;
  std::array<std::array<std::uint32_t, warps>, blocks> lanes_together_{};
  std::array<std::uint32_t, blocks> block_together_{};
  std::array<Flag, flags> flags_;
  std::vector<LastPlace> stores_;
};

TEST(GlobalOrder, KnowsWhatFencesAndFlagsHaveToldOf) {
  int known = 0, unknown = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Trial trial(seed);
    trial.run();
    if (testing::Test::HasFatalFailure()) return;
    known += trial.known, unknown += trial.unknown;
  }
  EXPECT_GT(known, 1'000);
  EXPECT_GT(unknown, 1'000);
}

}  // namespace
}  // namespace tcviz
