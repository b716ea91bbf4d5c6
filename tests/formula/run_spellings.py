"""What `function` and `python` spell is compiled and run: run_spellings.py SPELLINGS FOLDER cpp|cuda|python [COMPILER]

SPELLINGS writes one program with the functions of every kind and source, which compares each slot. nvcc only compiles
it: there may be no GPU. Exit status 77: there is no nvcc.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

WARNINGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror"]


def find_nvcc():
    return shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")


def run(command, **options):
    print(" ".join(map(str, command)), flush=True)
    return subprocess.run(command, **options).returncode


def write(spellings, style, layouts, path):
    with open(path, "w") as file:
        subprocess.run([spellings, style, layouts], stdout=file, check=True)
    return path


def main(spellings, layouts, language, compiler="g++"):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if language == "python":
            return run([sys.executable, write(spellings, "python", layouts, folder / "formulae.py")])
        if language == "cuda":
            nvcc = find_nvcc()
            if not nvcc:
                print("skipped: no nvcc on PATH or in /usr/local/cuda")
                return 77
            source = write(spellings, "function", layouts, folder / "formulae.cu")
            strict = ["-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra,-Werror"]
            return run([nvcc, "-arch=sm_90", *strict, "-c", source, "-o", os.devnull])
        source, binary = write(spellings, "function", layouts, folder / "formulae.cpp"), folder / "formulae"
        return run([compiler, *WARNINGS, source, "-o", binary]) or run([binary])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
