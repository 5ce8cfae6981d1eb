//! The derive macros. Their code is in `single-table-derive`; their documentation is here, because its
//! examples need this crate.

/// Declares a struct as an entity: one kind of item of a table.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::{Entity, table};
///
/// table! {
///     /// The music library.
///     pub struct MusicTable {
///         key: (pk, sk),
///         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
///         entities: [Track],
///     }
/// }
///
/// /// A track of an album.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
/// #[index(on = GsiOne, view = TracksByArtist, partition(artist), sort(title))]
/// pub struct Track {
///     album: String,
///     number: u16,
///     artist: String,
///     title: String,
/// }
///
/// let album = TrackItems::query("Arrival".to_owned());
/// let artist = TracksByArtist::query("ABBA".to_owned());
/// let key = TrackKey { album: "Arrival".to_owned(), number: 2 };
/// ```
///
/// # Generated items
///
/// - The type of the primary key: `TrackKey`.
/// - A view of the table, `TrackItems`, and one of each index. A view has a function `query`, which takes the
///   components of the partition key. Every view except that of a native index also has a function `scan`.
/// - A constant for each field, such as `Track::TITLE`, for conditions and updates.
///
/// An attribute has the name that serde gives the field: `rename` and `rename_all` apply.
///
/// # The entity
///
/// `#[entity(...)]` takes these options:
///
/// - `table = MusicTable`: the table.
/// - `name = "Track"`: the name that begins the partition key, and the value of the type attribute.
/// - `partition(album)` and `sort(number)`: the fields that make the primary key. With `sort()`, a partition
///   holds one item of the entity.
/// - `ttl(expires)`: the field with the time of expiry, an `EpochSeconds` or an `Option` of it.
/// - `version(version)`: a `u64` field that counts versions, for optimistic locking.
/// - `collection = "Album"`: the item collection that holds the entity, together with other entities. See
///   [`Collection`](macro@Collection).
/// - `raw`: the primary key consists of the declared strings and values alone, as in `raw,
///   partition("ALBUM_", album), sort("TRACK_", number)`. Such keys are for tables that another program made.
///   `sort(name except("INFO"))` excludes the values that begin with `INFO`.
///
/// # Indexes
///
/// Each `#[index(...)]` declares the entity's key in one index:
///
/// - `on = GsiOne` and `view = TracksByArtist`: the index, and the name of the view type.
/// - `partition(artist)` and `sort(title)`: the components of the key. A local index has no `partition(...)`.
/// - `partition(genre?)`: a component that is an `Option`. The index is sparse: it holds the item only while
///   the field has a value.
/// - `sort(folded: CaseFolded = CaseFolded::new(&self.title))`: a component that is computed from fields.
/// - `collection = "Artist"`: the item collection of the index that holds the entity.
/// - `ordered`: the entity's name does not begin the sort key, so that the collection is ordered by the
///   components that its entities share. See [`Collection`](macro@Collection).
/// - `shards = 15`: the number of shards of each partition of a global index. Each write chooses a shard at
///   random, or by the value of a field with `by(title)`. `query` reads all shards.
/// - `project = TrackTitle`: the projection that queries of the view return. An index that does not hold whole
///   items needs one; its attributes must be in the index.
/// - `native`: the index is declared as `native` in `table!`, and its key attributes are the entity's own.
/// - `raw`: the key in the index is raw, like a raw primary key.
///
/// # Schema versions
///
/// `#[schema(attribute = "schemaVersion", version = 2, past(TrackV1))]` numbers the shapes of the entity, so
/// that reads upgrade older items:
///
/// - `attribute`: the attribute that holds the number of an item's version. An item without it has the
///   version 1.
/// - `version`: the number of the version in which items are written.
/// - `past(...)`: the types of the versions before it that the program can read, oldest first. See
///   [`PastVersion`](macro@PastVersion).
///
/// # Unique values
///
/// Each `#[unique(record = UserEmail, partition(email?), sort())]` names values that no two items may share,
/// and the type of the record that reserves them. The entity needs a `version(...)`.
///
/// # Declarative macros
///
/// A `macro_rules!` macro can declare entities. Every part of the attributes may be a fragment of the macro: a
/// name, a type, a path, a literal, or the expression of a computed component, whose `self` is the entity.
#[doc(inline)]
pub use single_table_derive::Entity;

