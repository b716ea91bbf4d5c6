// Answers cases on its standard input and output. A box's rows say what happens: 101, it faults; 102, the process
// crashes; 103, it is never answered.
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "gpu/prove/remote_sweep.hpp"

namespace {

using namespace tcviz;

class Misbehaving final : public SweepDevice {
 public:
  const SweepFacts& facts() const override { return facts_; }
  Result<SweepAnswer> ask(const SweepCase& one) override {
    const auto* const box = std::get_if<BoxCase>(&one);
    const int rows = box == nullptr ? 0 : box->box.rows;
    if (rows == 102) std::_Exit(1);
    if (rows == 103) pause();
    if (rows == 101 || broken_) {
      broken_ = true;
      return SweepAnswer{SweepAnswer::Outcome::Faulted, {}, 0, "cudaErrorMisalignedAddress"};
    }
    return SweepAnswer{SweepAnswer::Outcome::Cycles, {}, 2.5, {}};
  }

 private:
  SweepFacts facts_{{0, "Fake GPU", 90, "1.0", "13.0"}, true};
  bool broken_ = false;  // as a GPU is for a process that has faulted
};

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "absent")
    serve_sweep(tcviz::unavailable("no GPU was found."), STDIN_FILENO, STDOUT_FILENO);
  else
    serve_sweep(std::unique_ptr<SweepDevice>(std::make_unique<Misbehaving>()), STDIN_FILENO, STDOUT_FILENO);
}
