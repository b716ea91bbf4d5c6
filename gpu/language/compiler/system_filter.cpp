#include "gpu/language/compiler/system_filter.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstdint>

namespace tcviz::inline gpu_compiler {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t architecture = 0;  // none: nothing is run
#endif

constexpr int allowed[] = {
    __NR_read,
    __NR_write,
    __NR_close,
    __NR_fstat,
    __NR_newfstatat,
    __NR_lseek,
    __NR_pread64,
    __NR_mmap,
    __NR_munmap,
    __NR_mprotect,
    __NR_mremap,
    __NR_madvise,
    __NR_brk,
    __NR_exit,
    __NR_exit_group,
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_rt_sigreturn,
    __NR_sigaltstack,
    __NR_futex,
    __NR_getpid,
    __NR_gettid,
    __NR_set_tid_address,
    __NR_getrandom,
    __NR_set_robust_list,
    __NR_nanosleep,
    __NR_clock_nanosleep,
    __NR_clock_gettime,
    __NR_execve,
    __NR_sched_yield,
    __NR_faccessat,
#ifdef __NR_rseq
    __NR_rseq,
#endif
#ifdef __NR_access
    __NR_access,
#endif
#ifdef __NR_arch_prctl
    __NR_arch_prctl,
#endif
};

constexpr std::uint32_t refused = SECCOMP_RET_ERRNO | EPERM;

class Rows {
 public:
  explicit Rows(SystemFilter& filter) : filter_(filter) {}
  void load(std::size_t at) { put(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(at))); }
  void answer(std::uint32_t what) { put(BPF_STMT(BPF_RET | BPF_K, what)); }
  void if_equal_skip(std::uint32_t value, std::uint8_t rows) {
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, rows, 0));
  }
  void unless_equal_skip(std::uint32_t value, std::uint8_t rows) {
    put(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, rows));
  }
  void unless_any_skip(std::uint32_t bits, std::uint8_t rows) {
    put(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, rows));
  }

 private:
  void put(sock_filter row) { filter_.rows[filter_.count++] = row; }
  SystemFilter& filter_;
};

constexpr std::size_t number_at = offsetof(seccomp_data, nr), architecture_at = offsetof(seccomp_data, arch);
constexpr std::size_t argument_at(std::size_t number) { return offsetof(seccomp_data, args) + 8 * number; }

// Lets a file be opened to be read only.
void only_reading(Rows& rows, int call, std::size_t flags) {
  rows.unless_equal_skip(static_cast<std::uint32_t>(call), 4);
  rows.load(argument_at(flags));
  rows.unless_any_skip(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 1);
  rows.answer(refused);
  rows.answer(SECCOMP_RET_ALLOW);
}

}  // namespace

SystemFilter computing_only(int self) {
  SystemFilter filter;
  Rows rows(filter);
  rows.load(architecture_at);
  rows.if_equal_skip(architecture, 1);
  rows.answer(SECCOMP_RET_KILL_PROCESS);
  rows.load(number_at);
  for (const int call : allowed) {
    rows.unless_equal_skip(static_cast<std::uint32_t>(call), 1);
    rows.answer(SECCOMP_RET_ALLOW);
  }
  only_reading(rows, __NR_openat, 2);
#ifdef __NR_open
  only_reading(rows, __NR_open, 1);
#endif
  rows.unless_equal_skip(__NR_tgkill, 3);
  rows.load(argument_at(0));
  rows.unless_equal_skip(static_cast<std::uint32_t>(self), 1);
  rows.answer(SECCOMP_RET_ALLOW);
  rows.answer(refused);
  return filter;
}

bool keep_to(const SystemFilter& filter) {
  if (architecture == 0) return false;
  const sock_fprog program{static_cast<unsigned short>(filter.count), const_cast<sock_filter*>(filter.rows.data())};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace tcviz::inline gpu_compiler
