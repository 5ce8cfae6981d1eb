"""Compares built functions with their SBOMs: every crate that a binary shows must be in an SBOM, as part of the binary.

    python infra/tools/sbom_check.py FOLDER BINARY...

FOLDER is what sbom.py wrote. A binary shows a crate where it holds the path of a source file, for the message of a
panic: `registry/src/index.crates.io-…/NAME-VERSION/src/…`. Crates that can't panic don't show.
"""

import json
import re
import sys
from pathlib import Path

SOURCE_PATH = re.compile(rb"registry/src/index\.crates\.io-[0-9a-f]+/([A-Za-z0-9_-]+?)-(\d+\.\d+\.\d+[0-9A-Za-z.+-]*)/")


def listed_crates(folder):
    components = [part for path in folder.glob("*.cdx.json") for part in json.loads(path.read_text())["components"]]
    return {(part["name"], part["version"]) for part in components if part["scope"] == "required"}


def shown_crates(binary):
    return {(name.decode(), version.decode()) for name, version in SOURCE_PATH.findall(binary.read_bytes())}


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: sbom_check.py FOLDER BINARY...")
    folder, binaries = Path(sys.argv[1]), [Path(argument) for argument in sys.argv[2:]]
    listed = listed_crates(folder)
    faults = []
    for binary in binaries:
        shown = shown_crates(binary)
        if not shown:
            faults.append(f"{binary} shows no crate, so there is nothing to compare")
        faults += [f"{binary} has {name} {version}, which no SBOM has" for name, version in sorted(shown - listed)]
    if faults:
        sys.exit("\n".join(faults))
    print(f"the {len(listed)} crates of the SBOMs include all that {len(binaries)} binaries show")


if __name__ == "__main__":
    main()
