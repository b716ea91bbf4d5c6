// Live registers of a kernel of yours, for `tcviz live`. One file, no dependency; C++14 or later, sm_70 or later.
//
//   #include "tcviz.cuh"
//   __global__ void product(...) {
//     ...
//     TCVIZ(d, "mma.m16n8k16.acc.f32");   // float d[4]
//   }
//   tcviz::live_start();                  // before the launch: watches block 0, 0, 0
//   product<<<grid, block>>>(...);
//   tcviz::live_save("run.live");         // after it; then: tcviz live run.live --expect 'row * 8 + col'
//
// TCVIZ(fragment, "kind") takes the registers of one thread, low bits first, as the instruction has them:
//   a WMMA fragment (nvcuda::wmma::fragment), of which x is taken;
//   an array, float d[4], unsigned a[4], __half2 h[2], double d[2], or a struct of registers, uint4, float2;
//   one 32-bit register, unsigned e.
// It takes all of their bytes: as many as the kind has values in each thread, 4 to 512 bytes, whole 32-bit registers.
// "kind" is a string literal, an id of `tcviz kinds`. All lanes of a warp should reach it, for wgmma all four
// warps, after wgmma.wait_group; lanes that a branch took apart may reach it one group after the other. A snapshot
// holds the values, block, warp, lanes, file, line, kind, and how often this warp was there before. Snapshots that do
// not fit are counted, and live_save says so. With TCVIZ_OFF defined none of this costs anything: no instruction, no
// memory, no file.
//
// NVRTC takes the same file: the kernel's module then has a variable `tcviz_live`; store the address there that
// tcviz::live_buffer() returns. A file for the host's own compiler can make the calls if it includes cuda_runtime_api.h
// before this one.
#ifndef TCVIZ_CUH
#define TCVIZ_CUH

#if !defined(__CUDACC_RTC__)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#endif

#if defined(__CUDACC__)
#define TCVIZ_BOTH __host__ __device__
#else
#define TCVIZ_BOTH
#endif

