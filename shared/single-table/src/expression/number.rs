//! The numbers that an update adds to, and the sums that their types can represent.

/// A number that an update can add to: an integer of up to 64 bits, a float, or an `Option` of one. Implement it for a newtype
/// of such a number.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` is not a number that DynamoDB can add to",
    note = "integers of up to 64 bits, `f32`, `f64` and an `Option` of these are such numbers"
)]
pub trait Number {
    /// The type of the stored number.
    type Primitive: Primitive;
}

impl<N: Number> Number for Option<N> {
    type Primitive = N::Primitive;
}

/// A number type of Rust: an integer of up to 64 bits, or a float. This trait is sealed.
pub trait Primitive: sealed::Sealed {
    /// The type of the number to add: `i64` for integers, and the type itself for floats.
    type Delta: Copy + Default;

    /// Returns the sums of this type when `delta` is added or subtracted.
    #[doc(hidden)]
    fn sum(initial: Self::Delta, sign: Sign, delta: Self::Delta) -> Sum;
}

mod sealed {
    pub trait Sealed {}
}

/// Addition or subtraction.
#[derive(Debug, Clone, Copy)]
pub enum Sign {
    Plus,
    Minus,
}

/// A sum, and the numbers for which its field's type can represent the sum. Numbers are decimal, as in DynamoDB.
#[derive(Debug)]
pub struct Sum {
    /// The number to start from if the field has none.
    pub(super) initial: String,
    /// The number that is added, negative for a subtraction.
    pub(super) delta: String,
    /// The sum if the field has no number; `None` if the type can't represent the sum.
    pub(super) from_initial: Option<String>,
    pub(super) range: SumRange,
}

/// The numbers to which the delta may be added.
#[derive(Debug, PartialEq)]
pub(super) enum SumRange {
    /// Every number.
    All,
    /// From the first to the second number.
    Between(String, String),
    /// No number.
    None,
}

impl Sum {
    fn of_integers(initial: i64, sign: Sign, delta: i64, least: i128, greatest: i128) -> Self {
        let (initial, delta) = match sign {
            Sign::Plus => (i128::from(initial), i128::from(delta)),
            Sign::Minus => (i128::from(initial), -i128::from(delta)),
        };
        let sum = initial + delta;
        let (low, high) = ((least - delta).max(least), (greatest - delta).min(greatest));
        Self {
            initial: initial.to_string(),
            delta: delta.to_string(),
            from_initial: (least..=greatest).contains(&sum).then(|| sum.to_string()),
            // DynamoDB refuses a range whose end comes before its start.
            range: if low <= high {
                SumRange::Between(low.to_string(), high.to_string())
            } else {
                SumRange::None
            },
        }
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {
        $(impl sealed::Sealed for $integer {}

        impl Primitive for $integer {
            type Delta = i64;

            fn sum(initial: i64, sign: Sign, delta: i64) -> Sum {
                const LEAST: i128 = <$integer>::MIN as i128;
                const GREATEST: i128 = <$integer>::MAX as i128;
                Sum::of_integers(initial, sign, delta, LEAST, GREATEST)
            }
        }

        impl Number for $integer {
            type Primitive = Self;
        })*
    };
}
integers!(u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

macro_rules! floats {
    ($($float:ty: $range:expr),* $(,)?) => {
        $(impl sealed::Sealed for $float {}

        impl Primitive for $float {
            type Delta = Self;

            fn sum(initial: Self, sign: Sign, delta: Self) -> Sum {
                let delta = match sign {
                    Sign::Plus => delta,
                    Sign::Minus => -delta,
                };
                let sum = initial + delta;
                Sum {
                    initial: initial.to_string(),
                    delta: delta.to_string(),
                    from_initial: sum.is_finite().then(|| sum.to_string()),
                    range: $range(delta),
                }
            }
        }

        impl Number for $float {
            type Primitive = Self;
        })*
    };
}
// Every number in DynamoDB is less than the greatest `f64`.
floats!(f32: f32_range, f64: |_| SumRange::All);

fn f32_range(delta: f32) -> SumRange {
    let (least, greatest, delta) = (f64::from(f32::MIN), f64::from(f32::MAX), f64::from(delta));
    let (low, high) = ((least - delta).max(least), (greatest - delta).min(greatest));
    SumRange::Between(low.to_string(), high.to_string())
}
