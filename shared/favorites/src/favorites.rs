//! Keeping, reading and changing favorites.

use single_table::capacity::Meter;
use single_table::{Client, EpochSeconds, Store, Timestamp, Transaction};

use crate::change::{Change, Obstacle};
use crate::error::{Busy, Error, Fault};
use crate::favorite::{FavoriteData, FavoriteDataKey, FavoritePatch, NewFavorite};
use crate::idempotency::Repeatable;
use crate::ids::{DataId, UserId};
use crate::limits::{FAVORITE_BYTES, SEGMENT_BYTES, SIGNED_SEGMENTS, TAGS_PER_FAVORITE};
use crate::table::FavoritesTable;
use crate::times::{check_clip_time, check_expire_time};
use crate::value::{IdempotencyKey, WebUrl};

/// How often a use case reads and writes again when others change the same favorite.
pub(crate) const TRIES: usize = 8;

/// The use cases. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Favorites {
    pub(crate) store: Store<FavoritesTable>,
    /// The most bytes of entries in a segment of the catalogue.
    pub(crate) segment_bytes: usize,
    /// How many segments of the catalogue have one signature.
    pub(crate) signed_segments: usize,
}

/// What keeping something came to.
#[derive(Debug, Clone, PartialEq)]
pub enum Saved<T> {
    /// It is kept now.
    New(T),
    /// The same link was kept before: this is the first one, and nothing was added.
    AlreadyThere(T),
}

impl Favorites {
    /// The use cases on the table `table`.
    #[must_use]
    pub fn new(client: Client, table: impl Into<std::sync::Arc<str>>) -> Self {
        Self {
            store: Store::new(client, table),
            segment_bytes: SEGMENT_BYTES,
            signed_segments: SIGNED_SEGMENTS,
        }
    }

    /// With a clock of the caller's own, for tests.
    #[must_use]
    pub fn with_clock(self, clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        Self { store: self.store.with_clock(clock), ..self }
    }

    /// With a meter that collects what every request to the table consumes. Meters that were added before go on collecting.
    #[must_use]
    pub fn with_meter(self, meter: Meter) -> Self {
        Self { store: self.store.with_meter(meter), ..self }
    }

    /// With segments of the catalogue that have at most so many bytes of entries, instead of [`SEGMENT_BYTES`], for tests: small
    /// ones are full soon. Catalogues that were made with another size stay readable.
    #[must_use]
    pub fn with_segment_bytes(self, segment_bytes: usize) -> Self {
        Self { segment_bytes, ..self }
    }

    /// With a signature for so many segments of the catalogue, at least one, instead of [`SIGNED_SEGMENTS`], for tests: so a small
    /// catalogue has some.
    #[must_use]
    pub fn with_signed_segments(self, signed_segments: std::num::NonZero<u8>) -> Self {
        Self { signed_segments: signed_segments.get().into(), ..self }
    }

    /// The time on the service's clock: what [`check_clip_time`] and [`check_expire_time`] are to be asked with.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.store.now()
    }

    /// Keeps something. With an idempotency key, the same request again gives what the first one gave.
    ///
    /// # Errors
    /// [`Error::Invalid`] for times out of range, a missing content URL, too many tags or unknown ones;
    /// [`Error::TooLarge`]; [`Error::IdempotencyKeyReused`]; [`Error::Busy`] and [`Error::Table`].
    pub async fn create_favorite(
        &self,
        user: &UserId,
        new: NewFavorite,
        key: Option<&IdempotencyKey>,
    ) -> Result<Saved<FavoriteData>, Error> {
        let repeatable = Repeatable::new(user, key, "create-favorite", &new)?;
        for _ in 0..TRIES {
            let now = self.store.now();
            let favorite = first_version(user, &new, now)?;
            let mut transaction = Transaction::new();
            let change = Change::create(&mut transaction, &favorite);
            let remembered = repeatable
                .as_ref()
                .map(|repeatable| {
                    repeatable.remember(&mut transaction, &favorite, now).map(|op| (repeatable, op))
                })
                .transpose()?;
            let cancelled = match self.store.transact(transaction).await {
                Ok(_) => return Ok(Saved::New(favorite)),
                Err(error) => error.into_cancelled()?,
            };
            if let Some((repeatable, op)) = remembered
                && let Some(first) = repeatable.replay(&cancelled, op)?
            {
                return Ok(Saved::New(first));
            }
            match change.obstacle(&cancelled)? {
                Obstacle::NoTag(tag_id) => {
                    return Err(invalid("/tagIds", format!("there is no tag {tag_id}")));
                }
                Obstacle::Link(data_id) => match self.favorite(user, data_id).await {
                    Ok(first) => return Ok(Saved::AlreadyThere(first)),
                    // It went away in between: the link is free now.
                    Err(Error::NoFavorite(_)) => {}
                    Err(error) => return Err(error),
                },
                Obstacle::Moved | Obstacle::Other => {}
            }
        }
        Err(busy())
    }

    /// One favorite, as the last change left it.
    ///
    /// # Errors
    /// [`Error::NoFavorite`], [`Error::Busy`] and [`Error::Table`].
    pub async fn favorite(&self, user: &UserId, data_id: DataId) -> Result<FavoriteData, Error> {
        let key = FavoriteDataKey { user_id: user.clone(), data_id };
        self.store.get(&key).consistent().await?.ok_or(Error::NoFavorite(data_id))
    }

    /// Changes title, thumbnail, content or expiry. `patch` sees the favorite and says what is to change; it may be asked
    /// again when somebody else changes the favorite meanwhile.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the faults of `patch` and of the changed favorite; [`Error::NoFavorite`];
    /// [`Error::VersionMismatch`] when it is not at `expected`; [`Error::LinkTaken`]; [`Error::TooLarge`];
    /// [`Error::Busy`] and [`Error::Table`].
    pub async fn update_favorite(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        patch: impl Fn(&FavoriteData) -> Result<FavoritePatch, Vec<Fault>> + Send + Sync,
    ) -> Result<FavoriteData, Error> {
        let now = self.store.now();
        self.edit(user, data_id, expected, |before| {
            apply(before, patch(before).map_err(Error::Invalid)?, now)
        })
        .await
    }

    /// Reads a favorite, changes it, and writes it back unless somebody else was faster: then from the start again.
    pub(crate) async fn edit(
        &self,
        user: &UserId,
        data_id: DataId,
        expected: Option<u64>,
        change: impl Fn(&FavoriteData) -> Result<FavoriteData, Error> + Send + Sync,
    ) -> Result<FavoriteData, Error> {
        for _ in 0..TRIES {
            let before = self.favorite(user, data_id).await?;
            expect(expected, before.version)?;
            let mut after = change(&before)?;
            if after == before {
                return Ok(before);
            }
            after.update_time = self.store.now();
            let mut transaction = Transaction::new();
            let edit = Change::edit(&mut transaction, &before, &mut after);
            check_size(&after)?;
            match self.store.transact(transaction).await {
                Ok(_) => return Ok(after),
                Err(error) => match edit.obstacle(&error.into_cancelled()?)? {
                    Obstacle::NoTag(tag_id) => return Err(Error::NoTag(tag_id)),
                    Obstacle::Link(data_id) => return Err(Error::LinkTaken { data_id }),
                    Obstacle::Moved | Obstacle::Other => {}
                },
            }
        }
        Err(busy())
    }
}

