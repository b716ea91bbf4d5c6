# Kernels in Triton, and what makes PTX of them again: needs the package triton (3.9.0), and no GPU.
import pathlib
import re

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource, compile as build


@triton.jit
def matmul(A, B, C, M, N, K, MB: tl.constexpr, NB: tl.constexpr, KB: tl.constexpr):
    m = tl.program_id(0) * MB + tl.arange(0, MB)
    n = tl.program_id(1) * NB + tl.arange(0, NB)
    k = tl.arange(0, KB)
    total = tl.zeros((MB, NB), dtype=tl.float32)
    for k0 in range(0, K, KB):
        a = tl.load(A + m[:, None] * K + (k0 + k)[None, :])
        b = tl.load(B + (k0 + k)[:, None] * N + n[None, :])
        total = tl.dot(a, b, total)
    tl.store(C + m[:, None] * N + n[None, :], total)


@triton.jit
def matmul_guarded(A, B, C, M, N, K, MB: tl.constexpr, NB: tl.constexpr, KB: tl.constexpr):
    m = tl.program_id(0) * MB + tl.arange(0, MB)
    n = tl.program_id(1) * NB + tl.arange(0, NB)
    total = tl.zeros((MB, NB), dtype=tl.float32)
    for k0 in range(0, K, KB):
        k = k0 + tl.arange(0, KB)
        a = tl.load(A + m[:, None] * K + k[None, :], mask=(m < M)[:, None] & (k < K)[None, :], other=0.0)
        b = tl.load(B + k[:, None] * N + n[None, :], mask=(k < K)[:, None] & (n < N)[None, :], other=0.0)
        total = tl.dot(a, b, total)
    tl.store(C + m[:, None] * N + n[None, :], total.to(tl.float16), mask=(m < M)[:, None] & (n < N)[None, :])


@triton.jit
def matmul_bias_relu(A, B, bias, C, M, N, K, MB: tl.constexpr, NB: tl.constexpr, KB: tl.constexpr):
    m = tl.program_id(0) * MB + tl.arange(0, MB)
    n = tl.program_id(1) * NB + tl.arange(0, NB)
    k = tl.arange(0, KB)
    total = tl.zeros((MB, NB), dtype=tl.float32)
    for k0 in range(0, K, KB):
        a = tl.load(A + m[:, None] * K + (k0 + k)[None, :])
        b = tl.load(B + n[None, :] * K + (k0 + k)[:, None])
        total = tl.dot(a, b, total)
    total = tl.maximum(total + tl.load(bias + n)[None, :], 0.0)
    tl.store(C + m[:, None] * N + n[None, :], total.to(tl.float16))


@triton.jit
def matmul_fp8(A, B, C, M, N, K, MB: tl.constexpr, NB: tl.constexpr, KB: tl.constexpr):
    m = tl.program_id(0) * MB + tl.arange(0, MB)
    n = tl.program_id(1) * NB + tl.arange(0, NB)
    k = tl.arange(0, KB)
    total = tl.zeros((MB, NB), dtype=tl.float32)
    for k0 in range(0, K, KB):
        a = tl.load(A + m[:, None] * K + (k0 + k)[None, :])
        b = tl.load(B + n[None, :] * K + (k0 + k)[:, None])
        total = tl.dot(a, b, total)
    tl.store(C + m[:, None] * N + n[None, :], total)


@triton.jit
def matmul_split(A, B, C, M, N, K, MB: tl.constexpr, NB: tl.constexpr, KB: tl.constexpr, S: tl.constexpr):
    m = tl.program_id(0) * MB + tl.arange(0, MB)
    n = tl.arange(0, NB)
    total = tl.zeros((MB, NB), dtype=tl.float32)
    for k0 in range(tl.program_id(1) * KB, K, KB * S):
        k = k0 + tl.arange(0, KB)
        a = tl.load(A + m[:, None] * K + k[None, :])
        b = tl.load(B + k[:, None] * N + n[None, :])
        total = tl.dot(a, b, total)
    tl.atomic_add(C + m[:, None] * N + n[None, :], total)


@triton.jit
def softmax(A, C, K, KB: tl.constexpr):
    row = tl.program_id(0)
    k = tl.arange(0, KB)
    a = tl.load(A + row * K + k, mask=k < K, other=-float("inf"))
    e = tl.exp(a - tl.max(a, 0))
    tl.store(C + row * K + k, e / tl.sum(e, 0), mask=k < K)


@triton.jit
def layer_norm(A, g, h, C, K, KB: tl.constexpr):
    row = tl.program_id(0)
    k = tl.arange(0, KB)
    a = tl.load(A + row * K + k, mask=k < K, other=0.0)
    mean = tl.sum(a, 0) / K
    d = tl.where(k < K, a - mean, 0.0)
    r = 1.0 / tl.sqrt(tl.sum(d * d, 0) / K + 1e-5)
    tl.store(C + row * K + k, d * r * tl.load(g + k, mask=k < K) + tl.load(h + k, mask=k < K), mask=k < K)


