// The same work in registers and through shared memory, timed by CUDA events in turn, so that both see the same clock.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "gpu/run/ops/cuda_kernels.hpp"
#include "gpu/run/ops/ptx_operands.hpp"
#include "gpu/run/ops/quantile.hpp"

namespace tcviz::inline gpu_ops {
namespace {

constexpr int distinct = 64;  // fragments with numbers of their own; more of them repeat these
constexpr int warm_up = 3;

std::size_t bytes_of(const Kind& kind) { return static_cast<std::size_t>(image_of(kind).bytes); }

// Makes a buffer of `count` units, the units in `units` again and again.
Result<DeviceBuffer> repeated(const Bytes& units, std::size_t unit, int count) {
  auto buffer = DeviceBuffer::make(unit * static_cast<std::size_t>(count));
  if (!buffer) return buffer;
  auto* const at = static_cast<std::byte*>(buffer.value().get());
  const std::size_t all = buffer.value().bytes();
  std::size_t done = std::min(units.size(), all);
  Status copied = cuda_status(cudaMemcpy(at, units.data(), done, cudaMemcpyHostToDevice), "copying to the GPU");
  while (copied && done < all) {
    const std::size_t more = std::min(done, all - done);
    copied = cuda_status(cudaMemcpy(at + done, at, more, cudaMemcpyDeviceToDevice), "copying on the GPU");
    done += more;
  }
  if (!copied) return copied.error();
  return buffer;
}

struct Sizes {
  std::size_t matrix = 0, u = 0, v = 0, out = 0, result = 0;  // bytes of one fragment

  std::size_t all(int batch) const { return (matrix + u + v + out + 2 * result) * static_cast<std::size_t>(batch); }
};

struct Units {
  Bytes matrix, u, v;
};

Units make_units(const RunRequest& request, const Kind& kind) {
  Units units;
  const Compute real = real_of(compute_of(kind.type));
  const auto append = [](Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); };
  for (int n = 0; n < distinct; ++n) {
    const Problem problem =
        make_problem(*request.operation, kind, request.scalars, request.seed + 1 + static_cast<std::uint64_t>(n));
    append(units.matrix, matrix_bytes(kind, problem.matrix));
    append(units.u, value_bytes(real, problem.memory.empty() ? problem.u : problem.memory));
    append(units.v, value_bytes(real, problem.v));
  }
  return units;
}

// Returns the operand that the fragments are multiplied with: small numbers, or zeros for types narrower than a byte,
// which cost the same.
Bytes other_operand(const Kind& kind, std::uint64_t seed) {
  if (element_bits(kind.type) < 8) return Bytes(bytes_of(kind));
  return matrix_bytes(kind, make_problem(operations().front(), kind, {}, seed).matrix);
}

struct Operands {
  Bytes a, b;
  const Kind* sum = nullptr;
};
Operands operands_of(const Kind& kind) {
  if (!has_library(kind)) {
    const PtxInstruction instruction = ptx_instruction(kind);
    return {small_operand(instruction.a), small_operand(instruction.b), &kind};
  }
  const Partners partners = partners_of(kind);
  return {other_operand(*partners.a, 7), other_operand(*partners.b, 8), partners.sum};
}

// The buffers that the kernels of one batch read and write.
class Batch {
 public:
  static Result<Batch> make(const RunRequest& request, const Problem& problem, int count) {
    Batch batch;
    batch.count_ = count;
    const Kind& kind = *problem.kind;
    const Operands operands = operands_of(kind);
    const Units units = make_units(request, kind);
    batch.sizes_ = sizes_of(units, kind, *operands.sum);
    const Status room = enough_memory(batch.sizes_.all(count));
    if (!room) return room.error();
    const auto add = [&](Result<DeviceBuffer> buffer) -> Status {
      if (!buffer) return buffer.error();
      batch.buffers_.push_back(std::move(buffer.value()));
      return Nothing{};
    };
    const Sizes& sizes = batch.sizes_;
    const auto many = static_cast<std::size_t>(count);
    Status made = add(repeated(units.matrix, sizes.matrix, count));
    if (made) made = add(DeviceBuffer::copy(operands.a));
    if (made) made = add(DeviceBuffer::copy(operands.b));
    if (made) made = add(repeated(units.u, sizes.u, count));
    if (made) made = add(repeated(units.v, sizes.v, count));
    if (made) made = add(DeviceBuffer::make(sizes.out * many));
    if (made) made = add(DeviceBuffer::make(sizes.result * many));
    if (made) made = add(DeviceBuffer::make(sizes.result * many));
    if (!made) return made.error();
    return batch;
  }

  // Runs a kernel; `way` 0 or 1 chooses the result that it writes.
  Status run(const void* kernel, const Problem& problem, int way, const Stream& stream) {
    std::array<void*, 8> pointers{};
    for (std::size_t n = 0; n < pointers.size(); ++n) pointers[n] = buffers_[n].get();
    ScalarArguments scalars(problem);
    Arguments arguments;
    for (std::size_t n = 0; n < 5; ++n) arguments.push_back(&pointers[n]);
    scalars.append_to(arguments);
    arguments.push_back(&pointers[5]);
    arguments.push_back(&pointers[way == 0 ? 6 : 7]);
    arguments.push_back(&count_);
    const int fragments = fragments_per_block(*problem.kind);
    return launch(kernel, (count_ + fragments - 1) / fragments, threads_per_block, arguments, stream);
  }

  // True if both results of the first fragments are the same, bit by bit.
  bool same_results() const {
    const std::size_t bytes = sizes_.result * static_cast<std::size_t>(std::min(count_, 4 * distinct));
    Bytes first(bytes), second(bytes);
    if (!buffers_[6].read(first) || !buffers_[7].read(second)) return false;
    return std::memcmp(first.data(), second.data(), bytes) == 0;
  }

