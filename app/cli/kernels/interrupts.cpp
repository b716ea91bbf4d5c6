#include "app/cli/kernels/interrupts.hpp"

#include <pthread.h>

#include <ctime>

namespace tcviz::inline app_cli {
namespace {

sigset_t interrupt_alone() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  return set;
}

}  // namespace

// Blocks the signal, which then stays pending: no handler, and so nothing that outlives the command. If the parent
// process made the program ignore it, it stays ignored.
Interrupts::Interrupts() {
  struct sigaction now {};
  if (sigaction(SIGINT, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) return;
  const sigset_t set = interrupt_alone();
  watches_ = pthread_sigmask(SIG_BLOCK, &set, &before_) == 0;
}

bool Interrupts::came() const {
  sigset_t pending;
  return watches_ && sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1;
}

Interrupts::~Interrupts() {
  if (!watches_) return;
  const sigset_t set = interrupt_alone();
  const timespec at_once{};
  while (sigtimedwait(&set, nullptr, &at_once) == SIGINT) {
  }
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace tcviz::inline app_cli
