//! The types of key components, as the derive's code knows them.
//!
//! A type that can't be in a key would be an error wherever the code uses it. So one constant checks all types of an entity, and
//! the code names each of them together with that constant: if a check fails, the compiler doesn't know the type, and has nothing
//! else to report.

use std::marker::PhantomData;

use table_keys::KeyComponent;

use crate::raw::RawComponent;

/// The checks of an entity's components.
pub trait CheckedComponents {
    /// Always true.
    const PASSED: bool;
}

/// The type `T` of a component that has passed its checks.
pub type Checked<T, const PASSED: bool> = <T as Choose<PASSED>>::Type;

/// A type that is known if `PASSED` is true.
pub trait Choose<const PASSED: bool> {
    /// The type itself.
    type Type;
}

impl<T> Choose<true> for T {
    type Type = T;
}

/// Returns `value`. The type parameter names the checked type of the value.
#[must_use]
pub const fn typed<T>(value: &T) -> &T {
    value
}

/// The abilities of a type. An inherent constant hides the one of [`Unproven`], where its bound holds.
pub struct Proof<T>(PhantomData<T>);

impl<T: KeyComponent> Proof<T> {
    /// True for a component of a key.
    pub const IS_COMPONENT: bool = true;
}

impl<T: RawComponent> Proof<T> {
    /// True for a component of a raw key.
    pub const IS_RAW: bool = true;
}

impl<T: Clone> Proof<T> {
    /// True for a type that can be cloned.
    pub const IS_CLONE: bool = true;
}

/// The abilities that no bound proves.
pub trait Unproven {
    /// False.
    const IS_COMPONENT: bool = false;
    /// False.
    const IS_RAW: bool = false;
    /// False.
    const IS_CLONE: bool = false;
}

impl<T> Unproven for Proof<T> {}

/// Checks a component.
///
/// # Panics
/// Panics with `refused` while the crate compiles, if `passes` is false.
#[track_caller]
pub const fn check_component(passes: bool, refused: &str) {
    assert!(passes, "{}", refused);
}
