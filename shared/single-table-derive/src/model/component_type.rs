//! The type of a component, as far as its tokens show it.

use syn::{GenericArgument, PathArguments, Type};

use crate::input::ungrouped;

/// Returns true for a type of the standard library that can be in every key.
pub(crate) fn is_std_component(ty: &Type) -> bool {
    const NAMES: [&str; 12] =
        ["String", "f64", "u8", "u16", "u32", "u64", "usize", "i8", "i16", "i32", "i64", "isize"];
    matches!(ungrouped(ty), Type::Path(path) if NAMES.iter().any(|name| path.path.is_ident(name)))
}

/// Returns `T` of the type `Option<T>`.
pub(super) fn inside_option(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ungrouped(ty) else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) => Some(ty),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn only_a_plain_name_is_a_type_of_the_standard_library() {
        assert!(is_std_component(&parse_quote!(String)));
        assert!(!is_std_component(&parse_quote!(Option<String>)));
        assert!(!is_std_component(&parse_quote!(own::String)));
        assert!(!is_std_component(&parse_quote!(bool)));
    }

    #[test]
    fn a_type_from_a_macro_is_read_like_any_other() {
        let group = |ty| {
            Type::Group(syn::TypeGroup { group_token: syn::token::Group::default(), elem: Box::new(ty) })
        };
        assert!(is_std_component(&group(parse_quote!(String))));
        assert_eq!(inside_option(&group(group(parse_quote!(Option<u8>)))), Some(&parse_quote!(u8)));
        assert_eq!(inside_option(&parse_quote!((Option<u8>))), Some(&parse_quote!(u8)));
    }

    #[test]
    fn an_option_is_read_with_any_path() {
        assert_eq!(inside_option(&parse_quote!(Option<u8>)), Some(&parse_quote!(u8)));
        assert_eq!(inside_option(&parse_quote!(::std::option::Option<Genre>)), Some(&parse_quote!(Genre)));
        assert_eq!(inside_option(&parse_quote!(Option)), None);
        assert_eq!(inside_option(&parse_quote!(Vec<u8>)), None);
    }
}