/// Others got in the way every time.
pub(crate) fn busy() -> Error {
    Error::Busy(Busy::Contended)
}

fn invalid(pointer: &str, message: String) -> Error {
    Error::Invalid(vec![Fault::new(pointer, message)])
}

/// The caller's copy must be the current one, where it says which it has.
pub(crate) fn expect(expected: Option<u64>, current: u64) -> Result<(), Error> {
    match expected {
        Some(expected) if expected != current => Err(Error::VersionMismatch { expected, current }),
        _ => Ok(()),
    }
}

fn first_version(user: &UserId, new: &NewFavorite, now: Timestamp) -> Result<FavoriteData, Error> {
    let clip_time = new.clip_time.unwrap_or(now);
    let mut faults = Vec::new();
    faults.extend(check_clip_time(clip_time, now).err().map(|reason| Fault::new("/clipTime", reason)));
    faults.extend(expiry_fault(new.expire_time, now));
    faults.extend(content_url_fault(new.content.data_type(), new.content_url.as_ref()));
    if new.tag_ids.len() > TAGS_PER_FAVORITE {
        let message =
            format!("must have at most {TAGS_PER_FAVORITE} items; {} were given", new.tag_ids.len());
        faults.push(Fault::new("/tagIds", message));
    }
    if !faults.is_empty() {
        return Err(Error::Invalid(faults));
    }
    let favorite = FavoriteData {
        user_id: user.clone(),
        data_id: DataId::at(clip_time),
        title: new.title.clone(),
        thumbnail_url: new.thumbnail_url.clone(),
        content_url: new.content_url.clone(),
        creator_id: new.creator_id.clone(),
        clip_time,
        update_time: now,
        expire_time: new.expire_time.map(EpochSeconds::of),
        tag_ids: new.tag_ids.clone(),
        version: 1,
        truncated: false,
        content: new.content.clone(),
    };
    check_size(&favorite)?;
    Ok(favorite)
}

fn apply(before: &FavoriteData, patch: FavoritePatch, now: Timestamp) -> Result<FavoriteData, Error> {
    let mut after = before.clone();
    let mut faults = Vec::new();
    if let Some(title) = patch.title {
        after.title = title;
    }
    if let Some(url) = patch.thumbnail_url {
        after.thumbnail_url = url;
    }
    if let Some(url) = patch.content_url {
        after.content_url = url;
        faults.extend(content_url_fault(before.data_type(), after.content_url.as_ref()));
    }
    if let Some(content) = patch.content {
        if content.data_type() != before.data_type() {
            let message =
                format!("must be of type {}; {} was given", before.data_type(), content.data_type());
            faults.push(Fault::new("/content", message));
        }
        after.content = content;
    }
    if let Some(time) = patch.expire_time {
        faults.extend(expiry_fault(time, now));
        after.expire_time = time.map(EpochSeconds::of);
    }
    if faults.is_empty() { Ok(after) } else { Err(Error::Invalid(faults)) }
}

fn content_url_fault(data_type: crate::DataType, url: Option<&WebUrl>) -> Option<Fault> {
    (data_type.needs_content_url() && url.is_none())
        .then(|| Fault::new("/contentUrl", format!("is required for the type {data_type}")))
}

fn expiry_fault(time: Option<Timestamp>, now: Timestamp) -> Option<Fault> {
    check_expire_time(time?, now).err().map(|reason| Fault::new("/expireTime", reason))
}

fn check_size(favorite: &FavoriteData) -> Result<(), Error> {
    let json = serde_json::to_vec(favorite).map_err(|source| Error::Json(source.to_string()))?;
    if json.len() > FAVORITE_BYTES { Err(Error::TooLarge { given: json.len() }) } else { Ok(()) }
}
