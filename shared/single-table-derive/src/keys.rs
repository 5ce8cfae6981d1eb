//! Components of keys, resolved against the struct's fields.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::{Error, Expr, Ident, LitStr, Result, Type};

use crate::attributes::Component;
use crate::fields::Field;

/// A component with its type and where its value comes from.
#[derive(Clone)]
pub(crate) struct Resolved {
    pub(crate) name: Ident,
    /// The type of the field or of the computed value.
    pub(crate) ty: Type,
    pub(crate) optional: bool,
    pub(crate) computed: Option<Expr>,
    /// The attribute of the field; none for a computed component.
    pub(crate) attribute: Option<String>,
}

impl Resolved {
    /// The type of the component in the key.
    pub(crate) fn key_type(&self) -> TokenStream {
        let ty = &self.ty;
        if self.optional { quote!(<#ty as ::single_table::private::Optional>::Value) } else { quote!(#ty) }
    }

    fn local(&self) -> Ident {
        format_ident!("computed_{}", self.name)
    }

    /// A reference to its value in `self`.
    fn borrowed(&self) -> TokenStream {
        let name = &self.name;
        if self.computed.is_some() {
            let local = self.local();
            quote!(&#local)
        } else {
            quote!(&self.#name)
        }
    }

    /// The statement that computes it, before its use.
    fn computation(&self) -> Option<TokenStream> {
        let (ty, computed) = (&self.ty, self.computed.as_ref()?);
        let local = self.local();
        Some(quote!(let #local: #ty = #computed;))
    }
}

/// What begins the keys of an entity in the table or in an index.
#[derive(Clone)]
pub(crate) struct Prefixes {
    /// A reference to the name that begins the partition key.
    pub(crate) partition: TokenStream,
    /// A reference to the name that begins the sort key, if one does.
    pub(crate) sort: Option<TokenStream>,
}

impl Prefixes {
    /// In a collection, its name begins the partition key, and the entity's the sort key. It is also the sort key of an
    /// entity of which a partition has one item.
    pub(crate) fn of(entity: &Ident, collection: Option<&LitStr>, sort: &[Resolved]) -> Self {
        let name = quote!(&<#entity as ::single_table::private::Entity>::NAME);
        match collection {
            Some(collection) => Self {
                partition: quote!(const { &::single_table::private::EntityName::new(#collection) }),
                sort: Some(name),
            },
            None => Self { partition: name.clone(), sort: sort.is_empty().then_some(name) },
        }
    }

    /// The partition key that these values make.
    pub(crate) fn partition_key(&self, values: &[impl ToTokens]) -> TokenStream {
        let name = &self.partition;
        quote!(::single_table::private::partition_key(#name, &(#(#values,)*)))
    }

    /// The sort key that these values make.
    pub(crate) fn sort_key(&self, values: &[impl ToTokens]) -> TokenStream {
        if let Some(name) = &self.sort {
            quote!(::single_table::private::named_sort_key(#name, &(#(#values,)*)))
        } else {
            quote!(::single_table::private::sort_key(&(#(#values,)*)))
        }
    }

    pub(crate) fn parse_partition_key(&self, text: &TokenStream) -> TokenStream {
        let name = &self.partition;
        quote!(::single_table::private::parse_partition_key(#name, #text))
    }

    pub(crate) fn parse_sort_key(&self, text: &TokenStream) -> TokenStream {
        if let Some(name) = &self.sort {
            quote!(::single_table::private::parse_named_sort_key(#name, #text))
        } else {
            quote!(::single_table::private::parse_sort_key(#text))
        }
    }

    /// The `Option<EntityName>` that begins the sort key.
    pub(crate) fn member(&self) -> TokenStream {
        if let Some(name) = &self.sort { quote!(Some(*#name)) } else { quote!(None) }
    }
}

pub(crate) fn resolve(components: &[Component], fields: &[Field]) -> Result<Vec<Resolved>> {
    components
        .iter()
        .map(|component| {
            if let Some((ty, computed)) = &component.computed {
                refuse_name_of_field(&component.name, fields)?;
                refuse_hidden_reads(computed.to_token_stream(), fields)?;
                return Ok(Resolved {
                    name: component.name.clone(),
                    ty: ty.clone(),
                    optional: component.optional,
                    computed: Some(computed.clone()),
                    attribute: None,
                });
            }
            Ok(Resolved { optional: component.optional, ..resolve_field(&component.name, fields)? })
        })
        .collect()
}

/// Pages go on from what an item has in its attributes, so the name of a field must stand for the field.
fn refuse_name_of_field(name: &Ident, fields: &[Field]) -> Result<()> {
    if fields.iter().any(|field| field.ident == *name) {
        let refused =
            format!("`{name}` is a field of this entity; give the computed component a name of its own");
        return Err(Error::new(name.span(), refused));
    }
    Ok(())
}

/// A computed component names the fields that it reads: an update of one then can't leave the key behind. What a method of the
/// whole entity reads would be hidden.
fn refuse_hidden_reads(computed: TokenStream, fields: &[Field]) -> Result<()> {
    let tokens: Vec<TokenTree> = computed.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => refuse_hidden_reads(group.stream(), fields)?,
            TokenTree::Ident(own) if own == "self" => {
                let called = matches!(tokens.get(at + 3), Some(TokenTree::Group(_)));
                match tokens.get(at + 2) {
                    Some(TokenTree::Ident(name))
                        if !called && fields.iter().any(|field| field.ident == *name) => {}
                    _ => {
                        let refused = "a computed component names the fields it reads, as in `f(&self.name)`: what a \
                                       method of the whole entity reads could change without this key";
                        return Err(Error::new(own.span(), refused));
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Runs `body` with a reference to each component's value, under the component's name with `component_` before it; not at
/// all where an optional one is absent.
pub(crate) fn with_values(components: &[&Resolved], body: &TokenStream) -> TokenStream {
    let computations = components.iter().filter_map(|component| component.computation());
    let (optional, always): (Vec<&Resolved>, Vec<&Resolved>) =
        components.iter().partition(|component| component.optional);
    let bindings = always.iter().map(|component| {
        let (local, value) = (value_name(&component.name), component.borrowed());
        quote!(let #local = #value;)
    });
    let body = quote!(#(#bindings)* #body);
    let body = if optional.is_empty() {
        body
    } else {
        let locals = optional.iter().map(|component| value_name(&component.name));
        let values = optional.iter().map(|component| component.borrowed());
        quote! {
            if let (#(Some(#locals),)*) = (#(::single_table::private::Optional::get(#values),)*) {
                #body
            }
        }
    };
    quote!({ #(#computations)* #body })
}

/// The name of the variable that holds a component's value. Under the component's own name it could hide a variable of the
/// code around it.
pub(crate) fn value_name(component: &Ident) -> Ident {
    format_ident!("component_{}", component)
}

/// The name of the variable that holds a component's new value.
pub(crate) fn moved_name(component: &Ident) -> Ident {
    format_ident!("moved_{}", component)
}

/// The names of the variables that hold the values of these components.
pub(crate) fn value_names(components: &[Resolved]) -> Vec<Ident> {
    components.iter().map(|component| value_name(&component.name)).collect()
}

/// The components, each name once.
pub(crate) fn distinct<'a>(components: impl IntoIterator<Item = &'a Resolved>) -> Vec<&'a Resolved> {
    let mut once: Vec<&Resolved> = Vec::new();
    for component in components {
        if once.iter().all(|known| known.name != component.name) {
            once.push(component);
        }
    }
    once
}

/// The types that these components have in a key, as a tuple.
pub(crate) fn types(components: &[Resolved]) -> TokenStream {
    let types = components.iter().map(Resolved::key_type);
    quote!((#(#types,)*))
}

pub(crate) fn names(components: &[Resolved]) -> Vec<&Ident> {
    components.iter().map(|component| &component.name).collect()
}

/// The arguments of a function that takes these components.
pub(crate) fn arguments(components: &[Resolved]) -> impl Iterator<Item = TokenStream> {
    components.iter().map(|component| {
        let (name, ty) = (&component.name, component.key_type());
        quote!(#name: #ty)
    })
}

/// The field as a component that is neither optional nor computed.
pub(crate) fn resolve_field(name: &Ident, fields: &[Field]) -> Result<Resolved> {
    let field = fields
        .iter()
        .find(|field| field.ident == *name)
        .ok_or_else(|| Error::new(name.span(), format!("`{name}` is no field of this entity")))?;
    let attribute = field.attribute.clone().ok_or_else(|| {
        Error::new(name.span(), "a flattened field can't be a key component; compute one from it")
    })?;
    if field.opaque {
        let refused = "a key component is written by its type, not by a function: make it a newtype with serde of its own";
        return Err(Error::new(name.span(), refused));
    }
    Ok(Resolved {
        name: name.clone(),
        ty: field.ty.clone(),
        optional: false,
        computed: None,
        attribute: Some(attribute),
    })
}
