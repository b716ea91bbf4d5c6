// What a device can be asked about the fragments of one warp: load, one-hot store, multiply. A GPU answers with
// kernels, a test with a host model. Raw words and bytes only: what they mean is decided by the probes, which never see
// the device.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz {

// Fragment words: for each thread in turn, its 32-bit registers; thread t's word w is words[t * words_per_thread + w].
int words_per_thread(const Kind& kind);

// Loads every image as one matrix and reads all registers of all threads.
struct LoadRequest {
  const Kind* kind = nullptr;
  int image_bytes = 0;  // of each image
  int row_images = 0;   // so many are in row-major order, those behind them in column-major
  int row_leading_dimension = 0, col_leading_dimension = 0;  // in elements
  std::vector<std::uint8_t> images;                          // packed elements, one image behind the other
  int image_count() const { return static_cast<int>(images.size()) / image_bytes; }
};

// Gives one slot after the other the value one and all others zero, and sees where the one lands.
// Accumulators: the fragment is stored as a matrix; a cell is an element, its byte 1 where the matrix is not zero.
// A: D = A * code is stored; a cell is a row of D, its byte bit n where D(row, n) is not zero, n = 0..7.
// B: D = code * B is stored; a cell is a column of D, its byte bit m where D(m, column) is not zero, m = 0..7.
struct StoreRequest {
  const Kind* kind = nullptr;
  const Kind* partner = nullptr;   // the operand that `code` is loaded into; null for accumulators
  int leading_dimension = 0;       // of the code matrix, in elements
  std::uint64_t one = 0;           // the bits of the value one
  std::vector<std::uint8_t> code;  // the packed code matrix
};
int store_cells(const Kind& kind);  // cells for each slot

// D = A * B + C with whole fragments given and read as words.
struct ProductRequest {
  const Kind* kind = nullptr;  // the kind that is being examined
  std::vector<std::uint32_t> a, b, c;
};

struct DeviceFacts {
  std::string name;  // "NVIDIA H200"
  ComputeCapability capability = 0;
  std::string driver, cuda;  // "580.65.06", "13.0"
};

using Words = std::vector<std::uint32_t>;
using Bytes = std::vector<std::uint8_t>;
// One answer for each request, in order: a request that fails leaves the others unharmed. An answer is missing only
// where the device was lost before its request had run.
template <class T>
using Answers = std::vector<std::optional<Result<T>>>;

class ProbeDevice {
 public:
  virtual ~ProbeDevice() = default;
  virtual const DeviceFacts& facts() const = 0;
  virtual Answers<Words> load(std::span<const LoadRequest> requests) = 0;         // images * all words
  virtual Answers<Bytes> store(std::span<const StoreRequest> requests) = 0;       // slots * cells
  virtual Answers<Words> multiply(std::span<const ProductRequest> requests) = 0;  // D's words
  // A fault has left the device unusable for this process; further requests are not answered.
  virtual bool lost() const { return false; }
};

struct OpenedDevice {
  std::unique_ptr<ProbeDevice> device;
  double context_ms = 0;  // time to make the device ready, for a GPU its CUDA context
};

}  // namespace tcviz
