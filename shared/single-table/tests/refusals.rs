//! Compiles files with mistakes about one subject each, and compares the messages of the compiler. The
//! function, type or module of each mistake is named after it.
//!
//! The compiler reports the mistakes in the order of its passes. A mistake that keeps it from checking
//! another one has a table of its own.

#[test]
fn mistakes_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
