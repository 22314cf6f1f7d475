#!/usr/bin/env python3
"""Tries the hostile inputs of the corpus on the repair, or on the extractor, and says where it costs more than it may.

  check_attacks.py ATTACK_COST               all kinds at 100, 200 and 400 KB and 1 MB, whole and in pieces; minutes
  check_attacks.py --quick ATTACK_COST       growth from 50 to 100 KB, in pieces from 100 to 200 KB; under a minute
  check_attacks.py --only-run ATTACK_COST    no counting: nothing may crash or hang (for sanitizers)
  … --kinds quotes,commas                    only these
  … --extract                                on the extractor

ATTACK_COST is the program of that name from the build. What may not be exceeded:
  growth    instructions grow by at most 2.2 when the input doubles (counted by valgrind, so the same in every run)
  cost      at 1 MB (when quick, at 200 KB) at most 10 times the instructions of valid records of that size
  memory    at 1 MB at most 8 times the input and 1 MB, the input itself counted once
Where the corpus or valgrind is absent it says so and ends with 77, which ctest reads as skipped.
"""
import argparse
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MAX_GROWTH = 2.2
MAX_COST = 10.0
MAX_MEMORY_TIMES = 8
MAX_MEMORY_MORE = 1 << 20
REFERENCE = "valid_records"
MEGABYTE = 1000000
PIECE = 16
SKIPPED = 77


def skip(reason):
    print(f"SKIPPED: {reason}")
    sys.exit(SKIPPED)


def load_attacks():
    """The table of the corpus: name -> function from bytes to text."""
    here = pathlib.Path(__file__).resolve()
    corpus = os.environ.get("ACODE_CORPUS")
    folder = pathlib.Path(corpus) if corpus is not None else here.parents[2] / ".." / "shared" / "corpus"
    path = folder / "attacks.py"
    if not path.is_file():
        skip("the corpus has no attacks.py: set ACODE_CORPUS to its folder, or put it at ../shared/corpus")
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("attacks", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ATTACKS


def write_inputs(attacks, sizes, folder):
    """One file for each kind and size; returns them by (kind, size)."""
    files = {}
    for kind, make in attacks.items():
        for size in sizes:
            path = folder / f"{kind}.{size}"
            path.write_bytes(make(size).encode())
            files[kind, size] = path
    return files


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"FAILED: {command[0]} ended with {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}")
    return done.stdout


def options_for(pieces, extract):
    return (["--extract"] if extract else []) + (["--pieces", str(PIECE)] if pieces else [])


def count_instructions(command, files, folder):
    """Instructions for each (kind, size), from the dumps that the program asks callgrind for."""
    out = folder / "callgrind.out"
    run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *command]
        + [str(path) for path in files.values()])
    counted = {}
    for dump in folder.glob(out.name + ".*"):
        text = dump.read_text(errors="replace")
        trigger = re.search(r"^desc: Trigger: Client Request: (.*)$", text, re.M)
        total = re.search(r"^(?:totals|summary): (\d+)", text, re.M)
        if trigger and total:
            counted[trigger.group(1)] = int(total.group(1))
        dump.unlink()
    return {key: counted[str(path)] for key, path in files.items()}


def measure_memory(command, files):
    """(bytes, peak, outcome) for each (kind, size)."""
    lines = run([*command] + [str(path) for path in files.values()]).splitlines()
    rows = {}
    for line in lines:
        path, size, peak, outcome = line.rsplit(" ", 3)
        rows[path] = (int(size), int(peak), outcome)
    return {key: rows[str(path)] for key, path in files.items()}


def too_much(growths, cost, memory_over):
    faults = []
    if any(growth > MAX_GROWTH for growth in growths):
        faults.append("growth")
    if cost > MAX_COST:
        faults.append("cost")
    if memory_over:
        faults.append("memory")
    return faults


def check(command, attacks, sizes, top, pieces, folder):
    """Prints the table of one way of feeding; returns how many kinds exceed something. Growth is taken between each two
    of `sizes`, cost at `top`."""
    files = write_inputs(attacks, sorted({*sizes, top}), folder)
    large = write_inputs(attacks, [MEGABYTE], folder)
    counts = count_instructions(command, files, folder)
    memory = measure_memory(command, large)
    print(f"\n{'in pieces of ' + str(PIECE) + ' bytes' if pieces else 'whole'}: instructions for each byte at "
          f"{top // 1000} KB, growth for each doubling from {sizes[0] // 1000} KB, cost against {REFERENCE}, "
          f"memory at 1 MB")
    failures = 0
    for kind in attacks:
        size, peak, outcome = memory[kind, MEGABYTE]
        growths = [counts[kind, larger] / counts[kind, smaller] for smaller, larger in zip(sizes, sizes[1:])]
        cost = counts[kind, top] / counts[REFERENCE, top]
        over = peak > MAX_MEMORY_TIMES * size + MAX_MEMORY_MORE
        faults = too_much(growths, cost, over)
        failures += bool(faults)
        print(f"{kind:24}{counts[kind, top] / top:9.1f}  growth {' '.join(f'{g:5.2f}' for g in growths)}  "
              f"cost {cost:6.2f}  memory {peak / size:5.2f}x  {outcome:14}"
              f"{'  TOO MUCH: ' + ', '.join(faults) if faults else ''}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only-run", action="store_true")
    parser.add_argument("--kinds", default="")
    parser.add_argument("--extract", action="store_true")
    arguments = parser.parse_args()
    whole, in_pieces = ([arguments.program, *options_for(pieces, arguments.extract)] for pieces in (False, True))

    attacks = load_attacks()
    if arguments.kinds:
        wanted = {*arguments.kinds.split(","), REFERENCE}
        attacks = {kind: make for kind, make in attacks.items() if kind in wanted}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if arguments.only_run:
            files = write_inputs(attacks, [100000], folder)
            for command in (whole, in_pieces):
                measure_memory(command, files)
            print(f"{len(files)} kinds, whole and in pieces: nothing broke")
            return 0
        if shutil.which("valgrind") is None:
            skip("there is no valgrind to count instructions with")
        if arguments.quick:
            failures = check(whole, attacks, [50000, 100000], 200000, False, folder)
            # What is done anew every 10 KB or so, as throwing away what no reading needs, outweighs the rest only here.
            failures += check(in_pieces, attacks, [100000, 200000], 200000, True, folder)
        else:
            sizes = [100000, 200000, 400000]
            failures = check(whole, attacks, sizes, MEGABYTE, False, folder)
            failures += check(in_pieces, attacks, sizes, MEGABYTE, True, folder)
    print(f"\n{failures} of {2 * len(attacks)} exceed what they may" if failures else "\nnothing exceeds what it may")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
