"""The modules of a Rust crate: their files, what each defines, and the paths that it names."""

from dataclasses import dataclass, field
from pathlib import Path

from .paths import ITEM_KEYWORDS, PATH_KEYWORDS, Import, is_path_start, is_public, read_path, read_use
from .tokens import SourceError, Token, is_group, is_sign, is_word, trees, without_tests

# The paths in these macros belong to the code that is generated, not to the crate that generates it.
QUOTING_MACROS = ("quote", "quote_spanned", "parse_quote", "parse_quote_spanned")


@dataclass(frozen=True, slots=True)
class Reference:
    """A path in code. `is_macro` marks the path of a macro that is called."""

    path: tuple[str, ...]
    line: int
    is_macro: bool = False


@dataclass(eq=False)
class Module:
    """A module. An inline module has the file that it is written in. `macros` has the file of each macro in its scope."""

    path: tuple[str, ...]
    file: Path
    parent: "Module | None" = None
    children: dict[str, "Module"] = field(default_factory=dict)
    items: set[str] = field(default_factory=set)
    macros: dict[str, Path] = field(default_factory=dict)
    imports: list[Import] = field(default_factory=list)
    references: list[Reference] = field(default_factory=list)

    def add_child(self, name: str, child: "Module"):
        """Adds a child. Of two with one name, for two platforms, paths lead to the first."""
        self.children[name if name not in self.children else f"{name} {len(self.children)}"] = child

    def of_file(self) -> "Module":
        """The outermost module of the file."""
        return self.parent.of_file() if self.parent and self.parent.file == self.file else self

    def all(self):
        """Yields the module and those below it."""
        yield self
        for child in self.children.values():
            yield from child.all()


@dataclass
class Crate:
    """A crate by its root module. `names` are the crate's names for itself, by `extern crate self as NAME`."""

    root: Module
    files: set[Path] = field(default_factory=set)
    names: set[str] = field(default_factory=lambda: {"crate"})
    macros: dict[str, set[Path]] = field(default_factory=dict)


def crate_roots(source: Path) -> list[Path]:
    """The files in a `src` folder from which Cargo compiles a crate."""
    candidates = [source / "lib.rs", source / "main.rs", *source.glob("bin/*.rs"), *source.glob("bin/*/main.rs")]
    return sorted(path for path in candidates if path.is_file())


def read_crate(root: Path, with_tests: bool = False) -> Crate:
    """Reads the crate of a root file, and all files that its `mod` declarations name."""
    crate = Crate(Module((), root))
    Reader(crate, with_tests).read_file(crate.root, root.parent)
    return crate