namespace tcviz {

// The block to watch, and how many snapshots of it to keep. live_start(options)
struct LiveOptions {
  unsigned block[3] = {0, 0, 0};
  unsigned snapshots = 256;  // of one warp at one TCVIZ each; 16.2 KiB of device memory for one
  unsigned first = 0;        // the first time that counts: 100 leaves out the first 100 times a warp reaches a TCVIZ
};

// The format in device memory and in the file: `gpu/kernel/live/README.md` of tcviz has the table. Little-endian, no
// padding.
enum : unsigned {
  live_version = 1,
  live_sites = 1024,
  live_lane_bytes = 512,
  live_kind_chars = 64,
  live_file_chars = 96
};

struct LiveSite {  // one TCVIZ and one warp
  unsigned long long key, reached;
  unsigned line, warp;
};
struct LiveShot {  // one warp at one TCVIZ; after it the registers, lane by lane
  unsigned long long key;
  unsigned line, warp, lanes, lane_bytes;
  unsigned long long reached;
  char kind[live_kind_chars], file[live_file_chars];
};
struct LiveHead {  // of the file
  char magic[8];
  unsigned version, head_bytes, capability, sites, shots, reserved;
  unsigned long long missed;
  unsigned block[3], grid[3], threads[3], reserved_too;
  char gpu[80];
};
struct LiveBuffer {
  unsigned block[3], first, capacity, taken, grid[3], threads[3];
  unsigned long long missed;
  LiveSite sites[live_sites];
};
enum : unsigned { live_shot_bytes = sizeof(LiveShot) + 32 * live_lane_bytes };
static_assert(sizeof(LiveSite) == 24 && sizeof(LiveShot) == 192 && sizeof(LiveHead) == 160, "as the file has it");

#if defined(__CUDACC__) && !defined(TCVIZ_OFF)

// Device code has no other way to find its buffer. One for each file that includes this: LiveSymbol lists them all.
#if defined(__CUDACC_RTC__)
}  // namespace tcviz
extern "C" {
__device__ ::tcviz::LiveBuffer* tcviz_live = nullptr;
}
namespace tcviz {
#else
static __device__ LiveBuffer* tcviz_live = nullptr;
#endif

// 58 bits of FNV-1a, and below them six for the warp.
TCVIZ_BOTH constexpr unsigned long long live_hash(const char* text, unsigned long long from) {
  while (*text != '\0') from = (from ^ static_cast<unsigned char>(*text++)) * 1099511628211ull;
  return from;
}
TCVIZ_BOTH constexpr unsigned long long live_key(const char* file, unsigned line, const char* kind) {
  return ((live_hash(file, live_hash(kind, 14695981039346656037ull)) ^ line) * 1099511628211ull) << 6;
}
// A path without its folders.
TCVIZ_BOTH constexpr const char* live_name(const char* path) {
  const char* name = path;
  for (; *path != '\0'; ++path)
    if (*path == '/' || *path == '\\') name = path + 1;
  return name;
}

// Returns the registers of a fragment: x of WMMA's, which have num_elements; the whole of anything else, which only the
// conversion of 0 to long matches.
template <class Fragment, unsigned = Fragment::num_elements>
__device__ const decltype(Fragment::x)& live_registers(const Fragment& fragment, int) {
  return fragment.x;
}
template <class Fragment>
__device__ const Fragment& live_registers(const Fragment& fragment, long) {
  return fragment;
}

// Returns how often this place was reached before; ~0 if there is no room to count.
__device__ inline unsigned long long live_count(LiveBuffer& buffer, unsigned long long key, unsigned line,
                                                unsigned warp) {
#pragma unroll 1
  for (unsigned n = 0; n < live_sites; ++n) {
    LiveSite& site = buffer.sites[(static_cast<unsigned>(key >> 6) + warp + n) % live_sites];
    const unsigned long long was = atomicCAS(&site.key, 0ull, key);
    if (was != 0 && was != key) continue;
    site.line = line;
    site.warp = warp;
    return atomicAdd(&site.reached, 1ull);
  }
  return ~0ull;
}

__device__ inline void live_text(char* to, const char* from, unsigned most) {
#pragma unroll 1
  for (unsigned n = 0; n + 1 < most && from[n] != '\0'; ++n) to[n] = from[n];
}

// Returns the place of a new snapshot, its head filled in; null if none is wanted or there is no room.
__device__ inline LiveShot* live_place(LiveBuffer& buffer, LiveShot shot, const char* kind, const char* file) {
  shot.reached = live_count(buffer, shot.key, shot.line, shot.warp);
  if (shot.reached < buffer.first) return nullptr;
  // Once it is full it counts no further: a count that wraps would overwrite the first ones.
  const bool full = shot.reached == ~0ull || *static_cast<volatile unsigned*>(&buffer.taken) >= buffer.capacity;
  const unsigned at = full ? buffer.capacity : atomicAdd(&buffer.taken, 1u);
  if (at >= buffer.capacity) {
    atomicAdd(&buffer.missed, 1ull);
    return nullptr;
  }
  char* const bytes = reinterpret_cast<char*>(&buffer + 1) + static_cast<unsigned long long>(at) * live_shot_bytes;
  LiveShot* const place = reinterpret_cast<LiveShot*>(bytes);
  *place = shot;
  live_text(place->kind, kind, live_kind_chars);
  live_text(place->file, file, live_file_chars);
  const unsigned grid[3] = {gridDim.x, gridDim.y, gridDim.z}, threads[3] = {blockDim.x, blockDim.y, blockDim.z};
  for (int side = 0; side < 3; ++side) {
    buffer.grid[side] = grid[side];
    buffer.threads[side] = threads[side];
  }
  return place;
}

// The words go straight from registers to memory: the copy is one for the compiler only.
template <class Registers>
__device__ void live_write(const Registers& registers, LiveBuffer& buffer, unsigned long long key, unsigned line,
                           const char* kind, const char* file) {
  static_assert(sizeof(Registers) % 4 == 0, "TCVIZ takes whole 32-bit registers: an array or struct of them");
  static_assert(sizeof(Registers) <= live_lane_bytes, "TCVIZ takes at most 512 bytes a thread: one fragment at a time");
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const unsigned lane = thread % 32, warp = thread / 32, present = __activemask();
  const unsigned leader = static_cast<unsigned>(__ffs(static_cast<int>(present)) - 1);
  LiveShot shot = {};
  shot.key = key | warp;
  shot.line = line;
  shot.warp = warp;
  shot.lanes = present;
  shot.lane_bytes = sizeof(Registers);
  unsigned long long place = 0;
  if (lane == leader) place = reinterpret_cast<unsigned long long>(live_place(buffer, shot, kind, file));
  place = __shfl_sync(present, place, static_cast<int>(leader));
  if (place == 0) return;
  unsigned words[sizeof(Registers) / 4];
  memcpy(words, &registers, sizeof(words));
  unsigned* const to = reinterpret_cast<unsigned*>(place + sizeof(LiveShot) + lane * sizeof(words));
#pragma unroll
  for (unsigned n = 0; n < sizeof(words) / 4; ++n) to[n] = words[n];
  __syncwarp(present);
}

template <class Fragment>
__device__ void live_take(const Fragment& fragment, unsigned long long key, unsigned line, const char* kind,
                          const char* file) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700  // older ones have no tensor core
  LiveBuffer* const buffer = tcviz_live;
  if (buffer == nullptr) return;
  if (blockIdx.x != buffer->block[0] || blockIdx.y != buffer->block[1] || blockIdx.z != buffer->block[2]) return;
  live_write(live_registers(fragment, 0), *buffer, key, line, kind, file);
#endif
}

