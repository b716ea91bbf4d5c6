// copy16(), commit() and wait<n>() fill tiles in shared memory several stages ahead.
#pragma once

// Copies 16 bytes from global to shared memory, asynchronously if the architecture can.
__device__ inline void copy16(void* to, const void* from) {
#if __CUDA_ARCH__ >= 800
  const unsigned at = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from));
#else
  *(uint4*)to = *(const uint4*)from;
#endif
}

__device__ inline void commit() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;");
#endif
}

template <int left_in_flight>
__device__ inline void wait() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(left_in_flight));
#endif
}
