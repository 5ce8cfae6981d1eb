//! The names and types of attributes in a `table!`.

/// The name that an identifier, identifiers with hyphens between them, or a string literal stand for.
#[doc(hidden)]
#[macro_export]
macro_rules! __name {
    ($name:ident) => {
        stringify!($name)
    };
    ($name:literal) => {
        $name
    };
    ([$name:tt]) => {
        $crate::__name!($name)
    };
    ([$name:tt $(- $rest:tt)+]) => {
        concat!(stringify!($name) $(, "-", stringify!($rest))+)
    };
}

/// A key attribute with its type.
#[doc(hidden)]
#[macro_export]
macro_rules! __key_attribute {
    ($name:tt) => {
        $crate::table::KeyAttribute::text($crate::__name!($name))
    };
    ($name:tt : $type:ident) => {
        $crate::table::KeyAttribute { name: $crate::__name!($name), scalar: $crate::table::Scalar::$type }
    };
}

/// The type of an attribute, as a Rust type.
#[doc(hidden)]
#[macro_export]
macro_rules! __scalar {
    () => {
        $crate::table::scalar::S
    };
    ($type:ident) => {
        $crate::table::scalar::$type
    };
}