 private:
  static Sizes sizes_of(const Units& units, const Kind& kind, const Kind& sum) {
    const std::size_t out = static_cast<std::size_t>(side_of(kind)) * size_of(compute_of(kind.type));
    return {bytes_of(kind), units.u.size() / distinct, units.v.size() / distinct, out, bytes_of(sum)};
  }
  static Status enough_memory(std::size_t needed) {
    std::size_t free = 0, all = 0;
    const Status asked = cuda_status(cudaMemGetInfo(&free, &all), "asking for free GPU memory");
    if (!asked) return asked;
    if (needed <= free - free / 16) return Nothing{};
    return unavailable(fmt::format("needs {} MiB of GPU memory, {} MiB are free", needed >> 20, free >> 20));
  }

  int count_ = 0;
  Sizes sizes_;
  std::vector<DeviceBuffer> buffers_;  // matrix, other_a, other_b, u, v, out, result, the other way's result
};

struct Clock {
  Event begin, end;
};

Result<float> time_once(const Clock& clock, Batch& batch, const void* kernel, const Problem& problem, int way,
                        const Stream& stream) {
  const auto record = [&](const Event& event) {
    return cuda_status(cudaEventRecord(event.get(), stream.get()), "timing a kernel");
  };
  Status done = record(clock.begin);
  if (done) done = batch.run(kernel, problem, way, stream);
  if (done) done = record(clock.end);
  if (done) done = finish(stream);
  if (!done) return done.error();
  float milliseconds = 0;
  const Status read =
      cuda_status(cudaEventElapsedTime(&milliseconds, clock.begin.get(), clock.end.get()), "reading the clock");
  if (!read) return read.error();
  return milliseconds;
}

struct Pair {
  const void *registers = nullptr, *staged = nullptr;
};

Result<Pair> find_pair(const Kernels& kernels, Setting setting) {
  const bool alone = setting == Setting::Alone;
  const auto registers = kernels.find(alone ? registers_kernel : registers_chain_kernel);
  if (!registers) return registers.error();
  const auto staged = kernels.find(alone ? staged_kernel : staged_chain_kernel);
  if (!staged) return staged.error();
  return Pair{registers.value(), staged.value()};
}

Timing summarise(Setting setting, int count, const std::vector<double>& registers, const std::vector<double>& staged) {
  std::vector<double> ratios;
  for (std::size_t n = 0; n < registers.size(); ++n) ratios.push_back(staged[n] / registers[n]);
  Timing timing;
  timing.setting = setting;
  timing.batch = count;
  timing.registers_ns = quantile(registers, 0.5) * 1e6 / count;
  timing.staged_ns = quantile(staged, 0.5) * 1e6 / count;
  timing.ratio = quantile(ratios, 0.5);
  timing.ratio_low = quantile(ratios, 0.25);
  timing.ratio_high = quantile(ratios, 0.75);
  return timing;
}

Result<Timing> time_pair(const RunRequest& request, const Problem& problem, Batch& batch, const Pair& pair,
                         const Timing& head, const Stream& stream) {
  auto begin = Event::make(), end = Event::make();
  if (!begin || !end) return unavailable("no CUDA events can be made");
  const Clock clock{std::move(begin.value()), std::move(end.value())};
  std::vector<double> registers, staged;
  for (int n = -warm_up; n < request.repetitions; ++n) {
    const auto a = time_once(clock, batch, pair.registers, problem, 0, stream);
    if (!a) return a.error();
    const auto b = time_once(clock, batch, pair.staged, problem, 1, stream);
    if (!b) return b.error();
    if (n < 0) continue;
    registers.push_back(a.value());
    staged.push_back(b.value());
  }
  Timing timing = summarise(head.setting, head.batch, registers, staged);
  timing.same_results = batch.same_results();
  return timing;
}

std::vector<Timing> untimed(const RunRequest& request, const std::string& why) {
  std::vector<Timing> timings;
  for (const int count : request.batches) {
    for (const Setting setting : {Setting::Alone, Setting::Chain}) {
      timings.emplace_back().setting = setting;
      timings.back().batch = count;
      timings.back().skipped = why;
    }
  }
  return timings;
}

}  // namespace

Result<std::vector<Timing>> time_both_ways(const RunRequest& request, const Problem& problem, const KernelTexts& texts,
                                           ComputeCapability capability, const RunProgress& progress) {
  if (!texts.untimed.empty()) return untimed(request, texts.untimed);
  const auto loaded = compile_and_load(texts.timing, capability, compile_options(*problem.kind));
  if (!loaded) return loaded.error();
  auto stream = Stream::make();
  if (!stream) return stream.error();
  std::vector<Timing> timings;
  const int all = 2 * static_cast<int>(request.batches.size());
  for (const int count : request.batches) {
    auto batch = Batch::make(request, problem, count);
    for (const Setting setting : {Setting::Alone, Setting::Chain}) {
      if (!progress("timing", static_cast<int>(timings.size()), all)) return negative("stopped");
      Timing head;
      head.setting = setting;
      head.batch = count;
      if (!batch) {
        head.skipped = batch.error().message;
        timings.push_back(head);
        continue;
      }
      const auto pair = find_pair(loaded.value().kernels, setting);
      if (!pair) return pair.error();
      const auto timing = time_pair(request, problem, batch.value(), pair.value(), head, stream.value());
      if (!timing) return timing.error();
      timings.push_back(timing.value());
    }
  }
  return timings;
}

}  // namespace tcviz::inline gpu_ops
