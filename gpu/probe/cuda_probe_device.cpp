#include "gpu/probe/cuda_probe_device.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstring>

#include "gpu/device/cuda_error.hpp"
#include "gpu/probe/cuda_batch.hpp"
#include "gpu/probe/wmma_kernels.hpp"

namespace tcviz {
namespace {

std::uint32_t* as_words(std::uint8_t* bytes) { return reinterpret_cast<std::uint32_t*>(bytes); }
const std::uint32_t* as_words(const std::uint8_t* bytes) { return reinterpret_cast<const std::uint32_t*>(bytes); }

std::size_t fragment_words(const Kind& kind) {
  return static_cast<std::size_t>(kind.threads) * static_cast<std::size_t>(words_per_thread(kind));
}

Result<Words> to_words(const Result<Bytes>& bytes) {
  if (!bytes) return bytes.error();
  Words words(bytes.value().size() / 4);
  std::memcpy(words.data(), bytes.value().data(), words.size() * 4);
  return words;
}

Answers<Words> to_words(const Answers<Bytes>& answers) {
  Answers<Words> all;
  for (const auto& answer : answers) all.push_back(answer ? std::optional(to_words(*answer)) : std::nullopt);
  return all;
}

void append(Bytes& bytes, const Words& words) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(words.data());
  bytes.insert(bytes.end(), begin, begin + words.size() * 4);
}

class CudaProbeDevice final : public ProbeDevice {
 public:
  CudaProbeDevice(const GpuInfo& gpu, CudaProbeOptions options)
      : ordinal_(gpu.ordinal), options_(std::move(options)), facts_{gpu.name, gpu.capability, gpu.driver, gpu.cuda} {}

  const DeviceFacts& facts() const override { return facts_; }

  bool lost() const override { return lost_; }

  Answers<Words> load(std::span<const LoadRequest> requests) override {
    std::vector<BatchJob> jobs;
    for (const LoadRequest& request : requests) jobs.push_back(load_job(request));
    return to_words(run(jobs));
  }

  Answers<Bytes> store(std::span<const StoreRequest> requests) override {
    std::vector<BatchJob> jobs;
    for (const StoreRequest& request : requests) jobs.push_back(store_job(request));
    return run(jobs);
  }

  Answers<Words> multiply(std::span<const ProductRequest> requests) override {
    std::vector<BatchJob> jobs;
    for (const ProductRequest& request : requests) jobs.push_back(product_job(request));
    return to_words(run(jobs));
  }

 private:
  Answers<Bytes> run(const std::vector<BatchJob>& jobs) {
    if (lost_) return Answers<Bytes>(jobs.size());
    BatchResult result = run_batch(ordinal_, jobs);
    lost_ = result.lost;
    return std::move(result.answers);
  }

  // The device address that a kernel writes to.
  std::uint8_t* target(const Kind& kind, std::uint8_t* output) const {
    return kind.id == options_.break_kind ? nullptr : output;
  }

  BatchJob load_job(const LoadRequest& request) const {
    const std::size_t words = fragment_words(*request.kind) * static_cast<std::size_t>(request.image_count());
    const LoadLaunch launch{nullptr,
                            request.image_bytes,
                            request.image_count(),
                            request.row_images,
                            static_cast<unsigned>(request.row_leading_dimension),
                            static_cast<unsigned>(request.col_leading_dimension),
                            nullptr,
                            {}};
    return {std::string(request.kind->id), request.images, words * 4,
            [this, kind = request.kind, launch](const std::uint8_t* input, std::uint8_t* output, Ticket ticket,
                                                cudaStream_t stream) {
              const KernelRow* row = find_kernels(kind->id);
              if (row == nullptr) return cudaErrorNotSupported;
              LoadLaunch placed = launch;
              placed.images = input;
              placed.words = as_words(target(*kind, output));
              placed.ticket = ticket;
              return row->load(placed, stream);
            }};
  }

  BatchJob store_job(const StoreRequest& request) const {
    const Kind& kind = *request.kind;
    const std::size_t cells = static_cast<std::size_t>(kind.threads * kind.values) * store_cells(kind);
    const StoreLaunch launch{nullptr, static_cast<unsigned>(request.leading_dimension), request.one, nullptr, {}};
    return {std::string(kind.id), request.code, cells,
            [this, kind = &kind, launch](const std::uint8_t* input, std::uint8_t* output, Ticket ticket,
                                         cudaStream_t stream) {
              const KernelRow* row = find_kernels(kind->id);
              if (row == nullptr) return cudaErrorNotSupported;
              StoreLaunch placed = launch;
              placed.code = input;
              placed.cells = target(*kind, output);
              placed.ticket = ticket;
              return row->store(placed, stream);
            }};
  }

  BatchJob product_job(const ProductRequest& request) const {
    BatchJob job{std::string(request.kind->id), {}, request.c.size() * 4, {}};
    for (const auto* words : {&request.a, &request.b, &request.c}) append(job.input, *words);
    const std::size_t b = request.a.size(), c = b + request.b.size();
    job.launch = [this, kind = request.kind, b, c](const std::uint8_t* input, std::uint8_t* output, Ticket ticket,
                                                   cudaStream_t stream) {
      const KernelRow* row = find_kernels(kind->id);
      if (row == nullptr) return cudaErrorNotSupported;
      const std::uint32_t* words = as_words(input);
      return row->product({words, words + b, words + c, as_words(target(*kind, output)), ticket}, stream);
    };
    return job;
  }

  int ordinal_;
  CudaProbeOptions options_;
  DeviceFacts facts_;
  bool lost_ = false;
};

}  // namespace

const KernelRow* find_kernels(std::string_view id) {
  for (const auto& rows : {wmma_kernels_sm75(), wmma_kernels_sm80()}) {
    for (const KernelRow& row : rows) {
      if (row.id == id) return &row;
    }
  }
  return nullptr;
}

Result<OpenedDevice> open_cuda_probe(const GpuInfo& gpu, const CudaProbeOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  cudaError_t code = cudaSetDevice(gpu.ordinal);
  if (code == cudaSuccess) code = cudaFree(nullptr);
  if (code != cudaSuccess) return cuda_error(code, fmt::format("cannot use cuda:{} ({})", gpu.ordinal, gpu.name));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  return OpenedDevice{std::make_unique<CudaProbeDevice>(gpu, options), took.count()};
}

}  // namespace tcviz
