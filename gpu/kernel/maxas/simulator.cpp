#include "gpu/kernel/maxas/simulator.hpp"

#include <fmt/format.h>

#include <array>

#include "gpu/kernel/maxas/addresses.hpp"
#include "gpu/kernel/maxas/schedule.hpp"
#include "gpu/kernel/maxas/staging.hpp"

namespace tcviz::maxas {
namespace {

// The initial value of memory and registers without a store: read by mistake, it spoils the product.
constexpr Number unwritten = Number{1} << 40;
constexpr int register_count = 128;

struct Thread {
  std::array<Number, register_count> registers;
  std::array<std::int64_t, 4> quad{};  // of its next texture loads
  int read_as = 0, read_bs = 0, write_s = 0;
};

Status check_side(const char* name, int ld, int side, bool in_quads) {
  if (ld >= side && (!in_quads || ld % 4 == 0)) return Nothing{};
  return bad_input(fmt::format("{} {} does not fit {} rows: give at least that{}.", name, ld, side,
                               in_quads ? ", in multiples of 4" : ""));
}

Status check_size(const char* name, std::size_t size, int ld, int columns) {
  if (size == static_cast<std::size_t>(ld) * static_cast<std::size_t>(columns)) return Nothing{};
  return bad_input(
      fmt::format("{} has {} numbers; {} columns of {} are {}.", name, size, columns, ld, std::int64_t{ld} * columns));
}

Status check(const Problem& p) {
  if (p.m < 1 || p.n < 1) return bad_input("a product needs at least one row and one column.");
  if (p.k < lines || p.k % lines != 0)
    return bad_input(fmt::format("k {} is not a multiple of {}: these kernels do not check k.", p.k, lines));
  for (const Status& status : {check_side("lda", p.lda, p.m, true), check_side("ldb", p.ldb, p.n, true),
                               check_side("ldc", p.ldc, p.m, false), check_size("A", p.a.size(), p.lda, p.k),
                               check_size("B", p.b.size(), p.ldb, p.k), check_size("C", p.c.size(), p.ldc, p.n)})
    if (!status) return status;
  return Nothing{};
}

class Block {
 public:
  Block(const Problem& problem, const Variant& variant, int bx, int by, std::vector<Number>& c)
      : problem_(problem),
        kernel_(problem.kernel),
        map_(variant.map),
        issues_(issue_order(variant.order)),
        events_(pass_events(kernel_)),
        bx_(bx),
        by_(by),
        c_(c),
        shared_(static_cast<std::size_t>(shared_bytes(kernel_) / 4), unwritten) {
    threads_.resize(static_cast<std::size_t>(kernel_.threads));
  }

  void run() {
    begin();
    const int passes = problem_.k / lines;
    for (int pass = 0; pass < passes; ++pass) run_pass(pass + 1 < passes);
    for (int warp = 0; warp < kernel_.warps(); ++warp) store_warp(warp);
  }

 private:
  Thread& thread(int tid) { return threads_[static_cast<std::size_t>(tid)]; }
  Number& reg(int tid, int number) { return thread(tid).registers[static_cast<std::size_t>(number)]; }
  Number& word(int byte_address) { return shared_[static_cast<std::size_t>(byte_address / 4)]; }

  template <class Do>
  void for_each_thread(Do what) {
    for (int tid = 0; tid < kernel_.threads; ++tid) what(tid);
  }

  void begin() {
    for_each_thread([&](int tid) { begin_thread(tid); });
    for (int load = 0; load < global_loads(kernel_); ++load) load_texture(load);
    for (int load = 0; load < global_loads(kernel_); ++load) store_shared(load);
    for (int load = 0; load < global_loads(kernel_); ++load) advance(load);
    for_each_thread([&](int tid) { clear_c(tid); });
    for_each_thread([&](int tid) { thread(tid).write_s ^= buffer_switch(kernel_); });
    for (const Matrix matrix : {Matrix::A, Matrix::B})
      for (const Half half : {Half::Low, Half::High}) load_operands(0, matrix, half);
  }

  void begin_thread(int tid) {
    Thread& t = thread(tid);
    t.registers.fill(unwritten);
    t.read_as = read_address(kernel_, tid, Matrix::A);
    t.read_bs = read_address(kernel_, tid, Matrix::B);
    t.write_s = write_address(kernel_, tid);
    for (int i = 0; i < global_loads(kernel_); ++i) {
      const GlobalLoad load = global_load(kernel_, tid, i);
      const bool is_a = load.matrix == Matrix::A;
      t.quad[static_cast<std::size_t>(i)] =
          global_quad(kernel_, load, is_a ? bx_ : by_, is_a ? problem_.lda : problem_.ldb);
    }
  }

  // Clears C: each warp loads a quad of zeros sixteen times, from the buffer that is not used yet.
  void clear_c(int tid) {
    const int zeros = buffer_switch(kernel_) + (tid & ~31);
    for (int at = 0; at < 4; ++at) word(zeros + 4 * at) = 0;
    for (int number = 0; number < ffmas; ++number) reg(tid, number) = word(zeros + 4 * (number % 4));
  }

