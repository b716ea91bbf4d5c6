#!/usr/bin/env python3
"""Writes the kernels of the instructions in the tables below: instructions.py dense|sparse|warpgroup > FILE.cu.

An instruction is a struct with the sizes of its operands and one asm statement; tensor_kernels.cuh makes the kernel.
"""

import sys

BITS = {"f16": 16, "bf16": 16, "tf32": 32, "f64": 64, "f32": 32, "s32": 32, "s8": 8, "u8": 8, "s4": 4, "u4": 4,
        "b1": 1, "e4m3": 8, "e5m2": 8}
SUMS = {"f16": ["f16", "f32"], "bf16": ["f32"], "tf32": ["f32"], "f64": ["f64"], "e4m3": ["f16", "f32"],
        "e5m2": ["f16", "f32"]}  # all others: s32
# m, n, k, type of A and B, first compute capability: PTX ISA, "mma", the table of shapes and "Target ISA Notes".
DENSE = [
    (8, 8, 4, "f64", 80), (8, 8, 16, "s8", 75), (8, 8, 16, "u8", 75), (8, 8, 32, "s4", 75), (8, 8, 32, "u4", 75),
    (8, 8, 128, "b1", 80), (16, 8, 4, "tf32", 80), (16, 8, 4, "f64", 90), (16, 8, 8, "f16", 75), (16, 8, 8, "bf16", 80),
    (16, 8, 8, "tf32", 80), (16, 8, 8, "f64", 90), (16, 8, 16, "f16", 80), (16, 8, 16, "bf16", 80),
    (16, 8, 16, "f64", 90), (16, 8, 16, "s8", 80), (16, 8, 16, "u8", 80), (16, 8, 16, "e4m3", 89),
    (16, 8, 16, "e5m2", 89), (16, 8, 32, "s8", 80), (16, 8, 32, "u8", 80), (16, 8, 32, "e4m3", 89),
    (16, 8, 32, "e5m2", 89), (16, 8, 32, "s4", 80), (16, 8, 32, "u4", 80), (16, 8, 64, "s4", 80), (16, 8, 64, "u4", 80),
    (16, 8, 128, "b1", 80), (16, 8, 256, "b1", 80),
]
# The same of mma.sp, k as in the name, and how many values the selector has.
SPARSE = [
    (8, "tf32", 80, 4), (16, "f16", 80, 4), (16, "bf16", 80, 4), (16, "tf32", 80, 2), (32, "f16", 80, 2),
    (32, "bf16", 80, 2), (32, "s8", 80, 2), (32, "u8", 80, 2), (64, "s8", 80, 1), (64, "u8", 80, 1),
    (64, "e4m3", 89, 1), (64, "e5m2", 89, 1), (64, "s4", 80, 2), (64, "u4", 80, 2), (128, "s4", 80, 1),
    (128, "u4", 80, 1),
]
# wgmma: k of the dense instruction, and how many values the selector of the sparse one has.
WARPGROUP = [("f16", 16, 2), ("bf16", 16, 2), ("tf32", 8, 2), ("e4m3", 32, 1), ("e5m2", 32, 1), ("s8", 32, 1),
             ("u8", 32, 1), ("b1", 256, 0)]
S32_WIDTHS = [8, 16, 24, 32] + list(range(48, 257, 16))

STRUCT = """struct {name} {{
  static constexpr int threads = {threads}, a_words = {a}, b_words = {b}, shared_words = {shared}, d_words = {d};
  static constexpr bool has_c = {c}, has_e = {e}, may_be_hot = {hot};
{sum}  static constexpr ComputeCapability since = {since};
  static __device__ void run(Registers<{name}>& own, std::uint32_t* shared) {{
    (void)own, (void)shared;
#if {guard}
{body}
#endif
  }}
}};
"""


def sums_of(kind):
    return SUMS.get(kind, ["s32"])


def operands(letter, count, constraint, names):
    """Registers as asm operands; names: a list of letter + number that grows with each."""
    step = 2 if constraint.endswith("d") else 1
    form = {"r": "own.{0}[{1}]", "f": "as<float>(own.{0}[{1}])", "d": "as<double>(own.{0}[{1}])"}[constraint[-1]]
    text = []
    for w in range(0, count, step):
        names.setdefault(letter, []).append(f"%{sum(map(len, names.values()))}")
        text.append(f'"{constraint}"(' + form.format(letter, w) + ")")
    return text


