//! The limits of cold starts.

use favorites_tests::figures::say;
use functions::ROUTES;

use crate::program::{COMPARED, Kind};
use crate::report::{Row, hello, ratio};
use crate::sizes::Size;

/// The most CPU time of an HTTP function, as a multiple of hello's: until the first `/next`, and until the first answer.
const NEXT: f64 = 1.35;
const ANSWER: f64 = 2.2;

/// The most CPU time of the compared function until the first answer, as a share of the same function in another build. There is
/// no such limit until the first `/next`, because a program with the SDK's defaults does most of its initialization at its first
/// request.
const SHARES: [(Kind, f64, &str); 2] = [
    (Kind::DefaultFeatures, 1.0 / 5.0, "a fifth of the build with default features"),
    (Kind::Node, 1.0 / 10.0, "a tenth of Node.js"),
];

/// Prints the result for each limit, and returns the number of missed limits.
pub(crate) fn check(rows: &[Row]) -> usize {
    let mut missed = 0;
    let mut judge = |bar: &str, failures: &[String]| {
        missed += usize::from(!failures.is_empty());
        let verdict = if failures.is_empty() {
            "holds".to_owned()
        } else {
            format!("MISSED by {}", failures.join(", "))
        };
        say(&format!("{bar}: {verdict}"));
    };
    let hello = hello(rows);
    let next = |row: &Row| ratio(row.next.cpu, hello.next.cpu);
    let answer = |row: &Row| ratio(row.answer.cpu, hello.answer.cpu);
    judge(&format!("CPU of routes to /next at most {NEXT} × hello"), &above(rows, NEXT, next));
    judge(
        &format!("CPU of routes to the first answer at most {ANSWER} × hello"),
        &above(rows, ANSWER, answer),
    );
    let large = rows.iter().filter(|row| Size::is_limited(row.kind) && !row.size.is_small);
    judge("size and zipped size within CI's limits", &large.map(|row| row.name.clone()).collect::<Vec<_>>());
    if let Some(ours) = rows.iter().find(|row| row.kind == Kind::Function && row.name == COMPARED) {
        for (kind, most, bar) in SHARES {
            let theirs = rows
                .iter()
                .find(|row| row.kind == kind)
                .expect("what it is compared with is always measured");
            let share = ratio(ours.answer.cpu, theirs.answer.cpu);
            let to_next = ratio(ours.next.cpu, theirs.next.cpu);
            let failure = (share > most).then(|| format!("{share:.3}"));
            let bar = format!(
                "CPU of {COMPARED} to the first answer at most {bar} ({share:.3}; to /next {to_next:.3})"
            );
            judge(&bar, failure.as_slice());
        }
    }
    missed
}

/// Returns the functions of routes whose `multiple` is above the limit, each with its multiple.
fn above(rows: &[Row], most: f64, multiple: impl Fn(&Row) -> f64) -> Vec<String> {
    let is_route = |row: &Row| ROUTES.iter().any(|route| route.function == row.name);
    let functions = rows.iter().filter(|row| row.kind == Kind::Function && is_route(row));
    let high = functions.filter(|row| multiple(row) > most);
    high.map(|row| format!("{} ({:.2})", row.name, multiple(row))).collect()
}
