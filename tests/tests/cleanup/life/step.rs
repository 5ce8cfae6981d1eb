//! The steps of a life.

use proptest::prelude::*;

/// A change by the user. Its numbers select among the existing things.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Keep {
        link: bool,
        name: u8,
        tags: u8,
        hours: Option<u8>,
        repeatable: bool,
    },
    Expire {
        favorite: u8,
        hours: Option<u8>,
    },
    Retag {
        favorite: u8,
        tags: u8,
    },
    Move {
        favorite: u8,
        name: u8,
    },
    Delete {
        favorite: u8,
    },
    Restore {
        favorite: u8,
    },
    Purge {
        favorite: u8,
    },
    MakeTag {
        name: u8,
    },
    RenameTag {
        tag: u8,
        name: u8,
    },
    DeleteTag {
        tag: u8,
    },
    /// Time passes, and DynamoDB removes some of the expired items.
    Pass {
        hours: u8,
        removed: u8,
    },
}

/// Generates a step.
pub(super) fn steps() -> impl Strategy<Value = Step> {
    let hours = || proptest::option::of(1..72_u8);
    prop_oneof![
        6 => (any::<bool>(), 0..6_u8, any::<u8>(), hours(), any::<bool>()).prop_map(
            |(link, name, tags, hours, repeatable)| Step::Keep { link, name, tags, hours, repeatable }
        ),
        2 => (any::<u8>(), hours()).prop_map(|(favorite, hours)| Step::Expire { favorite, hours }),
        2 => any::<(u8, u8)>().prop_map(|(favorite, tags)| Step::Retag { favorite, tags }),
        1 => (any::<u8>(), 0..6_u8).prop_map(|(favorite, name)| Step::Move { favorite, name }),
        3 => any::<u8>().prop_map(|favorite| Step::Delete { favorite }),
        2 => any::<u8>().prop_map(|favorite| Step::Restore { favorite }),
        1 => any::<u8>().prop_map(|favorite| Step::Purge { favorite }),
        3 => (0..6_u8).prop_map(|name| Step::MakeTag { name }),
        1 => (any::<u8>(), 0..6_u8).prop_map(|(tag, name)| Step::RenameTag { tag, name }),
        1 => any::<u8>().prop_map(|tag| Step::DeleteTag { tag }),
        2 => (0..72_u8, any::<u8>()).prop_map(|(hours, removed)| Step::Pass { hours, removed }),
    ]
}