def braced(names):
    return "{" + ", ".join(names) + "}"


def statement(lines, outputs, inputs):
    text = "\n".join(f'                 "{line}\\n"' for line in lines)
    indent = " " * 17
    parts = [text, f'{indent}: {", ".join(outputs)}', f'{indent}: {", ".join(inputs)}', f'{indent}: "memory");']
    return "    asm volatile(\n" + "\n".join(parts)


def constraint_of(kind):
    return {"f32": "f", "f64": "d"}.get(kind, "r")


class Writer:
    def __init__(self):
        self.structs, self.rows = [], []

    def add(self, instruction, since, guard, body, **sizes):
        name = "Op_" + instruction.replace(".", "_")
        facts = {"threads": 32, "a": 0, "b": 0, "shared": 0, "d": 0, "c": "false", "e": "false", "hot": "false",
                 "sum": "S32"}
        facts.update(sizes)
        of_d = f"  static constexpr SumType sum = SumType::{facts['sum']};\n"  # only a hot one asks for it
        facts["sum"] = of_d if facts["hot"] == "true" else ""
        self.structs.append(STRUCT.format(name=name, since=since, guard=guard, body=body, **facts))
        self.rows.append(f'    row_of<{name}>("{instruction}"),')

    def mma(self, m, n, k, kind, acc, since, orders="row.col", stack=1, selector=None):
        sparse = selector is not None
        words = lambda values, bits: values * bits // 32 // 32
        a = words(m * k * stack // (2 if sparse else 1), BITS[kind])
        b, d = words(k * n * stack, BITS[kind]), words(m * n * stack, BITS[acc])
        names = {}
        outputs = operands("d", d, "+" + constraint_of(acc), names)
        kept = "f64" if kind == "f64" else kind
        inputs = operands("a", a, constraint_of(kept), names) + operands("b", b, constraint_of(kept), names)
        tail = ".and.popc" if kind == "b1" else ""
        line = (f"mma{'.sp::ordered_metadata' if sparse else ''}.sync.aligned.m{m}n{n}k{k}.{orders}."
                f"{acc}.{kind}.{kind}.{acc}{tail} {braced(names['d'])}, {braced(names['a'])}, {braced(names['b'])}, "
                f"{braced(names['d'])}")
        instruction = f"mma{'.sp' if sparse else ''}.m{m}n{n}k{k}.{acc}.{kind}"
        if sparse:
            inputs += operands("e", 1, "r", names)
            inputs[-1] = '"r"(own.e)'
            line += f", {names['e'][0]}, {selector}"
            instruction += f".sel{selector}"
        if stack > 1:
            instruction += "." + orders
        self.add(instruction, since, f"__CUDA_ARCH__ >= {since}0", statement([line + ";"], outputs, inputs), a=a, b=b,
                 d=d, c="true", e="true" if sparse else "false", hot="true", sum=acc.upper())

    def wgmma(self, n, k, kind, acc, selector=None):
        sparse = selector is not None
        a, d = 4, 64 * n * BITS[acc] // 32 // 128
        k_bytes = k * BITS[kind] // 8
        names = {}
        outputs = operands("d", d, "+" + constraint_of(acc), names)
        inputs = operands("a", a, "r", names)
        inputs.append(f'"l"(descriptor(shared, {k_bytes // 16}))')
        place = d + a
        line = (f"wgmma.mma_async{'.sp' if sparse else ''}.sync.aligned.m64n{n}k{k}.{acc}.{kind}.{kind}"
                f"{'.and.popc' if kind == 'b1' else ''} {braced(names['d'])}, {braced(names['a'])}, %{place}")
        instruction = f"wgmma{'.sp' if sparse else ''}.m64n{n}k{k}.{acc}.{kind}"
        if sparse:
            inputs.append('"r"(own.e)')
            line += f", %{place + 1}, {selector}"
            instruction += f".sel{selector}"
        # scale-d; the signs of A and B, which whole numbers do not have; whether B is transposed
        line += ", 1" + ("" if acc == "s32" else ", 1, 1") + (", 0" if BITS[kind] == 16 else "") + ";"
        lines = ["fence.proxy.async;", "wgmma.fence.sync.aligned;", line, "wgmma.commit_group.sync.aligned;",
                 "wgmma.wait_group.sync.aligned 0;"]
        self.add(instruction, 90, "defined(__CUDA_ARCH_FEAT_SM90_ALL)", statement(lines, outputs, inputs), threads=128,
                 a=a, d=d, shared=n * k_bytes // 4, c="true", e="true" if sparse else "false",
                 hot="true" if n == 8 else "false", sum=acc.upper())

    # Every lane's address is a row of 16 bytes of its own.
    def moves(self):
        address = "shared_address(shared + 4 * threadIdx.x)"
        for count in (1, 2, 4):
            for trans in ("", ".trans"):
                names = {}
                outputs = operands("d", count, "=r", names)
                line = f"ldmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 {braced(names['d'])}, [%{count}];"
                self.add(f"ldmatrix.x{count}{trans}", 75, "__CUDA_ARCH__ >= 750",
                         statement([line], outputs, [f'"r"({address})']), shared=128, d=count)
                names = {}
                inputs = operands("a", count, "r", names)
                line = f"stmatrix.sync.aligned.m8n8.x{count}{trans}.shared.b16 [%{count}], {braced(names['a'])};"
                body = statement([line], [], inputs + [f'"r"({address})'])
                body += "\n    __syncwarp();\n    for (int w = 0; w < 4; ++w) own.d[w] = shared[4 * threadIdx.x + w];"
                self.add(f"stmatrix.x{count}{trans}", 90, "__CUDA_ARCH__ >= 900", body, a=count, shared=128, d=4)
        move = "movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;"
        body = statement([move], ['"=r"(own.d[0])'], ['"r"(own.a[0])'])
        self.add("movmatrix", 75, "__CUDA_ARCH__ >= 750", body, a=1, d=1)
        load = statement(["ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"], ['"=r"(own.a[0])'],
                         [f'"r"({address})'])
        self.add("ldmatrix.movmatrix", 75, "__CUDA_ARCH__ >= 750", "    own.a[0] = 0;\n" + load + "\n" + body, a=1,
                 shared=128, d=1)

    def text(self, name):
        head = ('// Written by tensor/instructions.py.\n#include <array>\n\n'
                '#include "gpu/source/probe/tensor_kernels.cuh"\n\n'
                "namespace tcviz {\ninline namespace gpu_probe {\nnamespace {\n\nusing namespace tensor_probe;\n\n")
        rows = "constexpr std::array rows{\n" + "\n".join(self.rows) + "\n};\n"
        return (head + "\n".join(self.structs) + "\n" + rows + "\n}  // namespace\n\n"
                f"std::span<const TensorRow> {name}_rows() {{ return rows; }}\n\n"
                "}  // namespace gpu_probe\n}  // namespace tcviz\n")


def dense(writer):
    for orders in ("row.col", "col.row"):
        for acc in SUMS["f16"]:
            writer.mma(8, 8, 4, "f16", acc, 75, orders, 4)
    for m, n, k, kind, since in DENSE:
        for acc in sums_of(kind):
            writer.mma(m, n, k, kind, acc, since)
    writer.moves()


def sparse(writer):
    for k, kind, since, selectors in SPARSE:
        for acc in sums_of(kind) if BITS[kind] != 8 else sums_of(kind)[-1:]:  # e4m3 and e5m2 into f16: sm_120a only
            for selector in range(selectors):
                writer.mma(16, 8, k, kind, acc, since, selector=selector)


def warpgroup(writer):
    for kind, k, selectors in WARPGROUP:
        for acc in sums_of(kind):
            widths = range(8, 257, 8) if kind == "f16" else S32_WIDTHS if kind == "s8" else [8]
            for n in widths:
                writer.wgmma(n, k, kind, acc)
            for selector in range(selectors):
                writer.wgmma(8, 2 * k, kind, acc, selector)


def main():
    writer = Writer()
    {"dense": dense, "sparse": sparse, "warpgroup": warpgroup}[sys.argv[1]](writer)
    print(writer.text(sys.argv[1]), end="")


if __name__ == "__main__":
    main()
