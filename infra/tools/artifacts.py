"""Measures programs as AWS Lambda gets them, and holds functions to the project's limits.

    python3 infra/tools/artifacts.py .aws-sam/build/*/bootstrap

prints the size of each program, its size in a deployment package, and the newest version of glibc that it asks for. The exit
code is 1 where a program is above a limit. `--json` prints the figures as an array and judges nothing: the cold-start benchmark
reads it. It needs `readelf`, which comes with every C compiler (Debian's package is `binutils`).
"""

import argparse
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import zipfile

# The most bytes of a route's program, and of the deployment package with it: what Lambda fetches at a cold start.
MOST_BYTES = 4_350_000
MOST_ZIPPED_BYTES = 2_150_000

# The same for functions that the stream and schedules call, and for routes that work on a job within their request.
MOST_BYTES_WITH_WORK = 5_500_000
MOST_ZIPPED_BYTES_WITH_WORK = 2_700_000
ROUTES_WITH_WORK = {"act-on-favorites", "create-export", "empty-trash", "undo-job"}

# The same for functions that contain more. Two have the readers of all files, whose tables of encodings alone have half a megabyte: the
# one that works on an import within its request, and the worker. The worker has what five functions had, and no user waits for its
# start. A search reads addresses as the service stores them, with the tables of host names, and asks the worker to repair an index.
OWN_LIMITS = {
    "search-favorites": (4_850_000, 2_380_000),
    "start-import": (6_400_000, 3_100_000),
    "worker": (8_500_000, 4_150_000),
}

TEMPLATE = (pathlib.Path(__file__).resolve().parents[2] / "template.yaml").read_text(encoding="utf-8")
FUNCTIONS = re.findall(r"^  (\w+):\n    Type: AWS::Serverless::Function\n((?:    .*\n)*)", TEMPLATE, re.MULTILINE)
# The functions by the names of their resources, and those that answer routes.
HANDLERS = {name: re.findall(r"Handler: (\S+)", body)[0] for name, body in FUNCTIONS}
ROUTES = {HANDLERS[name] for name, body in FUNCTIONS if "Route: { Type: HttpApi" in body}

# The glibc of Amazon Linux 2023, on which `provided.al2023` runs (https://docs.aws.amazon.com/linux/al2023/ug/core-glibc.html).
# A program that asks for a newer one does not start.
NEWEST_GLIBC = (2, 34)

ELF = b"\x7fELF"


def zipped_bytes(program: pathlib.Path) -> int:
    """The size of a package with nothing but the program, compressed as `sam package` does: by Python's default."""
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(program, "bootstrap")
    return package.getbuffer().nbytes


def newest_glibc(program: pathlib.Path) -> tuple[int, ...] | None:
    """The newest version of glibc among the symbols that the program needs. A script, or a static program, needs none."""
    with program.open("rb") as file:
        if file.read(len(ELF)) != ELF:
            return None
    listing = subprocess.run(
        ["readelf", "--version-info", "--wide", os.fspath(program)], check=True, capture_output=True, text=True
    ).stdout
    versions = re.findall(r"Name: GLIBC_(\d+(?:\.\d+)+)", listing)
    return max((tuple(map(int, version.split("."))) for version in versions), default=None)


def function_of(program: pathlib.Path) -> str:
    """The name of a function. functions/Makefile names its program like it, and `sam build` a folder after its resource."""
    return program.name if program.name != "bootstrap" else HANDLERS.get(program.parent.name, program.parent.name)


def limits(program: pathlib.Path) -> tuple[int, int]:
    """The most bytes of a program, and of its package."""
    function = function_of(program)
    if function in OWN_LIMITS:
        return OWN_LIMITS[function]
    if function in ROUTES - ROUTES_WITH_WORK:
        return MOST_BYTES, MOST_ZIPPED_BYTES
    return MOST_BYTES_WITH_WORK, MOST_ZIPPED_BYTES_WITH_WORK


def measure(program: pathlib.Path) -> dict:
    """The figures of a program. A script's are those of its bundle."""
    size, zipped = program.stat().st_size, zipped_bytes(program)
    most, most_zipped = limits(program)
    return {
        "file": size,
        "zipped": zipped,
        "is_small": size <= most and zipped <= most_zipped,
        "glibc": newest_glibc(program),
    }


def faults(program: pathlib.Path, figures: dict) -> list[str]:
    """What is above a limit, in words."""
    found = []
    most, most_zipped = limits(program)
    if figures["file"] > most:
        found.append(f"{figures['file']} bytes, and {most} is the most")
    if figures["zipped"] > most_zipped:
        found.append(f"{figures['zipped']} bytes zipped, and {most_zipped} is the most")
    if figures["glibc"] is not None and figures["glibc"] > NEWEST_GLIBC:
        found.append(f"needs glibc {dotted(figures['glibc'])}, and {dotted(NEWEST_GLIBC)} is the newest there")
    return found


def dotted(version: tuple[int, ...] | None) -> str:
    return "none" if version is None else ".".join(map(str, version))


def main() -> int:
    parser = argparse.ArgumentParser(description="Measures programs as AWS Lambda gets them.")
    parser.add_argument("programs", metavar="PROGRAM", type=pathlib.Path, nargs="+")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON and judge nothing")
    arguments = parser.parse_args()
    try:
        measured = [(program, measure(program)) for program in arguments.programs]
    except OSError as error:
        parser.error(f"{error.filename} can't be measured: {error.strerror}")
    if arguments.json:
        print(json.dumps([figures for _, figures in measured]))
        return 0
    failed = False
    for program, figures in measured:
        print(f"{figures['file']:>9} bytes, {figures['zipped']:>9} zipped, glibc {dotted(figures['glibc'])}: {program}")
        for fault in faults(program, figures):
            failed = True
            print(f"  TOO MUCH: {fault}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
