// Stands before a text that a host compiler compiles: the words of CUDA's C++ as plain C++ has them.
#include <algorithm>
#include <array>
#include <cassert>
#include <climits>
#include <cmath>
#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <unistd.h>
#include <utility>
#include <vector>

#define __device__
#define __host__
#define __global__
#define __constant__
#define __shared__
#define __forceinline__ inline
#define __noinline__
#define __restrict__
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __grid_constant__
#define __CUDACC__ 1
#define CUTE_HOST_DEVICE inline
#define CUTE_DEVICE inline
#define CUTLASS_HOST_DEVICE inline
#define CUTLASS_DEVICE inline

struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
inline uint3 threadIdx{0, 0, 0}, blockIdx{0, 0, 0};
inline dim3 blockDim{32, 1, 1}, gridDim{1, 1, 1};
inline constexpr int warpSize = 32;

#define TCVIZ_VECTORS(T, name)                                                    \
  struct name##1 { T x; };                                                        \
  struct name##2 { T x, y; };                                                     \
  struct name##4 { T x, y, z, w; };                                               \
  constexpr name##2 make_##name##2(T x, T y) { return {x, y}; }                   \
  constexpr name##4 make_##name##4(T x, T y, T z, T w) { return {x, y, z, w}; }
TCVIZ_VECTORS(int, int)
TCVIZ_VECTORS(unsigned, uint)
TCVIZ_VECTORS(short, short)
TCVIZ_VECTORS(unsigned short, ushort)
TCVIZ_VECTORS(signed char, char)
TCVIZ_VECTORS(unsigned char, uchar)
TCVIZ_VECTORS(float, float)
#undef TCVIZ_VECTORS

struct __half {
  float value = 0;
  constexpr __half() = default;
  constexpr __half(float v) : value(v) {}
  constexpr operator float() const { return value; }
};
using half = __half;
using __nv_bfloat16 = __half;
using nv_bfloat16 = __half;
struct __half2 { half x, y; };
using half2 = __half2;
inline half __float2half(float v) { return v; }
inline float __half2float(half v) { return v; }

template <class A, class B>
constexpr std::common_type_t<A, B> min(A a, B b) { return b < a ? std::common_type_t<A, B>(b) : a; }
template <class A, class B>
constexpr std::common_type_t<A, B> max(A a, B b) { return a < b ? std::common_type_t<A, B>(b) : a; }
constexpr int __popc(unsigned v) { return __builtin_popcount(v); }
constexpr int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
constexpr int __clz(int v) { return v == 0 ? 32 : __builtin_clz(unsigned(v)); }
constexpr int __ffs(int v) { return __builtin_ffs(v); }
constexpr unsigned __brev(unsigned v) {
  unsigned turned = 0;
  for (int bit = 0; bit < 32; ++bit) turned |= (v >> bit & 1u) << (31 - bit);
  return turned;
}
inline void __syncthreads() {}
inline void __syncwarp(unsigned = ~0u) {}
template <class T>
inline T __ldg(const T* at) { return *at; }
inline unsigned tcviz_lane() { return threadIdx.x % 32; }
inline unsigned __laneid() { return tcviz_lane(); }
