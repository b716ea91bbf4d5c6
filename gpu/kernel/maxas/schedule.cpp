#include "gpu/kernel/maxas/schedule.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace tcviz::maxas {
namespace {

// Pairs of loads or stores: the line of the first pair in each kernel, and the FFMAs of the line that they follow.
struct Pairs {
  EventType type;
  int first_line_64, first_line_128;
  int after[2];
};
constexpr Pairs pairs[] = {
    {EventType::TextureLoad, 0, 0, {31, 33}},
    {EventType::SharedStore, 5, 6, {30, 34}},
};

constexpr int switch_line = 6, switch_after = 62, last_line = 7, last_ffma = 63;

void add_shared_loads(std::vector<Event>& events) {
  for (int line = 0; line < lines; ++line) {
    int after = 0;
    for (const Half half : {Half::Low, Half::High}) {
      for (const Matrix matrix : {Matrix::A, Matrix::B}) {
        events.push_back({line, after, EventType::SharedLoad, after / 2, matrix, half});
        after += 2;
      }
    }
  }
}

void add_pairs(const SgemmKernel& kernel, std::vector<Event>& events) {
  for (const Pairs& row : pairs) {
    const int first = kernel.tile == 64 ? row.first_line_64 : row.first_line_128;
    for (int load = 0; load < global_loads(kernel); ++load)
      events.push_back({first + load / 2, row.after[load % 2], row.type, load});
  }
}

}  // namespace

std::vector<Event> pass_events(const SgemmKernel& kernel) {
  std::vector<Event> events{{0, -1, EventType::LoopTest}};
  add_shared_loads(events);
  add_pairs(kernel, events);
  events.push_back({switch_line, switch_after, EventType::Barrier});
  for (int address = 0; address < 3; ++address)
    events.push_back({switch_line, switch_after, EventType::SwitchBuffers, address});
  for (int load = 0; load < global_loads(kernel); ++load)
    events.push_back({last_line, last_ffma, EventType::Advance, load});
  events.push_back({last_line, last_ffma, EventType::Branch});
  std::ranges::stable_sort(events, {}, [](const Event& event) { return std::tuple(event.line, event.after); });
  return events;
}

}  // namespace tcviz::maxas
