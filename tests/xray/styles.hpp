// Kernels of many styles that are numerically right, and what is to be said of each.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tests/xray/cases.hpp"

namespace tcviz {

struct JudgedCase {
  KernelCase kernel;
  VerdictState verdict = VerdictState::Right;
  std::string reason = {};  // of what is not judged
};

// By one thread after the other, in double precision: what the host computes, with no part of the engine.
using HostFunction = std::function<std::vector<double>(const XrayReport&)>;
const std::vector<double>& given(const XrayReport& report, std::string_view name);

// C = A B with rows x inner and inner x cols elements; by columns: the first dimension lies side by side.
struct HostProduct {
  int rows = 16, cols = 8, inner = 16;
  bool a_by_columns = false, b_by_columns = false, c_by_columns = false;
  int batches = 1;
  bool same_b = false;  // of all batches
};
HostFunction host_product(const HostProduct& of);
// And something of the value, its row and its column.
using HostEnd = std::function<double(double value, int row, int col, const XrayReport& report)>;
HostFunction host_product(const HostProduct& of, const HostEnd& end);
// softmax(scale Q K^T) V, all row by row; heads one after the other, a group of which has the same keys.
struct HostAttention {
  int queries = 16, keys = 16, inner = 32, width = 32, heads = 1, group = 1;
  double scale = 1;
  bool causal = false;
};
HostFunction host_attention(const HostAttention& of);

std::vector<JudgedCase> product_styles();
std::vector<JudgedCase> larger_styles();
std::vector<JudgedCase> triton_styles();

}  // namespace tcviz
