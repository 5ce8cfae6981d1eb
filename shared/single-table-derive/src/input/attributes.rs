//! The attributes `#[entity(...)]`, `#[index(...)]`, `#[unique(...)]` and `#[schema(...)]` of a struct.

use syn::{Attribute, DeriveInput, Error, Expr, Ident, LitStr, Path, Result};

use super::component::DeclaredKey;
use super::options::{Options, required};
use super::schema_versions::SchemaAttribute;

/// `#[entity(...)]`: the table, the entity's name and its primary key.
pub(crate) struct EntityAttribute {
    pub(crate) table: Path,
    pub(crate) name: LitStr,
    pub(crate) collection: Option<LitStr>,
    /// The word `raw`: the key consists of its literals and values alone.
    pub(crate) raw: Option<Ident>,
    pub(crate) partition: DeclaredKey,
    pub(crate) sort: DeclaredKey,
    pub(crate) ttl: Option<Ident>,
    pub(crate) version: Option<Ident>,
    /// The word `ordered`, which only an index can have.
    pub(crate) ordered: Option<Ident>,
}

impl EntityAttribute {
    fn parse(attribute: &Attribute) -> Result<Self> {
        let accepted =
            ["table", "name", "collection", "raw", "partition", "sort", "ttl", "version", "ordered"];
        let options = Options::parse(attribute, &accepted)?;
        Ok(Self {
            table: required(options.table, "table = ...", attribute)?,
            name: required(options.name, "name = \"...\"", attribute)?,
            collection: options.collection,
            raw: options.raw,
            partition: required(options.partition, "partition(...)", attribute)?,
            sort: required(options.sort, "sort(...)", attribute)?,
            ttl: options.ttl,
            version: options.version,
            ordered: options.ordered,
        })
    }
}

/// `#[index(...)]`: the entity's key in one index.
pub(crate) struct IndexAttribute {
    pub(crate) on: Path,
    pub(crate) view: Ident,
    /// The projection that the view reads.
    pub(crate) project: Option<Path>,
    pub(crate) collection: Option<LitStr>,
    /// The components of the partition key. A local index has none of its own.
    pub(crate) partition: Option<DeclaredKey>,
    pub(crate) sort: DeclaredKey,
    /// The word `raw`: the key consists of its literals and values alone.
    pub(crate) raw: Option<Ident>,
    /// The word `native`: the key attributes are attributes of the entity.
    pub(crate) native: Option<Ident>,
    /// The word `ordered`: the entity's name does not begin the sort key in a collection.
    pub(crate) ordered: Option<Ident>,
    /// The number of shards of each partition.
    pub(crate) shards: Option<Expr>,
    /// The field whose value chooses the shard.
    pub(crate) by: Option<Ident>,
}

impl IndexAttribute {
    fn parse(attribute: &Attribute) -> Result<Self> {
        let accepted = [
            "on",
            "view",
            "project",
            "collection",
            "raw",
            "partition",
            "sort",
            "ordered",
            "native",
            "shards",
            "by",
        ];
        let options = Options::parse(attribute, &accepted)?;
        Ok(Self {
            on: required(options.on, "on = ...", attribute)?,
            view: required(options.view, "view = ...", attribute)?,
            project: options.project,
            collection: options.collection,
            raw: options.raw,
            partition: options.partition,
            sort: required(options.sort, "sort(...)", attribute)?,
            native: options.native,
            ordered: options.ordered,
            shards: options.shards,
            by: options.by,
        })
    }
}

/// `#[unique(...)]`: values that no two items of the entity may share.
pub(crate) struct UniqueAttribute {
    pub(crate) record: Ident,
    pub(crate) partition: DeclaredKey,
    pub(crate) sort: DeclaredKey,
}

impl UniqueAttribute {
    fn parse(attribute: &Attribute) -> Result<Self> {
        let options = Options::parse(attribute, &["record", "partition", "sort"])?;
        Ok(Self {
            record: required(options.record, "record = ...", attribute)?,
            partition: required(options.partition, "partition(...)", attribute)?,
            sort: required(options.sort, "sort(...)", attribute)?,
        })
    }
}

/// All attributes of one struct.
pub(crate) struct Attributes {
    pub(crate) entity: EntityAttribute,
    pub(crate) indexes: Vec<IndexAttribute>,
    pub(crate) uniques: Vec<UniqueAttribute>,
    pub(crate) schema: Option<SchemaAttribute>,
}

impl Attributes {
    pub(crate) fn parse(input: &DeriveInput) -> Result<Self> {
        let named = |name| input.attrs.iter().filter(move |attribute| attribute.path().is_ident(name));
        let mut entities = named("entity");
        let entity = entities.next().ok_or_else(|| {
            Error::new(
                input.ident.span(),
                "an entity needs `#[entity(table = ..., name = \"...\", partition(...), sort(...))]`: add it",
            )
        })?;
        if let Some(second) = entities.next() {
            return Err(Error::new_spanned(second, "`#[entity(...)]` is given twice: remove one of them"));
        }
        Ok(Self {
            entity: EntityAttribute::parse(entity)?,
            indexes: named("index").map(IndexAttribute::parse).collect::<Result<_>>()?,
            uniques: named("unique").map(UniqueAttribute::parse).collect::<Result<_>>()?,
            schema: SchemaAttribute::of(input)?,
        })
    }
}
