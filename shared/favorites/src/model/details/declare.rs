//! The declaration of the details and of the rules that go through all of them.

/// Declares `Details`, `DetailsDraft` and `DetailsPatch` from one list of members. A member has a field's name, a name in JSON and
/// in items, and a type:
///
/// - `required` members are always there, and a patch replaces them. A request that adds a favorite may leave
///   one out if something else can stand for it.
/// - `optional` members can be missing, and a patch can remove them.
/// - `fixed` members can be missing, and no patch changes them.
macro_rules! details {
    (
        required { $($(#[$required_doc:meta])* $required:ident $required_name:literal: $required_type:ty,)* }
        optional { $($(#[$optional_doc:meta])* $optional:ident $optional_name:literal: $optional_type:ty,)* }
        fixed { $($(#[$fixed_doc:meta])* $fixed:ident $fixed_name:literal: $fixed_type:ty,)* }
    ) => {
        /// The members of a favorite that its user writes, whatever its type.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub struct Details {
            $(
                $(#[$required_doc])*
                #[serde(rename = $required_name)]
                pub $required: $required_type,
            )*
            $(
                $(#[$optional_doc])*
                #[serde(rename = $optional_name, default, skip_serializing_if = "Option::is_none")]
                pub $optional: Option<$optional_type>,
            )*
            $(
                $(#[$fixed_doc])*
                #[serde(rename = $fixed_name, default, skip_serializing_if = "Option::is_none")]
                pub $fixed: Option<$fixed_type>,
            )*
        }

        impl Details {
            /// Returns details that have only what every favorite has.
            #[must_use]
            pub fn new($($required: $required_type),*) -> Self {
                Self { $($required,)* $($optional: None,)* $($fixed: None,)* }
            }
        }

        /// The details of a new favorite as far as they could be read.
        #[derive(Debug, Clone, PartialEq, Default, Serialize)]
        pub struct DetailsDraft {
            $(
                $(#[$required_doc])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $required: Option<$required_type>,
            )*
            $(
                $(#[$optional_doc])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $optional: Option<$optional_type>,
            )*
            $(
                $(#[$fixed_doc])*
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $fixed: Option<$fixed_type>,
            )*
        }

        impl DetailsDraft {
            /// Reads the details from a request that adds a favorite.
            pub fn read(request: &mut Fields<'_>) -> Self {
                Self {
                    $($required: request.optional($required_name),)*
                    $($optional: request.optional($optional_name),)*
                    $($fixed: request.optional($fixed_name),)*
                }
            }

            /// Returns the details, or the pointer of each member that is required and missing.
            pub(crate) fn whole(&self) -> Result<Details, Vec<&'static str>> {
                let ($(Some($required),)*) = ($(&self.$required,)*) else {
                    let members = [$((concat!("/", $required_name), self.$required.is_none())),*];
                    return Err(members.into_iter().filter_map(|(at, missing)| missing.then_some(at)).collect());
                };
                Ok(Details {
                    $($required: $required.clone(),)*
                    $($optional: self.$optional.clone(),)*
                    $($fixed: self.$fixed.clone(),)*
                })
            }

            /// Fills in what `details` lacks.
            pub(crate) fn fill(&self, details: &mut Details) {
                $(fill(&mut details.$optional, self.$optional.as_ref());)*
                $(fill(&mut details.$fixed, self.$fixed.as_ref());)*
            }

            /// Returns the names of the members that are given here and that `details` does not have.
            pub(crate) fn ignored_by(&self, details: &Details) -> impl Iterator<Item = &'static str> {
                let members = [
                    $(($required_name, differs(self.$required.as_ref(), Some(&details.$required))),)*
                    $(($optional_name, differs(self.$optional.as_ref(), details.$optional.as_ref())),)*
                    $(($fixed_name, differs(self.$fixed.as_ref(), details.$fixed.as_ref())),)*
                ];
                members.into_iter().filter_map(|(name, differs)| differs.then_some(name))
            }
        }

        impl From<Details> for DetailsDraft {
            fn from(details: Details) -> Self {
                Self {
                    $($required: Some(details.$required),)*
                    $($optional: details.$optional,)*
                    $($fixed: details.$fixed,)*
                }
            }
        }

        /// Changes to the details of a favorite. `None` leaves a member as it is, `Some(None)` removes it.
        #[derive(Debug, Clone, PartialEq, Default)]
        pub struct DetailsPatch {
            $($(#[$required_doc])* pub $required: Option<$required_type>,)*
            $($(#[$optional_doc])* pub $optional: Option<Option<$optional_type>>,)*
        }

        impl DetailsPatch {
            /// Reads the changes from a request that changes a favorite.
            pub fn read(request: &mut Fields<'_>) -> Self {
                $(request.forbidden($fixed_name, CANNOT_CHANGE);)*
                Self {
                    $($required: request.replaced($required_name),)*
                    $($optional: request.patched($optional_name),)*
                }
            }

            /// Makes the changes.
            pub(crate) fn apply(&self, details: &mut Details) {
                $(if let Some(value) = &self.$required {
                    details.$required.clone_from(value);
                })*
                $(if let Some(value) = &self.$optional {
                    details.$optional.clone_from(value);
                })*
            }
        }
    };
}
