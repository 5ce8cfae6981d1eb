//! Compares the roles with the requests.

use std::collections::{BTreeMap, BTreeSet};

use favorites_local::template::{Permission, Role};

/// The permissions that functions requested, by the name of the function.
pub(crate) type Requested = BTreeMap<String, BTreeSet<Permission>>;

/// Returns the differences between the roles of functions and their requests, one line each.
pub(crate) fn differences(roles: &BTreeMap<String, Role>, requested: &Requested) -> Vec<String> {
    let allowed: Requested = roles.iter().map(|(name, role)| (name.clone(), role.permissions())).collect();
    let too_little =
        missing(requested, &allowed).map(|line| format!("too little: {line} is not in the role"));
    let too_much = missing(&allowed, requested).map(|line| format!("too much: {line} was not requested"));
    let twice = roles.iter().flat_map(|(name, role)| twice(name, role));
    too_little.chain(too_much).chain(twice).collect()
}

/// Returns the permissions that are in more than one statement. IAM may compare all partition keys of a transaction or
/// batch with a single statement, so they must be in the same one; see `Policies` in the template.
fn twice(function: &str, role: &Role) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let granted = role.statements.iter().flat_map(|statement| {
        statement.actions.iter().flat_map(|action| statement.resources.iter().map(move |on| (action, on)))
    });
    granted
        .filter(|granted| !seen.insert(*granted))
        .map(|(action, on)| format!("twice: {function}: {action} on {on} is in two statements"))
        .collect()
}

/// Returns the permissions that are in `all` and not in `some`.
fn missing<'a>(all: &'a Requested, some: &'a Requested) -> impl Iterator<Item = String> + 'a {
    all.iter().flat_map(|(function, permissions)| {
        let known = some.get(function);
        let unknown = permissions
            .iter()
            .filter(move |permission| !known.is_some_and(|known| known.contains(*permission)));
        unknown.map(move |permission| format!("{function}: {permission}"))
    })
}
