"""Offsets in every style, computed by Python and not by the program, are those of `tcviz image --json`."""
import itertools
import json
import re
import sys

from program import Program, finish

TILES = ["--rows 64 --cols 64", "--rows 16 --cols 32 --start 0x480", "--rows 24 --cols 40 --lbo 1040 --sbo 2064"]
LAYOUT = re.compile(r"(?:(?:Swizzle|Sw)<(\d+),(\d+),(\d+)> o )?(smem_ptr\[\d+b\]\(unset\) o )?(\(.*\)):(\(.*\))")


def of_python(text, _image):
    names = {}
    exec(text, names)
    return names["offset"]


def of_c(text, _image):
    expression = text.removeprefix("offset = ").strip().removesuffix(";").replace("/", "//")
    return eval(f"lambda row, col: {expression}")


def of_bases(text, _image):
    lists = {name: [int(word) for word in numbers.split()] for name, numbers in re.findall(r"(\w+):([ \d]+)", text)}

    def offset(row, col):
        value = sum(lists.get("offset", []))
        for index, numbers in ((row, lists.get("row", [])), (col, lists.get("col", []))):
            for bit, number in enumerate(numbers):
                value ^= number if index >> bit & 1 else 0
        return value
    return offset


def index_of(coordinate, shape, stride):
    if isinstance(shape, int):
        return coordinate * stride
    index = 0
    for size, step in zip(shape, stride):
        index += coordinate % size * step
        coordinate //= size
    return index


def of_cute(text, image):
    bits, base, shift, pointer, shape, stride = LAYOUT.fullmatch(text.strip()).groups()
    shape, stride = eval(shape), eval(stride)
    size, start = image["element_bits"] // 8, image["start"]

    def swizzled(number):
        return number ^ number >> int(shift) & (1 << int(bits)) - 1 << int(base) if bits else number

    def offset(row, col):
        index = index_of(row, shape[0], stride[0]) + index_of(col, shape[1], stride[1])
        return swizzled(start + index * size) - start if pointer else swizzled(index) * size
    return offset


STYLES = {"python": of_python, "c": of_c, "bases": of_bases, "cute": of_cute}


def wrong_elements(offset, image):
    rows, cols = range(image["rows"]), range(image["cols"])
    return sum(offset(row, col) != image["offset"][row * len(cols) + col] for row in rows for col in cols)


def checks(program):
    said = 0
    for number, (swizzle, major) in enumerate(itertools.product(("none", "32b", "64b", "128b"), ("k", "mn"))):
        tile = f"smem.{swizzle}.{major}.b{8 << number % 3} {TILES[number % len(TILES)]}"
        image = json.loads(program.text(f"tcviz image {tile} --json"))
        for style, read in STYLES.items():
            done = program.shell(f"tcviz formula {tile} --style {style}")
            if done.returncode == 1 and style in ("bases", "cute"):
                continue
            said += 1
            yield f"{tile} in {style}", wrong_elements(read(done.stdout.decode(), image), image) == 0
    yield "nearly all can be said", said > 24


if __name__ == "__main__":
    finish([name for name, right in checks(Program(sys.argv[1])) if not right])
