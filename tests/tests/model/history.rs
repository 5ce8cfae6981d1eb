//! What happens: to the table, to its stream, and on the way between them. All of it is one value, made by proptest, so
//! that a history that fails can be run again and made smaller.

use std::fmt;
use std::time::Duration;

use favorites_api::favorites::DataType;

/// How many people there are.
pub(crate) const PEOPLE: u8 = 3;

/// One history.
#[derive(Debug, Clone)]
pub(crate) struct History {
    /// Over how many shards the stream is spread.
    pub(crate) shards: u8,
    /// Decides the order of records of different items, of removals by TTL, and of what is redriven.
    pub(crate) shuffle: u64,
    /// What happens, in this order. Afterwards everything is delivered.
    pub(crate) steps: Vec<Step>,
    /// How long what was parked stays so, after everything else is delivered.
    pub(crate) redriven_after: Wait,
}

/// One thing that happens.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Somebody uses the service.
    Act {
        /// Which of the people.
        person: u8,
        /// What they do.
        act: Act,
    },
    /// The stream's mapping calls the consumer.
    Deliver(Delivery),
    /// Time passes.
    Pass(Wait),
    /// DynamoDB removes at most so many of the items that have expired.
    Expire(u8),
}

/// How long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wait {
    /// Not at all.
    None,
    /// A minute.
    Minute,
    /// Three hours.
    Hours,
    /// 30 hours: longer than the stream keeps a record.
    OverDay,
    /// Three days.
    Days,
    /// 31 days: longer than the trash keeps a favorite.
    Month,
}

impl Wait {
    /// The time itself.
    pub(crate) fn duration(self) -> Duration {
        match self {
            Self::None => Duration::ZERO,
            Self::Minute => Duration::from_mins(1),
            Self::Hours => Duration::from_hours(3),
            Self::OverDay => Duration::from_hours(30),
            Self::Days => Duration::from_hours(3 * 24),
            Self::Month => Duration::from_hours(31 * 24),
        }
    }
}

/// The number of one of a person's favorites, tags, or what else there are several of: the remainder by how many there are.
pub(crate) type Pick = u8;

/// What a person does. What the service refuses, such as restoring what is not in the trash, is no fault.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Makes a tag with the name of this number.
    CreateTag(Pick),
    /// Keeps something.
    Create(Create),
    /// Gives a tag the name of this number.
    RenameTag(Pick, Pick),
    /// Deletes a tag.
    DeleteTag(Pick),
    /// Changes a favorite.
    Change(Pick, Change),
}

/// What a person does with a favorite.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    /// Gives it the title of this number.
    Title(Pick),
    /// Gives it the content of this number, of its own type.
    Content(Pick),
    /// Gives it the URL of this number.
    Url(Pick),
    /// Lets it expire after this, or never.
    Expiry(Option<Wait>),
    /// Puts a tag on it.
    Tag(Pick),
    /// Takes a tag off it.
    Untag(Pick),
    /// Gives it exactly these tags.
    Tags(Vec<Pick>),
    /// Moves it to the trash.
    Delete,
    /// Takes it out of the trash.
    Restore,
    /// Removes it from the trash for good.
    Purge,
}

/// Something to keep.
#[derive(Debug, Clone)]
pub(crate) struct Create {
    /// Its type.
    pub(crate) data_type: DataType,
    /// The number of its title and texts.
    pub(crate) text: Pick,
    /// The number of its URL, where its type needs one. There are few, so that links meet.
    pub(crate) url: Pick,
    /// Its tags.
    pub(crate) tags: Vec<Pick>,
    /// How many hours ago it was kept: history is imported.
    pub(crate) hours_ago: u8,
    /// After what it expires.
    pub(crate) expires: Option<Wait>,
}

/// One call of the consumer, and what goes wrong around it.
#[derive(Debug, Clone)]
pub(crate) struct Delivery {
    /// From which shard, of those that have records.
    pub(crate) shard: Pick,
    /// How many records that were not yet delivered.
    pub(crate) records: u8,
    /// How many of those delivered before come again with them.
    pub(crate) again: u8,
    /// The batch comes in two halves.
    pub(crate) halves: bool,
    /// What is wrong with DynamoDB, or with the consumer.
    pub(crate) fault: Fault,
    /// The mapping never hears the answer, and delivers the batch again.
    pub(crate) answer_lost: bool,
    /// What another consumer does at the same moment.
    pub(crate) beside: Beside,
    /// The record of this number in the batch can't be read, and is parked.
    pub(crate) poison: Option<Pick>,
    /// The whole batch is parked as well, though it may have been applied.
    pub(crate) parked: bool,
}

/// What is wrong with DynamoDB, or with the consumer, in the course of one call. All of them begin after so many requests.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// Nothing.
    None,
    /// Requests are throttled, so many times.
    Throttled(u8, u8),
    /// Transactions meet conflicts, so many times.
    Conflict(u8, u8),
    /// Requests don't arrive, so many times.
    LostRequest(u8, u8),
    /// Answers don't arrive, so many times.
    LostResponse(u8, u8),
    /// The consumer dies before its next request.
    DiesBefore(u8),
    /// The consumer dies after DynamoDB did what it asked next.
    DiesAfter(u8),
}

/// What another consumer does at the same moment.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Beside {
    /// Nothing.
    Nothing,
    /// It is still at an earlier delivery of the batch: from so many records earlier, and without the last so many. A
    /// request takes it so many milliseconds.
    SameBatch {
        /// How many records earlier it began.
        earlier: u8,
        /// How many records fewer it has at the end.
        fewer: u8,
        /// How many milliseconds a request takes it.
        millis: u8,
    },
    /// It is at the next records of another shard.
    OtherShard {
        /// How many records.
        records: u8,
        /// How many milliseconds a request takes it.
        millis: u8,
    },
}

impl fmt::Display for History {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { shards, shuffle, steps, redriven_after } = self;
        writeln!(
            f,
            "{shards} shards, shuffled by {shuffle}; what is parked is redriven after {redriven_after:?}"
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