#define TCVIZ(fragment, kind)                                                                       \
  do {                                                                                              \
    static_assert(sizeof(kind) <= ::tcviz::live_kind_chars, "TCVIZ: no kind has a name that long"); \
    constexpr unsigned long long tcviz_key = ::tcviz::live_key(__FILE__, __LINE__, "" kind);        \
    ::tcviz::live_take(fragment, tcviz_key, __LINE__, "" kind, ::tcviz::live_name(__FILE__));       \
  } while (false)

#else  // no CUDA, or TCVIZ_OFF: the fragment is named, so that no warning calls it unused

template <class Fragment>
TCVIZ_BOTH constexpr void live_names(const Fragment&) {}
#define TCVIZ(fragment, kind) ::tcviz::live_names(fragment)

#endif

#if defined(TCVIZ_OFF) && !defined(__CUDACC_RTC__)

inline bool live_start(const LiveOptions& = LiveOptions()) { return true; }
inline bool live_save(const char*) { return true; }
inline void live_stop() {}
inline void* live_buffer() { return nullptr; }

#elif !defined(__CUDACC_RTC__) && (defined(__CUDACC__) || defined(__CUDA_RUNTIME_API_H__))

// The state of the calls, shared by all files of a program.
struct LiveState {
  enum : unsigned { most_symbols = 256 };
  const void* symbols[most_symbols] = {};
  unsigned count = 0;
  LiveBuffer* buffer = nullptr;
  LiveOptions options;
};
inline LiveState& live_state() {
  static LiveState state;
  return state;
}

inline bool live_failed(const char* what, const char* next) {
  fprintf(stderr, "tcviz: %s: %s\n", what, next);
  return false;
}
inline bool live_failed(const char* what, cudaError_t error) { return live_failed(what, cudaGetErrorString(error)); }

#if defined(__CUDACC__)
// Every file that includes this has a variable of its own for the buffer's address.
struct LiveSymbol {
  template <class Symbol>
  explicit LiveSymbol(const Symbol& symbol) {
    LiveState& state = live_state();
    if (state.count < LiveState::most_symbols) state.symbols[state.count++] = &symbol;
  }
};
static const LiveSymbol live_symbol(tcviz_live);
#endif

// Stores the buffer's address in every file's variable. A file without a TCVIZ may have lost its own, and needs none.
inline bool live_tell(LiveBuffer* buffer) {
  const LiveState& state = live_state();
  for (unsigned n = 0; n < state.count; ++n) {
    const cudaError_t error = cudaMemcpyToSymbol(state.symbols[n], &buffer, sizeof(buffer));
    if (error == cudaSuccess) continue;
    cudaGetLastError();
    if (error != cudaErrorInvalidSymbol) return live_failed("the kernels could not be given the buffer", error);
  }
  return true;
}

// Returns the address for `tcviz_live` of a module that NVRTC compiled; null before live_start.
inline void* live_buffer() { return live_state().buffer; }

// Frees the buffer; TCVIZ then does nothing.
inline void live_stop() {
  LiveState& state = live_state();
  if (state.buffer == nullptr) return;
  live_tell(nullptr);
  cudaFree(state.buffer);
  state.buffer = nullptr;
}

