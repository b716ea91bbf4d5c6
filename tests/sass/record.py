#!/usr/bin/env python3
"""Shortens what `nvdisasm -hex` writes to one line an instruction: address, the word's low and high half, text.

    probe_cubin <libnvJitLink.so> 70 -O3 > sm_70.cubin          (built with the tests)
    nvdisasm -hex sm_70.cubin | tests/sass/record.py > tests/sass/data/sm_70.txt

Branch targets become addresses. The tests read these files where no nvdisasm is at hand, and sm_70 and sm_72 always: the
last nvdisasm that serves them is that of CUDA 12.9.
"""
import re
import sys

kernels, labels, waiting, kernel, half = {}, {}, [], None, None
for line in sys.stdin:
    if found := re.match(r"\s*\.text\.(\S+):", line):
        kernel = kernels.setdefault(found[1], [])
    elif found := re.match(r"(\.L_x_\d+):", line):
        waiting.append(found[1])
    elif kernel is not None and (found := re.match(r"\s*/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;\s*/\* 0x([0-9a-f]{16}) \*/", line)):
        for label in waiting:
            labels[label] = int(found[1], 16)
        waiting, half = [], found
    elif half and (found := re.match(r"\s+/\* 0x([0-9a-f]{16}) \*/", line)):
        kernel.append((half[1], half[3], found[1], half[2]))
        half = None
    elif line.startswith("//-----"):
        kernel = None

for name, lines in kernels.items():
    print(name)
    for address, low, high, text in lines:
        text = re.sub(r"`\((\S+?)\)", lambda m: hex(labels[m[1]]), text)
        print(address, low, high, text.strip())
