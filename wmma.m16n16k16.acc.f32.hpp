// Written by tcviz.
// wmma.m16n16k16.acc.f32: 16×16 · 32 threads · 8 values · each element once
// recorded:sm_90: probed on NVIDIA H200 (9.0), driver 580.65.06, CUDA 13.0, 2026-11-20, by load, store, product
// The layout, for `tcviz show` and `tcviz verify`:
// tcviz-figure/1:eNpdk0FvnEgQhf9KxLk8SxV0Q_sWKYfksse9rCyLgR4bhRlGDIyVtfzf9yviUw6YoetBfVXv+b04zcu5W4vHY
// u3v438Pp_FlW_JfWkhxH_Mb5y_LONx47OdpXp6PvzjqtnXmpbHn+NpNeV0zp7fulDmYumOebjy_zcvA8_qaz16expfXledbzxvFo
// x5Kfs_b0mfE_xZL7tHn4fF2fk5l8eQf+jVvqxff_6T8Xdopf46XwZudz93hrPGi8afGQ9f3h1Nl1Jf5jU9o3Af4_LW+LrljqMfKG
// LObNkdopcgTqJf1+Tiun8UlX6exZ9T5wqtMu8z3fOkuPRO8f+LTneNj9mGHfB_3k7__+fHtx9cv360s992dr9uan_vu2h3HaVx9i
// +ngpWEZ73nhMbTlIYZDGV2_DR1HWv2WdPt+rbT4oPpgfnbO6+s87Jub5s5b39Z58f3DMmz96htc8ikveYe9bNP0wWvdlVdKUVFru
// ZK0kkSryNWIScWdakWdG38rVFWSWgJ340LhN9EaQa0SpeGx5kLBzf8iqFHwUWo1h3UQq8WoBWqBGp+lb42kpm8UQxn8dZSlGJ1rJ
// HUSMKHUgDKgNDHeDvQOKqA6aUAZkoDndJFaVAEPOo3UIrVanC_SPVYCoPM1KBu+EoXZNdI9BgEXWm1QNpUwPtNrpHtsBFxotUHZo
// GwFPm18zEYAhE9bam0QAOHThu5NEgDh0xZli9Jk3wDdW_ZXCrTaomxRsmi6t3RvKwEXWk0oE8pa4NNELVUCIHzEi4taFPg00T0FA
// bDxPbKskq+0wgY00T01Ai60VmJHibIUNqDJ7UgCLrRWYkfZCIDwWYkBJTlpBT7DVMNVAOEzdatUAITPMNVwlRWwASMmRk7AhdbcV
// FxlBWzACIqRFHChNTcVVwFM7jA1TwqECqFVbjlVgkp_j4pnBUaF0TDW3Fn2oOzBPC6eF6gVasNcc3fZhbILIzLmmdnjjR6DzR32U
// ENrxMY8N_AqvIbJ5i57tNVTDI1nB2aF2TDa3GkPO3sx4mOeH6ZQpjDMNnfbA89ujAiZZ4g5lDks+L9FePp4+vgfZThQOw=
#pragma once

#ifdef __CUDACC__
#define TCVIZ_BOTH_SIDES __host__ __device__ constexpr
#else
#define TCVIZ_BOTH_SIDES constexpr
#endif

