// A host model of a GPU's fragments behind the probes' interface: every kind has a true layout, chosen by the test, and
// the device loads, stores and multiplies by it. It can also be made to fail, to lie and to be lost.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/trial/tensor_instruction.hpp"

namespace tcviz::fake {

// Slot -> linear element.
using Truth = std::vector<std::int32_t>;

// Bits of a packed array, one at a time: slow, and nothing in common with the code under test.
std::uint64_t bits_at(const std::uint8_t* bytes, std::size_t bit, int width);
void set_bits_at(std::uint8_t* bytes, std::size_t bit, int width, std::uint64_t value);
double number(ElementType type, std::uint64_t bits);
std::uint64_t sum_bits(ElementType type, double value);

// A random layout in which every element has slots / elements owners (or one more).
Truth random_truth(const Kind& kind, unsigned seed);

struct Behaviour {
  std::map<std::string, Truth> truths;  // kinds that are not named get random_truth(kind, seed)
  unsigned seed = 1;
  ComputeCapability capability = 90;
  std::set<std::string> failing;               // every request of these kinds is answered with an error
  std::set<std::string> deadly;                // such a request fails, and the device is lost with all behind it
  std::set<std::string> store_elsewhere;       // stores by another layout than loads
  std::set<std::string> multiply_wrong;        // adds one to the first element of D
  std::set<std::string> read_first_copy_only;  // the product reads the first owner of every element only
  std::set<std::string> ignores_last_slot;     // the last slot of these kinds has no effect
  std::set<std::string> enters_two_rows;       // the first slot of these kinds counts for the row below as well
  std::set<std::string> shifted_addresses;     // each row's address is that of the next lane
};

class Device final : public ProbeDevice {
 public:
  explicit Device(Behaviour behaviour);
  const DeviceFacts& facts() const override { return facts_; }
  ProbeAnswers<Words> load(std::span<const LoadRequest> requests) override;
  ProbeAnswers<ProbeBytes> store(std::span<const StoreRequest> requests) override;
  ProbeAnswers<Words> multiply(std::span<const ProductRequest> requests) override;
  ProbeAnswers<Words> execute(std::span<const TensorRequest> requests) override;
  bool lost() const override { return lost_; }

  const Truth& truth(const Kind& kind);

 private:
  template <class T, class Request, class Run>
  ProbeAnswers<T> run(std::span<const Request> requests, Run one);
  Words load_one(const LoadRequest& request);
  ProbeBytes store_one(const StoreRequest& request);
  Words multiply_one(const ProductRequest& request);
  ProbeBytes store_sum(const Kind& kind);
  ProbeBytes store_operand(const StoreRequest& request);
  Words execute_one(const TensorRequest& request);
  Words move_one(const TensorRequest& request);
  Words product_trials(const TensorRequest& request);
  Words product_words(const TensorInstruction& instruction, const Words& pattern, bool wrong);
  bool reads(const Kind& kind, std::size_t slot);

  Behaviour behaviour_;
  DeviceFacts facts_;
  bool lost_ = false;
};

}  // namespace tcviz::fake
