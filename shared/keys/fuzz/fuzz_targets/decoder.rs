//! Passes arbitrary text to the decoder.
#![no_main]

mod never_guesses;

libfuzzer_sys::fuzz_target!(|text: &str| never_guesses::check(text));
