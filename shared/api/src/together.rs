//! Several parts of one request, read so that the caller is told every fault of all of them at once.

use favorites::{Fault, FavoriteDraft, FavoritePatch, TagDraft};

use crate::fault::InputFault;
use crate::problem::Problem;

/// Both values, or every fault of both.
///
/// ```
/// # use favorites_api::{Problem, Request, both};
/// # fn read(request: &Request) -> Result<(), Problem> {
/// let (tag_name, key) = both(request.tag_name(), request.idempotency_key())?;
/// # Ok(()) }
/// ```
pub fn both<A, B>(first: Result<A, Problem>, second: Result<B, Problem>) -> Result<(A, B), Problem> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        (Err(first), Err(second)) if !first.faults().is_empty() && !second.faults().is_empty() => {
            Err(Problem::invalid([first.faults(), second.faults()].concat()))
        }
        (Err(problem), _) | (_, Err(problem)) => Err(problem),
    }
}

/// A value that has the faults of what could not be read with it. The use case tells the caller of them, together with its own.
pub trait Draft {
    /// Returns the faults.
    fn faults(&self) -> &[Fault];
}

impl Draft for FavoriteDraft {
    fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl Draft for FavoritePatch {
    fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

impl Draft for TagDraft {
    fn faults(&self) -> &[Fault] {
        &self.faults
    }
}

/// A draft and the value of another part of the request, or every fault of both. A faulty draft alone is left to the use case.
///
/// ```
/// # use favorites_api::{Problem, Request, both, draft_and};
/// # fn read(request: &Request) -> Result<(), Problem> {
/// let (draft, (key, ())) = draft_and(request.tag_draft(), both(request.idempotency_key(), request.query().end()))?;
/// # Ok(()) }
/// ```
///
/// # Errors
/// A [`Problem`] with every fault, if the other part has any. Where the draft has faults, they come before a problem of another
/// kind, such as a favorite that is missing.
pub fn draft_and<D: Draft, T>(
    draft: Result<D, Problem>,
    other: Result<T, Problem>,
) -> Result<(D, T), Problem> {
    let draft = match (draft, other) {
        (Ok(draft), Ok(other)) => return Ok((draft, other)),
        (Ok(draft), Err(problem)) if draft.faults().is_empty() => return Err(problem),
        (Ok(draft), Err(problem)) => (draft, problem),
        (Err(first), other) => return both(Err(first), other),
    };
    let (draft, problem) = draft;
    let faults = draft.faults().iter().cloned().map(InputFault::from);
    Err(Problem::invalid(faults.chain(problem.faults().iter().cloned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ProblemType;

    fn problem(at: &str) -> Problem {
        Problem::invalid([Fault::new(at, "is required")])
    }

    fn draft(faults: &[&str]) -> TagDraft {
        let faults = faults.iter().map(|at| Fault::new(*at, "is required")).collect();
        TagDraft { faults, ..TagDraft::default() }
    }

    #[test]
    fn both_gathers_the_faults_of_both() {
        assert_eq!(both(Ok(1), Ok("a")).unwrap(), (1, "a"));
        assert_eq!(both::<(), ()>(Err(problem("/a")), Err(problem("/b"))).unwrap_err().faults().len(), 2);
        let large = Problem::new(ProblemType::TooLarge, "too large");
        let kind = both::<(), ()>(Err(large), Err(problem("/b"))).unwrap_err().problem_type();
        assert_eq!(kind, ProblemType::TooLarge);
        assert_eq!(both::<(), _>(Err(problem("/a")), Ok(1)).unwrap_err().faults().len(), 1);
    }

    #[test]
    fn a_faulty_draft_is_told_with_the_faults_of_the_rest_and_otherwise_left_to_the_use_case() {
        let (read, other) = draft_and(Ok(draft(&["/a", "/b"])), Ok(7)).unwrap();
        assert_eq!((read.faults.len(), other), (2, 7));
        let faults = |draft, other| draft_and::<TagDraft, ()>(draft, other).unwrap_err().faults().len();
        assert_eq!(faults(Ok(draft(&["/a", "/b"])), Err(problem("/c"))), 3);
        assert_eq!(faults(Ok(draft(&[])), Err(problem("/c"))), 1);
        assert_eq!(faults(Err(problem("")), Err(problem("/c"))), 2);
    }

    #[test]
    fn the_faults_of_a_draft_come_before_a_version_that_cannot_match() {
        let never = || Err::<(), _>(Problem::new(ProblemType::VersionMismatch, "never"));
        let kind = |draft| draft_and::<TagDraft, ()>(Ok(draft), never()).unwrap_err().problem_type();
        assert_eq!(kind(draft(&["/a"])), ProblemType::InvalidInput);
        assert_eq!(kind(draft(&[])), ProblemType::VersionMismatch);
    }
}
