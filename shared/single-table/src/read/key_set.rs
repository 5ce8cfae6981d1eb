//! Keys of many entities, and the items they lead to.

use std::any::Any;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::iter::repeat_n;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};

use table_keys::Timestamp;

use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key, Marker, is_live};
use crate::error::Error;
use crate::item;
use crate::store::{Address, Part};
use crate::table::{Contains, Database};

/// Keys of any entities and tables of one [database](crate::database!), to be read together: by
/// [`batch_get`](crate::Store::batch_get) any number of them, by [`transact_get`](crate::Store::transact_get) up to 100.
///
/// A key may be added twice: it is asked for once, and answered to both.
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// use single_table::{Entity, Error, KeySet, Store, table};
///
/// # table! {
/// #     /// Music.
/// #     pub struct MusicTable { key: (pk, sk), entities: [Album, Track] }
/// # }
/// # /// An album.
/// # #[derive(Debug, Serialize, Deserialize, Entity)]
/// # #[entity(table = MusicTable, name = "Album", partition(album), sort())]
/// # struct Album { album: String, title: String }
/// # /// A track.
/// # #[derive(Debug, Serialize, Deserialize, Entity)]
/// # #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
/// # struct Track { album: String, number: u16, title: String }
/// async fn show(store: &Store<MusicTable>, id: &str) -> Result<(), Error> {
///     let mut keys = KeySet::new();
///     let album = keys.add(AlbumKey { album: id.to_owned() });
///     for number in 1..=20 {
///         keys.add(TrackKey { album: id.to_owned(), number });
///     }
///     let items = store.batch_get(keys).await?.complete()?;
///     if let Some(album) = items.get(album)? {
///         println!("{} has {} tracks", album.title, items.all::<Track>().count());
///     }
///     Ok(())
/// }
/// ```
pub struct KeySet<D: Database> {
    /// Tells the sets of a process apart. What a request leaves unread is the same set.
    id: u64,
    keys: BTreeMap<usize, Wanted<D>>,
    next: usize,
    /// Of the first key that can't be made. It is told with the request, where errors are handled anyway.
    error: Option<Error>,
}

/// A key that was added to a [`KeySet`], to find its item in the [`ItemSet`].
#[derive(Debug)]
pub struct Slot<E> {
    set: u64,
    position: usize,
    entity: Marker<E>,
}

impl<E> Clone for Slot<E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for Slot<E> {}

type Decoded = Box<dyn Any + Send + Sync>;

struct Wanted<D: Database> {
    part: Part<D>,
    decode: fn(Item, Timestamp) -> Result<Option<Decoded>, Error>,
}

impl<D: Database> KeySet<D> {
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self::of(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    fn of(id: u64) -> Self {
        Self { id, keys: BTreeMap::new(), next: 0, error: None }
    }

    /// Adds a key. Where it is empty or too long, the request says so and is not sent.
    #[expect(clippy::needless_pass_by_value, reason = "keys are given by value, as to `Delete`")]
    pub fn add<K: Key>(&mut self, key: K) -> Slot<K::Entity>
    where
        D: Contains<<K::Entity as Entity>::Table>,
    {
        let slot = Slot { set: self.id, position: self.next, entity: PhantomData };
        self.next += 1;
        match key_item(&key) {
            Ok(item) => {
                let part = Part::new::<K::Entity>(item);
                self.keys.insert(slot.position, Wanted { part, decode: decode_live::<K::Entity> });
            }
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
        slot
    }

    /// How many keys it has; one that was added twice counts twice.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether it has this key: among the leftovers of a request, whether it was not read.
    #[must_use]
    pub fn contains<E>(&self, slot: Slot<E>) -> bool {
        self.id == slot.set && self.keys.contains_key(&slot.position)
    }

    /// The keys at their tables, each once.
    pub(crate) fn ask(self, names: &D::Names) -> Result<Asked<D>, Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut asked = Asked { id: self.id, parts: Vec::new(), slots: HashMap::new(), next: self.next };
        for (position, wanted) in self.keys {
            let address = wanted.part.address(names)?;
            let slots = asked.slots.entry(address.clone()).or_default();
            if slots.is_empty() {
                asked.parts.push((address, wanted.part.clone()));
            }
            slots.push((position, wanted));
        }
        Ok(asked)
    }
}

impl<D: Database> Default for KeySet<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Database> fmt::Debug for KeySet<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys.values().map(|wanted| wanted.part.entity)).finish()
    }
}

/// What a [`KeySet`] asks for, and who waits for it.
pub(crate) struct Asked<D: Database> {
    id: u64,
    pub(crate) parts: Vec<(Address, Part<D>)>,
    slots: HashMap<Address, Vec<(usize, Wanted<D>)>>,
    next: usize,
}

impl<D: Database> Asked<D> {
    /// The items that were found, and the keys that were not read.
    pub(crate) fn answer(
        self,
        mut found: HashMap<Address, Item>,
        unread: &HashSet<Address>,
        now: Timestamp,
    ) -> Result<(ItemSet, KeySet<D>), Error> {
        let mut items = ItemSet { set: self.id, ..ItemSet::default() };
        let mut left = KeySet { next: self.next, ..KeySet::of(self.id) };
        for (address, slots) in self.slots {
            if unread.contains(&address) {
                left.keys.extend(slots);
                continue;
            }
            let copies = repeat_n(found.remove(&address), slots.len());
            for ((position, wanted), item) in slots.into_iter().zip(copies) {
                let decoded = item.map(|item| (wanted.decode)(item, now)).transpose()?;
                items.items.insert(position, decoded.flatten());
            }
        }
        Ok((items, left))
    }
}

fn decode_live<E: Entity>(item: Item, now: Timestamp) -> Result<Option<Decoded>, Error> {
    let entity: E = item::decode(item)?;
    Ok(is_live(&entity, now).then(|| Box::new(entity) as Decoded))
}

/// The items of a [`KeySet`]'s keys. What has expired is not in it.
#[derive(Debug, Default)]
pub struct ItemSet {
    set: u64,
    items: BTreeMap<usize, Option<Decoded>>,
}

impl ItemSet {
    /// The item of a key; none where there is no item.
    ///
    /// # Errors
    /// [`Error::NotRead`] when the key was left unread, its item was taken, or it was added to another set.
    pub fn get<E: Entity>(&self, slot: Slot<E>) -> Result<Option<&E>, Error> {
        let own = Some(&slot.position).filter(|_| slot.set == self.set);
        let item = own.and_then(|position| self.items.get(position)).ok_or_else(not_read::<E>)?;
        item.as_ref().map(|item| item.downcast_ref().ok_or_else(not_read::<E>)).transpose()
    }

    /// As [`get`](Self::get), but takes the item out.
    ///
    /// # Errors
    /// As of [`get`](Self::get).
    pub fn take<E: Entity>(&mut self, slot: Slot<E>) -> Result<Option<E>, Error> {
        self.get(slot)?;
        let item = self.items.remove(&slot.position).flatten();
        Ok(item.and_then(|item| item.downcast().ok()).map(|item| *item))
    }

    /// All items of one entity, in the order in which their keys were added.
    pub fn all<E: Entity>(&self) -> impl Iterator<Item = &E> {
        self.items.values().flatten().filter_map(|item| item.downcast_ref())
    }
}

fn not_read<E: Entity>() -> Error {
    Error::NotRead { entity: E::NAME.as_str() }
}
