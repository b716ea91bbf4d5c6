#include "gpu/prove/cuda_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "gpu/prove/bank_patterns.hpp"
#include "gpu/prove/copy_map.hpp"
#include "gpu/prove/sweep_kernels.hpp"
#include "gpu/source/device/cuda_error.hpp"

namespace tcviz::inline gpu_prove {
namespace {

using Outcome = SweepAnswer::Outcome;

static_assert(coded_window.begin == window_begin && coded_window.end == window_end &&
              coded_window.block_end == window_begin + operand_shared_bytes);
static_assert(pattern_reach <= bank_reach);

constexpr std::size_t scratch_bytes = std::size_t{1} << 20;
constexpr int copy_slack = 4096;  // bytes behind a box that are read back too
constexpr int bank_runs = 3;      // the quickest counts: nothing makes a run too quick

Error failed(cudaError_t code, std::string_view what) {
  cudaGetLastError();  // reported here, so that later calls do not report it again
  return cuda_error(code, what);
}

SweepAnswer answered(const Error& error) {
  std::string text = error.message;
  if (text.ends_with('.')) text.pop_back();
  return {Outcome::Faulted, {}, 0, std::move(text)};
}

Status wait(cudaError_t launched) {
  if (launched != cudaSuccess) return failed(launched, "starting a kernel");
  if (const cudaError_t code = cudaDeviceSynchronize(); code != cudaSuccess) return failed(code, "a kernel");
  return Nothing{};
}

struct FreeMemory {
  void operator()(void* memory) const { cudaFree(memory); }
};
using Scratch = std::unique_ptr<void, FreeMemory>;

Result<Scratch> reserve() {
  void* memory = nullptr;
  if (const cudaError_t code = cudaMalloc(&memory, scratch_bytes); code != cudaSuccess)
    return failed(code, "reserving GPU memory");
  return Scratch(memory);
}

Status copy_in(const void* bytes, std::size_t count, void* into) {
  const cudaError_t code = cudaMemcpy(into, bytes, count, cudaMemcpyHostToDevice);
  if (code != cudaSuccess) return failed(code, "copying to the GPU");
  return Nothing{};
}

template <class T>
Result<std::vector<T>> copy_out(const void* from, std::size_t count) {
  std::vector<T> values(count);
  const cudaError_t code = cudaMemcpy(values.data(), from, count * sizeof(T), cudaMemcpyDeviceToHost);
  if (code != cudaSuccess) return failed(code, "copying from the GPU");
  return values;
}

const OperandRow* row_of(std::span<const OperandRow> rows, const OperandUse& use) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const OperandRow& row) {
    return row.type == use.type && row.is_a == use.is_a && row.mn_major == (use.major == Major::MN) &&
           row.sparse == use.sparse;
  });
  return found == rows.end() ? nullptr : &*found;
}

// Reads which byte of a box each byte of shared memory holds: passes spell the byte's number, its lowest eight bits
// first; a pass of ones comes before them.
class BoxReader {
 public:
  explicit BoxReader(const TmaBox& box) : box_(box), bytes_(box.inner * box.rows * box.planes) {}

  std::vector<std::uint8_t> source(int pass) const {
    std::vector<std::uint8_t> source(static_cast<std::size_t>(bytes_), 1);
    if (pass > 0)
      for (int at = 0; at < bytes_; ++at)
        source[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(at >> (8 * (pass - 1)));
    return source;
  }
  void read(int pass, const std::vector<std::uint8_t>& dump) {
    if (pass == 0) numbers_.assign(dump.size(), -1);
    for (std::size_t at = 0; at < dump.size(); ++at) {
      if (pass == 0 && dump[at] == 1) numbers_[at] = 0;
      if (pass > 0 && numbers_[at] >= 0) numbers_[at] |= dump[at] << (8 * (pass - 1));
    }
  }
  std::vector<std::int64_t> places() const {
    std::vector<std::int64_t> places(static_cast<std::size_t>(bytes_), -1);
    for (std::size_t at = 0; at < numbers_.size(); ++at)
      if (numbers_[at] >= 0 && numbers_[at] < bytes_)
        places[static_cast<std::size_t>(numbers_[at])] = box_.start + static_cast<std::int64_t>(at);
    return places;
  }

 private:
  const TmaBox& box_;
  int bytes_;
  std::vector<std::int32_t> numbers_;
};

class CudaSweepDevice final : public SweepDevice {
 public:
  CudaSweepDevice(SweepFacts facts, Scratch in, Scratch out)
      : facts_(std::move(facts)), in_(std::move(in)), out_(std::move(out)) {}

  const SweepFacts& facts() const override { return facts_; }

  Result<SweepAnswer> ask(const SweepCase& one) override {
    Result<SweepAnswer> answer = std::visit([&](const auto& about) { return about_case(about); }, one);
    return answer ? answer : Result<SweepAnswer>(answered(answer.error()));
  }

