"""Paths and `use` declarations in token trees."""

from dataclasses import dataclass

from .tokens import Token, is_group, is_sign, is_word

ITEM_KEYWORDS = ("struct", "enum", "union", "trait", "fn", "const", "static", "type")
# A word after one of these is a new name.
NAMING_KEYWORDS = (*ITEM_KEYWORDS, "mod")
PATH_KEYWORDS = ("crate", "self", "super")


@dataclass(frozen=True, slots=True)
class Import:
    """A name that a `use` declaration brings. `name` is `*` for a glob, and `_` where the import has no name."""

    name: str
    path: tuple[str, ...]
    line: int
    is_reexport: bool


def is_public(items: list, position: int) -> bool:
    """Returns whether the declaration at the position is visible outside of its module: the word before it is `pub`."""
    before = position - 1
    if before > 0 and is_group(items[before], "("):
        if [item.text for item in items[before].items if isinstance(item, Token)] == ["self"]:
            return False
        before -= 1
    return before >= 0 and is_word(items[before], "pub")


def is_separator(items: list, position: int) -> bool:
    return 0 <= position < len(items) and is_sign(items[position], "::")


def is_path_start(items: list, position: int) -> bool:
    """Returns whether a word begins a path: not a field, a method, a new name or a variable of a macro."""
    if position == 0:
        return True
    before = items[position - 1]
    if is_sign(before, "$"):
        return is_word(items[position], "crate")
    if is_sign(before, "::"):
        # After a type in angle brackets, the path goes on: `<T as Trait>::name`.
        return position == 1 or not (is_sign(items[position - 2], ">") or is_word(items[position - 2]))
    return not is_sign(before, ".") and not is_word(before, *NAMING_KEYWORDS)


def read_path(items: list, position: int) -> tuple[tuple[str, ...], int]:
    """The words that `::` joins, and the position after them."""
    words = [items[position].text]
    position += 1
    while is_separator(items, position) and position + 1 < len(items) and is_word(items[position + 1]):
        words.append(items[position + 1].text)
        position += 2
    return tuple(words), position


def read_use(items: list, position: int, is_reexport: bool) -> tuple[list[Import], int]:
    """Reads the imports of a `use` declaration, and returns the position after it.

    A global path (`use ::name`) belongs to another crate.
    """
    if position < len(items) and is_sign(items[position], "$"):
        position += 1
    if is_separator(items, position):
        while position < len(items) and not is_sign(items[position], ";"):
            position += 1
        return [], position
    return read_use_tree(items, position, (), is_reexport)


def read_use_tree(items: list, position: int, prefix: tuple[str, ...], is_reexport: bool) -> tuple[list[Import], int]:
    """Reads one branch, up to the comma or semicolon after it."""
    path, line = prefix, items[position].line if position < len(items) else 0
    while position < len(items):
        item = items[position]
        if is_group(item, "{"):
            return read_use_group(item.items, path, is_reexport), position + 1
        if is_sign(item, "*"):
            return [Import("*", path, line, is_reexport)], position + 1
        if is_word(item, "as"):
            return [Import(items[position + 1].text, path, line, is_reexport)], position + 2
        if is_word(item, "self") and path:
            # `a::{self}` names the module `a` itself.
            line = item.line
        elif is_word(item):
            path, line = (*path, item.text), item.line
        elif not is_sign(item, "::"):
            break
        position += 1
    return [Import(path[-1], path, line, is_reexport)] if path else [], position


def read_use_group(items: list, prefix: tuple[str, ...], is_reexport: bool) -> list[Import]:
    imports, position = [], 0
    while position < len(items):
        found, position = read_use_tree(items, position, prefix, is_reexport)
        imports += found
        while position < len(items) and not is_sign(items[position], ","):
            position += 1
        position += 1
    return imports
