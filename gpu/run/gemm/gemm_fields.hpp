// Lists the fields of a request for products for gpu/layout/record.hpp, which sends it to another process.
#pragma once

#include "gpu/run/gemm/gemm_run.hpp"

namespace tcviz::inline gpu_gemm {

template <class V>
void fields(V& v, Element& e) {
  v("row", e.row);
  v("col", e.col);
}

template <class V>
void fields(V& v, GemmShape& s) {
  v("m", s.m);
  v("n", s.n);
  v("k", s.k);
}

template <class V>
void fields(V& v, MatrixLoad& l) {
  v("transposed", l.transposed);
  v("corner", l.corner);
  v("matrix", l.matrix);
}

template <class V>
void fields(V& v, FragmentFormulae& f) {
  v("a_row", f.a_row);
  v("a_col", f.a_col);
  v("b_row", f.b_row);
  v("b_col", f.b_col);
  v("a_load", f.a_load);
  v("b_load", f.b_load);
}

inline std::vector<std::string> ids_of(const std::vector<const GemmKernel*>& kernels) {
  std::vector<std::string> ids;
  for (const GemmKernel* kernel : kernels) ids.emplace_back(kernel->id);
  return ids;
}
Result<std::vector<const GemmKernel*>> kernels_of(const std::vector<std::string>& ids);

template <class V>
void fields(V& v, GemmRequest& r) {
  v.as("kernels", r.kernels, ids_of, kernels_of);
  v("shapes", r.shapes);
  v("formulae", r.formulae);
  v("data", r.data);
  v("spread", r.spread);
  v("repetitions", r.repetitions);
  v("residual", r.residual);
  v("ordinal", r.ordinal);
  v("plan", r.plan);
}

}  // namespace tcviz::inline gpu_gemm