  // Loads a quad; outside the texture, which is the whole matrix, it reads zeros.
  void load_texture(int load) {
    for_each_thread([&](int tid) {
      const std::vector<Number>& texture = tid < kernel_.threads / 2 ? problem_.a : problem_.b;
      for (int at = 0; at < 4; ++at) {
        const auto index = static_cast<std::size_t>(4 * thread(tid).quad[static_cast<std::size_t>(load)] + at);
        reg(tid, first_load_register + 4 * load + at) = index < texture.size() ? texture[index] : 0;
      }
    });
  }

  void store_shared(int load) {
    for_each_thread([&](int tid) {
      const int step = global_load(kernel_, tid, load).shared - write_address(kernel_, tid);
      for (int at = 0; at < 4; ++at)
        word(thread(tid).write_s + step + 4 * at) = reg(tid, first_load_register + 4 * load + at);
    });
  }

  void advance(int load) {
    for_each_thread([&](int tid) {
      const int ldx = tid < kernel_.threads / 2 ? problem_.lda : problem_.ldb;
      thread(tid).quad[static_cast<std::size_t>(load)] += std::int64_t{ldx / 4} * lines;
    });
  }

  void load_operands(int line, Matrix matrix, Half half) {
    const int first = half == Half::Low ? 0 : 4;
    for_each_thread([&](int tid) {
      const int base = matrix == Matrix::A ? thread(tid).read_as : thread(tid).read_bs;
      const int address = base + line_bytes(kernel_) * line + 4 * kernel_.offset(first);
      for (int at = 0; at < 4; ++at) {
        const int number = matrix == Matrix::A ? a_register(line, first + at) : b_register(line, first + at);
        reg(tid, number) = word(address + 4 * at);
      }
    });
  }

  void run_pass(bool another) {
    auto event = events_.begin();
    const auto run_events = [&](int line, int after) {
      for (; event != events_.end() && event->line == line && event->after == after; ++event)
        run_event(*event, another);
    };
    run_events(0, -1);
    for (int line = 0; line < lines; ++line) {
      for (int c = 0; c < ffmas; ++c) {
        issue(line, issues_[static_cast<std::size_t>(c)]);
        run_events(line, c);
      }
    }
  }

  void issue(int line, TileIndex index) {
    const int sum = c_register(map_, index), a = a_register(line, index.xi), b = b_register(line, index.yi);
    for_each_thread([&](int tid) { reg(tid, sum) += reg(tid, a) * reg(tid, b); });
  }

  // Executes an event; if no pass follows, only the events that this pass itself needs.
  void run_event(const Event& event, bool another) {
    const bool for_this_pass = event.type == EventType::SharedLoad && event.line != lines - 1;
    if (!another && !for_this_pass) return;
    if (event.type == EventType::SharedLoad) load_operands(fetched_line(event.line), event.matrix, event.half);
    if (event.type == EventType::TextureLoad) load_texture(event.index);
    if (event.type == EventType::SharedStore) store_shared(event.index);
    if (event.type == EventType::Advance) advance(event.index);
    if (event.type == EventType::SwitchBuffers) switch_buffers(event.index);
  }

  void switch_buffers(int address) {
    for_each_thread([&](int tid) {
      Thread& t = thread(tid);
      (address == 0 ? t.read_as : address == 1 ? t.read_bs : t.write_s) ^= buffer_switch(kernel_);
    });
  }

  // Stores all passes of a warp before the next warp begins: it needs no other warp's values.
  void store_warp(int warp) {
    for (int pass = 0; pass < staging_passes; ++pass) {
      for (int tid = 32 * warp; tid < 32 * warp + 32; ++tid) stage(tid, pass);
      for (int tid = 32 * warp; tid < 32 * warp + 32; ++tid) store(tid, pass);
    }
  }

  void stage(int tid, int pass) {
    for (int q = 0; q < staged_values; ++q)
      reg(tid, staging_register(q)) = problem_.alpha * reg(tid, c_register(map_, {q, pass}));
    for (int q = 0; q < staged_values; ++q) word(4 * staged_word(kernel_, tid, q)) = reg(tid, staging_register(q));
  }

  void store(int tid, int pass) {
    for (int q = 0; q < staged_values; ++q) {
      reg(tid, staging_register(q)) = word(4 * loaded_word(kernel_, tid, q));
      const Element at = stored_element(kernel_, tid, pass, q);
      const int m = bx_ * kernel_.tile + at.row, n = by_ * kernel_.tile + at.col;
      if (m >= problem_.m || n >= problem_.n) continue;
      c_[static_cast<std::size_t>(n) * static_cast<std::size_t>(problem_.ldc) + static_cast<std::size_t>(m)] =
          reg(tid, staging_register(q));
    }
  }

  const Problem& problem_;
  const SgemmKernel kernel_;
  const RegisterMap map_;
  const Issues issues_;
  const std::vector<Event> events_;
  const int bx_, by_;
  std::vector<Number>& c_;
  std::vector<Number> shared_;
  std::vector<Thread> threads_;
};

}  // namespace

Result<std::vector<Number>> multiply(const Problem& problem, const Variant& variant) {
  if (Status status = check(problem); !status) return status.error();
  std::vector<Number> c = problem.c;
  const int tile = problem.kernel.tile;
  for (int by = 0; by * tile < problem.n; ++by)
    for (int bx = 0; bx * tile < problem.m; ++bx) Block(problem, variant, bx, by, c).run();
  return c;
}

}  // namespace tcviz::maxas
