// Lists the fields of a request and a result for gpu/layout/record.hpp, which sends them from process to process.
#pragma once

#include "gpu/layout/layout_file.hpp"
#include "gpu/run/ops/run.hpp"

namespace tcviz::inline gpu_ops {

template <class V>
void fields(V& v, Scalars& s) {
  v("a", s.a);
  v("b", s.b);
  v("d", s.d);
}

inline std::string_view id_of(const Operation* operation) { return operation == nullptr ? "" : operation->id; }
inline std::string text_of(const std::optional<Layout>& layout) { return layout ? to_json(*layout) : std::string(); }
Result<Layout> one_layout(const std::string& text);

template <class V>
void fields(V& v, RunRequest& r) {
  v.as("operation", r.operation, id_of, find_operation);
  v.as("layout", r.layout, text_of, one_layout);
  v("body", r.own_body);
  v("scalars", r.scalars);
  v("seed", r.seed);
  v("ordinal", r.ordinal);
  v("batches", r.batches);
  v("repetitions", r.repetitions);
}

template <class V>
void fields(V& v, OperationVerdict& j) {
  v("verified", j.verified);
  v("slots", j.slots);
  v("wrong", j.wrong);
  v("max_abs_error", j.max_abs_error);
  v("allowed", j.allowed);
  v("agree", j.owners_agree);
  v("sentence", j.sentence);
  v("computed", j.computed);
}

template <class V>
void fields(V& v, Timing& t) {
  v("setting", t.setting);
  v("batch", t.batch);
  v("registers", t.registers_ns);
  v("staged", t.staged_ns);
  v.row("ratio", t.ratio, t.ratio_low, t.ratio_high);
  v("same", t.same_results);
  v("skipped", t.skipped);
}

template <class V>
void fields(V& v, RunResult& r) {
  v("operation", r.operation);
  v("kind", r.kind);
  v("executor", r.executor);
  v("on_gpu", r.on_gpu);
  v("placed_by", r.placed_by);
  v("judgement", r.judgement);
  v("before", r.before);
  v("after", r.after);
  v("second", r.second);
  v("out", r.out);
  v("by_slot", r.after_by_slot);
  v("compiler", r.compiler);
  v("compile_ms", r.compile_ms);
  v("compiled_before", r.compiled_before);
  v("timings", r.timings);
}

}  // namespace tcviz::inline gpu_ops
