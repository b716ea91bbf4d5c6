// Runs the probes of mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix and movmatrix: all kinds that were asked for in
// two batches. Keeps a layout only if they agree.
//
// A product cannot tell a renaming of m, n or k that is the same in A, B and D, so the names are a document's: a kind
// is measured against the document's layouts of the other operands, and the product of the layouts so found must equal
// the host's.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/source/probe/probe_device.hpp"
#include "gpu/source/probe/probe_report.hpp"
#include "gpu/source/probe/trial/tensor_product.hpp"
#include "gpu/source/probe/trial/tensor_trial.hpp"

namespace tcviz::inline gpu_probe {

// Returns a document's statement about a kind, with its section in the provenance. Called by several threads at once.
using StatedLayouts = std::function<Result<Layout>(const Kind&)>;

class TensorProber {
 public:
  TensorProber(ProbeDevice& device, StatedLayouts stated, std::string date, std::mt19937& random)
      : device_(device), stated_(std::move(stated)), date_(std::move(date)), random_(random) {}

  void ask(const Kind& kind);
  void probe_slots();  // probes one-hot slots, numbers in memory and in registers
  void multiply();
  KindReport report(const Kind& kind) const;

 private:
  struct State {
    const Kind* kind = nullptr;
    std::vector<TensorInstruction> instructions;
    TensorTrial trial;
    std::optional<Layout> layout;
    std::vector<MethodResult> methods;
    std::optional<Error> failure;
  };

  using Answer = std::optional<Result<Words>>;

  // Reads the document's statements about every operand of the states' products.
  void read_document();
  Result<const Layout*> stated(const Kind* kind) const;
  Result<TensorLayouts> stated_layouts(const TensorInstruction& instruction) const;
  // Returns the same with the layout of the kind itself as it was found.
  Result<TensorLayouts> found_layouts(const State& state, const TensorInstruction& instruction) const;
  Status prepare(State& state) const;
  void take_slots(State& state, std::span<const Answer> answers) const;
  void take_product(State& state, const TensorInstruction& instruction, const Answer& answer,
                    const std::string& problem) const;
  static void conclude(State& state, std::string method, std::string problem, Fault fault = Fault::Negative);
  Provenance provenance(const State& state) const;
  void expect();                // announces the coming instructions to the device
  std::vector<State*> alive();  // returns the states of kinds whose probes have not failed

  ProbeDevice& device_;
  StatedLayouts stated_;
  std::string date_;
  std::mt19937& random_;
  std::map<const Kind*, Result<Layout>> stated_layouts_;
  std::map<const Kind*, State> states_;
};

// Returns the methods that must agree on a kind of these families: "one-hot", "product".
std::vector<std::string_view> tensor_methods(const Kind& kind);
// True if a device of this compute capability has the kind's instruction.
bool has_kind(ComputeCapability device, const Kind& kind);
// Returns the reason that the device lacks the kind's instruction: "stmatrix.m8n8.x4.b16 needs compute capability
// 9.0; NVIDIA A100 has 8.0". Empty if it has.
std::string why_not(const DeviceFacts& device, const Kind& kind);

}  // namespace tcviz::inline gpu_probe
