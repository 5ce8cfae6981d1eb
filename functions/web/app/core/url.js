/** Returns the address that a text is, or null. @param {string} text */
export function parseUrl(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Returns an address of the web in its normal form, or null for other texts.
 * @param {string | null} [text]
 */
export function safeHref(text) {
  // The URL Standard would repair other numbers of slashes; who writes them means something else.
  return (/^\s*https?:\/\/[^/]/i.test(text ?? '') && parseUrl(String(text))?.href) || null;
}

/** Returns the host as people read it, such as `bücher.example`, without its `www.`. @param {URL} url */
export function readHost({ hostname }) {
  return hostname.replace(/^www\./, '').replace(/(?<=^|\.)xn--([a-z\d-]+)/g, (label, code) => {
    try {
      return decodePunycode(code);
    } catch {
      return label;
    }
  });
}

/** Parts of hosts that look like Latin ones, or that mix scripts which nobody mixes. */
const MISLEADING =
  /(^|\.)(?=[^.]*[^.\0-\x7f])([асԁеһіјӏорԛѕԝхуъьҽпгѵѡαγικνορτυω\d-]+(\.|$)|(?=[^.]*\p{sc=Latn})[^.]*[^.\p{sc=Latn}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Zyyy}\p{sc=Zinh}])/u;

/**
 * Returns the host to show for an address: in Punycode, with a warning, if it may be taken for another one.
 * @param {string} href
 */
export function hostOf(href) {
  const url = parseUrl(href);
  const text = url ? readHost(url) : '';
  const warn = MISLEADING.test(text);
  return { text: warn && url ? url.hostname : text, warn };
}

/** Decodes a label without its `xn--` (RFC 3492, section 6.2). @param {string} label */
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
