import { fold, words } from './fold.js';
import { addressWords, linkIn, parseUrl, readHost } from './url.js';

/** @type {DataType[]} */
const DATA_TYPES = ['image', 'video', 'link', 'file', 'music', 'chatRecord', 'voice', 'note', 'location'];
const QUERY_CHARACTERS = 256;
/** @type {Condition} */
const WORD_OR = { kind: 'words', words: { apart: 'or', together: 'or', whole: true } };
const PART =
  /\p{White_Space}*(?<minus>[-－]?)(?<whole>((?<operator>title|site|tag|type|before|after)[:：](?=\P{White_Space}))?(["“”„‟＂](?<phrase>[^"“”„‟＂]*)(?<close>["“”„‟＂]?)|(?<word>\P{White_Space}*)))/giuy;

/**
 * Parses a query as docs/search.md specifies. A favorite must meet at least one condition of each clause.
 * Clauses omit parts with faults. `terms` are the folded words to highlight, and `link` identifies the
 * address that the query is.
 * @param {string} query
 */
export function parse(query) {
  const limit = [...query].slice(0, QUERY_CHARACTERS).join('').length;
  /** @type {Fault[]} */
  const faults = limit < query.length ? [{ start: limit, end: query.length, code: 'too-long' }] : [];
  const parts = [];
  /** @type {string | null} */
  let link = null;
  /** @type {(Condition | 'OR')[]} */
  const read = [];
  // A lone `-` is not a part.
  const matches = [...query.slice(0, limit).matchAll(PART)].filter(({ groups }) => groups?.whole);
  for (const { 0: match, index, groups = {} } of matches) {
    const { minus, whole, operator, phrase, close = '', word } = groups;
    const [written, text, end] = [minus + whole, phrase ?? word, index + match.length];
    parts.push({ written, start: end - written.length, end });
    link = parts.length > 1 || minus || operator ? null : linkIn(text);
    const isWhole = groups !== matches.at(-1)?.groups || Boolean(minus || close);
    const wanted = wantedOf(operator?.toLowerCase(), text, whole, isWhole);
    const at = Math.min(end - close.length - text.length, end - 1);
    if (written === 'OR') read.push('OR');
    else if (typeof wanted === 'string') faults.push({ start: at, end, code: wanted });
    else if (wanted) read.push({ ...wanted, excluded: Boolean(minus) });
  }
  const clauses = joined(read);
  const terms = clauses.flat().flatMap((one) => ('words' in one && !one.excluded ? one.words.together : []));
  return { clauses, faults, link, parts, terms };
}

/**
 * Joins the conditions on both sides of each `OR`. An `OR` without both sides counts as a word.
 * @param {(Condition | 'OR')[]} read
 */
function joined(read) {
  /** @type {Condition[][]} */
  const clauses = [];
  let isJoined = false;
  for (const [index, one] of read.entries()) {
    const next = read[index + 1] ?? 'OR';
    if (one === 'OR' && clauses.length && !isJoined && next !== 'OR') {
      isJoined = true;
      continue;
    }
    const condition = one === 'OR' ? WORD_OR : one;
    if (isJoined) clauses[clauses.length - 1].push(condition);
    else clauses.push([condition]);
    isJoined = false;
  }
  return clauses;
}

/** Joins parts into a query. @param {{ written: string }[]} parts */
export const toQuery = (parts) => parts.map(({ written }) => written).join(' ');

/**
 * Returns what a part matches, the code of a fault, or null if there is nothing to find.
 * @param {string | undefined} operator @param {string} text @param {string} written @param {boolean} isWhole
 * @returns {Wanted | string | null}
 */
function wantedOf(operator, text, written, isWhole) {
  const found = words(text, isWhole);
  if (operator === 'type') {
    const type = DATA_TYPES.find((name) => name.toLowerCase() === text.toLowerCase());
    return type ? { kind: operator, type } : operator;
  }
  if (operator === 'before' || operator === 'after') {
    const time = beginningOf(text);
    return Number.isNaN(time) ? 'time' : { kind: operator, time };
  }
  if (operator === 'site') {
    const url = parseUrl(text.includes('://') ? text : `http://${text}`);
    const host = foldHost(url ? readHost(url) : text);
    if (/[^.]/.test(host)) return { kind: operator, host };
  }
  if (operator === 'tag' && tagKey(text)) return { kind: operator, name: tagKey(text) };
  if (operator === 'title' && found) return { kind: operator, words: found };
  if (written === 'untagged') return { kind: written };
  // An operator whose value contains nothing to find is treated as a word.
  const anywhere = operator ? words(written, isWhole) : words(addressWords(text) ?? text, isWhole);
  return anywhere && { kind: 'words', words: anywhere };
}

/** Folds the labels of a host. @param {string} host */
export const foldHost = (host) => host.split('.').map(fold).join('.');

/** Returns the form in which the service compares the names of tags. @param {string} name */
export const nameKey = (name) =>
  // Converting to upper case and back makes `ẞ`, `ß` and `SS` equal.
  name.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');

/**
 * Returns what follows the name of a tag in the name of a tag below it: `/Rust` for `Dev/Rust` below `Dev`.
 * For all other names, it returns an empty text.
 * @param {string} name @param {string} top
 */
export function restBelow(name, top) {
  const key = nameKey(top);
  const end = [...name.matchAll(/\//g)].find(({ index }) => nameKey(name.slice(0, index)) === key);
  return end ? name.slice(end.index) : '';
}

/**
 * Returns the new names of a tag and of tags below it, if the tag gets another name. Leaves out the tags that
 * are where the others go: if `Dev` becomes `Dev/Old`, the tag `Dev/Old/Go` keeps its name. A tag comes
 * before the tags that may get its name.
 * @param {Tag[]} tags @param {string} from the tag's name @param {string} to
 * @returns {[Tag, string][]}
 */
export function renamed(tags, from, to) {
  const isInside = restBelow(to, from);
  /** @param {string} name */
  const isThere = (name) => isInside && (restBelow(name, to) || nameKey(name) === nameKey(to));
  return tags
    .filter(({ tagName }) => !isThere(tagName))
    .sort((a, b) => a.tagName.length - b.tagName.length)
    .map((tag) => /** @type {[Tag, string]} */ ([tag, to + restBelow(tag.tagName, from)]))
    .filter(([{ tagName }, name]) => tagName !== name);
}

/** Returns a tag name in the form in which search compares it. @param {string} name */
export function tagKey(name) {
  // Folding would leave nothing of a name that is only punctuation.
  return fold(name).replaceAll('-', ' ') || nameKey(name.trim());
}

/**
 * Returns the start of a year, month or day in UTC, the time of an RFC 3339 timestamp, or NaN.
 * @param {string} text
 */
function beginningOf(text) {
  const time = /^\d{4}(-\d\d){0,2}$/.test(text) ? text + '0000-01-01T00:00:00Z'.slice(text.length) : text;
  const [, day, clock] =
    /^(\d{4}-\d\d-\d\d).((?:[01]\d|2[0-3]):\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))$/iu.exec(time) ?? [];
  // Some browsers parse February 30 as a day in March.
  const isDay = new Date(`${day}T00:00Z`).getUTCDate() === Number(day?.slice(8));
  return isDay ? Date.parse(`${day}T${clock.toUpperCase()}`) : Number.NaN;
}
