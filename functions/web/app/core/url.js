/** Parses an address, or returns null if the text isn't one. @param {string} text */
export function parseUrl(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Returns the normal form of a web address, or null for other text.
 * @param {string | null} [text]
 */
export function safeHref(text) {
  // The URL Standard would fix a wrong number of slashes, but such text is rarely meant as an address.
  return (/^\s*https?:\/\/[^/]/i.test(text ?? '') && parseUrl(String(text))?.href) || null;
}

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
const TRACKER = new RegExp(`^((hsa|utm)_.*|${NAMES.trim().split(/\s+/).join('|')})$`, 'is');

/** @param {string} name */
export const isTracker = (name) => TRACKER.test(name);

/**
 * Returns the address that identifies a link, by the server's rule (`WebUrl::link`): over https, without slashes at the end of the
 * path, without parameters that follow the reader, with the others in the order of their names, and without a fragment that only
 * points into the page.
 * @param {URL} url
 */
export function linkOf({ href }) {
  const [, page, fragment] = /^([^#]*)#?(.*?)(?::~:.*)?$/.exec(href) ?? [];
  const url = new URL(page.replace(/^http:/, 'https:'));
  url.pathname = url.pathname.replace(/\/+$/, '');
  const pairs = url.search.slice(1).split('&').filter(Boolean);
  // Without the `&`, a `?` at the beginning of the name would be dropped.
  const named = pairs.map((pair) => [[...new URLSearchParams(`&${pair}`).keys()][0], pair]);
  const kept = named.filter(([name]) => !isTracker(name));
  // Parameters of the same name keep their order.
  kept.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  url.search = kept.map(([, pair]) => pair).join('&');
  // Single-page apps keep their routes in the fragment.
  const isRoute = /^(!|%21)|[/=?&]|%(2f|3d|3f|26)/i.test(fragment);
  return isRoute ? `${url.href}#${fragment}` : url.href;
}

/**
 * Returns what identifies the address that a text is, with or without its scheme, or null.
 * @param {string} text
 */
export function linkIn(text) {
  const isHost = !/^https?:\/\//i.test(text) && /[.:/]/.test(text);
  const url = parseUrl(safeHref(isHost ? `https://${text}` : text) ?? '');
  return url && linkOf(url);
}

/**
 * Returns the words of an address, as the service reads it: the host without `www.`, the port, the path, and the query and the
 * fragment without what follows the reader.
 * @param {URL} url
 */
export function readAddress(url) {
  const pairs = url.search.slice(1).split('&').filter(Boolean);
  const kept = pairs.filter((pair) => !isTracker([...new URLSearchParams(`&${pair}`).keys()][0]));
  const query = kept.length ? `?${kept.join('&')}` : '';
  const port = url.port && `:${url.port}`;
  const rest = port + url.pathname + query + url.hash.replace(/:~:.*/, '').replace(/^#$/, '');
  return readHost(url).replaceAll('.', ' ') + decoded(rest);
}

/** Decodes as the service does, also what is no UTF-8. @param {string} text */
const decoded = (text) =>
  text.includes('%')
    ? String(new URLSearchParams(`=${text.replace(/[&+]/g, encodeURIComponent)}`).get(''))
    : text;

/**
 * Returns the words by which an address in a query finds favorites, or null for other text.
 * @param {string} text
 */
export function addressWords(text) {
  const hasScheme = /^https?:\/\//i.test(text);
  if (!hasScheme && !/^www\.|^[^/]*\.[^/]*\/.*[?#%]/i.test(text)) return null;
  const url = parseUrl(safeHref(hasScheme ? text : `https://${text}`) ?? '');
  if (!url) return null;
  // The page was saved without a fragment that only points into it.
  url.hash = linkOf(url).split('#')[1] ?? '';
  return readAddress(url);
}

/** Returns the readable host, such as `bücher.example`, without `www.`. @param {URL} url */
export function readHost({ hostname }) {
  return hostname.replace(/^www\./, '').replace(/(?<=^|\.)xn--([a-z\d-]+)/g, (label, code) => {
    try {
      return decodePunycode(code);
    } catch {
      return label;
    }
  });
}

/** Host labels that look like Latin ones or mix scripts in a misleading way. */
const MISLEADING =
  /(^|\.)(?=[^.]*[^.\0-\x7f])([асԁеһіјӏорԛѕԝхуъьҽпгѵѡαγικνορτυω\d-]+(\.|$)|(?=[^.]*\p{sc=Latn})[^.]*[^.\p{sc=Latn}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Zyyy}\p{sc=Zinh}])/u;

/**
 * Returns the host to show for an address. A misleading host is shown in Punycode, with a warning.
 * @param {string} href
 */
export function hostOf(href) {
  const url = parseUrl(href);
  const text = url ? readHost(url) : '';
  const warn = MISLEADING.test(text);
  return { text: warn && url ? url.hostname : text, warn };
}

/** Decodes a Punycode label without its `xn--` prefix (RFC 3492, section 6.2). @param {string} label */
function decodePunycode(label) {
  const end = label.lastIndexOf('-');
  const points = Array.from(label.slice(0, Math.max(end, 0)), (character) => character.charCodeAt(0));
  let [point, at, before, weight, k, bias] = [128, 0, 0, 1, 36, 72];
  for (const digit of label.slice(end + 1)) {
    // Letters are 0 to 25 and digits 26 to 35.
    const value = (Number.parseInt(digit, 36) + 26) % 36;
    const limit = Math.min(Math.max(k - bias, 1), 26);
    at += value * weight;
    weight *= 36 - limit;
    k += 36;
    if (value >= limit) continue;
    const count = points.length + 1;
    let delta = Math.floor((at - before) / (before ? 2 : 700));
    delta += Math.floor(delta / count);
    for (bias = 0; delta > 455; bias += 36) delta = Math.floor(delta / 35);
    bias += Math.floor((36 * delta) / (delta + 38));
    point += Math.floor(at / count);
    at %= count;
    points.splice(at++, 0, point);
    [before, weight, k] = [at, 1, 36];
  }
  return String.fromCodePoint(...points);
}

const ENDING =
  /\.((?<image>avif|bmp|gif|heic|jpe?g|png|svg|webp)|(?<video>avi|m4v|mkv|mov|mp4|webm)|(?<music>aac|flac|m4a|mp3|og[ag]|opus|wav)|(?<file>7z|apk|css|csv|dmg|docx?|epub|exe|gz|js(on)?|pdf|pptx?|rar|txt|xlsx?|xml|zip))$/i;
const HOST = /^[\p{L}\p{N}.-]+\.\p{L}[\p{L}\d-]+(:\d+)?([/?#]\S*)?$/u;
const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`;
const PAIR = new RegExp(`^${NUMBER}\\s*[,，]\\s*${NUMBER}$`);
/** Map links and `geo:`. Google puts the place after `!3d` and the center of the map after `@`. */
const MAP = new RegExp(
  `^(?:geo:|https?://[^/]*(?:maps|google|openstreetmap|osm|bing)\\.(?:\\S*!3d|\\S*?(?:/@|#map=[\\d.]+/|[?&](?:q|ll|query|mlat)=)))${NUMBER}(?:,|%2C|!4d|/|&mlon=)${NUMBER}`,
  'i',
);
/** @param {string} sides */
const angle = (sides) =>
  `([${sides}]?)(\\d{1,3}(?:\\.\\d+)?)[°º](?:([\\d.]+)['’′])?(?:([\\d.]+)(?:["”″]|''))?([${sides}]?)`;
const DEGREES = new RegExp(`^${angle('NS')}[,，;]?${angle('EW')}$`, 'i');

/** Recognizes what a pasted or dropped text is. @param {string} text @returns {Recognized} */
export function recognize(text) {
  const trimmed = text.trim();
  const place = placeIn(trimmed);
  if (place) return { kind: 'location', ...place };
  const urls = trimmed.split(/\s*\n\s*/).flatMap((line) => addressOf(line) ?? []);
  if (!urls.length || urls.length < trimmed.split(/\s+/).length) return { kind: 'note', text };
  if (urls.length > 1) return { kind: 'links', urls, text };
  const kinds = Object.entries(ENDING.exec(new URL(urls[0]).pathname)?.groups ?? {});
  return { kind: /** @type {'file'} */ (kinds.find(([, ending]) => ending)?.[0] ?? 'link'), url: urls[0] };
}

/** @param {string} line */
function addressOf(line) {
  // `report.pdf` is a file, not a host.
  const isHost = HOST.test(line) && (line.includes('/') || !ENDING.test(line));
  return safeHref(isHost ? `https://${line}` : line);
}

/** @param {string} text */
function placeIn(text) {
  const pair = (text.includes('.') && PAIR.exec(text)) || MAP.exec(text);
  if (pair) return place(Number(pair[1]), Number(pair[2]), /\/place\/([^/@]+)/.exec(text)?.[1]);
  const [, ...parts] = DEGREES.exec(text.replace(/\s/g, '')) ?? [];
  return parts.length ? place(degrees(parts.slice(0, 5)), degrees(parts.slice(5))) : null;
}

/** @param {string[]} parts */
function degrees([before, whole, minutes = '0', seconds = '0', behind]) {
  const size = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600;
  return /[sw]/i.test(before + behind) ? -size : size;
}

/**
 * @param {number} latitude
 * @param {number} longitude
 * @param {string} [encoded] a URL-encoded name
 */
function place(latitude, longitude, encoded) {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const name = new URLSearchParams(`name=${encoded ?? ''}`).get('name') || undefined;
  return { latitude, longitude, name };
}

/** @type {{ createScriptURL(path: string): string } | undefined} */
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('favorites', {
  /** @param {string} path */
  createScriptURL: (path) => (/^\/app\/(sw|[^/]+\/search\/worker)\.js$/.test(path) ? path : ''),
});

/** Returns a worker's path in the form that Trusted Types require. @param {string} path */
export const scriptUrl = (path) => policy?.createScriptURL(path) ?? path;
