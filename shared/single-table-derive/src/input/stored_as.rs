//! The DynamoDB type that serde makes of a field, as far as the field's type shows it.

use syn::{GenericArgument, PathArguments, Type};

/// Returns a type without the groups that a declarative macro puts around it, and without parentheses.
pub(crate) fn ungrouped(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            other => return other,
        };
    }
}

/// The DynamoDB type of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StoredAs {
    TextScalar,
    NumberScalar,
    /// A type that no key attribute can have.
    NoScalar,
    /// Only the type's own implementation of serde knows it.
    Unknown,
}

impl StoredAs {
    /// An `Option` is stored as the value inside it.
    pub(super) fn of(ty: &Type) -> Self {
        let Type::Path(path) = ungrouped(ty) else { return Self::Unknown };
        let Some(last) = path.path.segments.last() else { return Self::Unknown };
        match last.ident.to_string().as_str() {
            "Option" => first_argument(&last.arguments).map_or(Self::Unknown, Self::of),
            "String" | "char" => Self::TextScalar,
            "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" | "f32"
            | "f64" => Self::NumberScalar,
            "bool" | "Vec" | "HashMap" | "BTreeMap" | "HashSet" | "BTreeSet" => Self::NoScalar,
            _ => Self::Unknown,
        }
    }
}

fn first_argument(arguments: &PathArguments) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// Returns true for the type `Option<T>`.
pub(super) fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|last| last.ident == "Option"),
        Type::Group(group) => is_option(&group.elem),
        Type::Paren(paren) => is_option(&paren.elem),
        _ => false,
    }
}

/// Returns true if the type is or contains an integer of 128 bits.
pub(super) fn has_128_bits(ty: &Type) -> bool {
    let Type::Path(path) = ungrouped(ty) else { return false };
    path.path.segments.iter().any(|segment| {
        let arguments = match &segment.arguments {
            PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
            _ => None,
        };
        let in_arguments = arguments.into_iter().flatten().any(|argument| match argument {
            GenericArgument::Type(ty) => has_128_bits(ty),
            _ => false,
        });
        segment.ident == "u128" || segment.ident == "i128" || in_arguments
    })
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    /// Returns a type as a declarative macro passes it on.
    fn grouped(ty: Type) -> Type {
        Type::Group(syn::TypeGroup { group_token: syn::token::Group::default(), elem: Box::new(ty) })
    }

    #[test]
    fn a_type_shows_what_it_is_stored_as() {
        let cases: [(Type, StoredAs); 10] = [
            (grouped(parse_quote!(Option<u16>)), StoredAs::NumberScalar),
            (parse_quote!(String), StoredAs::TextScalar),
            (parse_quote!(std::string::String), StoredAs::TextScalar),
            (parse_quote!(Option<u16>), StoredAs::NumberScalar),
            (parse_quote!(f64), StoredAs::NumberScalar),
            (parse_quote!(bool), StoredAs::NoScalar),
            (parse_quote!(Option<Vec<u8>>), StoredAs::NoScalar),
            (parse_quote!(ArtistId), StoredAs::Unknown),
            (parse_quote!([u8; 4]), StoredAs::Unknown),
            (parse_quote!(Option), StoredAs::Unknown),
        ];
        for (ty, expected) in cases {
            assert_eq!(StoredAs::of(&ty), expected);
        }
    }

    #[test]
    fn an_integer_of_128_bits_is_found_in_other_types() {
        let found: [Type; 5] = [
            parse_quote!(u128),
            grouped(parse_quote!(u128)),
            parse_quote!(i128),
            parse_quote!(Option<u128>),
            parse_quote!(HashMap<String, Vec<i128>>),
        ];
        assert!(found.iter().all(has_128_bits));
        let others: [Type; 4] = [
            parse_quote!(u64),
            parse_quote!(Option<i64>),
            parse_quote!(&'static str),
            parse_quote!(Matrix<4, 4>),
        ];
        assert!(!others.iter().any(has_128_bits));
    }
}