namespace tcviz_layouts::recorded_sm_90::wmma_m16n16k16_acc_f32 {
inline namespace layout_befdc73d50126f1d {
inline constexpr char kind[] = "wmma.m16n16k16.acc.f32";
inline constexpr int rows = 16, cols = 16, threads = 32, values = 8, element_bits = 32, replication = 1;
struct slot {
  int tid, i;
};
struct element {
  int row, col;
};
struct tables {
  short element[threads * values];
  short owner_begin[rows * cols + 1];
  short owner[256];
};
#define TCVIZ_TABLES { \
    {0, 1, 128, 129, 8, 9, 136, 137, 2, 3, 130, 131, 10, 11, 138, 139, \
     4, 5, 132, 133, 12, 13, 140, 141, 6, 7, 134, 135, 14, 15, 142, 143, \
     16, 17, 144, 145, 24, 25, 152, 153, 18, 19, 146, 147, 26, 27, 154, 155, \
     20, 21, 148, 149, 28, 29, 156, 157, 22, 23, 150, 151, 30, 31, 158, 159, \
     32, 33, 160, 161, 40, 41, 168, 169, 34, 35, 162, 163, 42, 43, 170, 171, \
     36, 37, 164, 165, 44, 45, 172, 173, 38, 39, 166, 167, 46, 47, 174, 175, \
     48, 49, 176, 177, 56, 57, 184, 185, 50, 51, 178, 179, 58, 59, 186, 187, \
     52, 53, 180, 181, 60, 61, 188, 189, 54, 55, 182, 183, 62, 63, 190, 191, \
     64, 65, 192, 193, 72, 73, 200, 201, 66, 67, 194, 195, 74, 75, 202, 203, \
     68, 69, 196, 197, 76, 77, 204, 205, 70, 71, 198, 199, 78, 79, 206, 207, \
     80, 81, 208, 209, 88, 89, 216, 217, 82, 83, 210, 211, 90, 91, 218, 219, \
     84, 85, 212, 213, 92, 93, 220, 221, 86, 87, 214, 215, 94, 95, 222, 223, \
     96, 97, 224, 225, 104, 105, 232, 233, 98, 99, 226, 227, 106, 107, 234, 235, \
     100, 101, 228, 229, 108, 109, 236, 237, 102, 103, 230, 231, 110, 111, 238, 239, \
     112, 113, 240, 241, 120, 121, 248, 249, 114, 115, 242, 243, 122, 123, 250, 251, \
     116, 117, 244, 245, 124, 125, 252, 253, 118, 119, 246, 247, 126, 127, 254, 255}, \
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, \
     16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, \
     32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, \
     48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, \
     64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, \
     80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, \
     96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, \
     112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, \
     128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, \
     144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, \
     160, 161, 162, 163, 164, 165, 166, 167, 168, 169, 170, 171, 172, 173, 174, 175, \
     176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, \
     192, 193, 194, 195, 196, 197, 198, 199, 200, 201, 202, 203, 204, 205, 206, 207, \
     208, 209, 210, 211, 212, 213, 214, 215, 216, 217, 218, 219, 220, 221, 222, 223, \
     224, 225, 226, 227, 228, 229, 230, 231, 232, 233, 234, 235, 236, 237, 238, 239, \
     240, 241, 242, 243, 244, 245, 246, 247, 248, 249, 250, 251, 252, 253, 254, 255, \
     256}, \
    {0, 1, 8, 9, 16, 17, 24, 25, 4, 5, 12, 13, 20, 21, 28, 29, \
     32, 33, 40, 41, 48, 49, 56, 57, 36, 37, 44, 45, 52, 53, 60, 61, \
     64, 65, 72, 73, 80, 81, 88, 89, 68, 69, 76, 77, 84, 85, 92, 93, \
     96, 97, 104, 105, 112, 113, 120, 121, 100, 101, 108, 109, 116, 117, 124, 125, \
     128, 129, 136, 137, 144, 145, 152, 153, 132, 133, 140, 141, 148, 149, 156, 157, \
     160, 161, 168, 169, 176, 177, 184, 185, 164, 165, 172, 173, 180, 181, 188, 189, \
     192, 193, 200, 201, 208, 209, 216, 217, 196, 197, 204, 205, 212, 213, 220, 221, \
     224, 225, 232, 233, 240, 241, 248, 249, 228, 229, 236, 237, 244, 245, 252, 253, \
     2, 3, 10, 11, 18, 19, 26, 27, 6, 7, 14, 15, 22, 23, 30, 31, \
     34, 35, 42, 43, 50, 51, 58, 59, 38, 39, 46, 47, 54, 55, 62, 63, \
     66, 67, 74, 75, 82, 83, 90, 91, 70, 71, 78, 79, 86, 87, 94, 95, \
     98, 99, 106, 107, 114, 115, 122, 123, 102, 103, 110, 111, 118, 119, 126, 127, \
     130, 131, 138, 139, 146, 147, 154, 155, 134, 135, 142, 143, 150, 151, 158, 159, \
     162, 163, 170, 171, 178, 179, 186, 187, 166, 167, 174, 175, 182, 183, 190, 191, \
     194, 195, 202, 203, 210, 211, 218, 219, 198, 199, 206, 207, 214, 215, 222, 223, \
     226, 227, 234, 235, 242, 243, 250, 251, 230, 231, 238, 239, 246, 247, 254, 255}}
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
TCVIZ_BOTH_SIDES int row(int tid, int i) { return element_of(tid, i).row; }
TCVIZ_BOTH_SIDES int col(int tid, int i) { return element_of(tid, i).col; }
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
static_assert(agree(), "the tables of recorded_sm_90::wmma_m16n16k16_acc_f32 contradict each other");
}  // inline namespace
}  // namespace tcviz_layouts::recorded_sm_90::wmma_m16n16k16_acc_f32

#undef TCVIZ_BOTH_SIDES
