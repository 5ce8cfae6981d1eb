//! Passes arbitrary text to the decoder.
#![no_main]

#[path = "../../tests/never_guesses/mod.rs"]
mod never_guesses;

libfuzzer_sys::fuzz_target!(|text: &str| never_guesses::check(text));
