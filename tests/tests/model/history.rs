//! A history: everything that happens to the table, to its stream, and between them. A history is one value that proptest generates,
//! so a history that fails can be run again and made smaller.

use std::fmt;
use std::time::Duration;

use favorites_api::favorites::DataType;
use favorites_api::favorites::limits::DRIFT_AFTER;

use crate::call::Call;
use crate::delivery::{Delivery, Pick};

/// The number of users.
pub(crate) const PEOPLE: u8 = 3;

/// A history.
#[derive(Debug, Clone)]
pub(crate) struct History {
    /// The number of shards of the stream.
    pub(crate) shards: u8,
    /// The seed for the order of records of different items, of removals by TTL, and of redriven records, and for searches.
    pub(crate) shuffle: u64,
    /// The most bytes of entries in a segment of a catalogue.
    pub(crate) segment_bytes: usize,
    /// The steps, in their order. After the last one, everything is delivered.
    pub(crate) steps: Vec<Step>,
    /// The time for which parked records stay parked after everything else was delivered.
    pub(crate) redriven_after: Wait,
}

/// A step of a history.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// A user calls the service.
    Act {
        /// The user.
        person: u8,
        /// The call.
        act: Act,
    },
    /// The event source mapping calls the consumer.
    Deliver(Delivery),
    /// Time passes.
    Pass(Wait),
    /// DynamoDB removes at most this number of expired items.
    Expire(u8),
    /// Everything is delivered, and all answers are compared with the table.
    Look,
    /// A client reads the change feed.
    Follow(Follow),
    /// Reconciliation is called.
    Reconcile(Call),
    /// A call of reconciliation that stands still continues or dies.
    GoOn {
        /// The call, among those that stand still.
        call: Pick,
        /// True if the call dies.
        dies: bool,
    },
    /// Writes arrive that their callers had given up.
    Arrive,
    /// Loses all records that one shard has not delivered, because nobody reads it for 30 hours. Then all users are listed as due.
    Lose(Pick),
}

/// A client's reading of the change feed.
#[derive(Debug, Clone)]
pub(crate) struct Follow {
    /// The client.
    pub(crate) client: Pick,
    /// The most pages.
    pub(crate) pages: u8,
    /// True if the client stops before it has noted the last page.
    pub(crate) is_last_lost: bool,
    /// The milliseconds that a request takes.
    pub(crate) millis: u8,
    /// The work at the same time.
    pub(crate) beside: FollowBeside,
}

/// The work beside a client that reads the change feed.
#[derive(Debug, Clone)]
pub(crate) enum FollowBeside {
    /// No work.
    Nothing,
    /// A consumer, whose requests take this number of milliseconds.
    Consumer(Delivery, u8),
    /// A call of the first user, this number of milliseconds later.
    Act(Act, u8),
}

/// A period of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wait {
    /// No time.
    None,
    /// A minute.
    Minute,
    /// The time for which reconciliation waits before it confirms a difference.
    Drift,
    /// Three hours.
    Hours,
    /// 30 hours: longer than the stream keeps a record.
    OverDay,
    /// Three days.
    Days,
    /// 31 days: longer than the trash keeps a favorite.
    Month,
    /// 91 days: longer than a cursor of the change feed is good.
    Season,
}

impl Wait {
    /// Returns the duration.
    pub(crate) fn duration(self) -> Duration {
        match self {
            Self::None => Duration::ZERO,
            Self::Minute => Duration::from_mins(1),
            Self::Drift => DRIFT_AFTER,
            Self::Hours => Duration::from_hours(3),
            Self::OverDay => Duration::from_hours(30),
            Self::Days => Duration::from_hours(3 * 24),
            Self::Month => Duration::from_hours(31 * 24),
            Self::Season => Duration::from_hours(91 * 24),
        }
    }
}

/// A call of the service by a user. It is not a fault if the service refuses a call, for example to restore a favorite that is not in
/// the trash.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Creates a tag with the name of this number.
    CreateTag(Pick),
    /// Creates this number of tags.
    CreateTags(u8),
    /// Creates a favorite.
    Create(Create),
    /// Gives a tag the name of this number.
    RenameTag(Pick, Pick),
    /// Deletes a tag.
    DeleteTag(Pick),
    /// Merges the first tag into the second.
    MergeTag(Pick, Pick),
    /// Changes a favorite.
    Change(Pick, Change),
}

/// A change of a favorite.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// Sets the title to the one of this number.
    Title(Pick),
    /// Sets the content to the one of this number, of the same type.
    Content(Pick),
    /// Sets the URL to the one of this number.
    Url(Pick),
    /// Makes it expire after this time, or never.
    Expiry(Option<Wait>),
    /// Gives it the time before this number of hours, and with it another id.
    ClipTime(u8),
    /// Adds a tag.
    Tag(Pick),
    /// Removes a tag.
    Untag(Pick),
    /// Sets exactly these tags.
    Tags(Vec<Pick>),
    /// Moves it to the trash.
    Delete,
    /// Restores it from the trash.
    Restore,
    /// Deletes it from the trash for good.
    Purge,
}

/// A favorite to create.
#[derive(Debug, Clone)]
pub(crate) struct Create {
    /// Its type.
    pub(crate) data_type: DataType,
    /// The number of its title and texts.
    pub(crate) text: Pick,
    /// The number of its URL, if its type needs one. There are few URLs, so that favorites have the same one.
    pub(crate) url: Pick,
    /// Its tags.
    pub(crate) tags: Vec<Pick>,
    /// The age of the favorite in hours, as of imported history.
    pub(crate) hours_ago: u8,
    /// The time until it expires.
    pub(crate) expires: Option<Wait>,
    /// The id that the client chooses, if it does.
    pub(crate) chosen: Option<Pick>,
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shards, shuffle, segment_bytes, steps, redriven_after } = self;
        writeln!(
            f,
            "{shards} shards, shuffled by {shuffle}; segments of {segment_bytes} bytes; what is parked is redriven after {redriven_after:?}"
        )?;
        for (at, step) in steps.iter().enumerate() {
            match step {
                Step::Act { person, act } => writeln!(f, "{:3}. person {person}: {act:?}", at + 1)?,
                step => writeln!(f, "{:3}. {step:?}", at + 1)?,
            }
        }
        Ok(())
    }
}