@triton.jit
def flash(Q, K, V, O, keys, scale, QB: tl.constexpr, JB: tl.constexpr, D: tl.constexpr, CAUSAL: tl.constexpr):
    q = tl.program_id(0) * QB + tl.arange(0, QB)
    d = tl.arange(0, D)
    query = tl.load(Q + q[:, None] * D + d[None, :])
    top = tl.full((QB,), -float("inf"), dtype=tl.float32)
    weight = tl.zeros((QB,), dtype=tl.float32)
    out = tl.zeros((QB, D), dtype=tl.float32)
    last = (tl.program_id(0) + 1) * QB if CAUSAL else keys
    for j0 in range(0, last, JB):
        j = j0 + tl.arange(0, JB)
        s = tl.dot(query, tl.load(K + j[None, :] * D + d[:, None])) * (scale * 1.4426950408889634)
        if CAUSAL:
            s = tl.where(q[:, None] >= j[None, :], s, -float("inf"))
        higher = tl.maximum(top, tl.max(s, 1))
        p = tl.exp2(s - higher[:, None])
        shrink = tl.exp2(top - higher)
        weight = weight * shrink + tl.sum(p, 1)
        out = out * shrink[:, None]
        out = tl.dot(p.to(tl.float16), tl.load(V + j[:, None] * D + d[None, :]), out)
        top = higher
    tl.store(O + q[:, None] * D + d[None, :], out / weight[:, None])


F16, F32, I8, E4, BF = "*fp16", "*fp32", "*i8", "*fp8e4nv", "*bf16"
def product(a, b, c): return {"A": a, "B": b, "C": c, "M": "i32", "N": "i32", "K": "i32"}
def tile(m, n, k): return {"MB": m, "NB": n, "KB": k}

# name: kernel, signature, constants, aligned arguments, options
WANTED = {
    "mm_64x64x32_s3": (matmul, product(F16, F16, F32), tile(64, 64, 32), 6, dict(num_warps=4, num_stages=3)),
    "mm_128x64x64_s2": (matmul, product(F16, F16, F32), tile(128, 64, 64), 6, dict(num_warps=4, num_stages=2)),
    "mm_16x16x16_s1": (matmul, product(F16, F16, F32), tile(16, 16, 16), 6, dict(num_warps=1, num_stages=1)),
    "mm_32x64x16_s4": (matmul, product(BF, BF, F32), tile(32, 64, 16), 6, dict(num_warps=2, num_stages=4)),
    "mm_tf32_64x32x32": (matmul, product(F32, F32, F32), tile(64, 32, 32), 6, dict(num_warps=4, num_stages=3)),
    "mm_128x128x32_w8": (matmul, product(F16, F16, F32), tile(128, 128, 32), 6, dict(num_warps=8, num_stages=3)),
    "mm_guarded": (matmul_guarded, product(F16, F16, F16), tile(32, 32, 32), 3, dict(num_warps=2, num_stages=3)),
    "mm_bias_relu": (matmul_bias_relu, {"A": F16, "B": F16, "bias": F32, "C": F16, "M": "i32", "N": "i32", "K": "i32"},
                     tile(64, 32, 32), 7, dict(num_warps=4, num_stages=3)),
    "mm_fp8": (matmul_fp8, product(E4, E4, F32), tile(64, 32, 64), 6, dict(num_warps=4, num_stages=3)),
    "mm_split": (matmul_split, product(F16, F16, F32), {**tile(32, 32, 16), "S": 2}, 6,
                 dict(num_warps=2, num_stages=2)),
    "softmax": (softmax, {"A": F32, "C": F32, "K": "i32"}, {"KB": 128}, 2, dict(num_warps=4)),
    "layer_norm": (layer_norm, {"A": F32, "g": F32, "h": F32, "C": F32, "K": "i32"}, {"KB": 128}, 4, dict(num_warps=2)),
    "flash": (flash, {"Q": F16, "K": F16, "V": F16, "O": F32, "keys": "i32", "scale": "fp32"},
              {"QB": 64, "JB": 32, "D": 32, "CAUSAL": False}, 5, dict(num_warps=4, num_stages=2)),
    "flash_causal": (flash, {"Q": F16, "K": F16, "V": F16, "O": F32, "keys": "i32", "scale": "fp32"},
              {"QB": 32, "JB": 32, "D": 64, "CAUSAL": True}, 5, dict(num_warps=2, num_stages=3)),
}


def own_lines(ptx):
    """Without debug sections, comments behind code and paths."""
    ptx = ptx.partition("\t.section")[0]
    ptx = re.sub(r'(\.file\s+\d+ ").*/', r"\1", ptx)
    ptx = re.sub(r" \s*//.*", "", ptx)
    return re.sub(r"^\$L__(tmp|func_begin|func_end)\d+:\n", "", ptx, flags=re.M)


def main():
    for path in pathlib.Path(__file__).parent.glob("*.ptx"):
        name, arch = path.stem.rsplit("_", 1)
        kernel, signature, constants, aligned, options = WANTED[name]
        full = {**signature, **{constant: "constexpr" for constant in constants}}
        attributes = {(at,): [["tt.divisibility", 16]] for at in range(aligned)}
        source = ASTSource(kernel, full, constexprs=constants, attrs=attributes)
        made = build(source, target=GPUTarget("cuda", int(arch), 32), options=options)
        path.write_text(own_lines(made.asm["ptx"]))


main()
