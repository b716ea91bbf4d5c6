// Lists the fields of cases and answers for gpu/layout/record.hpp, which sends them from process to process.
#pragma once

#include <algorithm>
#include <optional>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

// Returns a view with static lifetime of the same type name; none if it is unknown.
inline std::optional<std::string_view> lasting_type(std::string_view word) {
  const auto types = descriptor_types();
  const auto type = std::find(types.begin(), types.end(), word);
  return type == types.end() ? std::nullopt : std::optional(*type);
}
inline std::optional<std::string_view> lasting_access(std::string_view word) {
  const WarpAccess* const access = find_warp_access(word);
  return access == nullptr ? std::nullopt : std::optional(access->name);
}
inline std::string_view same_word(std::string_view word) { return word; }

template <class V>
void fields(V& v, OperandUse& u) {
  v.as("type", u.type, same_word, lasting_type);
  v("is_a", u.is_a);
  v("major", u.major);
  v("n", u.n);
  v("sparse", u.sparse);
}

template <class V>
void fields(V& v, TmaBox& b) {
  v("swizzle", b.swizzle);
  v("inner", b.inner);
  v("rows", b.rows);
  v("planes", b.planes);
  v("start", b.start);
  v("atom", b.atom);
}

template <class V>
void fields(V& v, OperandCase& c) {
  v("use", c.use);
  v("descriptor", c.descriptor);
}

template <class V>
void fields(V& v, BoxCase& c) {
  v("box", c.box);
}

template <class V>
void fields(V& v, BankCase& c) {
  v.as("access", c.access, same_word, lasting_access);
  v("addresses", c.addresses);
}

template <class V>
void fields(V& v, ReadCase& c) {
  v("use", c.use);
  v("descriptor", c.descriptor);
}

template <class V>
void fields(V& v, SweepAnswer& a) {
  v("outcome", a.outcome);
  v("places", a.places);
  v("cycles", a.cycles);
  v("text", a.text);
}

template <class V>
void fields(V& v, GpuInfo& g) {
  v("ordinal", g.ordinal);
  v("name", g.name);
  v("capability", g.capability);
  v("driver", g.driver);
  v("cuda", g.cuda);
}

template <class V>
void fields(V& v, SweepFacts& f) {
  v("gpu", f.gpu);
  v("has_wgmma", f.has_wgmma);
}

// A message to the process that measures the GPU.
struct SweepQuestion {
  bool wants_facts = false;  // asks only for SweepFacts
  SweepCase one;
};
template <class V>
void fields(V& v, SweepQuestion& q) {
  v("wants_facts", q.wants_facts);
  v.one_of({"operand", "box", "bank", "read"}, q.one);
}

struct SweepReply {
  SweepFacts facts;
  SweepAnswer answer;
};
template <class V>
void fields(V& v, SweepReply& r) {
  v("facts", r.facts);
  v("answer", r.answer);
}

}  // namespace tcviz::inline gpu_prove
