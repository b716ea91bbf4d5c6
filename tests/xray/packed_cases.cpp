// Kernels whose numbers have less than 8 bits, and what the host makes of them.
#include "tests/xray/styles.hpp"

namespace tcviz {
namespace {

// C = A B with 16 x k and k x 8 elements, B column by column. `bytes_of_line` is an argument if it is not 0.
KernelCase of_packed(const std::string& entry, const std::string& a, const std::string& b, int k, int bytes_of_line) {
  KernelCase made;
  made.name = "packed_" + entry, made.file = "packed.ptx", made.entry = entry, made.architecture = 80;
  const std::string depth = std::to_string(k);
  made.arguments = {"A=" + a + "[m:16,k:" + depth + "]", "B=" + b + "[k:" + depth + ",n:8]:col", "C=out s32[m:16,n:8]"};
  if (bytes_of_line > 0) made.arguments.push_back(std::to_string(bytes_of_line));
  made.expected = host_product({16, 8, k, false, true});
  return made;
}

KernelCase of_scaled_words() {
  KernelCase made = of_packed("unpack_to_f16", "f16", "u4", 16, 0);
  made.arguments.back() = "C=out f32[m:16,n:8]";
  made.arguments.insert(made.arguments.begin() + 2, "S=f16[n:8]");
  made.expected = host_product({16, 8, 16, false, true}, [](double value, int, int col, const XrayReport& report) {
    return value * given(report, "S")[static_cast<std::size_t>(col)];
  });
  made.tolerance = 1e-2;
  return made;
}

KernelCase of_signs() {
  KernelCase made = of_packed("unpack_with_sign", "s4", "f32", 16, 0);
  made.block = "128";
  made.arguments = {"A=s4[m:16,k:16]", "B=f32[k:16,n:8]", "C=out f32[m:16,n:8]", "16", "8"};
  made.expected = host_product({16, 8, 16});
  return made;
}

KernelCase of_rows() {
  KernelCase made = of_packed("turn_u4", "u4", "u4", 32, 0);
  made.arguments[1] = "B=u4[k:32,n:8]";
  made.expected = host_product({16, 8, 32});
  return made;
}

}  // namespace

std::vector<KernelCase> packed_cases() {
  return {of_packed("of_s4", "s4", "s4", 128, 64),
          of_packed("of_s4_u4", "s4", "u4", 64, 32),
          of_packed("of_b1", "b1", "b1", 512, 64),
          of_packed("unpack_to_s8", "s8", "u4", 32, 0),
          of_scaled_words(),
          of_rows(),
          of_signs()};
}

}  // namespace tcviz
