// Sets of indices along one dimension of a matrix. Each set is stored once and is named by a number, so that equal sets
// have equal numbers. 0 is the empty set.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace tcviz::inline gpu_xray {

using SetId = std::uint32_t;

// The first and the last of consecutive indices.
using IndexRun = std::array<std::int64_t, 2>;

class IndexSets {
 public:
  IndexSets() : sets_(1) {}

  // Returns the set of one index.
  SetId point(std::int64_t at);
  // Returns the indices from `first` up to, but not including, `end`.
  SetId range(std::int64_t first, std::int64_t end);
  // Returns the union of two sets.
  SetId unite(SetId a, SetId b);
  // True if two sets have an index in common.
  bool overlap(SetId a, SetId b);
  // True if `all` has every index of `part`.
  bool contains(SetId all, SetId part);
  bool has(SetId set, std::int64_t at) const;
  std::int64_t size(SetId set) const;
  // Returns the runs of consecutive indices of a set.
  std::vector<IndexRun> runs(SetId set) const;
  // Returns a set as text: "0..15, 32".
  std::string describe(SetId set) const;
  // Returns the number, in this object, of the set that `others` calls `set`; adds it if it is missing.
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
