// The requests with which a device is probed for the layouts of fragments. A GPU answers them with kernels, a test with
// a model on the host. Requests and answers are raw words and bytes: the probes, which never see the device, interpret
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_probe {

using Words = std::vector<std::uint32_t>;
using ProbeBytes = std::vector<std::uint8_t>;

// Returns the number of 32-bit registers of a fragment in each thread. The words of a fragment are those of one thread
// after another: word w of thread t is words[t * words_per_thread + w].
int words_per_thread(const Kind& kind);

// Loads every image (the bytes of a matrix in memory) as a fragment and returns all registers of all threads.
struct LoadRequest {
  const Kind* kind = nullptr;
  int image_bytes = 0;  // bytes of one image
  int row_images = 0;   // number of images in row-major order, which come first; the others are column-major
  int row_leading_dimension = 0, col_leading_dimension = 0;  // in elements
  std::vector<std::uint8_t> images;                          // packed elements, one image after another
  int image_count() const { return static_cast<int>(images.size()) / image_bytes; }
};

// Sets each slot in turn to the value one, with all other slots zero, and shows where the one appears. An accumulator
// is stored as a matrix: a cell of the answer is an element, with byte 1 if it is not zero. For A, D = A * code is
// stored: a cell is a row of D, and bit n of its byte is set if D(row, n) is not zero, n = 0..7. For B, D = code * B is
// stored: a cell is a column of D, and bit m is set if D(m, column) is not zero, m = 0..7.
struct StoreRequest {
  const Kind* kind = nullptr;
  const Kind* partner = nullptr;   // the kind of the operand that holds `code`; null for accumulators
  int leading_dimension = 0;       // leading dimension of the code matrix, in elements
  std::uint64_t one = 0;           // bits of the value one
  std::vector<std::uint8_t> code;  // the packed code matrix
};
// Returns the number of cells in the answer for each slot.
int store_cells(const Kind& kind);

// Computes D = A * B + C on whole fragments, given and returned as words.
struct ProductRequest {
  const Kind* kind = nullptr;  // the kind that is being examined
  std::vector<std::uint32_t> a, b, c;
};

// The operand whose slots are replaced one after another (the hot slot); None: no slot is replaced.
enum class HotOperand : std::uint8_t { None, A, B, C, E };
constexpr HotOperand last_of(HotOperand) { return HotOperand::E; }

// Executes one instruction of mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix or movmatrix once for each trial. A
// pattern is the words of A, B, C and of the metadata E, as far as the instruction has them: registers thread by
// thread, and shared memory (B of wgmma, the memory of ldmatrix and stmatrix) as its bytes. If `hot` is None, there is
// a trial for each pattern, and its answer is the words of D, thread by thread (for stmatrix, the memory: four words
// for the row of each thread). Else there is a trial for each slot, value and pattern, with the pattern varying
// fastest: the hot slot has the value, and all else is the pattern. The answer is then record_words words: first the
// number of values of D that differ from the result of the pattern alone, then each of these values in any order, with
// the slot of D in the upper 24 bits and the difference (an integer, modulo 256) in the lower eight. Changes that do
// not fit in the record are only counted.
struct TensorRequest {
  const Kind* kind = nullptr;  // the kind that is being examined
  std::string instruction;     // "mma.m16n8k16.f32.bf16", see tensor_instruction.hpp
  int patterns = 1;
  Words words;
  HotOperand hot = HotOperand::None;
  int width = 0, slots = 0;           // bits of a hot slot; number of slots of all threads
  int record_words = 0;               // 1 + the number of values of D that one slot changes in a correct device
  std::vector<std::uint64_t> values;  // the bits that each slot is set to in turn, at most eight values
};

// The properties of a device.
struct DeviceFacts {
  std::string name;  // "NVIDIA H200"
  ComputeCapability capability = 0;
  std::string driver, cuda;  // versions: "580.65.06", "13.0"
};

// One answer for each request, in order. If a request fails, its answer is the error; the others are not affected. An
// answer is missing only if the device became unusable before the request was executed.
template <class T>
using ProbeAnswers = std::vector<std::optional<Result<T>>>;

// A device that answers requests.
class ProbeDevice {
 public:
  virtual ~ProbeDevice() = default;
  virtual const DeviceFacts& facts() const = 0;
  // Returns the words of all images, for each request.
  virtual ProbeAnswers<Words> load(std::span<const LoadRequest> requests) = 0;
  // Returns slots * store_cells() bytes for each request.
  virtual ProbeAnswers<ProbeBytes> store(std::span<const StoreRequest> requests) = 0;
  // Returns the words of D for each request.
  virtual ProbeAnswers<Words> multiply(std::span<const ProductRequest> requests) = 0;
  // Announces instructions of coming requests, so that the device may load its code early.
  virtual void expect(std::vector<std::string> /*instructions*/) {}
  // Returns the answers of all trials for each request.
  virtual ProbeAnswers<Words> execute(std::span<const TensorRequest> requests) = 0;
  // True if a fault has made the device unusable for this process: it answers no further requests.
  virtual bool lost() const { return false; }
};

struct OpenedDevice {
  std::unique_ptr<ProbeDevice> device;
  double context_ms = 0;  // time that opening took, for a GPU the creation of its CUDA context
};

}  // namespace tcviz::inline gpu_probe
