import { safeHref } from './url.js';

const ENDING =
  /\.((?<image>avif|bmp|gif|heic|jpe?g|png|svg|webp)|(?<video>avi|m4v|mkv|mov|mp4|webm)|(?<music>aac|flac|m4a|mp3|og[ag]|opus|wav)|(?<file>7z|apk|css|csv|dmg|docx?|epub|exe|gz|js(on)?|pdf|pptx?|rar|txt|xlsx?|xml|zip))$/i;
const HOST = /^[\p{L}\p{N}.-]+\.\p{L}[\p{L}\d-]+(:\d+)?([/?#]\S*)?$/u;
const NUMBER = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`;
const PAIR = new RegExp(`^${NUMBER}\\s*[,，]\\s*${NUMBER}$`);
/** Links of maps, and `geo:`. Google has the place behind `!3d` and the middle of the map behind `@`. */
const MAP = new RegExp(
  `^(?:geo:|https?://[^/]*(?:maps|google|openstreetmap|osm|bing)\\.(?:\\S*!3d|\\S*?(?:/@|#map=[\\d.]+/|[?&](?:q|ll|query|mlat)=)))${NUMBER}(?:,|%2C|!4d|/|&mlon=)${NUMBER}`,
  'i',
);
/** @param {string} sides */
const angle = (sides) =>
  `([${sides}]?)(\\d{1,3}(?:\\.\\d+)?)[°º](?:([\\d.]+)['’′])?(?:([\\d.]+)(?:["”″]|''))?([${sides}]?)`;
const DEGREES = new RegExp(`^${angle('NS')}[,，;]?${angle('EW')}$`, 'i');

/** Tells what a text that was pasted or dropped may be. @param {string} text @returns {Recognized} */
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
 * @param {string} [encoded] a name as it is in an address
 */
function place(latitude, longitude, encoded) {
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const name = new URLSearchParams(`name=${encoded ?? ''}`).get('name') || undefined;
  return { latitude, longitude, name };
}
