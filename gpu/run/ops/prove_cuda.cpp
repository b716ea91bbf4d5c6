#include <fmt/format.h>

#include "embedded/ops_files.hpp"
#include "gpu/run/ops/cuda_kernels.hpp"
#include "gpu/run/ops/prove.hpp"
#include "gpu/source/device/kernel_files.hpp"

namespace tcviz::inline gpu_ops {
namespace {

std::string text_of_prove(std::string_view functions) {
  std::vector<KernelFile> files{{"head.cuh", functions}};
  for (const embedded::File& file : embedded::ops_files()) files.push_back({file.name, file.bytes});
  return one_text("prove.cu", files);
}

Result<std::vector<double>> read(const DeviceBuffer& buffer) {
  Bytes bytes(buffer.bytes());
  const Status copied = buffer.read(bytes);
  if (!copied) return copied.error();
  return values_of(Compute::Int, bytes);
}

Result<std::vector<Element>> run(const void* kernel, int threads, int values) {
  const std::size_t bytes = static_cast<std::size_t>(threads * values) * sizeof(int);
  const auto rows = DeviceBuffer::make(bytes), cols = DeviceBuffer::make(bytes);
  if (!rows) return rows.error();
  if (!cols) return cols.error();
  const auto stream = Stream::make();
  if (!stream) return stream.error();
  void *row_memory = rows.value().get(), *col_memory = cols.value().get();
  Arguments arguments{&row_memory, &col_memory, &values};
  Status ran = launch(kernel, 1, threads, arguments, stream.value());
  if (ran) ran = finish(stream.value());
  if (!ran) return ran.error();
  const auto row_values = read(rows.value()), col_values = read(cols.value());
  if (!row_values) return row_values.error();
  if (!col_values) return col_values.error();
  std::vector<Element> elements;
  for (std::size_t n = 0; n < row_values.value().size(); ++n) {
    elements.push_back({static_cast<int>(row_values.value()[n]), static_cast<int>(col_values.value()[n])});
  }
  return elements;
}

}  // namespace

Result<std::vector<Element>> elements_on_gpu(const std::string& functions, int threads, int values, int ordinal) {
  const auto gpu = open_gpu(ordinal);
  if (!gpu) return gpu.error();
  const auto loaded = compile_and_load(text_of_prove(functions), gpu.value().capability);
  if (!loaded) return loaded.error();
  const auto kernel = loaded.value().kernels.find("prove");
  if (!kernel) return kernel.error();
  return run(kernel.value(), threads, values);
}

}  // namespace tcviz::inline gpu_ops
