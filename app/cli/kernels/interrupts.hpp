// Ctrl-C while a command works: as long as one of these lives, it ends nothing by itself, and `came` reports it.
#pragma once

#include <csignal>

namespace tcviz::inline app_cli {

class Interrupts {
 public:
  Interrupts();
  ~Interrupts();
  Interrupts(const Interrupts&) = delete;
  Interrupts& operator=(const Interrupts&) = delete;
  bool came() const;  // any thread that was started since may ask

 private:
  sigset_t before_{};
  bool watches_ = false;
};

}  // namespace tcviz::inline app_cli
