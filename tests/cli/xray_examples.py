"""Every kernel that tcviz xray --example prints is called right, and every fault in it is called as its description
says, at its line: xray_examples.py TCVIZ REPOSITORY. Compiled by nvcc, or NVRTC; without either, skipped: code 77.
"""
import concurrent.futures
import json
import os
import pathlib
import sys

from program import Program, finish

SKIPPED = 77


def line_with(text, piece):
    return text[:text.index(piece)].count("\n") + 1


def wanted_line(source, fault):
    """Where the finding stands; 0 if it names no line."""
    return line_with(source, fault["at"]) if fault["at"] else 0


def problems_of(answer, source, fault):
    """What differs from what the description says; `fault` None: the kernel as it is right."""
    verdict = fault["verdict"] if fault else "right"
    found = [(finding["kind"], finding["line"]) for finding in answer["findings"]]
    if answer["refused"]:
        yield f"refused: {answer['refused']}"
    if answer["state"] != verdict:
        yield f"called {answer['state']}, not {verdict}: {found}"
    if not fault or not fault["finding"]:
        if found:
            yield f"nothing was to be found: {found}"
    elif (fault["finding"], wanted_line(source, fault)) not in found:
        yield f"{fault['finding']} at line {wanted_line(source, fault)} is not among {found}"


def check(program, name, fault):
    """The complaints about one kernel, or None where nothing here compiles it."""
    file = name.replace(":", "_") + ".cu"
    done = program.shell(f"tcviz xray --example {name} > {file} && tcviz xray {file} --json")
    error = done.stderr.decode(errors="replace")
    if done.returncode == 3 and "no nvcc and no NVRTC" in error:
        return None
    if not done.stdout:
        return [f"{name}: {error}"]
    source = (pathlib.Path(program.folder.name) / file).read_text()
    complaints = [f"{name}: {each}" for each in problems_of(json.loads(done.stdout), source, fault)]
    if done.returncode != (1 if fault else 0):
        complaints.append(f"{name}: exit {done.returncode}")
    return complaints


def main():
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0"  # NVRTC keeps memory for itself to the end
    program, folder = Program(sys.argv[1]), pathlib.Path(sys.argv[2]) / "assets/xray"
    jobs = []
    for path in sorted(folder.glob("*.json")):
        example = json.loads(path.read_text())
        jobs.append((example["id"], None))
        jobs += [(f"{example['id']}:{fault['id']}", fault) for fault in example["faults"]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = list(pool.map(lambda job: check(program, *job), jobs))
    print(f"{len(jobs)} kernels")
    if None in answers:
        print("skipped: there is no nvcc and no NVRTC here")
        sys.exit(SKIPPED)
    finish(sum(answers, []) or ([] if len(jobs) >= 20 else ["too few kernels"]))


main()
