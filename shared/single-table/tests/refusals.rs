//! Compiles declarations with mistakes, and compares the messages of the compiler. Each case is named after its mistake.

#[test]
fn mistakes_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
