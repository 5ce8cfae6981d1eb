//! DynamoDB's limits for expressions (see "Expression parameters" on the page "Quotas in Amazon DynamoDB").

use super::path::Path;
use crate::error::Error;

/// The most bytes of one expression, with placeholders in place of names and values.
const MAX_BYTES: usize = 4_096;

/// The most operators and functions in one expression.
const MAX_OPERATORS: usize = 300;

/// The most operands of `IN`.
const MAX_VALUES: usize = 100;

/// The parameter of a request that an expression is for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Parameter {
    Condition,
    Filter,
    Update,
}

impl Parameter {
    fn name(self) -> &'static str {
        match self {
            Self::Condition => "ConditionExpression",
            Self::Filter => "FilterExpression",
            Self::Update => "UpdateExpression",
        }
    }
}

/// Refuses an expression that is longer, or has more operators, than DynamoDB allows.
pub(crate) fn check(parameter: Parameter, text: &str) -> Result<(), Error> {
    let expression = parameter.name();
    if text.len() > MAX_BYTES {
        return Err(Error::ExpressionTooLong { expression, limit: MAX_BYTES, given: text.len() });
    }
    let given = operators(parameter, text);
    if given > MAX_OPERATORS {
        return Err(Error::TooManyOperators { expression, limit: MAX_OPERATORS, given });
    }
    Ok(())
}

/// Refuses more values than `IN` takes.
pub(super) fn check_values(path: &Path, given: usize) -> Result<(), Error> {
    if given > MAX_VALUES {
        return Err(Error::TooManyValues { field: path.to_string(), limit: MAX_VALUES, given });
    }
    Ok(())
}

/// Counts the operators and functions of an expression. Names and values are placeholders, so every other word is an operator or
/// a function.
fn operators(parameter: Parameter, text: &str) -> usize {
    let is_operator = |word: &&str| match *word {
        // `BETWEEN` is counted with its `AND`.
        "" | "SET" | "REMOVE" | "ADD" | "DELETE" | "BETWEEN" => false,
        // The sign of an assignment is not an operator.
        "=" => parameter != Parameter::Update,
        word => !word.starts_with(['#', ':']),
    };
    text.split([' ', '(', ')', ',']).filter(is_operator).count()
}

#[cfg(test)]
mod tests {
    use super::{Parameter, operators};

    #[test]
    fn each_comparison_function_and_connective_counts_once() {
        let condition = "((attribute_exists(#n0) AND #n1.#n2[3] <> :v0) OR (NOT #n4 BETWEEN :v1 AND :v2))";
        assert_eq!(operators(Parameter::Condition, condition), 6);
        assert_eq!(operators(Parameter::Filter, "#n0 IN (:v0, :v1, :v2)"), 1);
        assert_eq!(operators(Parameter::Filter, "size(#n0) >= :v0"), 2);
    }

    #[test]
    fn an_assignment_is_not_an_operator() {
        let update =
            "SET #n0 = :v0, #n1 = if_not_exists(#n1, :v1) + :v2 ADD #n3 :v3 REMOVE #n4 DELETE #n5 :v4";
        assert_eq!(operators(Parameter::Update, update), 2);
        assert_eq!(operators(Parameter::Condition, "#n0 = :v0"), 1);
    }
}
