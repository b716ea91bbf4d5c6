// The questions that a device answers about the fragments of one warp: load, one-hot store, multiply. A GPU answers
// with kernels, a test with a host model. Raw words and bytes only: the probes, which never see the device, decide what
// they mean.
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

// Returns the number of 32-bit registers of each thread. Fragment words are those of one thread after the other; thread
// t's word w is words[t * words_per_thread + w].
int words_per_thread(const Kind& kind);

// The request to load every image as one matrix and read all registers of all threads.
struct LoadRequest {
  const Kind* kind = nullptr;
  int image_bytes = 0;  // of each image
  int row_images = 0;   // this many are in row-major order, the rest in column-major
  int row_leading_dimension = 0, col_leading_dimension = 0;  // in elements
  std::vector<std::uint8_t> images;                          // packed elements, one image behind the other
  int image_count() const { return static_cast<int>(images.size()) / image_bytes; }
};

// The request to give one slot after the other the value one and all others zero, and to see where the one lands.
// Accumulators: the fragment is stored as a matrix; a cell is an element, its byte 1 if the matrix is not zero. A: D =
// A * code is stored; a cell is a row of D, its byte bit n if D(row, n) is not zero, n = 0..7. B: D = code * B is
// stored; a cell is a column of D, its byte bit m if D(m, column) is not zero, m = 0..7.
struct StoreRequest {
  const Kind* kind = nullptr;
  const Kind* partner = nullptr;   // the operand that `code` is loaded into; null for accumulators
  int leading_dimension = 0;       // of the code matrix, in elements
  std::uint64_t one = 0;           // the bits of the value one
  std::vector<std::uint8_t> code;  // the packed code matrix
};
int store_cells(const Kind& kind);  // the number of cells for each slot

// The product D = A * B + C of whole fragments, which are sent and read as words.
struct ProductRequest {
  const Kind* kind = nullptr;  // the kind that is being examined
  std::vector<std::uint32_t> a, b, c;
};

// The operand of which one slot after the other is replaced.
enum class HotOperand : std::uint8_t { None, A, B, C, E };
constexpr HotOperand last_of(HotOperand) { return HotOperand::E; }

// The request to execute one instruction of mma, mma.sp, wgmma, wgmma.sp, ldmatrix, stmatrix or movmatrix for each
// trial. A pattern is the words of A, B, C and of the metadata E, as far as the instruction has them: registers thread
// by thread; B of wgmma, and the memory of ldmatrix and stmatrix, as they lie in shared memory. Without hot slots there
// is a trial for each pattern; its answer is D's words, thread by thread (for stmatrix: the memory, four words of each
// thread's row). With hot slots there is a trial for each slot, value and pattern, the pattern changing fastest: the
// slot has the value, all else is the pattern's. Its answer is record_words words: first the number of values of D that
// differ from the pattern alone, then each of them, in any order: slot of D in the upper 24 bits, and in the lower
// eight the difference, modulo 256 and without a fraction. Changes beyond the record's end are only counted.
struct TensorRequest {
  const Kind* kind = nullptr;  // the kind that is being examined
  std::string instruction;     // "mma.m16n8k16.f32.bf16", see tensor_instruction.hpp
  int patterns = 1;
  Words words;
  HotOperand hot = HotOperand::None;
  int width = 0, slots = 0;           // the bits of a hot slot; the slots of all threads
  int record_words = 0;               // one more than the values of D that a slot changes if all is well
  std::vector<std::uint64_t> values;  // the bits that each slot gets, at most eight
};

struct DeviceFacts {
  std::string name;  // "NVIDIA H200"
  ComputeCapability capability = 0;
  std::string driver, cuda;  // "580.65.06", "13.0"
};

// The answers, one for each request, in order: a request that fails leaves the others unharmed. An answer is missing
// only if the device was lost before its request had run.
template <class T>
using ProbeAnswers = std::vector<std::optional<Result<T>>>;

class ProbeDevice {
 public:
  virtual ~ProbeDevice() = default;
  virtual const DeviceFacts& facts() const = 0;
  virtual ProbeAnswers<Words> load(std::span<const LoadRequest> requests) = 0;         // images * all words
  virtual ProbeAnswers<ProbeBytes> store(std::span<const StoreRequest> requests) = 0;  // slots * cells
  virtual ProbeAnswers<Words> multiply(std::span<const ProductRequest> requests) = 0;  // D's words
  // Announces instructions that will be asked for soon: a device may make itself ready meanwhile.
  virtual void expect(std::vector<std::string> /*instructions*/) {}
  virtual ProbeAnswers<Words> execute(std::span<const TensorRequest> requests) = 0;
  // True if a fault has left the device unusable for this process; it answers no further requests.
  virtual bool lost() const { return false; }
};

struct OpenedDevice {
  std::unique_ptr<ProbeDevice> device;
  double context_ms = 0;  // time to make the device ready, for a GPU its CUDA context
};

}  // namespace tcviz::inline gpu_probe
