//! Keys of many entities, which are read together.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::iter::repeat_n;
use std::sync::atomic::{AtomicU64, Ordering};

use table_keys::Timestamp;

use super::item_set::{Decode, ItemSet, Slot, decode_live};
use super::output::{Output, Projected, Projection, Whole, attributes_of};
use super::owner::{OwnerKey, decode_owner};
use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Constraint, Entity, Key, constraint_key};
use crate::error::Error;
use crate::store::{Address, Part};
use crate::table::{Contains, Database};

/// Keys of any entities and tables of one [database](crate::database!), whose items are read together.
/// [`batch_get`](crate::Store::batch_get) reads any number of keys, and [`transact_get`](crate::Store::transact_get) up to 100.
///
/// A key may be added twice. The item is read once, and both slots find it.
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
/// use single_table::{Error, KeySet, Store};
///
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
/// # fn main() {}
/// ```
pub struct KeySet<D: Database> {
    /// Identifies a set in this process. The keys that a request leaves unread keep the id.
    id: u64,
    keys: BTreeMap<usize, Entry<D>>,
    next: usize,
    /// The error of the first key that can't be built. The request returns it, because callers handle errors there.
    error: Option<Error>,
}

/// A key of a set.
struct Entry<D: Database> {
    wanted: Wanted<D>,
    decode: Decode,
}

/// An item that a request asks for.
pub(super) struct Wanted<D: Database> {
    pub(super) part: Part<D>,
    /// The attributes to read; `None` stands for all.
    attributes: Option<Vec<&'static str>>,
}

/// An item that a request asks for, with its address.
type Addressed<D> = (Address, Wanted<D>);

impl<D: Database> KeySet<D> {
    /// Makes an empty set.
    #[must_use]
    pub fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        Self::of(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    fn of(id: u64) -> Self {
        Self { id, keys: BTreeMap::new(), next: 0, error: None }
    }

    /// Adds a key. If the key is empty or too long, the request fails with that error before it is sent.
    #[expect(clippy::needless_pass_by_value, reason = "every operation takes its key by value")]
    pub fn add<K: Key>(&mut self, key: K) -> Slot<K::Entity>
    where
        D: Contains<<K::Entity as Entity>::Table>,
    {
        self.add_output::<K, Whole>(&key)
    }

    /// Adds a key of which only the fields of a [projection](Projection) are read. A `BatchGetItem` request has one projection
    /// expression for all items of a table, so the library names the attributes of all keys there.
    #[expect(clippy::needless_pass_by_value, reason = "every operation takes its key by value")]
    pub fn add_projected<P: Projection>(&mut self, key: <P::Of as Entity>::Key) -> Slot<P>
    where
        D: Contains<<P::Of as Entity>::Table>,
    {
        self.add_output::<_, Projected<P>>(&key)
    }

    /// Adds unique values. The slot finds the key of the item that has them, as [`Store::owner`](crate::Store::owner) does.
    ///
    /// ```
    /// # use serde::{Deserialize, Serialize};
    /// # use single_table::{Entity, Error, KeySet, Store, table};
    /// # table! {
    /// #     /// Users.
    /// #     pub struct UserTable { key: (pk, sk), entities: [User] }
    /// # }
    /// # /// A user.
    /// # #[derive(Debug, Serialize, Deserialize, Entity)]
    /// # #[entity(table = UserTable, name = "User", partition(id), sort(), version(version))]
    /// # #[unique(record = UserEmail, partition(email), sort())]
    /// # pub struct User { id: u32, email: String, version: u64 }
    /// /// Returns the addresses that no user has.
    /// async fn free(store: &Store<UserTable>, emails: Vec<String>) -> Result<Vec<String>, Error> {
    ///     let mut keys = KeySet::new();
    ///     let slots: Vec<_> =
    ///         emails.iter().map(|email| keys.add_owner(&UserEmail { email: email.clone() })).collect();
    ///     let owners = store.batch_get(keys).consistent().await?.complete()?;
    ///     let mut free = Vec::new();
    ///     for (email, slot) in emails.into_iter().zip(slots) {
    ///         if owners.get(slot)?.is_none() {
    ///             free.push(email);
    ///         }
    ///     }
    ///     Ok(free)
    /// }
    /// ```
    pub fn add_owner<C: Constraint>(&mut self, constraint: &C) -> Slot<OwnerKey<C>>
    where
        D: Contains<<C::Owner as Entity>::Table>,
    {
        let name = C::NAME.as_str();
        let wanted = constraint_key(constraint)
            .map(|item| Wanted { part: Part::record::<C::Owner>(name, item), attributes: None });
        self.add_wanted(name, wanted, decode_owner::<C>)
    }

    pub(super) fn add_output<K: Key, O: Output<K::Entity, Item: Sync>>(&mut self, key: &K) -> Slot<O::Item>
    where
        D: Contains<<K::Entity as Entity>::Table>,
    {
        let wanted = key_item(key).map(|item| Wanted {
            part: Part::new::<K::Entity>(item),
            attributes: attributes_of::<<K::Entity as Entity>::Table>(O::ATTRIBUTES, None),
        });
        self.add_wanted(K::Entity::NAME.as_str(), wanted, decode_live::<K::Entity, O>)
    }

    fn add_wanted<T>(
        &mut self,
        entity: &'static str,
        wanted: Result<Wanted<D>, Error>,
        decode: Decode,
    ) -> Slot<T> {
        let slot = Slot::new(self.id, self.next, entity);
        match wanted {
            Ok(wanted) => drop(self.keys.insert(self.next, Entry { wanted, decode })),
            Err(error) => drop(self.error.get_or_insert(error)),
        }
        self.next += 1;
        slot
    }

    /// Returns the number of keys. A key that was added twice counts twice.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Returns true if the set has no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns true if the set contains this key. In the set of unread keys of a request, this means that the key was not read.
    #[must_use]
    pub fn contains<T>(&self, slot: Slot<T>) -> bool {
        self.id == slot.set && self.keys.contains_key(&slot.position)
    }

    /// Returns the items to ask for, each once, with the slots that share them.
    pub(super) fn ask(self, names: &D::Names) -> Result<(Vec<Addressed<D>>, Asked<D>), Error> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut items: Vec<Addressed<D>> = Vec::new();
        let mut places: HashMap<Address, usize> = HashMap::new();
        let mut asked = Asked { id: self.id, slots: HashMap::new(), next: self.next };
        for (position, entry) in self.keys {
            let address = entry.wanted.part.address(names)?;
            if let Some(at) = places.get(&address) {
                let (_, known) = &mut items[*at];
                known.attributes = joined([&known.attributes, &entry.wanted.attributes]);
            } else {
                places.insert(address.clone(), items.len());
                items.push((address.clone(), entry.wanted.clone()));
            }
            asked.slots.entry(address).or_default().push((position, entry));
        }
        Ok((items, asked))
    }
}

