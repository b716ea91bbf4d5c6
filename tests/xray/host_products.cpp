#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/xray/styles.hpp"

namespace tcviz {

const std::vector<double>& given(const XrayReport& report, std::string_view name) {
  for (const auto& [known, values] : report.inputs)
    if (known == name) return values;
  ADD_FAILURE() << "no input " << name;
  return report.inputs.front().second;
}

HostFunction host_product(const HostProduct& of) {
  return host_product(of, [](double value, int, int, const XrayReport&) { return value; });
}

HostFunction host_product(const HostProduct& of, const HostEnd& end) {
  return [=](const XrayReport& report) {
    const std::vector<double>&a = given(report, "A"), &b = given(report, "B");
    std::vector<double> c;
    const int outer = of.c_by_columns ? of.cols : of.rows, inside = of.c_by_columns ? of.rows : of.cols;
    for (int z = 0; z < of.batches; ++z)
      for (int first = 0; first < outer; ++first)
        for (int second = 0; second < inside; ++second) {
          const int row = of.c_by_columns ? second : first, col = of.c_by_columns ? first : second;
          double sum = 0;
          for (int k = 0; k < of.inner; ++k) {
            const int left = of.a_by_columns ? k * of.rows + row : row * of.inner + k;
            const int right = of.b_by_columns ? col * of.inner + k : k * of.cols + col;
            sum += a[z * of.rows * of.inner + left] * b[(of.same_b ? 0 : z) * of.inner * of.cols + right];
          }
          c.push_back(end(sum, row, col, report));
        }
    return c;
  };
}

HostFunction host_attention(const HostAttention& of) {
  return [=](const XrayReport& report) {
    std::vector<double> out;
    for (int head = 0; head < of.heads; ++head) {
      const double* const q = given(report, "Q").data() + head * of.queries * of.inner;
      const double* const k = given(report, "K").data() + head / of.group * of.keys * of.inner;
      const double* const v = given(report, "V").data() + head / of.group * of.keys * of.width;
      for (int i = 0; i < of.queries; ++i) {
        const int seen = of.causal ? i + 1 : of.keys;
        std::vector<double> weights;
        double total = 0;
        for (int j = 0; j < seen; ++j) {
          double score = 0;
          for (int e = 0; e < of.inner; ++e) score += q[i * of.inner + e] * k[j * of.inner + e];
          weights.push_back(std::exp(of.scale * score));
          total += weights.back();
        }
        for (int d = 0; d < of.width; ++d) {
          double value = 0;
          for (int j = 0; j < seen; ++j) value += weights[j] / total * v[j * of.width + d];
          out.push_back(value);
        }
      }
    }
    return out;
  };
}

}  // namespace tcviz
