//! The notes of Shaarli, which are links to itself.

/// Returns whether an address is that of a note in Shaarli itself: `?Ab3dEf` or `/shaare/Ab3dEf`, perhaps in
/// a folder of the site.
pub(crate) fn is_shaarli_note(url: &str) -> bool {
    let parts = url.rsplit_once("/shaare/").or_else(|| url.rsplit_once('?'));
    let Some((before, id)) = parts else { return false };
    let is_id = (1..=16).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    // An address of another site has a scheme or a host.
    let is_own = before.is_empty()
        || before.starts_with(['/', '.']) && !before.starts_with("//") && !before.contains(':');
    // `/page?id` is the address of another page.
    is_id && is_own && (url.contains("/shaare/") || before.is_empty() || before.ends_with('/'))
}
