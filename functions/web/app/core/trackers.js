// The server's list of query parameters that follow the reader of a page and don't choose the page
// (shared/favorites/src/model/value/trackers.rs), for all sites.

const NAMES = `
  __hsfp __hssc __hstc __s __twitter_impression _bhlid _branch_match_id _branch_referrer _ga _gl
  _hsenc _kx _openstat at_recipient_id at_recipient_list bbeml bsft_clkid bsft_uid dclid et_rid
  fb_action_ids fb_action_types fb_comment_id fbclid gbraid gclid guce_referrer guce_referrer_sig
  hsctatracking igsh igshid irclickid mc_cid mc_eid mc_tc ml_subscriber ml_subscriber_hash msclkid
  mtm_cid oft_c oft_ck oft_d oft_id oft_ids oft_k oft_lk oft_sk oly_anon_id oly_enc_id pk_cid
  rb_clickid s_cid sc_customer sc_eh sc_uid srsltid ss_email_id twclid unicorn_click_id vero_conv
  vero_id vgo_ee wbraid wickedid yclid ymclid ysclid
`;

const names = NAMES.trim().split(/\s+/).join('|');
const TRACKER = new RegExp(`^(?:(?:hsa|utm)_.*|${names})$`, 'is');

/** @param {string} name */
export const isTracker = (name) => TRACKER.test(name);
