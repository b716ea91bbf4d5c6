#include "gpu/source/sass/trace.hpp"

#include <fmt/format.h>

#include "gpu/layout/element_value.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/source/sass/decoder.hpp"
#include "gpu/source/sass/execute.hpp"
#include "gpu/source/sass/labels.hpp"

namespace tcviz::inline gpu_sass {
namespace {

// Things of `width` bits that lie one behind the other on both sides: on one side as many as there are labels, on the
// other `to`.
struct Copying {
  int width = 0;
  std::vector<std::uint64_t> labels;
  std::uint32_t to = 0;
};

Copying copying_of(const Kind& kind, std::uint32_t from, std::uint32_t to) {
  Copying copying{element_bits(kind.type), {}, to};
  copying.labels.reserve(from);
  for (std::uint32_t thing = 0; thing < from; ++thing) copying.labels.push_back(label_of(thing));
  return copying;
}

std::size_t bytes_for(std::size_t count, int width) { return (count * width + 7) / 8; }

std::vector<std::uint8_t> labelled_plane(const Copying& copying, int plane) {
  std::vector<std::uint8_t> bytes(bytes_for(copying.labels.size(), copying.width));
  for (std::size_t thing = 0; thing < copying.labels.size(); ++thing) {
    const std::uint64_t value = plane_of(copying.labels[thing], plane, copying.width);
    put_bits(bytes, thing * copying.width, copying.width, value);
  }
  return bytes;
}

// Puts the bits that arrived in one plane into the labels; false if a 64-bit thing differs from the first plane.
bool gather(const Copying& copying, int plane, std::span<const std::uint8_t> sink, std::vector<std::uint64_t>& labels) {
  for (std::uint32_t place = 0; place < copying.to; ++place) {
    const std::uint64_t value = get_bits(sink, std::size_t{place} * copying.width, copying.width);
    if (copying.width < 64)
      labels[place] |= value << plane * copying.width;
    else if (plane == 0)
      labels[place] = value;
    else if (value != ~labels[place])
      return false;
  }
  return true;
}

Result<std::vector<std::uint64_t>> run_planes(const Copying& copying, const KernelCode& kernel) {
  const auto code = decode_kernel(kernel.code);
  TCVIZ_TRY(code);
  std::vector<std::uint64_t> labels(copying.to);
  for (int plane = 0; plane < plane_count(copying.width); ++plane) {
    const auto source = labelled_plane(copying, plane);
    WarpMemory memory(source, bytes_for(copying.to, copying.width));
    const std::array parameters{memory.source_address(), memory.sink_address()};
    const Status done = execute(kernel, code.value(), parameters, memory);
    TCVIZ_TRY(done);
    if (!memory.all_written()) return unavailable("the kernel leaves a part of its result unwritten");
    if (!gather(copying, plane, memory.sink(), labels)) return unavailable("the kernel does not copy whole elements");
  }
  return labels;
}

// Returns for every place the number of the thing that was copied there.
Result<std::vector<std::uint32_t>> trace(const Copying& copying, const KernelCode& kernel) {
  const auto labels = run_planes(copying, kernel);
  TCVIZ_TRY(labels);
  std::vector<std::uint32_t> things;
  things.reserve(copying.to);
  for (const std::uint64_t label : labels.value()) {
    const auto thing = thing_of(label, copying.labels);
    if (!thing) return unavailable(fmt::format("place {} holds no whole element", things.size()));
    things.push_back(*thing);
  }
  return things;
}

Error in_kernel(const KernelCode& kernel, const Error& error) {
  return {error.fault, fmt::format("kernel {}: {}", kernel.name, error.message)};
}

// Returns the linear element at a place in memory.
std::int32_t element_at(const Kind& kind, MemoryOrder order, std::uint32_t place) {
  const int at = static_cast<int>(place);
  return order == MemoryOrder::Col ? at % kind.rows() * kind.cols() + at / kind.rows() : at;
}

std::uint32_t element_count(const Kind& kind) { return static_cast<std::uint32_t>(kind.rows() * kind.cols()); }
std::uint32_t slot_count(const Kind& kind) { return static_cast<std::uint32_t>(kind.threads * kind.values); }

}  // namespace

Result<std::vector<std::int32_t>> trace_load(const Kind& kind, MemoryOrder order, const KernelCode& kernel) {
  const auto places = trace(copying_of(kind, element_count(kind), slot_count(kind)), kernel);
  if (!places) return in_kernel(kernel, places.error());
  std::vector<std::int32_t> map;
  map.reserve(places.value().size());
  for (const std::uint32_t place : places.value()) map.push_back(element_at(kind, order, place));
  return map;
}

Result<std::vector<std::int32_t>> trace_store(const Kind& kind, MemoryOrder order, const KernelCode& kernel) {
  const auto slots = trace(copying_of(kind, slot_count(kind), element_count(kind)), kernel);
  if (!slots) return in_kernel(kernel, slots.error());
  std::vector<std::int32_t> map(slot_count(kind), no_element);
  for (std::uint32_t place = 0; place < slots.value().size(); ++place) {
    std::int32_t& element = map[slots.value()[place]];
    if (element != no_element) return in_kernel(kernel, unavailable("one slot is stored twice"));
    element = element_at(kind, order, place);
  }
  return map;
}

}  // namespace tcviz::inline gpu_sass
