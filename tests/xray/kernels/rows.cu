// O = softmax(Q K^T) V with one thread for a query and f32 throughout, key by key.
constexpr int width = 16;

template <bool Causal>
__device__ void attend(const float* Q, const float* K, const float* V, float* O, int keys) {
  __shared__ float some_keys[width * 16], some_values[width * 16];
  const int query = blockIdx.x * blockDim.x + threadIdx.x;
  float o[width] = {}, own[width], top = -INFINITY, sum = 0;
  for (int e = 0; e < width; ++e) own[e] = Q[query * width + e];
  for (int j0 = 0; j0 < keys; j0 += 16) {
    __syncthreads();
    for (int i = threadIdx.x; i < 16 * width; i += blockDim.x) {
      some_keys[i] = K[j0 * width + i];
      some_values[i] = V[j0 * width + i];
    }
    __syncthreads();
    for (int j = 0; j < 16; ++j) {
      float s = 0;
      for (int e = 0; e < width; ++e) s += own[e] * some_keys[j * width + e];
      if (Causal && j0 + j > query) s = -INFINITY;
      const float larger = fmaxf(top, s), scale = exp2f(top - larger), weight = exp2f(s - larger);
      for (int d = 0; d < width; ++d) o[d] = o[d] * scale + weight * some_values[j * width + d];
      sum = sum * scale + weight;
      top = larger;
    }
  }
  for (int d = 0; d < width; ++d) O[query * width + d] = o[d] / sum;
}

extern "C" __global__ void rows_full(const float* Q, const float* K, const float* V, float* O, int keys) {
  attend<false>(Q, K, V, O, keys);
}
extern "C" __global__ void rows_causal(const float* Q, const float* K, const float* V, float* O, int keys) {
  attend<true>(Q, K, V, O, keys);
}
