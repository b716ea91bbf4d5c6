// Lists the fields of probe requests and answers for gpu/layout/record.hpp, which sends them from process to process.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "gpu/source/probe/probe_device.hpp"

namespace tcviz::inline gpu_probe {

inline std::string_view id_of(const Kind* kind) { return kind == nullptr ? std::string_view() : kind->id; }

template <class V>
void fields(V& v, LoadRequest& r) {
  v.as("kind", r.kind, id_of, find_kind);
  v("image_bytes", r.image_bytes);
  v("row_images", r.row_images);
  v("row_leading_dimension", r.row_leading_dimension);
  v("col_leading_dimension", r.col_leading_dimension);
  v("images", r.images);
}

template <class V>
void fields(V& v, StoreRequest& r) {
  v.as("kind", r.kind, id_of, find_kind);
  v.as("partner", r.partner, id_of, find_kind);
  v("leading_dimension", r.leading_dimension);
  v("one", r.one);
  v("code", r.code);
}

template <class V>
void fields(V& v, ProductRequest& r) {
  v.as("kind", r.kind, id_of, find_kind);
  v("a", r.a);
  v("b", r.b);
  v("c", r.c);
}

template <class V>
void fields(V& v, TensorRequest& r) {
  v.as("kind", r.kind, id_of, find_kind);
  v("instruction", r.instruction);
  v("patterns", r.patterns);
  v("words", r.words);
  v("hot", r.hot);
  v("width", r.width);
  v("slots", r.slots);
  v("record_words", r.record_words);
  v("values", r.values);
}

// A message with requests of one type to the process that serves a device.
struct ProbeQuestion {
  std::variant<std::vector<LoadRequest>, std::vector<StoreRequest>, std::vector<ProductRequest>,
               std::vector<TensorRequest>>
      requests;
};
template <class V>
void fields(V& v, ProbeQuestion& q) {
  v.one_of({"load", "store", "multiply", "execute"}, q.requests);
}

// An answer or an error message; neither if the device became unusable before the request was executed.
template <class T>
struct ToldAnswer {
  std::optional<T> data = {};
  std::string error = {};
};
template <class V, class T>
void fields(V& v, ToldAnswer<T>& a) {
  v("data", a.data);
  v("error", a.error);
}

// The answers to a ProbeQuestion; `lost` as ProbeDevice::lost().
struct ProbeReply {
  std::variant<std::vector<ToldAnswer<Words>>, std::vector<ToldAnswer<ProbeBytes>>> answers;
  bool lost = false;
};
template <class V>
void fields(V& v, ProbeReply& r) {
  v.one_of({"words", "bytes"}, r.answers);
  v("lost", r.lost);
}

}  // namespace tcviz::inline gpu_probe
