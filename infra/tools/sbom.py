"""Writes a CycloneDX SBOM for each package in the folder `functions`: the crates that its binaries are made of.

    python infra/tools/sbom.py TARGET FOLDER

TARGET is the target triple that the functions are built for; the files are FOLDER/PACKAGE.cdx.json. Cargo resolves each
package by itself, as in a build of it, so features that only other members of the workspace enable do not count.
Crates that end up in a binary have the scope "required". Procedural macros, build scripts and their dependencies run
while the package is compiled and have the scope "excluded". Dev-dependencies are left out.
"""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import tomlkit
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

# Kinds of dependency edges, in the terms of `cargo tree --edges`.
IN_THE_BINARY = "normal,no-proc-macro"
IN_THE_BUILD = "normal,build"

# A line of `cargo tree`: depth, name, version, what follows them in parentheses, licence.
TREE_LINE = re.compile(r"(\d+)\|(\S+) v(\S+)(.*?)\|(.*?)(?: \(\*\))?")


@dataclass(frozen=True, order=True)
class Crate:
    """A version of a crate, as it stands in Cargo.lock."""

    name: str
    version: str
    licence: str
    is_local: bool


def cargo(*arguments):
    return subprocess.run(["cargo", *arguments], check=True, stdout=subprocess.PIPE, text=True).stdout


def deployed_packages():
    metadata = json.loads(cargo("metadata", "--locked", "--format-version=1", "--no-deps"))
    functions = Path(metadata["workspace_root"], "functions")
    packages = [package["name"] for package in metadata["packages"] if functions in Path(package["manifest_path"]).parents]
    if not packages:
        sys.exit(f"{functions} has no package")
    return sorted(packages)


def checksums():
    """Returns the SHA-256 of each crate's archive, by name and version."""
    locked = tomlkit.parse(Path("Cargo.lock").read_text())["package"]
    return {(package["name"], package["version"]): package["checksum"] for package in locked if "checksum" in package}


def dependencies(package, target, edges):
    """Returns the crates that `package` depends on by itself, the package first, each with what it depends on."""
    lines = cargo(
        "tree", "--locked", "--package", package, "--target", target, "--edges", edges,
        "--prefix", "depth", "--format", "|{p}|{l}",
    ).splitlines()  # fmt: skip
    graph, path = {}, []
    for line in lines:
        match = TREE_LINE.fullmatch(line)
        if not match:
            sys.exit(f"cargo tree printed a line that is not understood: {line}")
        depth, name, version, source, licence = match.groups()
        crate = Crate(name, version, licence, is_local="(/" in source)
        graph.setdefault(crate, set())
        del path[int(depth) :]
        if path:
            graph[path[-1]].add(crate)
        path.append(crate)
    return graph


def component(crate, checksum, scope):
    # Crates of this repository have no package URL: it would name a package that crates.io does not have.
    url = None if crate.is_local else PackageURL("cargo", name=crate.name, version=crate.version)
    return Component(
        type=ComponentType.LIBRARY,
        name=crate.name,
        version=crate.version,
        scope=scope,
        bom_ref=f"{crate.name}@{crate.version}",
        purl=url,
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=checksum)] if checksum else [],
        # Cargo still accepts a slash for OR, which SPDX never did.
        licenses=[LicenseFactory().make_from_string(crate.licence.replace("/", " OR "))],
    )


def bill_of_materials(package, target, sums):
    contained = dependencies(package, target, IN_THE_BINARY)
    built = dependencies(package, target, IN_THE_BUILD)
    root, *_ = contained
    components = {}
    for crate in sorted(built):
        scope = ComponentScope.REQUIRED if crate in contained else ComponentScope.EXCLUDED
        components[crate] = component(crate, sums.get((crate.name, crate.version)), scope)
        if not crate.is_local and not components[crate].hashes:
            sys.exit(f"Cargo.lock has no checksum of {crate.name} {crate.version}")
    components[root].type = ComponentType.APPLICATION
    components[root].scope = None

    bom = Bom(components=[part for crate, part in components.items() if crate != root])
    bom.metadata.component = components[root]
    for crate, needed in built.items():
        bom.register_dependency(components[crate], [components[other] for other in needed])
    return JsonV1Dot6(bom).output_as_string(indent=2)


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: sbom.py TARGET FOLDER")
    target, folder = sys.argv[1], Path(sys.argv[2])
    sums = checksums()
    folder.mkdir(parents=True, exist_ok=True)
    for package in deployed_packages():
        text = bill_of_materials(package, target, sums)
        fault = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
        if fault:
            sys.exit(f"the SBOM of {package} is not valid CycloneDX 1.6: {fault}")
        path = folder / f"{package}.cdx.json"
        path.write_text(text)
        scopes = [part.get("scope") for part in json.loads(text)["components"]]
        print(f"{path}: {scopes.count('required')} crates in the binary, {scopes.count('excluded')} only in its build")


if __name__ == "__main__":
    main()
