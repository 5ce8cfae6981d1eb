//! Query parameters that follow the reader of a page and don't choose the page.

/// The beginnings of names. Every name with such a beginning is a tracker: Google Analytics' campaigns, and
/// `HubSpot`'s advertisements.
const FAMILIES: [&str; 2] = ["hsa_", "utm_"];

/// The other names, in lower case and in order.
///
/// They are on the lists by which these remove parameters on all sites: Firefox (the preference
/// `privacy.query_stripping.strip_list`, and `StripOnShare.json`), Brave
/// (`components/query_filter/utils.cc`), and `ClearURLs` (the global rules of `data.min.json`). A name
/// belongs here only if no site uses it to choose a page, because two pages that are taken for one can't both
/// be saved. So names such as `ref`, `mc` and `var`, which are on some of the lists, are not here.
///
/// `functions/web/app/core/url.js` has the same names. A change of them needs a new `LINK_RULE` in
/// `model/favorite.rs`.
const TRACKERS: &[&str] = &[
    "__hsfp",
    "__hssc",
    "__hstc",
    "__s",
    "__twitter_impression",
    "_bhlid",
    "_branch_match_id",
    "_branch_referrer",
    "_ga",
    "_gl",
    "_hsenc",
    "_kx",
    "_openstat",
    "at_recipient_id",
    "at_recipient_list",
    "bbeml",
    "bsft_clkid",
    "bsft_uid",
    "dclid",
    "et_rid",
    "fb_action_ids",
    "fb_action_types",
    "fb_comment_id",
    "fbclid",
    "gbraid",
    "gclid",
    "guce_referrer",
    "guce_referrer_sig",
    "hsctatracking",
    "igsh",
    "igshid",
    "irclickid",
    "mc_cid",
    "mc_eid",
    "mc_tc",
    "ml_subscriber",
    "ml_subscriber_hash",
    "msclkid",
    "mtm_cid",
    "oft_c",
    "oft_ck",
    "oft_d",
    "oft_id",
    "oft_ids",
    "oft_k",
    "oft_lk",
    "oft_sk",
    "oly_anon_id",
    "oly_enc_id",
    "pk_cid",
    "rb_clickid",
    "s_cid",
    "sc_customer",
    "sc_eh",
    "sc_uid",
    "srsltid",
    "ss_email_id",
    "twclid",
    "unicorn_click_id",
    "vero_conv",
    "vero_id",
    "vgo_ee",
    "wbraid",
    "wickedid",
    "yclid",
    "ymclid",
    "ysclid",
];

/// Returns true if the parameter follows the reader. Case does not matter.
pub(super) fn is_tracker(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    FAMILIES.iter().any(|family| name.starts_with(family)) || TRACKERS.binary_search(&&*name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_is_found_in_either_case() {
        assert!(TRACKERS.is_sorted_by(|one, next| one < next));
        for name in TRACKERS.iter().chain(&["utm_source", "UTM_", "hsa_acc", "hsCtaTracking"]) {
            assert!(is_tracker(name) && is_tracker(&name.to_uppercase()), "{name}");
        }
        for name in ["", "utm", "xutm_source", "fbclid2", "id", "q", "ref", "v"] {
            assert!(!is_tracker(name), "{name}");
        }
    }
}
