#!/usr/bin/env python3
"""Writes the kernels that ask wgmma what it reads, from the tables below: operand_kernels.py > FILE.cu.

A use of a descriptor is a struct with sizes and one asm statement; operand_kernel.cuh makes the kernel.
"""

# type: k of 32 bytes, bits of an element, shape and types of the instruction, bits of a number that an element holds
# exactly, how many such digits spell a position in shared memory, whether it may be MN-major, dense only
TYPES = {
    "f16": (16, 16, "f32.f16.f16", 9, 2, True),
    "u8": (32, 8, "s32.u8.u8", 7, 3, False),
    "e4m3": (32, 8, "f32.e4m3.e4m3", 3, 6, False),
    "tf32": (8, 32, "f32.tf32.tf32", 9, 2, False),
    "b1": (256, 1, "s32.b1.b1.and.popc", 1, 21, False),
}
N = 128

STRUCT = """struct {name} {{
  static constexpr Code code = Code::{type};
  static constexpr int k = {k}, bits = {bits}, digit = {digit}, digits = {digits}, sums = {sums};
  static constexpr bool is_a = {is_a}, sparse = {sparse};
  using Sum = {sum};
  static __device__ __forceinline__ void multiply(Sum (&d)[{sums}], const unsigned (&a)[4], unsigned long long da,
                                                  unsigned long long db, unsigned e) {{
    (void)d, (void)a, (void)da, (void)db, (void)e;
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    asm volatile({lines}
                 : {outputs}
                 : {inputs});
#endif
  }}
}};
"""



def statement(kind, is_a, mn, sparse, n, timed):
    """The asm statement: A in registers where B is asked, but in shared memory too where the clock is."""
    a_shared = is_a or timed
    k, bits, types = TYPES[kind][:3]
    sums = n // 2
    outputs = ", ".join(f'"+{"f" if types.startswith("f") else "r"}"(d[{i}])' for i in range(sums))
    inputs = ['"l"(da)'] if a_shared else [f'"r"(a[{r}])' for r in range(4)]
    inputs.append('"l"(db)')
    a = f"%{sums}" if a_shared else "{" + ", ".join(f"%{sums + r}" for r in range(4)) + "}"
    operands = [a, f"%{sums + len(inputs) - 1}"]
    if sparse:
        operands += [f"%{sums + len(inputs)}", "0"]
        inputs.append('"r"(e)')
    operands.append("1")  # scale-d
    if types.startswith("f"):
        operands += ["1", "1"]  # no signs
    if bits == 16:  # whether an operand in shared memory is MN-major
        operands += ["1" if mn and is_a else "0"] if a_shared else []
        operands.append("1" if mn and not is_a else "0")
    name = f"wgmma.mma_async{'.sp' if sparse else ''}.sync.aligned.m64n{n}k{k * (2 if sparse else 1)}.{types} "
    lines = [name, "{" + ", ".join(f"%{i}" for i in range(sums)) + "}, ", ", ".join(operands) + ";"]
    text = '\n                 '.join(f'"{line}"' for line in lines)
    return text, outputs, ", ".join(inputs)


def struct(kind, is_a, mn, sparse, n=N, timed=False):
    k, bits, types, digit, digits, _ = TYPES[kind]
    name = f"{kind.capitalize()}{'A' if is_a else 'B'}{'Mn' if mn else 'K'}{'Sparse' if sparse else ''}"
    name += f"TimedN{n}" if timed else ""
    lines, outputs, inputs = statement(kind, is_a, mn, sparse, n, timed)
    word = {True: "true", False: "false"}
    text = STRUCT.format(name=name, type=kind.capitalize(), k=k, bits=bits, digit=digit, digits=digits, sums=n // 2,
                         is_a=word[is_a], sparse=word[sparse], sum="float" if types.startswith("f") else "int",
                         lines=lines, outputs=outputs, inputs=inputs)
    return text, f'"{kind}", {word[is_a]}, {word[mn]}, {word[sparse]}', name


def main():
    structs, rows, timed = [], [], []
    for sparse in (False, True):
        for kind in TYPES:
            if sparse and kind == "b1":
                continue
            for is_a in (True, False):
                for mn in (False, True) if TYPES[kind][5] else (False,):
                    text, key, name = struct(kind, is_a, mn, sparse)
                    structs.append(text)
                    rows.append(f"    {{{key}, read_operand<{name}>}},")
    for is_a, n in ((True, 8), (False, N)):  # of 8 columns the reads of A take longer than the multiplication
        for mn in (False, True):
            text, key, name = struct("f16", is_a, mn, False, n, timed=True)
            structs.append(text)
            timed.append(f"    {{{key}, time_operand<{name}>}},")
    print('// Written by operand_kernels.py.\n#include <array>\n\n#include "gpu/prove/operand_kernel.cuh"\n\n'
          "namespace tcviz {\ninline namespace gpu_prove {\nnamespace operand_probe {\n")
    print("\n".join(structs))
    print("}  // namespace operand_probe\n\nnamespace {\n\nusing namespace operand_probe;\n")
    print("constexpr std::array read_rows{std::to_array<OperandRow>({\n" + "\n".join(rows) + "\n})};")
    print("constexpr std::array timed_rows{std::to_array<OperandRow>({\n" + "\n".join(timed) + "\n})};")
    print("\n}  // namespace\n\nstd::span<const OperandRow> operand_rows() { return read_rows; }\n"
          "std::span<const OperandRow> timed_operand_rows() { return timed_rows; }\n\n"
          "cudaError_t launch_has_wgmma(int* out) {\n  has_wgmma_kernel<<<1, 1>>>(out);\n  return cudaGetLastError();\n"
          "}\n\n"
          "}  // namespace gpu_prove\n}  // namespace tcviz")


main()