// Call it before the launch, on the launch's device. If it returns false it has printed why, and TCVIZ does nothing.
inline bool live_start(const LiveOptions& options = LiveOptions()) {
  LiveState& state = live_state();
  live_stop();
  if (options.snapshots == 0) return live_failed("live_start", "snapshots is 0: keep at least one");
  const size_t bytes = sizeof(LiveBuffer) + static_cast<size_t>(options.snapshots) * live_shot_bytes;
  cudaError_t error = cudaFree(nullptr);
  if (error != cudaSuccess) return live_failed("there is no GPU here that this program can use", error);
  error = cudaMalloc(reinterpret_cast<void**>(&state.buffer), bytes);
  if (error != cudaSuccess) {
    state.buffer = nullptr;
    cudaGetLastError();
    return live_failed("no device memory for snapshots (LiveOptions::snapshots sets how many)", error);
  }
  LiveBuffer head = {};
  for (int side = 0; side < 3; ++side) head.block[side] = options.block[side];
  head.first = options.first;
  head.capacity = options.snapshots;
  state.options = options;
  error = cudaMemset(state.buffer, 0, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(state.buffer, &head, sizeof(head), cudaMemcpyHostToDevice);
  const bool told = error == cudaSuccess && live_tell(state.buffer);
  if (error != cudaSuccess) live_failed("the buffer for snapshots could not be prepared", error);
  if (!told) live_stop();
  return told;
}

// Writes head, sites and snapshots one after the other, as the file has them.
inline bool live_write_file(const char* path, LiveHead head, const LiveBuffer& buffer, const char* shots) {
  FILE* const file = fopen(path, "wb");
  if (file == nullptr) return live_failed(path, "this file cannot be written");
  bool good = fwrite(&head, sizeof(head), 1, file) == 1;
  for (const LiveSite& site : buffer.sites)
    if (site.key != 0) good = good && fwrite(&site, sizeof(site), 1, file) == 1;
  for (unsigned n = 0; n < head.shots; ++n) {
    const char* const shot = shots + static_cast<size_t>(n) * live_shot_bytes;
    const size_t bytes = sizeof(LiveShot) + 32 * reinterpret_cast<const LiveShot*>(shot)->lane_bytes;
    good = good && fwrite(shot, bytes, 1, file) == 1;
  }
  good = fclose(file) == 0 && good;
  return good || live_failed(path, "not all of it could be written: is the disk full?");
}

inline LiveHead live_head(const LiveBuffer& buffer, unsigned shots) {
  LiveHead head = {};
  memcpy(head.magic, "tcvizliv", sizeof(head.magic));
  head.version = live_version;
  head.head_bytes = sizeof(LiveHead);
  for (const LiveSite& site : buffer.sites) head.sites += site.key != 0 ? 1 : 0;
  head.shots = shots;
  head.missed = buffer.missed;
  memcpy(head.block, buffer.block, sizeof(head.block));
  memcpy(head.grid, buffer.grid, sizeof(head.grid));
  memcpy(head.threads, buffer.threads, sizeof(head.threads));
  int device = 0;
  cudaDeviceProp properties;
  if (cudaGetDevice(&device) != cudaSuccess || cudaGetDeviceProperties(&properties, device) != cudaSuccess) return head;
  head.capability = static_cast<unsigned>(properties.major * 10 + properties.minor);
  for (size_t n = 0; n + 1 < sizeof(head.gpu) && properties.name[n] != '\0'; ++n) head.gpu[n] = properties.name[n];
  return head;
}

inline bool live_nothing(const LiveBuffer& buffer) {
  fprintf(stderr,
          "tcviz: no TCVIZ was reached in block %u, %u, %u, so no file is written. Does the launch have such a block, "
          "did it come after live_start, and is the kernel built without TCVIZ_OFF?\n",
          buffer.block[0], buffer.block[1], buffer.block[2]);
  return false;
}

// Call it after the launch: it waits for the kernel and writes the file. If it returns false it has printed why. The
// buffer stays, and goes on counting.
inline bool live_save(const char* path) {
  const LiveState& state = live_state();
  if (state.buffer == nullptr) return live_failed("live_save", "call tcviz::live_start() before the launch");
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) return live_failed("the kernel failed, and its registers are lost", error);
  const size_t most = sizeof(LiveBuffer) + static_cast<size_t>(state.options.snapshots) * live_shot_bytes;
  char* const bytes = static_cast<char*>(malloc(most));
  if (bytes == nullptr) return live_failed("live_save", "no memory: make LiveOptions::snapshots smaller");
  error = cudaMemcpy(bytes, state.buffer, most, cudaMemcpyDeviceToHost);
  const LiveBuffer& buffer = *reinterpret_cast<const LiveBuffer*>(bytes);
  bool good = error == cudaSuccess || live_failed("the snapshots could not be read back", error);
  if (good && buffer.taken == 0 && buffer.missed == 0) good = live_nothing(buffer);
  if (good) {
    const unsigned shots = buffer.taken < buffer.capacity ? buffer.taken : buffer.capacity;
    good = live_write_file(path, live_head(buffer, shots), buffer, bytes + sizeof(LiveBuffer));
    if (buffer.missed != 0)
      fprintf(stderr,
              "tcviz: %s holds %u snapshots, and %llu more did not fit: LiveOptions::snapshots sets how many do, "
              "LiveOptions::first from which time on.\n",
              path, shots, buffer.missed);
  }
  free(bytes);
  return good;
}

#endif

}  // namespace tcviz

#undef TCVIZ_BOTH

#endif  // TCVIZ_CUH
