// CUDA Runtime API: library, memory and execution management. CUDA Driver API: tensor map objects.
#include "tests/gpu/kernel_on_gpu.hpp"

#include <cuda.h>
#include <cuda_runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include "gpu/kernel/xray/label/label_space.hpp"
#include "gpu/kernel/xray/label/number_formats.hpp"

namespace tcviz {
namespace {

Status checked(const char* what, cudaError_t code) {
  if (code == cudaSuccess) return Nothing{};
  return unavailable(fmt::format("{}: {}", what, cudaGetErrorString(code)));
}

struct DeviceMemory {
  void* at = nullptr;
  DeviceMemory() = default;
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  ~DeviceMemory() { cudaFree(at); }
};

// An array on the GPU, and how its numbers are written.
struct DeviceArray {
  const XrayArray* array = nullptr;
  std::unique_ptr<DeviceMemory> memory = std::make_unique<DeviceMemory>();
};

int bytes_in_memory(ElementType type) { return static_cast<int>(bytes_of(type)); }

std::vector<std::uint8_t> bytes_of_numbers(const XrayArray& array, const std::vector<double>& numbers) {
  const int bits = element_bits(array.type);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(array.bytes()));
  for (std::size_t n = 0; n < numbers.size() && (n + 1) * bits <= 8 * bytes.size(); ++n)
    put_bits(bytes, n * bits, bits, encode(array.type, numbers[n]));
  return bytes;
}

std::vector<double> numbers_of_bytes(const XrayArray& array, const std::vector<std::uint8_t>& bytes) {
  const int each = bytes_in_memory(array.type);
  std::vector<double> numbers;
  for (std::size_t at = 0; at + each <= bytes.size(); at += each)
    numbers.push_back(from_bits(array.type, word_of(bytes.data() + at, each)));
  return numbers;
}

Status place(const XrayArray& array, const XrayReport& report, std::map<std::string, DeviceArray>& arrays) {
  DeviceArray& made = arrays[array.name];
  made.array = &array;
  const auto given = std::ranges::find(report.inputs, array.name, &decltype(report.inputs)::value_type::first);
  const std::vector<std::uint8_t> bytes =
      bytes_of_numbers(array, given == report.inputs.end() ? std::vector<double>() : given->second);
  TCVIZ_TRY(checked("cudaMalloc", cudaMalloc(&made.memory->at, bytes.size())));
  return checked("cudaMemcpy", cudaMemcpy(made.memory->at, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
}

CUtensorMapDataType map_type(ElementType type) {
  if (type == ElementType::F16) return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
  if (type == ElementType::BF16) return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
  if (type == ElementType::F64) return CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
  if (bytes_in_memory(type) == 1) return CU_TENSOR_MAP_DATA_TYPE_UINT8;
  return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
}

Status encode_map(const XrayArray& array, const TensorMapWish& wish, void* address, CUtensorMap& map) {
  void* found = nullptr;
  cudaDriverEntryPointQueryResult state{};
  TCVIZ_TRY(checked("cudaGetDriverEntryPointByVersion",
                    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, 0, &state)));
  std::vector<cuuint64_t> sizes, strides;
  for (const ArrayDimension& dimension : array.dimensions) sizes.push_back(static_cast<cuuint64_t>(dimension.size));
  if (!array.first_is_fastest) std::ranges::reverse(sizes);
  auto stride = static_cast<cuuint64_t>(bytes_in_memory(array.type));
  for (std::size_t at = 0; at + 1 < sizes.size(); ++at) {
    stride *= at == 0 && array.pitch > 0 ? static_cast<cuuint64_t>(array.pitch) : sizes[at];
    strides.push_back(stride);
  }
  const std::vector<cuuint32_t> box(wish.box.begin(), wish.box.end()), steps(sizes.size(), 1);
  const CUtensorMapSwizzle swizzle = wish.swizzle == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
                                     : wish.swizzle == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                     : wish.swizzle == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                                                          : CU_TENSOR_MAP_SWIZZLE_NONE;
  const CUresult code = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(found)(
      &map, map_type(array.type), static_cast<cuuint32_t>(sizes.size()), address, sizes.data(), strides.data(),
      box.data(), steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
      CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (code == CUDA_SUCCESS) return Nothing{};
  return unavailable(fmt::format("cuTensorMapEncodeTiled: CUresult {}", static_cast<int>(code)));
}

// What is passed, as large as the largest parameter, and aligned as a tensor map is.
struct alignas(64) PassedBytes {
  std::array<std::uint8_t, 256> bytes{};
};

Result<PassedBytes> passed(const XrayArgument& argument, const PtxVariable& param,
                           const std::map<std::string, DeviceArray>& arrays) {
  PassedBytes made;
  const auto put = [&](const auto& value) { std::memcpy(made.bytes.data(), &value, sizeof(value)); };
  if (argument.form == XrayArgument::Form::Array) {
    put(arrays.at(argument.array.name).memory->at);
  } else if (argument.form == XrayArgument::Form::TensorMap) {
    const DeviceArray& of = arrays.at(argument.has_array() ? argument.array.name : argument.map.array);
    CUtensorMap map{};
    TCVIZ_TRY(encode_map(*of.array, argument.map, of.memory->at, map));
    put(map);
  } else if (argument.form == XrayArgument::Form::Bytes) {
    std::ranges::copy(argument.bytes, made.bytes.begin());
  } else if (param.type == ".f32") {
    put(static_cast<float>(argument.number));
  } else if (param.type == ".f64") {
    put(argument.number);
  } else {
    put(argument.whole);
  }
  return made;
}

Status launch_kernel(const std::string& ptx, const XrayRequest& launch, const std::string& entry,
                     std::vector<PassedBytes>& passed_all) {
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr;
  TCVIZ_TRY(checked("cudaLibraryLoadData",
                    cudaLibraryLoadData(&library, ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0)));
  TCVIZ_TRY(checked("cudaLibraryGetKernel", cudaLibraryGetKernel(&kernel, library, entry.c_str())));
  const void* const function = reinterpret_cast<const void*>(kernel);
  const int shared = static_cast<int>(launch.shared);
  if (shared > 48 * 1024)
    TCVIZ_TRY(checked("cudaFuncSetAttribute",
                      cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, shared)));
  std::vector<void*> addresses;
  for (PassedBytes& one : passed_all) addresses.push_back(one.bytes.data());
  const auto sides = [](const Dim3& of) {
    return dim3(static_cast<unsigned>(of[0]), static_cast<unsigned>(of[1]), static_cast<unsigned>(of[2]));
  };
  TCVIZ_TRY(checked("cudaLaunchKernel", cudaLaunchKernel(function, sides(launch.grid), sides(launch.block),
                                                         addresses.data(), static_cast<std::size_t>(shared), nullptr)));
  const Status done = checked("cudaDeviceSynchronize", cudaDeviceSynchronize());
  cudaLibraryUnload(library);
  return done;
}

}  // namespace

Result<std::map<std::string, std::vector<double>>> run_on_gpu(const std::string& ptx, const PtxFunction& function,
                                                              const XrayRequest& launch, const XrayReport& report) {
  std::map<std::string, DeviceArray> arrays;
  for (const XrayArgument& argument : launch.arguments)
    if (argument.has_array()) TCVIZ_TRY(place(argument.array, report, arrays));
  std::vector<PassedBytes> all;
  for (std::size_t at = 0; at < function.params.size(); ++at) {
    if (at >= launch.arguments.size()) {  // not given: zero
      all.emplace_back();
      continue;
    }
    const Result<PassedBytes> one = passed(launch.arguments[at], function.params[at], arrays);
    TCVIZ_TRY(one);
    all.push_back(one.value());
  }
  TCVIZ_TRY(launch_kernel(ptx, launch, report.kernel, all));
  std::map<std::string, std::vector<double>> numbers;
  for (const auto& [name, of] : arrays) {
    if (of.array->role == ArrayRole::In) continue;
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(of.array->elements()) * bytes_in_memory(of.array->type));
    TCVIZ_TRY(checked("cudaMemcpy", cudaMemcpy(bytes.data(), of.memory->at, bytes.size(), cudaMemcpyDeviceToHost)));
    numbers[name] = numbers_of_bytes(*of.array, bytes);
  }
  return numbers;
}

}  // namespace tcviz
