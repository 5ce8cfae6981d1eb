//! Stream records of made-up histories.

use std::ops::Range;
use std::time::Duration;

use favorites_api::favorites::{
    Change, Counts, EpochSeconds, FavoriteData, Timestamp, TrashedFavorite, UserId,
};
use favorites_tests::library::Maker;
use rand::RngExt;
use single_table::item::StreamItem;
use single_table::{Entity, encode};

/// How long the trash is said to keep a favorite.
const MONTH: Duration = Duration::from_hours(30 * 24);

/// How many of a person's newest favorites are what they change.
const RECENT: usize = 20;

/// Which favorites a person edits, tags and deletes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Among {
    /// Those kept last.
    Newest,
    /// Any.
    All,
}

/// A person whose changes come as records of the stream.
#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) user: UserId,
    maker: Maker,
    /// What is kept, the oldest first.
    favorites: Vec<FavoriteData>,
    trash: u64,
    /// When the last one was kept.
    time: Timestamp,
    records: usize,
    /// The second record of a move to the trash, which comes next.
    pending: Option<Change>,
}

impl Person {
    pub(crate) fn new(name: &str) -> Self {
        let user = UserId::parse(name).expect("a name is an id");
        Self {
            maker: Maker::new(&user, 0),
            user,
            favorites: Vec::new(),
            trash: 0,
            time: "2026-01-01T00:00:00Z".parse().expect("it is a time"),
            records: 0,
            pending: None,
        }
    }

    /// The next record. Of 100 about 60 are of a new favorite, 20 of an edit, 10 of other tags, and 10 of a move to the trash,
    /// which are two each.
    pub(crate) fn record(&mut self, among: Among) -> Change {
        self.record_in(0..95, among)
    }

    /// The next record, of an edit, other tags or a move to the trash of any favorite.
    pub(crate) fn record_of_old(&mut self) -> Change {
        self.record_in(60..95, Among::All)
    }

    fn record_in(&mut self, kinds: Range<u32>, among: Among) -> Change {
        if let Some(pending) = self.pending.take() {
            return pending;
        }
        match self.maker.chance().random_range(kinds) {
            _ if self.favorites.is_empty() => self.create(),
            0..60 => self.create(),
            60..80 => {
                let title = self.maker.title();
                self.edit(among, |favorite| favorite.title = title)
            }
            80..90 => {
                let tag_ids = self.maker.tag_ids();
                self.edit(among, |favorite| favorite.tag_ids = tag_ids)
            }
            _ => self.delete(among),
        }
    }

    /// Keeps something new.
    pub(crate) fn create(&mut self) -> Change {
        self.time = self.time.checked_add(Duration::from_secs(1)).expect("it is this century");
        let favorite = self.maker.favorite(self.time);
        self.favorites.push(favorite.clone());
        self.change(None::<&FavoriteData>, Some(&favorite))
    }

    /// That the counts are those of all records so far, which were delivered.
    pub(crate) fn check(&self, counts: &Counts) {
        let kept = u64::try_from(self.favorites.len()).expect("a library fits memory");
        let trash = self.trash - u64::from(self.pending.is_some());
        assert_eq!((counts.total, counts.trash), (kept, trash), "{:?}", self.user);
    }

    fn edit(&mut self, among: Among, edit: impl FnOnce(&mut FavoriteData)) -> Change {
        let place = self.pick(among);
        let before = self.favorites[place].clone();
        edit(&mut self.favorites[place]);
        self.favorites[place].version += 1;
        let after = self.favorites[place].clone();
        self.change(Some(&before), Some(&after))
    }

    fn delete(&mut self, among: Among) -> Change {
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

    fn change<E: Entity>(&mut self, old: Option<&E>, new: Option<&E>) -> Change {
        self.records += 1;
        let image = |entity: &E| StreamItem::from(encode(entity).expect("what is made up can be stored"));
        Change { written: Some(EpochSeconds::of(Timestamp::now())), old: old.map(image), new: new.map(image) }
    }
}