 private:
  Result<SweepAnswer> about_case(const OperandCase& one) {
    const OperandRow* const row = row_of(operand_rows(), one.use);
    if (row == nullptr) return unavailable("there is no kernel for this use of a descriptor");
    const int bits = bits_of_type(one.use.type), rows = one.use.is_a ? 64 : one.use.n;
    const int columns = (one.use.sparse && !one.use.is_a ? 512 : 256) / bits;
    const auto count = static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    if (const cudaError_t code = cudaMemset(out_.get(), 255, count * sizeof(std::int32_t)); code != cudaSuccess)
      return failed(code, "clearing GPU memory");
    TCVIZ_TRY(wait(row->launch(one.descriptor, out_.get())));
    const auto numbers = copy_out<std::int32_t>(out_.get(), count);
    TCVIZ_TRY(numbers);
    SweepAnswer answer;
    for (const std::int32_t number : numbers.value())
      answer.places.push_back(number < 0 ? -1 : std::int64_t{number} * std::max(1, bits / 8));
    return answer;
  }

  Result<SweepAnswer> about_case(const ReadCase& one) {
    const OperandRow* const row = row_of(timed_operand_rows(), one.use);
    if (row == nullptr) return unavailable("there is no kernel that times this use of a descriptor");
    return quickest([&] { return row->launch(one.descriptor, out_.get()); });
  }

  Result<SweepAnswer> about_case(const BankCase& one) {
    const auto rows = bank_rows();
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const BankRow& r) { return r.access == one.access; });
    if (row == rows.end()) return unavailable(fmt::format("there is no kernel for '{}'", one.access));
    std::array<std::int32_t, warp_lanes> addresses{};
    std::transform(one.addresses.begin(), one.addresses.end(), addresses.begin(),
                   [](std::int64_t address) { return static_cast<std::int32_t>(address); });
    if (*std::max_element(addresses.begin(), addresses.end()) + 16 > bank_reach)
      return unavailable(fmt::format("an address lies beyond {} bytes", bank_reach));
    TCVIZ_TRY(copy_in(addresses.data(), sizeof addresses, in_.get()));
    const void* const source = static_cast<const std::byte*>(in_.get()) + 1024;
    return quickest([&] {
      return row->launch(static_cast<const std::int32_t*>(in_.get()), source, static_cast<float*>(out_.get()));
    });
  }

  Result<SweepAnswer> about_case(const BoxCase& one) {
    const EncodedMap encoded = encode_map(one.box, in_.get());
    if (!encoded.map) return SweepAnswer{Outcome::Refused, {}, 0, encoded.refusal};
    const int rows = one.box.rows * one.box.planes, bytes = one.box.inner * rows;
    const int dumped = std::max(one.box.inner, width_of(one.box.swizzle)) * rows + copy_slack;
    const CopyLaunch launch{static_cast<std::uint32_t>(one.box.start), static_cast<std::uint32_t>(bytes),
                            one.box.planes > 1 ? 3 : 2, static_cast<std::uint32_t>(dumped)};
    BoxReader reader(one.box);
    for (int pass = 0; pass < 3; ++pass) {
      const std::vector<std::uint8_t> source = reader.source(pass);
      TCVIZ_TRY(copy_in(source.data(), source.size(), in_.get()));
      TCVIZ_TRY(wait(launch_copy(*encoded.map, launch, static_cast<std::uint8_t*>(out_.get()))));
      const auto dump = copy_out<std::uint8_t>(out_.get(), static_cast<std::size_t>(dumped));
      TCVIZ_TRY(dump);
      if (pass == 0 && dump.value().front() == 255) return unavailable("the copy never ended");
      reader.read(pass, dump.value());
    }
    return SweepAnswer{Outcome::Places, reader.places(), 0, {}};
  }

  template <class Launch>
  Result<SweepAnswer> quickest(const Launch& launch) {
    SweepAnswer answer{Outcome::Cycles, {}, std::numeric_limits<double>::max(), {}};
    for (int run = 0; run < bank_runs; ++run) {
      TCVIZ_TRY(wait(launch()));
      const auto clocks = copy_out<float>(out_.get(), 1);
      TCVIZ_TRY(clocks);
      answer.cycles = std::min(answer.cycles, double{clocks.value().front()});
    }
    return answer;
  }

  SweepFacts facts_;
  Scratch in_, out_;
};

bool has_wgmma_kernels(void* scratch) {
  if (!wait(launch_has_wgmma(static_cast<int*>(scratch)))) return false;
  const auto has = copy_out<int>(scratch, 1);
  return has && has.value().front() == 1;
}

}  // namespace

Result<std::unique_ptr<SweepDevice>> open_sweep_device(int ordinal) {
  const GpuSurvey survey = survey_gpus();
  const auto gpu = std::find_if(survey.gpus.begin(), survey.gpus.end(),
                                [&](const GpuInfo& info) { return info.ordinal == ordinal; });
  if (gpu == survey.gpus.end())
    return unavailable(survey.absence.empty() ? fmt::format("there is no GPU cuda:{}.", ordinal) : survey.absence);
  if (const cudaError_t code = cudaSetDevice(ordinal); code != cudaSuccess) return failed(code, "opening the GPU");
  Result<Scratch> in = reserve(), out = reserve();
  TCVIZ_TRY(in);
  TCVIZ_TRY(out);
  if (const cudaError_t code = cudaMemset(in.value().get(), 0, scratch_bytes); code != cudaSuccess)
    return failed(code, "clearing GPU memory");
  const bool has_wgmma = has_wgmma_kernels(out.value().get());
  return std::unique_ptr<SweepDevice>(
      std::make_unique<CudaSweepDevice>(SweepFacts{*gpu, has_wgmma}, std::move(in).value(), std::move(out).value()));
}

}  // namespace tcviz::inline gpu_prove
