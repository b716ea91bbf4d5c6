// Lists the fields of a report once, with their names in JSON: `tcviz xray --json` prints them, and a process that runs
// an X-ray sends them to another.
#pragma once

#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// Returns the last value of an enum, which gpu/layout/record.hpp needs.
constexpr FindingKind last_of(FindingKind) { return FindingKind::Doubt; }
constexpr FindingWeight last_of(FindingWeight) { return FindingWeight::Warning; }
constexpr VerdictState last_of(VerdictState) { return VerdictState::Unjudged; }
constexpr PathHop::Part last_of(PathHop::Part) { return PathHop::Part::Right; }
constexpr SnapshotState last_of(SnapshotState) { return SnapshotState::Unknown; }
constexpr AccessKind last_of(AccessKind) { return AccessKind::Writes; }
constexpr BankState last_of(BankState) { return BankState::Unset; }

// Lists the fields of an instruction of a warp.
template <class V, class T>
void fields_of_step(V& v, T& t) {
  v("step", t.step);
  v("warp", t.warp);
  v("line", t.line);
  v("ptx_line", t.ptx_line);
  v("instruction", t.opcode);
}

// Lists the fields of a register of a lane.
template <class V, class T>
void fields_of_lane(V& v, T& t) {
  v("step", t.step);
  v("line", t.line);
  v("ptx_line", t.ptx_line);
  v("instruction", t.opcode);
  v("warp", t.warp);
  v("lane", t.lane);
  v.null("register", t.register_name);
}

template <class V>
void fields(V& v, SourcePlace& t) {
  v("file", t.file);
  v("line", t.line);
}

template <class V>
void fields(V& v, OtherSide& t) {
  v("by", t.by);
  v("access", t.access);
  v("line", t.line);
  v("ptx_line", t.ptx_line);
  v.null("warp", t.warp, -1);
  v.null("lane", t.lane, -1);
  v("calls", t.calls);
}

template <class V>
void fields(V& v, XrayFinding& t) {
  v("kind", t.kind);
  v("severity", t.weight);
  fields_of_lane(v, t);
  v("text", t.text);
  v("expected", t.expected);
  v("got", t.got);
  v("calls", t.calls);
  v("other", t.other);
  v.null("cause", t.cause);
  v.null("remedy", t.remedy);
  v("count", t.count);
}

template <class V>
void fields(V& v, XrayEvent& t) {
  fields_of_step(v, t);
}

template <class V>
void fields(V& v, XrayBanks& t) {
  v("line", t.line);
  v("ptx_line", t.ptx_line);
  v("op", t.op);
  v("wavefronts", t.wavefronts);
  v("least", t.least);
  v("conflicts", t.conflicts);
  v("cycles", t.cycles);
}

// Lists the sums as one JSON object with a field for each dimension. Programs that read a report back ignore it.
template <class V>
void fields(V& v, VerdictSums& t) {
  for (auto& [dimension, runs] : t) v(dimension.c_str(), runs);
}

template <class V>
void fields(V& v, VerdictClass& t) {
  v("count", t.count);
  v("state", t.state);
  v("sum", t.sums);
  v("points", t.points);
  v("text", t.text);
  v("example", t.example);
}

template <class V>
void fields(V& v, NumberDifference& t) {
  v("element", t.element);
  v("found", t.found);
  v("expected", t.expected);
}

template <class V>
void fields(V& v, OutputNumbers& t) {
  v("state", t.state);
  v("given", t.given);
  v("expression", t.expression);
  v("compared", t.compared);
  v("first", t.first);
  v("nearest", t.nearest);
  v("reason", t.reason);
}

template <class V>
void fields(V& v, OutputVerdict& t) {
  v("name", t.name);
  v("state", t.state);
  v("right_as_executed", t.right_as_executed);
  v("elements", t.elements);
  v("stored", t.written);
  v("classes", t.classes);
  v("numbers", t.numbers);
}

// Lists the fields of a cell. A row or column of null: the cell has no such index; a lane of null: it was read from
// shared memory.
template <class V>
void fields(V& v, SnapshotCell& t) {
  v("text", t.text);
  v.null("row", t.row, -1);
  v.null("col", t.col, -1);
  v("state", t.state);
  v.null("lane", t.lane, -1);
  v("element", t.element);
}

template <class V>
void fields(V& v, SnapshotTile& t) {
  v("name", t.name);
  v("rows", t.rows);
  v("cols", t.cols);
  v("indices", t.indices);
  v("cells", t.cells);
}

template <class V>
void fields(V& v, EventSnapshot& t) {
  fields_of_step(v, t);
  v("a", t.a);
  v("b", t.b);
  v("sum", t.sum);
}

template <class V>
void fields(V& v, PathHop& t) {
  v("part", t.part);
  fields_of_lane(v, t);
  v("value", t.value);
  v.null("from", t.from);
  v.null("to", t.to);
  v("count", t.count);
}

template <class V>
void fields(V& v, BankConflict::Word& t) {
  v("address", t.address);
  v("lanes", t.lanes);
}

template <class V>
void fields(V& v, BankConflict& t) {
  v("bank", t.bank);
  v("words", t.words);
}

template <class V>
void fields(V& v, BankPhase& t) {
  v("lanes", t.lanes);
  v("wavefronts", t.wavefronts);
  v("conflicts", t.conflicts);
}

template <class V>
void fields(V& v, BankWavefronts& t) {
  v("op", t.op);
  v("count", t.count.wavefronts);
  v("least", t.count.least);
  v("conflicts", t.count.conflicts);
  v("cycles", t.count.cycles);
  v("phases", t.phases);
}

template <class V>
void fields(V& v, BankPiece& t) {
  v("at", t.at);
  v("bytes", t.bytes);
  v("state", t.state);
  v("array", t.array);
  v("text", t.text);
  v.null("row", t.row, -1);
  v.null("col", t.col, -1);
}

template <class V>
void fields(V& v, BankLine& t) {
  v("address", t.address);
  v("pieces", t.pieces);
}

template <class V>
void fields(V& v, BankTouch& t) {
  v.null("lane", t.lane, -1);
  v("address", t.address);
  v("bytes", t.bytes);
}

template <class V>
void fields(V& v, BankAccess& t) {
  fields_of_step(v, t);
  v("stores", t.stores);
  v("lanes", t.touches);
  v("wavefronts", t.wavefronts);
  v("lines", t.lines);
}

template <class V>
void fields(V& v, BankPlace& t) {
  v("line", t.line);
  v("ptx_line", t.ptx_line);
  v("instruction", t.opcode);
}

// Lists the fields of a report, except the numbers of arrays.
template <class V>
void fields(V& v, XrayReport& t) {
  v("kernel", t.kernel);
  v("arch", t.architecture);
  v("blocks", t.blocks);
  v("all_blocks", t.all_blocks);
  v("steps", t.steps);
  v("thread_instructions", t.thread_instructions);
  v("ms", t.milliseconds);
  v("state", t.verdict);
  v("reason", t.reason);
  v("doubt", t.doubt);
  v("outputs", t.outputs);
  v("findings", t.findings);
  v("events", t.events);
  v("event", t.snapshot);
  v("feeding", t.feeding);
  v("access", t.access);
  v("shared", t.shared_places);
  v("banks", t.banks);
  v("path", t.path);
  v("notes", t.notes);
  v("refused", t.refused);
  v("proposed", t.proposed);
  v("left_open", t.left_open);
}

}  // namespace tcviz::inline gpu_xray
