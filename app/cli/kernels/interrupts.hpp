// Catches Ctrl-C while a command works: during the life of an Interrupts object, Ctrl-C does not end the program, but
// came() returns true.
#pragma once

#include <csignal>

namespace tcviz::inline app_cli {

class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  bool came() const;  // may be called by threads that were started after the constructor

 private:
  sigset_t before_{};
  bool watches_ = false;
};

}  // namespace tcviz::inline app_cli