/// Declares an enum as an item collection: items of several entities in one partition, read by one query.
///
/// Each variant holds one entity that declares the same `collection`. A variant marked `#[other]` holds the
/// `Item` of any other entity; without such a variant, a query that finds another entity fails.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::{Collection, Entity, table};
///
/// table! {
///     /// The music library.
///     pub struct MusicTable { key: (pk, sk), entities: [Album, Track] }
/// }
///
/// /// An album.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Album", collection = "Albums", partition(album), sort())]
/// pub struct Album {
///     album: String,
/// }
///
/// /// A track of an album.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Track", collection = "Albums", partition(album), sort(number))]
/// pub struct Track {
///     album: String,
///     number: u16,
/// }
///
/// /// An album and its tracks.
/// #[derive(Collection)]
/// #[collection(name = "Albums", partition(album: String))]
/// pub enum Albums {
///     Album(Album),
///     Track(Track),
/// }
///
/// let one_album = Albums::query("Arrival".to_owned());
/// ```
///
/// `#[collection(...)]` takes these options:
///
/// - `name = "Albums"`: the name that its entities give as their `collection`.
/// - `partition(album: String)`: the names and types of the components of the partition key.
/// - `on = GsiOne`: the index that lists the collection. Without it, the table does.
/// - `raw`: the entities have raw keys. `partition("ALBUM_", album: String)` then has the literals of their
///   partition keys.
/// - `sort(time: Timestamp)`: the components by which a collection of an index is ordered. Each entity is
///   `ordered` in that index, and its sort key begins with components of these types. Without `sort`, the
///   names of the entities begin their sort keys.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::{Collection, Entity, Timestamp, table};
///
/// table! {
///     /// Everything that users share.
///     pub struct FeedTable {
///         key: (pk, sk),
///         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
///         entities: [Note, Photo],
///     }
/// }
///
/// /// A photo.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = FeedTable, name = "Photo", partition(id), sort())]
/// #[index(on = GsiOne, view = PhotosOfUser, collection = "Feed", partition(user), sort(taken, id), ordered)]
/// pub struct Photo {
///     id: u32,
///     user: String,
///     taken: Timestamp,
/// }
///
/// /// A note.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = FeedTable, name = "Note", partition(id), sort())]
/// #[index(on = GsiOne, view = NotesOfUser, collection = "Feed", partition(author), sort(written, id), ordered)]
/// pub struct Note {
///     id: u32,
///     author: String,
///     written: Timestamp,
/// }
///
/// /// The photos and notes of a user, by time.
/// #[derive(Collection)]
/// #[collection(name = "Feed", on = GsiOne, partition(user: String), sort(time: Timestamp))]
/// pub enum FeedItem {
///     Photo(Photo),
///     Note(Note),
/// }
///
/// let newest = FeedItem::query("ann".to_owned()).at_most(&(Timestamp::now(),)).descending().limit(20);
/// ```
///
/// The enum is the view. It has a function `query`, which takes the components of the partition key, and a
/// function `scan`. With an `#[other]` variant, a scan returns every item of the table or index.
#[doc(inline)]
pub use single_table_derive::Collection;

/// Declares a struct within an entity as a document: conditions and updates reach its fields through a path,
/// such as `Track::META.at(Meta::AUTHOR)`.
///
/// The derive makes a constant for each field, such as `Meta::AUTHOR`, under the name that serde gives it:
/// `rename` and `rename_all` apply. A field with `#[serde(flatten)]` or `#[serde(skip)]` has no constant.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::expression::Document;
/// use single_table::{Entity, table};
///
/// table! {
///     /// The music library.
///     pub struct MusicTable { key: (pk, sk), entities: [Album] }
/// }
///
/// /// An album.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Album", partition(album), sort())]
/// pub struct Album {
///     album: String,
///     cover: Option<Cover>,
/// }
///
/// /// The front cover of an album.
/// #[derive(Serialize, Deserialize, Document)]
/// #[serde(rename_all = "camelCase")]
/// pub struct Cover {
///     painted_by: String,
///     colors: Vec<String>,
/// }
///
/// let is_red = Album::COVER.at(Cover::COLORS).contains("red");
/// ```
#[doc(inline)]
pub use single_table_derive::Document;

