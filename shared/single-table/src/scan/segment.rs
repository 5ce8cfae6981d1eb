//! Segments of a scan.

use std::fmt;

/// The maximum number of segments in a scan (see `TotalSegments` of `Scan` in the DynamoDB API reference).
pub const MAX_SEGMENTS: u32 = 1_000_000;

/// A segment of a scan that several workers share. Each worker scans its own segment: `Segment::new(3, 8)` is the fourth of
/// eight.
///
/// DynamoDB divides the partition keys among the segments. The workers must not change the number of segments until the scan is
/// finished.
///
/// ```
/// use single_table::scan::{Segment, SegmentError};
///
/// let segment = Segment::new(3, 8)?;
/// assert_eq!(segment.to_string(), "segment 3 of 8");
/// assert_eq!(Segment::new(8, 8), Err(SegmentError::NoSuchSegment { number: 8, of: 8 }));
/// # Ok::<(), SegmentError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Segment {
    number: u32,
    of: u32,
}

/// The error of numbers that don't name a segment of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SegmentError {
    /// DynamoDB can't divide a scan into this number of segments.
    #[error("a scan has 1 to {MAX_SEGMENTS} segments, but {of} were given")]
    BadTotal {
        /// The given number of segments.
        of: u32,
    },
    /// The segment's number is too large.
    #[error("a scan in {of} segments has the segments 0 to {}, but {number} was given", .of - 1)]
    NoSuchSegment {
        /// The given number of the segment.
        number: u32,
        /// The number of segments.
        of: u32,
    },
}

impl Segment {
    /// Returns the segment with this number, from 0, of a scan in `of` segments.
    ///
    /// [`SegmentError::BadTotal`] if `of` is 0 or greater than [`MAX_SEGMENTS`], and [`SegmentError::NoSuchSegment`] if `number`
    /// is not less than `of`.
    pub const fn new(number: u32, of: u32) -> Result<Self, SegmentError> {
        if of == 0 || of > MAX_SEGMENTS {
            return Err(SegmentError::BadTotal { of });
        }
        if number >= of {
            return Err(SegmentError::NoSuchSegment { number, of });
        }
        Ok(Self { number, of })
    }

    /// Returns all segments of a scan in `of` segments, for a caller that starts the workers.
    ///
    /// # Errors
    /// [`SegmentError::BadTotal`] if `of` is 0 or greater than [`MAX_SEGMENTS`].
    pub fn all(of: u32) -> Result<impl Iterator<Item = Self>, SegmentError> {
        Self::new(0, of).map(|_| (0..of).map(move |number| Self { number, of }))
    }

    /// Parses the numbers of a segment, in their only valid form.
    pub(super) fn parse(number: &str, of: &str) -> Option<Self> {
        let segment = Self::new(number.parse().ok()?, of.parse().ok()?).ok()?;
        (segment.number.to_string() == number && segment.of.to_string() == of).then_some(segment)
    }

    /// Returns the segment's number, from 0.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.number
    }

    /// Returns the number of segments that the scan has.
    #[must_use]
    pub const fn of(self) -> u32 {
        self.of
    }
}

impl fmt::Display for Segment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "segment {} of {}", self.number, self.of)
    }
}
