//! Components: the values that keys are made of, and how each type encodes and decodes.

mod builder;
mod canonical;
#[cfg(feature = "case-folding")]
mod case_folded;
mod desc;
mod error;
mod escape;
mod float;
mod integer;
mod key_component;
mod key_enum;
mod mirror;
mod option;
mod text;
mod timestamp;
mod traits;
mod uuid;

pub use builder::KeyBuilder;
pub use canonical::is_encoding_of;
#[cfg(feature = "case-folding")]
pub use case_folded::CaseFolded;
pub use desc::Desc;
pub use error::ComponentError;
pub use key_component::{apply, decode_as};
pub use key_enum::is_ascending;
pub use traits::{EncodeComponent, FixedWidth, KeyComponent, TextComponent};
