// probe_cubin <libnvJitLink.so> <architecture> <-O0|-O3|products>: the cubin of all probe kernels, or of those
// that multiply, on standard output.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "gpu/prove/product_kernels.hpp"
#include "gpu/source/probe/compiled/assembler.hpp"
#include "gpu/source/probe/compiled/compiled_kernels.hpp"
#include "gpu/source/probe/compiled/recompute.hpp"

int main(int count, char** words) {
  using namespace tcviz;
  if (count != 4) return 2;
  const int architecture = std::atoi(words[2]);
  const auto assembler = open_assembler(words[1]);
  if (!assembler) return 3;
  const bool multiply = std::string(words[3]) == "products";
  const std::string module = multiply ? product_module(architecture, product_kernels(architecture))
                                      : probe_module(architecture, kinds_since(architecture));
  const auto cubin = assembler.value()->assemble(module, architecture, std::string(words[3]) != "-O0");
  if (!cubin) return 1;
  std::fwrite(cubin.value().data(), 1, cubin.value().size(), stdout);
  return 0;
}
