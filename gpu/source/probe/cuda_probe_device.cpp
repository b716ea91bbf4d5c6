#include "gpu/source/probe/cuda_probe_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

#include "gpu/source/device/cuda_error.hpp"
#include "gpu/source/probe/cuda_batch.hpp"
#include "gpu/source/probe/tensor_kernels.hpp"
#include "gpu/source/probe/wmma_kernels.hpp"

namespace tcviz::inline gpu_probe {
namespace {

std::uint32_t* as_words(std::uint8_t* bytes) { return reinterpret_cast<std::uint32_t*>(bytes); }
const std::uint32_t* as_words(const std::uint8_t* bytes) { return reinterpret_cast<const std::uint32_t*>(bytes); }

std::size_t fragment_words(const Kind& kind) {
  return static_cast<std::size_t>(kind.threads) * static_cast<std::size_t>(words_per_thread(kind));
}

// Returns for each answer as many bytes as the request has cells.
ProbeAnswers<ProbeBytes> to_bytes(ProbeAnswers<Words> answers, const std::vector<BatchJob>& jobs) {
  ProbeAnswers<ProbeBytes> all(answers.size());
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (!answers[at]) continue;
    if (!*answers[at]) {
      all[at] = answers[at]->error();
      continue;
    }
    const auto* begin = reinterpret_cast<const std::uint8_t*>(answers[at]->value().data());
    all[at] = ProbeBytes(begin, begin + jobs[at].output_bytes);
  }
  return all;
}

void append(ProbeBytes& bytes, const Words& words) {
  const auto* begin = reinterpret_cast<const std::uint8_t*>(words.data());
  bytes.insert(bytes.end(), begin, begin + words.size() * 4);
}

class CudaProbeDevice final : public ProbeDevice {
 public:
  CudaProbeDevice(const GpuInfo& gpu, CudaProbeOptions options)
      : ordinal_(gpu.ordinal), options_(std::move(options)), facts_{gpu.name, gpu.capability, gpu.driver, gpu.cuda} {}

  const DeviceFacts& facts() const override { return facts_; }

  bool lost() const override { return lost_; }

  ProbeAnswers<Words> load(std::span<const LoadRequest> requests) override {
    std::vector<BatchJob> jobs;
    for (const LoadRequest& request : requests) jobs.push_back(load_job(request));
    return run(jobs);
  }

  ProbeAnswers<ProbeBytes> store(std::span<const StoreRequest> requests) override {
    std::vector<BatchJob> jobs;
    for (const StoreRequest& request : requests) jobs.push_back(store_job(request));
    return to_bytes(run(jobs), jobs);
  }

  ProbeAnswers<Words> multiply(std::span<const ProductRequest> requests) override {
    std::vector<BatchJob> jobs;
    for (const ProductRequest& request : requests) jobs.push_back(product_job(request));
    return run(jobs);
  }

  // Loads kernels while the host builds the requests. Nothing else is asked of the device meanwhile.
  void expect(std::vector<std::string> instructions) override {
    loader_ = std::jthread([ordinal = ordinal_, ids = std::move(instructions)] {
      if (cudaSetDevice(ordinal) != cudaSuccess) return;
      for (const std::string& id : ids) {
        if (const TensorRow* row = find_tensor_row(id)) row->load();
      }
      cudaGetLastError();  // the launch of a kernel that cannot be loaded reports it
    });
  }

  ProbeAnswers<Words> execute(std::span<const TensorRequest> requests) override {
    if (loader_.joinable()) loader_.join();
    std::vector<BatchJob> jobs;
    for (const TensorRequest& request : requests) jobs.push_back(tensor_job(request));
    return run(jobs);
  }

 private:
  ProbeAnswers<Words> run(const std::vector<BatchJob>& jobs) {
    if (lost_ || jobs.empty()) return ProbeAnswers<Words>(jobs.size());
    BatchResult result = run_batch(ordinal_, jobs);
    lost_ = result.lost;
    return std::move(result.answers);
  }

  // Returns the device address that a kernel writes to.
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
    return {std::string(request.kind->id),
            request.images,
            {},
            words * 4,
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
    return {std::string(kind.id),
            request.code,
            {},
            cells,
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
    BatchJob job{std::string(request.kind->id), {}, {}, request.c.size() * 4, {}};
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

  BatchJob tensor_job(const TensorRequest& request) const {
    BatchJob job{std::string(request.kind->id), {}, {}, 0, {}};
    const TensorRow* row = find_tensor_row(request.instruction);
    const std::size_t patterns = static_cast<std::size_t>(request.patterns);
    if (row == nullptr || request.words.size() != patterns * static_cast<std::size_t>(row->pattern_words)) {
      job.launch = [](const std::uint8_t*, std::uint8_t*, Ticket, cudaStream_t) { return cudaErrorNotSupported; };
      return job;
    }
    const bool hot = request.hot != HotOperand::None;
    const std::size_t trials = hot ? static_cast<std::size_t>(request.slots) * request.values.size() : 1;
    job.words = request.words;
    job.output_bytes = 4 * patterns * trials * static_cast<std::size_t>(hot ? request.record_words : row->d_words);
    TensorLaunch launch;
    launch.patterns = request.patterns;
    launch.hot = request.hot;
    launch.width = request.width;
    launch.slots = request.slots;
    launch.record_words = request.record_words;
    launch.value_count = static_cast<int>(std::min(request.values.size(), std::size(launch.values)));
    std::copy_n(request.values.begin(), launch.value_count, launch.values);
    job.launch = [this, row, kind = request.kind, launch](const std::uint8_t* input, std::uint8_t* output,
                                                          Ticket ticket, cudaStream_t stream) {
      TensorLaunch placed = launch;
      placed.words = as_words(input);
      placed.out = as_words(target(*kind, output));
      placed.ticket = ticket;
      return row->launch(placed, stream);
    };
    return job;
  }

  int ordinal_;
  CudaProbeOptions options_;
  DeviceFacts facts_;
  bool lost_ = false;
  std::jthread loader_;
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

const TensorRow* find_tensor_row(std::string_view id) {
  for (const auto& rows : {dense_rows(), sparse_rows(), warpgroup_rows()}) {
    const auto found = std::ranges::find(rows, id, &TensorRow::id);
    if (found != rows.end()) return &*found;
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

}  // namespace tcviz::inline gpu_probe
