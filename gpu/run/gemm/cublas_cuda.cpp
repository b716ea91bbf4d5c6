// The C interface of cuBLAS (cuBLAS library documentation, "cublasGemmEx"): handles are opaque, enumerations are ints.
#include "gpu/run/gemm/cublas.hpp"

#include <fmt/format.h>

#include "gpu/source/device/library_search.hpp"
#include "gpu/source/device/open_library.hpp"
#include "gpu/source/device/setup_folder.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr int no_transpose = 0;                                   // CUBLAS_OP_N
constexpr int real_32f = 0, real_16f = 2;                         // cudaDataType_t
constexpr int compute_32f = 68, compute_32f_fast_tf32 = 77;       // cublasComputeType_t
constexpr int compute_32f_pedantic = 69, default_algorithm = -1;  // CUBLAS_GEMM_DEFAULT

using Handle = void*;
using Create = int (*)(Handle*);
using Destroy = int (*)(Handle);
using SetStream = int (*)(Handle, cudaStream_t);
using GemmEx = int (*)(Handle, int, int, int, int, int, const void*, const void*, int, int, const void*, int, int,
                       const void*, void*, int, int, int, int);

WantedLibrary wanted_cublas() {
  return {
      {"libcublas.so.13", "libcublas.so.12", "libcublas.so"}, "cublas", {"nvidia/cu13/lib", "nvidia/cublas/lib"}, true};
}

}  // namespace

struct Cublas::Functions {
  OpenLibrary library;
  Handle handle = nullptr;
  Destroy destroy = nullptr;
  SetStream set_stream = nullptr;
  GemmEx gemm = nullptr;
};

Cublas::Cublas() : functions_(std::make_unique<Functions>()) {}

Cublas::~Cublas() {
  if (functions_->handle != nullptr) functions_->destroy(functions_->handle);
}

Result<std::unique_ptr<Cublas>> Cublas::open() {
  std::unique_ptr<Cublas> cublas(new Cublas());
  Functions& f = *cublas->functions_;
  const Surroundings machine = this_machine();
  for (const std::string& place : library_places(wanted_cublas(), machine))
    if (!f.library) f.library = open_library(place);
  if (!f.library)
    return unavailable(fmt::format("cuBLAS is not available: no libcublas.so.13 or .12 in {}. Install a CUDA toolkit{}",
                                   fmt::join(library_folders(wanted_cublas(), machine), ", "),
                                   machine.setup.empty() ? " or " + fetch_command("gpu") : ""));
  const auto create = reinterpret_cast<Create>(dlsym(f.library.get(), "cublasCreate_v2"));
  f.destroy = reinterpret_cast<Destroy>(dlsym(f.library.get(), "cublasDestroy_v2"));
  f.set_stream = reinterpret_cast<SetStream>(dlsym(f.library.get(), "cublasSetStream_v2"));
  f.gemm = reinterpret_cast<GemmEx>(dlsym(f.library.get(), "cublasGemmEx"));
  if (create == nullptr || f.destroy == nullptr || f.set_stream == nullptr || f.gemm == nullptr) {
    return unavailable("cuBLAS is not available: this libcublas lacks cublasGemmEx.");
  }
  if (const int code = create(&f.handle); code != 0)
    return unavailable(fmt::format("cuBLAS does not start: status {}", code));
  return cublas;
}

// Multiplies by swapping the operands: row-major C = A B is column-major C' = B' A'.
Status Cublas::multiply(Library how, const GemmShape& s, const void* a, const void* b, float* c, cudaStream_t stream) {
  const int type = how == Library::F16 ? real_16f : real_32f;
  const int compute = how == Library::F16    ? compute_32f
                      : how == Library::TF32 ? compute_32f_fast_tf32
                                             : compute_32f_pedantic;
  const float one = 1, zero = 0;
  functions_->set_stream(functions_->handle, stream);
  const int code = functions_->gemm(functions_->handle, no_transpose, no_transpose, s.n, s.m, s.k, &one, b, type, s.n,
                                    a, type, s.k, &zero, c, real_32f, s.n, compute, default_algorithm);
  if (code != 0) return unavailable(fmt::format("cublasGemmEx: status {}", code));
  return Nothing{};
}

}  // namespace tcviz::inline gpu_gemm
