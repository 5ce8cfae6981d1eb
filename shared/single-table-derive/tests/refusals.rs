//! What does not compile, and what the compiler says. Each case is named after the mistake.

#[test]
fn mistakes_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
