// The fields of a question about live registers and of its answer, as one process hands them to another.
#pragma once

#include "app/session/xray/live_run.hpp"

namespace tcviz::inline app_session {

template <class V>
void fields(V& v, LiveQuestion& t) {
  v("path", t.path);
  v("at", t.at);
  v("expect", t.expect);
}

template <class V>
void fields(V& v, LiveTake& t) {
  v("kind", t.kind);
  v("file", t.file);
  v("line", t.line);
  v("warp", t.warp);
  v("time", t.time);
  v("threads", t.threads);
  v("missing", t.missing);
}

template <class V>
void fields(V& v, LiveCell& t) {
  v("found", t.found);
  v("expected", t.expected);
  v("tid", t.tid);
  v("wrong", t.wrong);
}

template <class V>
void fields(V& v, LiveGrid& t) {
  v("rows", t.rows);
  v("cols", t.cols);
  v("threads", t.threads);
  v("cells", t.cells);
  v("has_expected", t.has_expected);
}

template <class V>
void fields(V& v, LiveWrong& t) {
  v("lane", t.lane);
  v("warp", t.warp);
  v("register", t.reg);
  v.row("element", t.element.row, t.element.col);
  v("found", t.found);
  v("expected", t.expected);
}

template <class V>
void fields(V& v, LiveRun& t) {
  v("takes", t.takes);
  v("at", t.at);
  v("expect", t.expect);
  v("source", t.source);
  v("grid", t.grid);
  v("wrong", t.wrong);
  v("compared", t.compared);
  v("differing", t.differing);
  v("hints", t.hints);
}

}  // namespace tcviz::inline app_session
