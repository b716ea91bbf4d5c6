// Convolution as a product that nobody has laid out: A's rows are pixels, its k are channels and places of the window.
#include "fragments.cuh"

constexpr int channels = 16, filters = 8;

// O[n, y, x, f] = sum over r, s, c of X[n, y + r - 1, x + s - 1, c] W[f, r, s, c], with zeros around the image.
// A warp has 16 pixels of all images in a row.
extern "C" __global__ void three_by_three(const half* X, const half* W, float* O, int images, int height, int width) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, all = images * height * width;
  const int first = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 16;
  float d[4] = {};
#pragma unroll 1
  for (int place = 0; place < 9; ++place) {
    const int r = place / 3 - 1, s = place % 3 - 1;
    uint32_t a[4];
    for (int i = 0; i < 4; ++i) {
      const int pixel = first + g + i % 2 * 8, n = pixel / (height * width), y = pixel / width % height + r,
                x = pixel % width + s;
      const bool inside = pixel < all && y >= 0 && y < height && x >= 0 && x < width;
      a[i] = inside ? word_at(X + ((n * height + y) * width + x) * channels + i / 2 * 8 + t * 2) : 0;
    }
    const half* const b = W + (g * 9 + place) * channels + t * 2;
    multiply(d, a, word_at(b), word_at(b + 8));
  }
  for (int i = 0; i < 4; ++i) {
    const int pixel = first + g + i / 2 * 8;
    if (pixel < all) O[pixel * filters + t * 2 + i % 2] = d[i];
  }
}

// The same with the pixels around a row of 16 in shared memory, which cp.async fills or sets to zero.
extern "C" __global__ void staged_window(const half* X, const half* W, float* O, int height, int width) {
  __shared__ __align__(16) half tile[3][18][channels + 8];
  const int g = threadIdx.x / 4, t = threadIdx.x % 4, y0 = blockIdx.y, x0 = blockIdx.x * 16;
  for (int at = threadIdx.x; at < 3 * 18 * 2; at += 32) {
    const int r = at / 36, s = at / 2 % 18, y = y0 + r - 1, x = x0 + s - 1;
    const bool inside = y >= 0 && y < height && x >= 0 && x < width;
    fetch_some(&tile[r][s][at % 2 * 8], inside ? X + (y * width + x) * channels + at % 2 * 8 : X, inside ? 16 : 0);
  }
  end_group();
  wait_groups<0>();
  __syncwarp();
  float d[4] = {};
#pragma unroll 1
  for (int place = 0; place < 9; ++place) {
    uint32_t a[4];
    load4(a, &tile[place / 3][place % 3 + threadIdx.x % 16][threadIdx.x / 16 * 8]);
    const half* const b = W + (g * 9 + place) * channels + t * 2;
    multiply(d, a, word_at(b), word_at(b + 8));
  }
  for (int i = 0; i < 4; ++i) {
    const int x = x0 + g + i / 2 * 8;
    if (x < width) O[(y0 * width + x) * filters + t * 2 + i % 2] = d[i];
  }
}

// Eight channels, so that 16 of k are two places of the window; what is behind the ninth is zero. Of one image.
extern "C" __global__ void two_places(const half* X, const half* W, float* O, int height, int width) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4, first = blockIdx.x * 16;
  float d[4] = {};
#pragma unroll 1
  for (int place = 0; place < 9; place += 2) {
    uint32_t a[4], b[2];
    for (int i = 0; i < 4; ++i) {
      const int pixel = first + g + i % 2 * 8, at = place + i / 2, y = pixel / width + at / 3 - 1,
                x = pixel % width + at % 3 - 1;
      const bool inside = at < 9 && y >= 0 && y < height && x >= 0 && x < width;
      a[i] = inside ? word_at(X + (y * width + x) * 8 + t * 2) : 0;
    }
    for (int i = 0; i < 2; ++i) b[i] = place + i < 9 ? word_at(W + (g * 9 + place + i) * 8 + t * 2) : 0;
    multiply(d, a, b[0], b[1]);
  }
  for (int i = 0; i < 4; ++i) {
    const int pixel = first + g + i / 2 * 8;
    if (pixel < height * width) O[pixel * filters + t * 2 + i % 2] = d[i];
  }
}

// A window of one: every pixel by itself, with a bias and relu, from images whose channels lie apart.
extern "C" __global__ void one_by_one(const half* X, const half* W, const half* bias, half* O, int pixels) {
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4, first = (blockIdx.x * 2 + threadIdx.x / 32) * 16;
  uint32_t a[4];
  for (int i = 0; i < 4; ++i) {
    const int pixel = first + g + i % 2 * 8, c = i / 2 * 8 + t * 2;
    a[i] = pixel < pixels ? packed(X[c * pixels + pixel], X[(c + 1) * pixels + pixel]) : 0;
  }
  float d[4] = {};
  multiply(d, a, word_at(W + g * channels + t * 2), word_at(W + g * channels + 8 + t * 2));
  for (int i = 0; i < 4; ++i) {
    const int pixel = first + g + i / 2 * 8, f = t * 2 + i % 2;
    if (pixel < pixels) O[f * pixels + pixel] = __float2half(fmaxf(d[i] + __half2float(bias[f]), 0.0f));
  }
}

// Windows that do not overlap, as of patches of an image: O[p, q, f] = sum over r, s, c of X[p, r, q, s, c] W[f, r, s,
// c].
extern "C" __global__ void patches(const half* X, const half* W, float* O, int down, int across) {
  const int g = threadIdx.x / 4, t = threadIdx.x % 4, width = across * 2;
  float d[4] = {};
#pragma unroll 1
  for (int place = 0; place < 4; ++place) {
    uint32_t a[4];
    for (int i = 0; i < 4; ++i) {
      const int patch = blockIdx.x * 16 + g + i % 2 * 8, y = patch / across * 2 + place / 2,
                x = patch % across * 2 + place % 2;
      a[i] = patch < down * across ? word_at(X + (y * width + x) * channels + i / 2 * 8 + t * 2) : 0;
    }
    const half* const b = W + (g * 4 + place) * channels + t * 2;
    multiply(d, a, word_at(b), word_at(b + 8));
  }
  for (int i = 0; i < 4; ++i)
    if (blockIdx.x * 16 + g + i / 2 * 8 < down * across)
      O[(blockIdx.x * 16 + g + i / 2 * 8) * filters + t * 2 + i % 2] = d[i];
}
