// Written by tcviz.
// test.small: 2×2 · 4 threads · 2 values · each element has 2 owners
// recorded:sm_90: probed on a test
// The layout, for `tcviz show` and `tcviz verify`:
// tcviz-figure/1:eNpdkN1ugzAMRl9lyjXb+rOb9VUqhExiijVDkONQtajvPge6XfSK+HxOfPDiuigDqDs59TPd3zu6ZMHPvavcT
// Hg1fhEKyUofOUrT3gxB1miXyBuegFEVjSbo0ABDi5xeurTHofQwXXq1OsUsHq3r7AR9lIDhlIbme+fq8sItZi3h8qq3RaveD42hc
// Ez6kQZgNibxatcOq+x20F4QzP_0ZT8EnHHDyOYzatNSmXM0IjgxedON49oxSZxxhNGb9vL0tXGGWww2KuBMK4G3orAuaJiyYuNhg
// paY1FY1ZmbrFZpR_iqfA_wnUFa3nQfUPhbVc110OhRcp5f0YTFMFu2qfXWojtXzWz_qxy8jG5Zd=
#pragma once

#ifdef __CUDACC__
#define TCVIZ_BOTH_SIDES __host__ __device__ constexpr
#else
#define TCVIZ_BOTH_SIDES constexpr
#endif

namespace tcviz_layouts::test_small {
inline constexpr char kind[] = "test.small";
inline constexpr int rows = 2, cols = 2, threads = 4, values = 2, element_bits = 32, replication = 2;
struct slot {
  int tid, i;
};
struct element {
  int row, col;
};
struct tables {
  signed char element[threads * values];
  signed char owner_begin[rows * cols + 1];
  signed char owner[8];
};
#define TCVIZ_TABLES { \
    {0, 1, 2, 3, 0, 1, 2, 3}, \
    {0, 2, 4, 6, 8}, \
    {0, 4, 1, 5, 2, 6, 3, 7}}
inline constexpr tables host_tables = TCVIZ_TABLES;
#ifdef __CUDACC__
static __device__ constexpr tables device_tables = TCVIZ_TABLES;  // the same numbers, where kernels can reach them
#endif
#undef TCVIZ_TABLES
TCVIZ_BOTH_SIDES const tables& all() {
#ifdef __CUDA_ARCH__
  return device_tables;
#else
  return host_tables;
#endif
}

// row * cols + col of the element that x[i] of thread tid holds; -1 where it holds none.
TCVIZ_BOTH_SIDES int linear_of(int tid, int i) { return all().element[tid * values + i]; }
// The element as row and column; only where linear_of is not -1.
TCVIZ_BOTH_SIDES element element_of(int tid, int i) { return {linear_of(tid, i) / cols, linear_of(tid, i) % cols}; }
// How many slots hold the element, and which, in the order of their numbers tid * values + i.
TCVIZ_BOTH_SIDES int owners_of(int row, int col) {
  return all().owner_begin[row * cols + col + 1] - all().owner_begin[row * cols + col];
}
TCVIZ_BOTH_SIDES slot owner_of(int row, int col, int n = 0) {
  return {all().owner[all().owner_begin[row * cols + col] + n] / values,
          all().owner[all().owner_begin[row * cols + col] + n] % values};
}

// Whether both tables say the same: every owner holds its element, and no slot that holds one is left out.
TCVIZ_BOTH_SIDES bool agree() {
  int held = 0;
  for (int n = 0; n < threads * values; ++n) held += all().element[n] >= 0 ? 1 : 0;
  if (held != all().owner_begin[rows * cols]) return false;
  for (int e = 0; e < rows * cols; ++e) {
    if (all().owner_begin[e] == all().owner_begin[e + 1]) return false;
    for (int n = all().owner_begin[e]; n < all().owner_begin[e + 1]; ++n)
      if (all().element[all().owner[n]] != e) return false;
  }
  return true;
}
static_assert(agree(), "the tables of test_small contradict each other");
}  // namespace tcviz_layouts::test_small

#undef TCVIZ_BOTH_SIDES
