// Generates the PTX of kernels that load A, B and C, multiply and store D, for the check in second_opinion.hpp. Pure
// text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/source/probe/trial/partners.hpp"

namespace tcviz::inline gpu_prove {

// A product that wmma.mma can compute. One-bit types are combined by xor, or by and.
struct ProductKernel {
  ProductKinds kinds;
  bool bits_by_and = false;
};

// Returns all products that an architecture supports, in both memory orders of A and B. PTX ISA, "wmma.mma".
std::vector<ProductKernel> product_kernels(ComputeCapability architecture);

// Returns the name of the kernel, "product_m16n16k16_f16_row_col_f32". Its parameters are the addresses of A, B, C and
// D; C and D are row-major.
std::string kernel_name(const ProductKernel& product);
// Returns a PTX module with the kernels.
std::string product_module(ComputeCapability architecture, std::span<const ProductKernel> products);

}  // namespace tcviz::inline gpu_prove
