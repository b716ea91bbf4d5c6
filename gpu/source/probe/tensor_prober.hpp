// Probes all wanted kinds of mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix and movmatrix in two batches. Keeps a
// layout only if the probes agree.
//
// A product gives the same result if m, n or k is renamed in A, B and D together, so products alone determine a layout
// only up to such names. The names are taken from a document: each kind is measured with the document's layouts of the
// other operands, and the product computed through the layouts so found must equal the host's.
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

// Returns the layout that a document states for a kind, with its section in the provenance. Called from several threads
// at once.
using StatedLayouts = std::function<Result<Layout>(const Kind&)>;

// Probes kinds in the order ask(), probe_slots(), multiply(), report().
class TensorProber {
 public:
  TensorProber(ProbeDevice& device, StatedLayouts stated, std::string date, std::mt19937& random)
      : device_(device), stated_(std::move(stated)), date_(std::move(date)), random_(random) {}

  // Adds a kind to those to be probed.
  void ask(const Kind& kind);
  // Executes the first batch: hot slots (one slot replaced at a time), and distinct numbers in memory and registers.
  void probe_slots();
  // Executes the second batch: the products of the layouts found.
  void multiply();
  // Returns the result for a kind.
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

  // Reads the layouts that the document states for all operands of the products.
  void read_document();
  Result<const Layout*> stated(const Kind* kind) const;
  Result<TensorLayouts> stated_layouts(const TensorInstruction& instruction) const;
  // Returns the document's layouts, with the layout of the kind itself replaced by the one that was found.
  Result<TensorLayouts> found_layouts(const State& state, const TensorInstruction& instruction) const;
  Status prepare(State& state) const;
  void take_slots(State& state, std::span<const Answer> answers) const;
  void take_product(State& state, const TensorInstruction& instruction, const Answer& answer,
                    const std::string& problem) const;
  static void conclude(State& state, std::string method, std::string problem, Fault fault = Fault::Negative);
  Provenance provenance(const State& state) const;
  // Announces the coming instructions to the device.
  void expect();
  // Returns the states of the kinds whose probes have not failed.
  std::vector<State*> alive();

  ProbeDevice& device_;
  StatedLayouts stated_;
  std::string date_;
  std::mt19937& random_;
  std::map<const Kind*, Result<Layout>> stated_layouts_;
  std::map<const Kind*, State> states_;
};

// Returns the methods that must agree on a kind of these families: "one-hot", "product".
std::vector<std::string_view> tensor_methods(const Kind& kind);
// True if a device of compute capability `device` has the kind's instruction.
bool has_kind(ComputeCapability device, const Kind& kind);
// Returns the reason why a device lacks the kind's instruction: "stmatrix.m8n8.x4.b16 needs compute capability 9.0;
// NVIDIA A100 has 8.0". Empty if it has the instruction.
std::string why_not(const DeviceFacts& device, const Kind& kind);

}  // namespace tcviz::inline gpu_probe
