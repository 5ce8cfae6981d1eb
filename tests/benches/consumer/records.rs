//! Stream records of generated histories.

use std::ops::Range;
use std::time::Duration;

use favorites_api::favorites::{
    ChangeRecord, Counts, EpochSeconds, FavoriteData, Timestamp, TrashedFavorite, UserId,
};
use favorites_tests::library::Maker;
use rand::RngExt;
use single_table::item::StreamItem;
use single_table::{Entity, encode};

/// The time for which the trash keeps a favorite in these records.
const MONTH: Duration = Duration::from_hours(30 * 24);

/// The number of a user's newest favorites that the user changes.
const RECENT: usize = 20;

/// The number of tags of a user.
const TAGS: usize = 40;

/// The favorites that a user edits, tags and deletes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Among {
    /// The newest favorites.
    Newest,
    /// All favorites.
    All,
}

/// A user whose changes arrive as stream records.
#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) user: UserId,
    maker: Maker,
    /// The favorites, oldest first.
    favorites: Vec<FavoriteData>,
    trash: u64,
    /// The time of the newest favorite.
    time: Timestamp,
    /// The second in which the last one expires, and how many seconds lie between two of them. None where nothing expires.
    expiries: Option<(EpochSeconds, u64)>,
    records: usize,
    /// The second record of a move to the trash, which is returned next.
    pending: Option<ChangeRecord>,
}

impl Person {
    pub(crate) fn new(name: &str) -> Self {
        Self::with_tags(name, TAGS)
    }

    /// A user with this number of tags.
    pub(crate) fn with_tags(name: &str, tags: usize) -> Self {
        let user = UserId::parse(name).expect("a name is an id");
        Self {
            maker: Maker::with_tags(&user, 0, tags),
            expiries: None,
            user,
            favorites: Vec::new(),
            trash: 0,
            time: "2026-01-01T00:00:00Z".parse().expect("it is a time"),
            records: 0,
            pending: None,
        }
    }

    /// Has the favorites created from now on expire one after the other: the first `seconds` after `from`, and each later one
    /// `seconds` after the one before.
    pub(crate) fn expire_every(&mut self, seconds: u64, from: Timestamp) {
        self.expiries = Some((EpochSeconds::of(from), seconds));
    }

    /// Returns the next record. Of 100 records, about 60 belong to new favorites, 20 to edits, 10 to changed tags, and 10 to
    /// moves to the trash, which have two records each.
    pub(crate) fn record(&mut self, among: Among) -> ChangeRecord {
        self.record_in(0..95, among)
    }

    /// Returns the next record of an edit, a change of tags or a move to the trash, of any favorite.
    pub(crate) fn record_of_old(&mut self) -> ChangeRecord {
        self.record_in(60..95, Among::All)
    }

    fn record_in(&mut self, kinds: Range<u32>, among: Among) -> ChangeRecord {
        if let Some(pending) = self.pending.take() {
            return pending;
        }
        match self.maker.chance().random_range(kinds) {
            _ if self.favorites.is_empty() => self.create(),
            0..60 => self.create(),
            60..80 => {
                let title = self.maker.title();
                self.edit(among, |favorite| favorite.details.title = title)
            }
            80..90 => {
                let tag_ids = self.maker.tag_ids();
                self.edit(among, |favorite| favorite.tag_ids = tag_ids)
            }
            _ => self.delete(among),
        }
    }

    /// Creates a favorite and returns its record.
    pub(crate) fn create(&mut self) -> ChangeRecord {
        self.time = self.time.checked_add(Duration::from_secs(1)).expect("it is this century");
        let mut favorite = self.maker.favorite(self.time);
        if let Some((last, distance)) = &mut self.expiries {
            *last = last.plus(Duration::from_secs(*distance));
            favorite.expire_time = Some(*last);
        }
        self.favorites.push(favorite.clone());
        self.change(None::<&FavoriteData>, Some(&favorite))
    }

    /// Asserts that the counts agree with all records so far, which must have been delivered.
    pub(crate) fn check(&self, counts: &Counts) {
        let kept = u64::try_from(self.favorites.len()).expect("a library fits memory");
        let trash = self.trash - u64::from(self.pending.is_some());
        assert_eq!((counts.total, counts.trash), (kept, trash), "{:?}", self.user);
    }

    fn edit(&mut self, among: Among, edit: impl FnOnce(&mut FavoriteData)) -> ChangeRecord {
        let place = self.pick(among);
        let before = self.favorites[place].clone();
        edit(&mut self.favorites[place]);
        self.favorites[place].version += 1;
        let after = self.favorites[place].clone();
        self.change(Some(&before), Some(&after))
    }

    fn delete(&mut self, among: Among) -> ChangeRecord {
        let place = self.pick(among);
        let favorite = self.favorites.remove(place);
        self.trash += 1;
        let removal = self.change(Some(&favorite), None);
        let trashed = TrashedFavorite {
            user_id: favorite.user_id.clone(),
            data_id: favorite.data_id,
            delete_time: self.time,
            purge_time: EpochSeconds::of(Timestamp::now()).plus(MONTH),
            favorite,
        };
        let arrival = self.change(None, Some(&trashed));
        self.pending = Some(arrival);
        removal
    }

    fn pick(&mut self, among: Among) -> usize {
        let oldest = match among {
            Among::Newest => self.favorites.len().saturating_sub(RECENT),
            Among::All => 0,
        };
        self.maker.chance().random_range(oldest..self.favorites.len())
    }

    fn change<E: Entity>(&mut self, old: Option<&E>, new: Option<&E>) -> ChangeRecord {
        self.records += 1;
        let image = |entity: &E| StreamItem::from(encode(entity).expect("what is made up can be stored"));
        ChangeRecord {
            written: Some(EpochSeconds::of(Timestamp::now())),
            old: old.map(image),
            new: new.map(image),
        }
    }
}
