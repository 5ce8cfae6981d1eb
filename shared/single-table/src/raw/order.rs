//! Components whose values sort like their raw texts.

use table_keys::Timestamp;
use uuid::Uuid;

use super::bytes::Bytes;
use super::component::WriteRaw;
use crate::table::scalar::{B, N, S};
use crate::view::Shard;

/// A component whose values sort like the keys that hold them, so that a query can ask for a range. `Scalar` is the type of the
/// key attribute, one of [`scalar`](crate::table::scalar).
///
/// Numbers sort in an attribute of type N. In a text they don't, because `10` comes before `9`. A type with a padded text sorts
/// there:
///
/// ```
/// use single_table::raw::RawOrder;
/// use single_table::raw_component;
/// use single_table::table::scalar;
///
/// /// A track's number, which a key holds as 16 hexadecimal digits.
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct TrackNumber(u64);
///
/// raw_component!(
///     TrackNumber,
///     |number| format!("{:016x}", number.0),
///     |text| u64::from_str_radix(text, 16).map(TrackNumber)
/// );
///
/// impl RawOrder<scalar::S> for TrackNumber {}
/// ```
#[diagnostic::on_unimplemented(
    message = "the values of `{Self}` don't sort like the keys that hold them, so a query can't ask for a range of them",
    note = "numbers sort in a key attribute of type N; for a text that sorts like its values, implement `RawOrder<scalar::S>`"
)]
pub trait RawOrder<Scalar>: WriteRaw {}

impl<Scalar, T: RawOrder<Scalar> + ?Sized> RawOrder<Scalar> for &T {}

impl RawOrder<S> for str {}
impl RawOrder<S> for String {}
impl RawOrder<S> for Timestamp {}
impl RawOrder<S> for Uuid {}
impl RawOrder<B> for Bytes {}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl RawOrder<N> for $number {})*
    };
}
numbers!(u8 u16 u32 u64 i8 i16 i32 i64 f64 Shard);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raw::component::RawComponent;

    fn text(value: &impl RawComponent) -> String {
        let mut text = String::new();
        value.write_raw(&mut text).unwrap();
        text
    }

    #[test]
    fn texts_sort_like_their_values() {
        let times = ["0001-01-01T00:00:00.000Z", "2026-11-21T08:35:15.123Z", "9999-12-31T23:59:59.999Z"];
        let times = times.map(|time| time.parse::<Timestamp>().unwrap());
        assert!(times.is_sorted() && times.iter().map(text).is_sorted());
        let bytes = [vec![], vec![0], vec![0, 255], vec![1], vec![255]].map(Bytes::from);
        assert!(bytes.is_sorted() && bytes.iter().map(text).is_sorted());
        let ids = [0, 1, 255, 1 << 64].map(Uuid::from_u128);
        assert!(ids.is_sorted() && ids.iter().map(text).is_sorted());
    }
}
