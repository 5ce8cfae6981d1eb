"""Reads the source of a Rust crate as far as its modules and imports need: no types, no macros, no compiler."""
