#include "gpu/kernel/xray/label/index_sets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace tcviz::inline gpu_xray {
namespace {

std::uint64_t hash_of(const std::vector<std::uint64_t>& bits) {
  std::uint64_t hash = 1469598103934665603ULL;
  for (const std::uint64_t word : bits) hash = (hash ^ word) * 1099511628211ULL + (hash >> 29);
  return hash;
}

void put(std::vector<std::uint64_t>& bits, std::int64_t at) {
  const auto word = static_cast<std::size_t>(at / 64);
  if (bits.size() <= word) bits.resize(word + 1);
  bits[word] |= std::uint64_t{1} << (at % 64);
}

}  // namespace

SetId IndexSets::intern(Bits bits) {
  std::vector<SetId>& same = by_hash_[hash_of(bits)];
  for (const SetId id : same)
    if (sets_[id] == bits) return id;
  sets_.push_back(std::move(bits));
  same.push_back(static_cast<SetId>(sets_.size() - 1));
  return same.back();
}

SetId IndexSets::point(std::int64_t at) {
  SetId& id = points_[at];
  if (id != 0) return id;
  Bits bits;
  put(bits, at);
  return id = intern(std::move(bits));
}

SetId IndexSets::range(std::int64_t first, std::int64_t end) {
  Bits bits;
  for (std::int64_t at = first; at < end; ++at) put(bits, at);
  return bits.empty() ? 0 : intern(std::move(bits));
}

SetId IndexSets::unite(SetId a, SetId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const std::uint64_t key = (std::uint64_t{std::min(a, b)} << 32) | std::max(a, b);
  SetId& known = unions_[key];
  if (known != 0) return known;
  Bits bits = sets_[a];
  const Bits& more = sets_[b];
  bits.resize(std::max(bits.size(), more.size()));
  for (std::size_t at = 0; at < more.size(); ++at) bits[at] |= more[at];
  return known = intern(std::move(bits));
}

bool IndexSets::overlap(SetId a, SetId b) {
  const Bits &first = sets_[a], &second = sets_[b];
  for (std::size_t at = 0; at < std::min(first.size(), second.size()); ++at)
    if ((first[at] & second[at]) != 0) return true;
  return false;
}

bool IndexSets::contains(SetId all, SetId part) { return unite(all, part) == all; }

bool IndexSets::has(SetId set, std::int64_t at) const {
  const auto word = static_cast<std::size_t>(at / 64);
  return word < sets_[set].size() && ((sets_[set][word] >> (at % 64)) & 1) != 0;
}

std::int64_t IndexSets::size(SetId set) const {
  std::int64_t count = 0;
  for (const std::uint64_t word : sets_[set]) count += std::popcount(word);
  return count;
}

std::vector<IndexRun> IndexSets::runs(SetId set) const {
  std::vector<IndexRun> found;
  const auto end = static_cast<std::int64_t>(sets_[set].size() * 64);
  for (std::int64_t at = 0; at < end; ++at) {
    if (!has(set, at)) continue;
    if (found.empty() || found.back()[1] != at - 1)
      found.push_back({at, at});
    else
      found.back()[1] = at;
  }
  return found;
}

std::string IndexSets::describe(SetId set) const {
  constexpr std::size_t most_runs = 6;
  std::string text;
  const auto found = runs(set);
  for (std::size_t at = 0; at < std::min(found.size(), most_runs); ++at) {
    const auto [first, last] = found[at];
    text += text.empty() ? "" : ", ";
    text += first == last ? fmt::format("{}", first) : fmt::format("{}..{}", first, last);
  }
  return found.size() > most_runs ? text + fmt::format(" and {} more runs", found.size() - most_runs) : text;
}

}  // namespace tcviz::inline gpu_xray
