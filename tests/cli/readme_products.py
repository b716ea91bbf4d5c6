"""The READMEs tell what `bench gemm --recorded` prints: readme_products.py TCVIZ REPOSITORY.

The table of all kernels stands in gpu/run/gemm/README.md, the headlines in README.md.
"""
import csv
import io
import pathlib
import re
import sys

from program import Program, finish

SIZES = (128, 512, 1024, 2048, 4096, 8192)
F16 = {"naive_wmma", "staged_threads", "staged_wmma", "mma_sync", "wgmma"}


def three_digits(tflops):
    return f"{tflops:.2f}" if tflops < 10 else f"{tflops:.1f}" if tflops < 100 else f"{tflops:.0f}"


def main():
    program, root = Program(sys.argv[1]), pathlib.Path(sys.argv[2])
    texts = {name: " ".join((root / name).read_text().split()) for name in ("README.md", "gpu/run/gemm/README.md")}
    rows = {}
    for row in csv.DictReader(io.StringIO(program.text("tcviz bench gemm --recorded --csv 2>/dev/null"))):
        rows[row["kernel"], int(row["m"])] = (float(row["gflops"]), float(row["residual"]))
    failures = []

    def speed(kernel, size):
        return rows[kernel, size][0]

    def promise(text, name="gpu/run/gemm/README.md"):
        if text not in texts[name]:
            failures.append(f"{name} does not say: {text}")

    for kernel in dict.fromkeys(name for name, _ in rows):
        rival = "cublas_f16" if kernel in F16 else "cublas_sgemm"
        part = ", ".join(f"{100 * speed(kernel, n) / speed(rival, n):.0f} %" for n in (4096, 8192))
        cells = [three_digits(speed(kernel, n) / 1000) for n in SIZES]
        cells += ["-" if kernel.startswith("cublas") else part, f"{rows[kernel, 4096][1]:.1e}"]
        promise(f"| `{kernel}` | " + " | ".join(cells) + " |")

    def times(over, under, size=4096):
        return speed(over, size) / speed(under, size)

    promise(
        f"| {times('naive_wmma', 'tiled_cuda_core'):.2f} times; {100 * times('staged_wmma', 'cublas_f16'):.0f} % and "
        f"{100 * times('staged_wmma', 'cublas_f16', 8192):.0f} %; {100 * times('wgmma', 'cublas_f16'):.0f} % and "
        f"{100 * times('wgmma', 'cublas_f16', 8192):.0f} % |"
    )
    residual = rows["corrected_wmma", 4096][1] / rows["cublas_sgemm", 4096][1]
    promise(f"| {times('corrected_wmma', 'cublas_sgemm'):.2f}, {times('corrected_wmma', 'corrected_staged'):.2f}, "
            f"{times('corrected_wmma', 'corrected_skewed'):.2f} times; residual {residual:.2f} times SGEMM's |")
    slower = 100 * (1 - times("corrected_wmma", "corrected_truncated"))
    promise(f"{residual:.1f} times SGEMM's residual and is {slower:.0f} % slower than `corrected_truncated`")
    cut_off = rows["corrected_truncated", 4096][1] / rows["cublas_sgemm", 4096][1]
    promise(f"at 4096 their residual is {cut_off:.0f} times SGEMM's")
    share = 100 * times("wgmma", "cublas_f16", 8192)
    promise(f"| {speed('wgmma', 8192) / 1000:.0f} TFLOP/s, {share:.0f} % of cuBLAS |", "README.md")
    promise(f"| {times('corrected_wmma', 'cublas_sgemm'):.2f} times SGEMM |", "README.md")
    kernels = len({name for name, _ in rows})
    for name, text in texts.items():
        for said in re.findall(r"\b(\d+) kernels", text):
            if int(said) != kernels:
                failures.append(f"{name} speaks of {said} kernels, there are {kernels}")
    finish(failures)


main()
