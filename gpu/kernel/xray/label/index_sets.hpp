// Sets of indices of one dimension, each stored once and named by a number. 0 is the empty set.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tcviz::inline gpu_xray {

using SetId = std::uint32_t;

// The first and the last of indices in a row.
using IndexRun = std::array<std::int64_t, 2>;

class IndexSets {
 public:
  IndexSets() : sets_(1) {}

  SetId point(std::int64_t at);
  SetId range(std::int64_t first, std::int64_t end);  // without `end`
  SetId unite(SetId a, SetId b);
  bool overlap(SetId a, SetId b);
  bool contains(SetId all, SetId part);
  bool has(SetId set, std::int64_t at) const;
  std::int64_t size(SetId set) const;
  // Returns the first and the last index of each run.
  std::vector<IndexRun> runs(SetId set) const;
  std::string describe(SetId set) const;  // "0..15, 32"
  // Returns the set of this collection that equals a set of another one.
  SetId same_as(const IndexSets& others, SetId set) { return set == 0 ? 0 : intern(others.sets_[set]); }

 private:
  using Bits = std::vector<std::uint64_t>;
  SetId intern(Bits bits);

  std::vector<Bits> sets_;
  std::unordered_map<std::uint64_t, std::vector<SetId>> by_hash_;
  std::unordered_map<std::uint64_t, SetId> unions_;
  std::unordered_map<std::int64_t, SetId> points_;
};

}  // namespace tcviz::inline gpu_xray