/// Declares an enum as an item of a table: each variant holds one of the table's entities.
///
/// It decodes the images of stream records, and items whose entity is not known beforehand, by their `type`
/// attribute. The enum does not compile if an entity that the table lists in `entities: [...]` has no
/// variant, so a new entity can't be forgotten.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::stream::{TableItem, UniqueRecord};
/// use single_table::{Entity, encode, table};
///
/// table! {
///     /// The music library.
///     pub struct MusicTable { key: (pk, sk), entities: [Artist, Track] }
/// }
///
/// /// An artist.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Artist", partition(id), sort(), version(version))]
/// #[unique(record = ArtistName, partition(name), sort())]
/// pub struct Artist { id: u32, name: String, version: u64 }
///
/// /// A track.
/// #[derive(Debug, PartialEq, Clone, Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
/// pub struct Track { album: String, number: u16 }
///
/// /// An item of the table.
/// #[derive(TableItem)]
/// #[table_item(table = MusicTable)]
/// pub enum MusicItem {
///     Artist(Artist),
///     Track(Track),
///     #[record]
///     Record(UniqueRecord),
/// }
///
/// let track = Track { album: "Arrival".to_owned(), number: 2 };
/// let item = MusicItem::from_item(encode(&track)?)?;
/// assert!(matches!(item, MusicItem::Track(found) if found == track));
/// # Ok::<(), single_table::Error>(())
/// ```
///
/// - `#[table_item(table = MusicTable)]` names the table.
/// - A variant marked `#[record]` holds the records of unique constraints, as a `UniqueRecord`.
/// - A variant marked `#[other]` holds every item that no other variant holds, as a `StreamItem` or an
///   `Item`: other entities, records without a variant of their own, and items that other programs wrote.
///   With this variant, the others may be as few as you like.
#[doc(inline)]
pub use single_table_derive::TableItem;

/// Declares a struct with some of the fields of an entity, so that a read can ask for these fields only.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::read::Projection;
/// use single_table::{Entity, Error, Store, table};
///
/// table! {
///     /// The music library.
///     pub struct MusicTable { key: (pk, sk), entities: [Track] }
/// }
///
/// /// A track of an album.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Track", partition(album), sort(number))]
/// pub struct Track {
///     album: String,
///     number: u16,
///     title: String,
///     lyrics: String,
/// }
///
/// /// The title of a track.
/// #[derive(Deserialize, Projection)]
/// #[projection(of = Track)]
/// struct TrackTitle {
///     number: u16,
///     title: String,
/// }
///
/// async fn titles(store: &Store<MusicTable>) -> Result<Vec<TrackTitle>, Error> {
///     store.all(TrackItems::query("Arrival".to_owned()).project::<TrackTitle>()).await
/// }
/// ```
///
/// The struct also derives `serde::Deserialize`. Each field must be a field of the entity, with the same
/// name, the same type and the same name in serde; otherwise the program does not compile. If older items
/// have a field under another name, repeat the entity's `#[serde(alias = "...")]`: the read asks for the
/// aliases of the projection too.
#[doc(inline)]
pub use single_table_derive::Projection;

/// Declares the shape that an entity had in a past schema version, so that reads can upgrade its items.
///
/// The struct also derives `serde::Deserialize`. It names the attributes of the items that were written in
/// that version, usually as a copy of the entity's struct from that time. The field with the time of expiry
/// has the same name in serde as the entity's. With a field marked `#[serde(flatten)]`, every other attribute
/// belongs to the version.
///
/// The entity lists its past versions in `#[schema(...)]`, and a `From` or `TryFrom` makes each version of
/// the one before it:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::migration::PastVersion;
/// use single_table::{Entity, table};
///
/// table! {
///     /// Users.
///     pub struct UserTable { key: (pk, sk), entities: [User] }
/// }
///
/// /// A user.
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = UserTable, name = "User", partition(id), sort())]
/// #[schema(attribute = "schemaVersion", version = 2, past(UserV1))]
/// pub struct User {
///     id: u32,
///     name: String,
/// }
///
/// /// Version 1 of a user, with the name in two parts.
/// #[derive(Deserialize, PastVersion)]
/// struct UserV1 {
///     id: u32,
///     first_name: String,
///     last_name: String,
/// }
///
/// impl From<UserV1> for User {
///     fn from(past: UserV1) -> Self {
///         User { id: past.id, name: format!("{} {}", past.first_name, past.last_name) }
///     }
/// }
/// ```
#[doc(inline)]
pub use single_table_derive::PastVersion;
