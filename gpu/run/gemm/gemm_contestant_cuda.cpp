#include <fmt/format.h>

#include "gpu/run/gemm/gemm_contestant.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

constexpr int library_padding = 8;  // cuBLAS: tensor cores want rows at multiples of 16 bytes

}  // namespace

Result<GemmOperands> GemmOperands::make(const GemmShape& shape, const GemmInputs& inputs,
                                        const GemmBenchKernels& kernels) {
  auto a = DeviceBuffer::copy(std::as_bytes(std::span(inputs.a)));
  if (!a) return a.error();
  auto b = DeviceBuffer::copy(std::as_bytes(std::span(inputs.b)));
  if (!b) return b.error();
  return GemmOperands(shape, std::move(a.value()), std::move(b.value()), kernels);
}

Result<const DeviceBuffer*> GemmOperands::padded(const Key& key, const DeviceBuffer& from, int rows, int cols) {
  if (const auto found = made_.find(key); found != made_.end()) return &found->second;
  auto made = kernels_->pad(from, rows, cols, key.rows, key.cols, key.type);
  if (!made) return made.error();
  return &made_.emplace(key, std::move(made.value())).first->second;
}

Result<const DeviceBuffer*> GemmOperands::a(const GemmShape& padded_shape, ElementType type) {
  return padded({'a', padded_shape.m, padded_shape.k, type}, a_, shape_.m, shape_.k);
}

Result<const DeviceBuffer*> GemmOperands::b(const GemmShape& padded_shape, ElementType type) {
  return padded({'b', padded_shape.k, padded_shape.n, type}, b_, shape_.k, shape_.n);
}

ComputeCapability plan_of(const GemmRequest& request, ComputeCapability capability) {
  return request.plan > 0 ? request.plan : capability;
}

GemmShape padded_for(const GemmKernel& kernel, ComputeCapability capability, const GemmShape& shape) {
  if (kernel.tiles != nullptr) return padded(shape, kernel.tiles(capability));
  return {round_up(shape.m, library_padding), round_up(shape.n, library_padding), round_up(shape.k, library_padding)};
}

Result<GemmContestant> GemmContestant::make(const GemmKernel& kernel, const GemmRequest& request,
                                            const GemmShape& shape, ComputeCapability capability,
                                            GemmOperands& operands) {
  const ComputeCapability plan = plan_of(request, capability);
  GemmContestant it(kernel);
  Status ready = runs_on(kernel, plan);
  if (!ready) return ready.error();
  if (kernel.library != Library::None) {
    auto opened = Cublas::open();
    if (!opened) return opened.error();
    it.cublas_ = std::move(opened.value());
  } else {
    ready = it.compile(request, capability, plan);
    if (!ready) return ready.error();
  }
  it.padded_ = padded_for(kernel, plan, shape);
  const auto a = operands.a(it.padded_, kernel.input), b = operands.b(it.padded_, kernel.input);
  if (!a) return a.error();
  if (!b) return b.error();
  it.a_ = a.value();
  it.b_ = b.value();
  if (it.tiles_.operands == Operands::TensorMaps) ready = it.make_maps();
  if (!ready) return ready.error();
  return it;
}

Status GemmContestant::compile(const GemmRequest& request, ComputeCapability capability, ComputeCapability plan) {
  tiles_ = kernel_->tiles(plan);
  const std::string text = kernel_->text(plan, request.formulae);
  if (text.empty())
    return unavailable("ldmatrix does not fill the fragments of this GPU: choose --kernels staged_threads instead");
  std::vector<std::string> options;
  if (tiles_.own_features) options.push_back(fmt::format("--gpu-architecture=sm_{}a", capability));
  auto loaded = compile_and_load(text, capability, options);
  if (!loaded) return loaded.error();
  loaded_.emplace(std::move(loaded.value()));
  const auto found = loaded_->kernels.find(kernel_->entry);
  if (!found) return found.error();
  function_ = found.value();
  if (tiles_.shared_bytes == 0) return Nothing{};
  return cuda_status(cudaFuncSetAttribute(function_, cudaFuncAttributeMaxDynamicSharedMemorySize, tiles_.shared_bytes),
                     "asking for shared memory");
}

Status GemmContestant::make_maps() {
  const auto a = tensor_map_f16(a_->get(), padded_.m, padded_.k, tiles_.m);
  if (!a) return a.error();
  const auto b = tensor_map_f16(b_->get(), padded_.k, padded_.n, tiles_.k);
  if (!b) return b.error();
  a_map_ = a.value();
  b_map_ = b.value();
  return Nothing{};
}

Status GemmContestant::start(const DeviceBuffer& c, const Stream& stream) const {
  if (cublas_)
    return cublas_->multiply(kernel_->library, padded_, a_->get(), b_->get(), static_cast<float*>(c.get()),
                             stream.get());
  void *a = a_->get(), *b = b_->get(), *to = c.get();
  TensorMap a_map = a_map_, b_map = b_map_;
  GemmShape shape = padded_;
  const bool maps = tiles_.operands == Operands::TensorMaps;
  Arguments arguments{maps ? static_cast<void*>(&a_map) : &a,
                      maps ? static_cast<void*>(&b_map) : &b,
                      &to,
                      &shape.m,
                      &shape.n,
                      &shape.k};
  const auto across = static_cast<unsigned>(shape.n / tiles_.n), down = static_cast<unsigned>(shape.m / tiles_.m);
  const dim3 blocks = tiles_.order == BlockOrder::Strips ? dim3(across * down) : dim3(across, down);
  return cuda_status(cudaLaunchKernel(function_, blocks, dim3(static_cast<unsigned>(tiles_.threads)), arguments.data(),
                                      static_cast<std::size_t>(tiles_.shared_bytes), stream.get()),
                     "starting the kernel");
}

}  // namespace tcviz::inline gpu_gemm
