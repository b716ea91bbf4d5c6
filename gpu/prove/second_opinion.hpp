// A second opinion on compiled layouts, without hardware: kernels that load A, B and C, multiply and store D are
// executed for the 32 lanes of a warp, the matrix instructions with the operands that the PTX ISA documents for `mma`,
// and D is compared with A * B + C on whole numbers. D is right only if the loads, the store and the documented places
// fit each other.
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

enum class Opinion : std::uint8_t { Agrees, NotExecuted, Differs };  // the gravest last

// The verdict on the product of one kernel. `why` is empty if it agrees.
struct ProductOpinion {
  ProductKernel product;
  Opinion opinion = Opinion::NotExecuted;
  std::string why;
};

// The verdict on all products that a kind has a part in: they agree if all that could be executed do, and at least one
// could.
struct KindOpinion {
  const Kind* kind = nullptr;
  Opinion opinion = Opinion::NotExecuted;
  int products = 0, agree = 0;
  std::string why;
};

struct SecondOpinion {
  ComputeCapability architecture = 0;
  std::string assembler;           // its version
  std::vector<KindOpinion> kinds;  // in the catalogue's order
  double assemble_ms = 0, execute_ms = 0;
};

// Executes the products. `tiles` tells how matrix instructions are executed; `seed` is that of the matrices.
std::vector<ProductOpinion> multiply_products(std::span<const ProductKernel> products, const Cubin& cubin,
                                              std::span<const Tile> tiles, unsigned seed);
std::vector<KindOpinion> by_kind(std::span<const ProductOpinion> products);

Result<SecondOpinion> second_opinion(Assembler& assembler, ComputeCapability architecture);

}  // namespace tcviz::inline gpu_prove
