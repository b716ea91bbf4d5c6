#!/usr/bin/env python3
"""Shortens what `nvdisasm -hex` writes to one line an instruction: address, the word's low and high half, text.

    probe_cubin <libnvJitLink.so> 70 -O3 > sm_70.cubin          (built with the tests)
    nvdisasm -hex sm_70.cubin | tests/sass/record.py > tests/sass/data/sm_70.txt

Words are parts of kernels' names: only those are written. The products (probe_cubin ... products) were written with
    70: m16n16k16                     75: m16n16k16_f16_row_col m16n16k16_s8_row_col m16n16k16_u8_row_col k32 k128
    90: m16n16k16_f16_row_col m16n16k16_bf16_row_col m16n16k16_s8_row_col m16n16k16_u8_row_col k8_tf32_row_col
        k4_f64_row_col k128_b1_row_col_s32_and
   120: m16n16k16_f16_col_row_f32     (nvJitLink 13.5)

Branch targets become addresses. The tests read these files where no nvdisasm is at hand, and sm_70 and sm_72 always:
the last nvdisasm that serves them is that of CUDA 12.9.
"""

import re
import sys

kernels, labels, waiting, kernel, half = {}, {}, [], None, None
for line in sys.stdin:
    if found := re.match(r"\s*\.text\.(\S+):", line):
        kernel = kernels.setdefault(found[1], [])
    elif found := re.match(r"(\.L_x_\d+):", line):
        waiting.append(found[1])
    elif kernel is not None and (
        found := re.match(r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;\s*/\* 0x([0-9a-f]{16}) \*/", line)
    ):
        for label in waiting:
            labels[label] = int(found[1], 16)
        waiting, half = [], found
    elif half and (found := re.match(r"\s+/\* 0x([0-9a-f]{16}) \*/", line)):
        kernel.append((half[1], half[3], found[1], half[2]))
        half = None
    elif line.startswith("//-----"):
        kernel = None

for name, lines in kernels.items():
    if sys.argv[1:] and not any(word in name for word in sys.argv[1:]):
        continue
    print(name)
    for address, low, high, text in lines:
        text = re.sub(r"`\((\S+?)\)", lambda m: hex(labels[m[1]]) if m[1] in labels else m[1], text)
        print(address, low, high, text.strip())