class Reader:
    """Fills the modules of a crate from their source."""

    def __init__(self, crate: Crate, with_tests: bool):
        self.crate = crate
        self.with_tests = with_tests

    def read_file(self, module: Module, folder: Path):
        """Reads the module's file. `folder` is where its child modules are."""
        self.crate.files.add(module.file)
        try:
            items = trees(module.file.read_text(encoding="utf-8"))
        except SourceError as error:
            raise SourceError(f"{module.file}: {error}") from error
        self.read_items(items if self.with_tests else without_tests(items), module, folder)

    def read_items(self, items: list, module: Module, folder: Path):
        """Reads the items of a module in order."""
        position, path_attribute, exported = 0, None, False
        while position < len(items):
            item = items[position]
            following = items[position + 1] if position + 1 < len(items) else None
            if is_sign(item, "#") and is_group(following, "["):
                path_attribute = path_of(following) or path_attribute
                exported = exported or is_word(next(iter(following.items), None), "macro_export")
                self.read_code(following.items, module)
                position += 2
                continue
            if is_word(item, "pub"):
                position += 2 if is_group(following, "(") else 1
                continue
            if is_word(item, "extern") and is_word(following, "crate"):
                position = self.read_extern_crate(items, position)
            elif is_word(item, "mod") and is_word(following):
                position = self.read_module(items, position, module, folder, path_attribute)
            elif is_macro_definition(items, position):
                position = self.read_macro(items, position, module, exported)
            else:
                if is_word(item, *ITEM_KEYWORDS) and is_word(following):
                    module.items.add(following.text)
                position = self.read_step(items, position, module)
            path_attribute, exported = None, False

    def read_extern_crate(self, items: list, position: int) -> int:
        end = next((end for end in range(position, len(items)) if is_sign(items[end], ";")), len(items))
        words = [item.text for item in items[position:end] if isinstance(item, Token)]
        if words[2:4] == ["self", "as"] and len(words) == 5:
            self.crate.names.add(words[4])
        return end

    def read_module(self, items: list, position: int, module: Module, folder: Path, path_attribute) -> int:
        """Reads `mod name;` from its file, or `mod name { .. }` from its braces."""
        name = items[position + 1]
        body = items[position + 2] if position + 2 < len(items) else None
        child = Module((*module.path, name.text), module.file, module)
        if is_group(body, "{"):
            module.add_child(name.text, child)
            self.read_items(body.items, child, folder / (path_attribute or name.text))
            return position + 3
        if not is_sign(body, ";"):
            return position + 2
        child.file, is_folder = file_of_module(module, folder, name, path_attribute)
        module.add_child(name.text, child)
        self.read_file(child, child.file.parent if is_folder else child.file.parent / child.file.stem)
        return position + 3

    def read_macro(self, items: list, position: int, module: Module, exported: bool) -> int:
        """Reads `macro_rules! name { .. }`. The calls of an exported macro are elsewhere: only `$crate` is known there."""
        name, body = items[position + 2 : position + 4]
        module.macros[name.text] = module.file
        self.crate.macros.setdefault(name.text, set()).add(module.file)
        if exported:
            self.crate.root.macros[name.text] = module.file
            self.read_exported_macro(body.items, module)
        else:
            self.read_code(body.items, module)
        return position + 4

    def read_exported_macro(self, items: list, module: Module):
        for position, item in enumerate(items):
            if not isinstance(item, Token):
                self.read_exported_macro(item.items, module)
            elif is_word(item, "crate") and position > 0 and is_sign(items[position - 1], "$"):
                if position > 1 and is_word(items[position - 2], "use"):
                    paths = [imported.path for imported in read_use(items, position, False)[0]]
                else:
                    paths = [read_path(items, position)[0]]
                module.references += [Reference(path, item.line) for path in paths if len(path) > 1]

    def read_nested_module(self, items: list, position: int, module: Module) -> int:
        """Reads a module inside of a function or a macro. No path from elsewhere leads to it."""
        body = next((end for end in range(position, min(position + 4, len(items))) if is_group(items[end], "{")), None)
        if body is None:
            return position + 1
        child = Module((*module.path, "{}"), module.file, module)
        module.add_child("{}", child)
        self.read_code(items[body].items, child)
        return body + 1

    def read_step(self, items: list, position: int, module: Module) -> int:
        """Reads one token, group, path or `use` declaration of code, and returns the position after it."""
        item = items[position]
        if not isinstance(item, Token):
            self.read_code(item.items, module)
            return position + 1
        if item.kind != "word":
            return position + 1
        if item.text == "use":
            imports, end = read_use(items, position + 1, is_public(items, position))
            module.imports += imports
            return end
        if item.text == "mod":
            return self.read_nested_module(items, position, module)
        if is_macro_definition(items, position):
            return self.read_macro(items, position, module, exported=False)
        if item.text in QUOTING_MACROS and position + 2 < len(items) and is_sign(items[position + 1], "!"):
            return position + 3
        path, end = read_path(items, position)
        if is_path_start(items, position):
            self.add_reference(path, items, position, end, module)
        return end

    def read_code(self, items: list, module: Module):
        position = 0
        while position < len(items):
            position = self.read_step(items, position, module)

    def add_reference(self, path: tuple[str, ...], items: list, start: int, end: int, module: Module):
        """Notes a path that may lead to a module. A single lowercase word counts only if it is called: others are variables."""
        after = items[end] if end < len(items) else None
        is_macro = is_sign(after, "!") and not (end + 1 < len(items) and is_sign(items[end + 1], "="))
        is_global = start > 0 and is_sign(items[start - 1], "::")
        if is_global and path[0] not in self.crate.names:
            return
        if path[0] in self.crate.names:
            path = ("crate", *path[1:])
        if len(path) == 1:
            is_called = is_macro or is_group(after, "(")
            if path[0] in (*PATH_KEYWORDS, "Self") or not (path[0][0].isupper() or is_called):
                return
        module.references.append(Reference(path, items[start].line, is_macro))


def path_of(attribute) -> str | None:
    """The file that `#[path = ".."]` names."""
    content = attribute.items
    if len(content) == 3 and is_word(content[0], "path") and is_sign(content[1], "="):
        return content[2].text if content[2].kind == "string" else None
    return None


def file_of_module(module: Module, folder: Path, name: Token, path_attribute: str | None) -> tuple[Path, bool]:
    """The file of `mod name;`, and whether its child modules are in the same folder as the file."""
    if path_attribute is not None:
        # Outside of inline modules, the path is relative to the folder of the file that has the attribute.
        is_inline = module.parent is not None and module.parent.file == module.file
        candidates = [((folder if is_inline else module.file.parent) / path_attribute, True)]
    else:
        candidates = [(folder / f"{name.text}.rs", False), (folder / name.text / "mod.rs", True)]
    for candidate, is_folder in candidates:
        if candidate.is_file():
            return candidate, is_folder
    wanted = " or ".join(str(candidate) for candidate, _ in candidates)
    raise SourceError(f"{module.file}: line {name.line}: module `{name.text}` has no file; {wanted} is missing")


def is_macro_definition(items: list, position: int) -> bool:
    """Returns whether `macro_rules! name { .. }` begins here."""
    if not is_word(items[position], "macro_rules") or position + 3 >= len(items):
        return False
    return is_sign(items[position + 1], "!") and is_word(items[position + 2]) and not isinstance(items[position + 3], Token)
