#include "app/session/maxas/maxas_memory.hpp"

#include <algorithm>

#include "app/session/maxas/maxas_steps.hpp"
#include "gpu/kernel/maxas/schedule.hpp"
#include "gpu/kernel/maxas/staging.hpp"

namespace tcviz::inline app_session {
namespace {

using maxas::Half;
using maxas::Matrix;

// Marks the owners of a load's quads of all threads, in one of the buffers.
void put_load(const SgemmKernel& kernel, int load, int buffer, std::vector<int>& owners) {
  for (int tid = 0; tid < kernel.threads; ++tid) {
    const int word = (maxas::global_load(kernel, tid, load).shared + buffer * maxas::buffer_switch(kernel)) / 4;
    std::fill_n(owners.begin() + word, 4, tid);
  }
}

void put_staged(const SgemmKernel& kernel, bool readers, std::vector<int>& owners) {
  for (int tid = 0; tid < kernel.threads; ++tid) {
    for (int q = 0; q < maxas::staged_values; ++q) {
      const int word = readers ? maxas::loaded_word(kernel, tid, q) : maxas::staged_word(kernel, tid, q);
      owners[static_cast<std::size_t>(word)] = tid;
    }
  }
}

SharedAccess read_of(const SgemmKernel& kernel, int tid, Matrix matrix, Half half, int line, int buffer) {
  return {matrix == Matrix::A ? SharedUse::ReadA : SharedUse::ReadB, tid,
          maxas::shared_read(kernel, tid, matrix, line, half, buffer)};
}

SharedAccess write_of(const SgemmKernel& kernel, int tid, int load, int buffer) {
  return {SharedUse::Write, tid, maxas::global_load(kernel, tid, load).shared + buffer * maxas::buffer_switch(kernel)};
}

void add_staging(const SgemmKernel& kernel, const MaxasStep& step, int tid, std::vector<SharedAccess>& all) {
  if (step.stage == MaxasStage::Stage)
    for (const int q : {0, 4}) all.push_back({SharedUse::Write, tid, 4 * maxas::staged_word(kernel, tid, q)});
  if (step.stage != MaxasStage::ReadBack) return;
  for (int q = 0; q < maxas::staged_values; ++q)
    all.push_back({SharedUse::ReadC, tid, 4 * maxas::loaded_word(kernel, tid, q), 4});
}

}  // namespace

std::vector<int> shared_owners(const SgemmKernel& kernel, const MaxasStep& step) {
  std::vector<int> owners(static_cast<std::size_t>(maxas::shared_bytes(kernel) / 4), -1);
  if (in_epilogue(step)) {
    put_staged(kernel, step.stage == MaxasStage::ReadBack, owners);
    return owners;
  }
  const int all = maxas::global_loads(kernel), loads = step.stage == MaxasStage::Fill ? step.at + 1 : all;
  for (int load = 0; load < loads; ++load) put_load(kernel, load, 0, owners);
  for (const maxas::Event& event : maxas::pass_events(kernel)) {
    if (event.type == maxas::EventType::SharedStore && has_passed(step, event.line, event.after))
      put_load(kernel, event.index, 1, owners);
  }
  return owners;
}

std::vector<SharedAccess> accesses_of(const SgemmKernel& kernel, const MaxasStep& step, int tid) {
  std::vector<SharedAccess> all;
  if (step.stage == MaxasStage::Fill) all.push_back(write_of(kernel, tid, step.at, 0));
  if (step.stage == MaxasStage::Fetch)
    all.push_back(
        read_of(kernel, tid, step.at % 2 == 0 ? Matrix::A : Matrix::B, step.at < 2 ? Half::Low : Half::High, 0, 0));
  for (const maxas::Event& event : events_at(kernel, step)) {
    if (event.type == maxas::EventType::SharedLoad)
      all.push_back(read_of(kernel, tid, event.matrix, event.half, maxas::fetched_line(event.line),
                            event.line == maxas::lines - 1 ? 1 : 0));
    if (event.type == maxas::EventType::SharedStore) all.push_back(write_of(kernel, tid, event.index, 1));
  }
  add_staging(kernel, step, tid, all);
  return all;
}

std::vector<SharedAccess> operands_of(const SgemmKernel& kernel, const MaxasStep& step, int tid) {
  if (!in_loop(step)) return {};
  std::vector<SharedAccess> all;
  for (const Matrix matrix : {Matrix::A, Matrix::B})
    for (const Half half : {Half::Low, Half::High}) all.push_back(read_of(kernel, tid, matrix, half, step.line, 0));
  return all;
}

int lanes_sharing(const SgemmKernel& kernel, int tid, Matrix matrix) {
  int lanes = 0;
  for (int other = tid & ~31; other < (tid & ~31) + 32; ++other)
    lanes += maxas::read_address(kernel, other, matrix) == maxas::read_address(kernel, tid, matrix) ? 1 : 0;
  return lanes;
}

LiveAddresses addresses_of(const SgemmKernel& kernel, const MaxasStep& step, int tid) {
  LiveAddresses live;
  if (in_epilogue(step)) {
    live.value = {maxas::read_cs(kernel, tid), -1, maxas::write_cs(kernel, tid)};
    return live;
  }
  const int other = maxas::buffer_switch(kernel), switched = switched_addresses(step);
  const int before_loop = step.stage == MaxasStage::Fill ? 0 : other;  // writeS is switched once before the loop
  live.value = {maxas::read_address(kernel, tid, Matrix::A) ^ (switched > 0 ? other : 0),
                maxas::read_address(kernel, tid, Matrix::B) ^ (switched > 1 ? other : 0),
                maxas::write_address(kernel, tid) ^ before_loop ^ (switched > 2 ? other : 0)};
  if (step.stage == MaxasStage::Switch && step.at > 0) live.switched[static_cast<std::size_t>(step.at - 1)] = true;
  return live;
}

int buffer_read(const MaxasStep& step) {
  if (step.stage == MaxasStage::Fill || in_epilogue(step)) return -1;
  return switched_addresses(step) > 1 ? 1 : 0;
}

int buffer_written(const MaxasStep& step) {
  if (in_epilogue(step)) return -1;
  return step.stage == MaxasStage::Fill || switched_addresses(step) > 2 ? 0 : 1;
}

int passes_landed(const MaxasStep& step) {
  if (!in_epilogue(step)) return 0;
  return step.at + (step.stage == MaxasStage::Land ? 1 : 0);
}

std::vector<int> stores_landed(const SgemmKernel& kernel, const MaxasStep& step) {
  std::vector<int> stores(static_cast<std::size_t>(kernel.tile * kernel.tile), 0);
  for (int pass = 0; pass < passes_landed(step); ++pass) {
    for (int tid = 0; tid < kernel.threads; ++tid) {
      for (int q = 0; q < maxas::staged_values; ++q) {
        const Element at = maxas::stored_element(kernel, tid, pass, q);
        ++stores[static_cast<std::size_t>(at.row * kernel.tile + at.col)];
      }
    }
  }
  return stores;
}

}  // namespace tcviz::inline app_session
