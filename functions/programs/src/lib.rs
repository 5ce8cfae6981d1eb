//! The programs of all Lambda functions as one library, which the compiler optimizes as a whole, once.
//!
//! The library has a C function for each program in `functions/src/bin`, which calls the program's `main`.
//! `functions/Makefile` links each deployed program from one of these functions, and the linker leaves out what
//! the program does not use. `docs/cold-start.md` has the sizes and times.

macro_rules! program {
    ($name:ident, $symbol:literal, $path:literal) => {
        #[path = $path]
        mod $name;

        const _: () = {
            /// Runs the program and returns its exit code. Like Rust's own entry point, it prints an error.
            #[unsafe(export_name = $symbol)]
            extern "C" fn run() -> i32 {
                let Err(error) = $name::main() else { return 0 };
                eprintln!("Error: {error:?}");
                1
            }
        };
    };
}

include!(concat!(env!("OUT_DIR"), "/programs.rs"));
