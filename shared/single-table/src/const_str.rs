//! Functions on texts that run while the crate that uses them is compiled.

/// The only element, if there is one.
pub const fn first<T: Copy>(list: &[T]) -> Option<T> {
    match list {
        [first, ..] => Some(*first),
        [] => None,
    }
}

pub(crate) const fn repeats(names: &[&str]) -> bool {
    let mut at = 0;
    while at < names.len() {
        let mut next = at + 1;
        while next < names.len() {
            if equal(names[at], names[next]) {
                return true;
            }
            next += 1;
        }
        at += 1;
    }
    false
}

pub(crate) const fn contains(names: &[&str], name: &str) -> bool {
    let mut at = 0;
    while at < names.len() {
        if equal(names[at], name) {
            return true;
        }
        at += 1;
    }
    false
}

pub(crate) const fn is(maybe: Option<&str>, name: &str) -> bool {
    match maybe {
        Some(found) => equal(found, name),
        None => false,
    }
}

pub(crate) const fn equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// A text that is joined from parts while the crate is compiled, for the message of a refusal. A part that finds no room is left out.
pub(crate) struct Text {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl Text {
    const CAPACITY: usize = 512;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::CAPACITY], len: 0 }
    }

    pub(crate) const fn and(mut self, part: &str) -> Self {
        let part = part.as_bytes();
        if self.len + part.len() <= Self::CAPACITY {
            let mut at = 0;
            while at < part.len() {
                self.bytes[self.len] = part[at];
                self.len += 1;
                at += 1;
            }
        }
        self
    }

    pub(crate) const fn as_str(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            // The parts are whole texts.
            Err(_) => "",
        }
    }
}