/// The slots of the items that a request asks for.
pub(super) struct Asked<D: Database> {
    id: u64,
    slots: HashMap<Address, Vec<(usize, Entry<D>)>>,
    next: usize,
}

impl<D: Database> Asked<D> {
    /// Returns the items that were found, and the keys that were not read.
    pub(super) fn answer(
        self,
        mut found: HashMap<Address, Item>,
        unread: &HashSet<Address>,
        now: Timestamp,
    ) -> Result<(ItemSet, KeySet<D>), Error> {
        let mut items = BTreeMap::new();
        let mut left = KeySet { next: self.next, ..KeySet::of(self.id) };
        for (address, slots) in self.slots {
            if unread.contains(&address) {
                left.keys.extend(slots);
                continue;
            }
            let copies = repeat_n(found.remove(&address), slots.len());
            for ((position, entry), item) in slots.into_iter().zip(copies) {
                let decoded = item.map(|item| (entry.decode)(item, now)).transpose()?;
                items.insert(position, decoded.flatten());
            }
        }
        Ok((ItemSet::new(self.id, items), left))
    }
}

/// Returns the attributes to read of all these items together, or `None` if one of the items needs all attributes.
pub(super) fn attributes_of_all<D: Database>(items: &[&Wanted<D>]) -> Option<Vec<&'static str>> {
    joined(items.iter().map(|wanted| &wanted.attributes))
}

fn joined<'a>(lists: impl IntoIterator<Item = &'a Option<Vec<&'static str>>>) -> Option<Vec<&'static str>> {
    let mut all = Vec::new();
    for list in lists {
        for name in list.as_ref()? {
            if !all.contains(name) {
                all.push(*name);
            }
        }
    }
    Some(all)
}

impl<D: Database> Clone for Wanted<D> {
    fn clone(&self) -> Self {
        Self { part: self.part.clone(), attributes: self.attributes.clone() }
    }
}

impl<D: Database> Default for KeySet<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Database> fmt::Debug for KeySet<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys.values().map(|entry| entry.wanted.part.entity)).finish()
    }
}
