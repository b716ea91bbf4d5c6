// Serves a fake device on standard input and output, as the program serves a GPU. Arguments: a kind that loses the
// device when it is touched (or "-"), and a kind at which the whole process dies (or "-"), then whatever.
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "gpu/source/probe/remote_device.hpp"
#include "tests/probe/fake_device.hpp"

namespace {

// Ends the process in the middle of a request.
class Mortal final : public tcviz::ProbeDevice {
 public:
  Mortal(tcviz::fake::Behaviour behaviour, std::string fatal)
      : inner_(std::move(behaviour)), fatal_(std::move(fatal)) {}
  const tcviz::DeviceFacts& facts() const override { return inner_.facts(); }
  bool lost() const override { return inner_.lost(); }
  tcviz::ProbeAnswers<tcviz::Words> load(std::span<const tcviz::LoadRequest> r) override {
    return live(r), inner_.load(r);
  }
  tcviz::ProbeAnswers<tcviz::ProbeBytes> store(std::span<const tcviz::StoreRequest> r) override {
    return live(r), inner_.store(r);
  }
  tcviz::ProbeAnswers<tcviz::Words> multiply(std::span<const tcviz::ProductRequest> r) override {
    return live(r), inner_.multiply(r);
  }
  tcviz::ProbeAnswers<tcviz::Words> execute(std::span<const tcviz::TensorRequest> r) override {
    return live(r), inner_.execute(r);
  }

 private:
  template <class Request>
  void live(std::span<const Request> requests) {
    if (!requests.empty() && requests.front().kind->id == fatal_) std::_Exit(42);
  }

  tcviz::fake::Device inner_;
  std::string fatal_;
};

}  // namespace

int main(int count, char** words) {
  tcviz::fake::Behaviour behaviour;
  if (count > 1) behaviour.deadly = {words[1]};
  Mortal device(behaviour, count > 2 ? words[2] : "-");
  tcviz::serve_device(device, STDIN_FILENO, STDOUT_FILENO);
}
