// Checks compiled WMMA layouts a second way, without hardware: executes kernels that load A, B and C, multiply and
// store D on the CPU. The loads and stores are the compiled machine code; matrix instructions use the operand layouts
// that the PTX ISA documents for `mma`. D equals A * B + C, computed on integers, only if the code and the documented
// layouts fit each other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/prove/product_kernels.hpp"
#include "gpu/source/probe/compiled/assembler.hpp"
#include "gpu/source/probe/probe_report.hpp"
#include "gpu/source/sass/cubin.hpp"
#include "gpu/source/sass/matrix_tiles.hpp"

namespace tcviz::inline gpu_prove {

// The result of a check, the worst last.
enum class Opinion : std::uint8_t { Agrees, NotExecuted, Differs };

// The result for one kernel. `why` is empty if it agrees.
struct ProductOpinion {
  ProductKernel product;
  Opinion opinion = Opinion::NotExecuted;
  std::string why;
};

// The result for all products in which a kind takes part: Agrees if all products that could be executed agree, and at
// least one could be.
struct KindOpinion {
  const Kind* kind = nullptr;
  Opinion opinion = Opinion::NotExecuted;
  int products = 0, agree = 0;
  std::string why;
};

struct SecondOpinion {
  ComputeCapability architecture = 0;
  std::string assembler;           // version of the assembler
  std::vector<KindOpinion> kinds;  // in catalogue order
  double assemble_ms = 0, execute_ms = 0;
};

// Executes the products on random matrices by `seed`. `tiles` say how matrix instructions work.
std::vector<ProductOpinion> multiply_products(std::span<const ProductKernel> products, const Cubin& cubin,
                                              std::span<const Tile> tiles, unsigned seed);
// Combines results for products to results for kinds.
std::vector<KindOpinion> by_kind(std::span<const ProductOpinion> products);

// Assembles and checks all products of an architecture.
Result<SecondOpinion> second_opinion(Assembler& assembler, ComputeCapability architecture);

}  // namespace tcviz::inline gpu_prove
