// The search worker reads the library from the database and tells the page (state/library.js) what to show.
// The search itself works on folded texts and needs neither a database nor a browser.

import { areIn, fold, readings } from '../core/fold.js';
import { foldHost, parse, restBelow, tagKey } from '../core/query.js';
import { linkIn, linkOf, parseUrl, readAddress, readHost } from '../core/url.js';
import { openDb, timeOf } from '../store/db.js';

const AT_ONCE = 1000;
/** The service's numbers of favorites that come first because of their address, and of those it looks at. */
const [LEADING, LEADING_AMONG] = [8, 100];

/** The search index of favorites and tags. */
export class Index {
  /** Favorites outside the trash, newest first. @type {Row[]} */
  rows = [];
  /** @type {Row[]} */
  trash = [];
  /** Existing tags, and deleted ones that favorites still have. @type {Map<string, IndexedTag>} */
  tags = new Map();
  /** The rows in each order requested so far. @type {Map<Sort, Row[]>} */
  #sorted = new Map();

  /** Replaces rows by id. @param {string[]} ids @param {Favorite[]} items @param {Favorite[]} trash */
  update(ids, items, trash) {
    const old = new Set(ids);
    /** @param {Row[]} rows @param {Favorite[]} items */
    const replaced = (rows, items) =>
      // Sorting is fast because the rows are almost in order.
      [...rows.filter(({ id }) => !old.has(id)), ...items.map((item) => this.#row(item))].sort(newestFirst);
    this.rows = replaced(this.rows, items);
    this.trash = replaced(this.trash, trash);
    this.#sorted.clear();
  }

  /** Replaces the tags. @param {Tag[]} tags */
  setTags(tags) {
    for (const tag of this.tags.values()) tag.exists = false;
    for (const { tagId, tagName } of tags) {
      const ends = [...tagName.matchAll(/\/|$/g)];
      const keys = ends.map(({ index }) => tagKey(tagName.slice(0, index)));
      const [text, sign] = [fold(tagName), `#${fold(tagName)}`];
      const names = { name: tagName, keys, text: readings(text), sign: readings(sign) };
      Object.assign(this.#tag(tagId), names, { exists: true });
    }
  }

  /** @param {string} id */
  #tag(id) {
    const tag = this.tags.get(id) ?? {
      name: '',
      keys: [],
      text: readings(''),
      sign: readings(''),
      exists: false,
      count: 0,
    };
    this.tags.set(id, tag);
    return tag;
  }

  /** Returns the rows in the given order. @param {Sort} sort @param {string} language */
  sorted(sort, language) {
    const rows = this.#sorted.get(sort) ?? this.rows.toSorted(orderOf(sort, language));
    this.#sorted.set(sort, rows);
    return rows;
  }

  /** Returns the ids of favorites with a link, newest first. @param {string} address @param {number} now */
  keptWith(address, now) {
    const link = linkIn(address);
    return this.rows.filter((row) => isLink(row, link) && row.ends > now).map(({ id }) => id);
  }

  /** @param {Favorite} favorite @returns {Row} */
  #row({ dataId, dataType, title, content, contentUrl, tagIds, updateTime, expireTime, purgeTime }) {
    const url = contentUrl ? parseUrl(contentUrl) : null;
    const host = url ? foldHost(readHost(url)) : '';
    const others = textsOf(content).flatMap((text) => (text && fold(text)) || []);
    const text = [fold(title), url ? fold(readAddress(url)) : '', ...others].join(',').replace(/,+$/, '');
    const { apart, together } = readings(text);
    // Objects created with a spread are several times slower to read.
    return {
      apart,
      together,
      host,
      link: url && linkOf(url),
      id: dataId,
      type: dataType,
      tags: tagIds.map((id) => this.#tag(id)),
      changed: Date.parse(updateTime),
      // Expiry ignores fractions of a second.
      ends: Math.floor(Date.parse(purgeTime ?? expireTime ?? '9999') / 1000) * 1000,
    };
  }
}

/** @param {Row} row @param {string | null} link */
const isLink = (row, link) => link !== null && row.link === link && row.type === 'link';

/** @type {Order} */
const newestFirst = (a, b) => (a.id < b.id ? 1 : -1);

/** @param {string} text */
const titleOf = (text) => text.split(',', 1)[0];

/** @param {Sort} sort @param {string} language */
function orderOf(sort, language) {
  const { compare } = new Intl.Collator(language);
  /** @type {Record<Sort, Order>} */
  const orders = {
    newest: newestFirst,
    oldest: (a, b) => newestFirst(b, a),
    changed: (a, b) => b.changed - a.changed,
    title: (a, b) => compare(titleOf(a.apart), titleOf(b.apart)),
  };
  return orders[sort];
}

/** @param {Content} content */
function textsOf(content) {
  const {
    siteName,
    description,
    fileName,
    artist,
    album,
    transcript,
    text,
    name,
    address,
    messages = [],
  } = content;
  const senders = new Set(messages.map(({ sender }) => sender));
  const texts = [siteName, description, fileName, artist, album, transcript, text, name, address];
  return [...texts, ...senders, ...messages.map(({ text }) => text)];
}

/**
 * Searches the index. Yields the results so far after every 1,000 favorites, so the caller can pause or stop.
 * @param {Index} index @param {Find} find @param {number} now @returns {Generator<Found, Found>}
 */
export function* search(index, { place, q, sort, language }, now) {
  const { clauses, faults, link, terms } = parse(q);
  const tests = clauses.map((clause) => clause.map((condition) => testOf(condition, index)));
  /** @type {RowTest} */
  const isMet = (row) =>
    row.ends > now && (isLink(row, link) || tests.every((clause) => clause.some((test) => test(row))));
  const isHere = placeTest(place, index);
  const trash = index.trash.filter(isMet);
  const rows = place === 'trash' ? trash.toSorted(orderOf(sort, language)) : [];
  /** @type {Counts} */
  const counts = { total: 0, untagged: 0, trash: trash.length, byType: {}, byTag: {} };
  const found = { rows, counts, faults, terms, ends: Number.POSITIVE_INFINITY };
  for (const { ends } of index.trash) if (ends > now && ends < found.ends) found.ends = ends;
  for (const tag of index.tags.values()) tag.count = 0;
  /** @param {Row} row */
  const take = (row) => {
    if (row.ends < found.ends && row.ends > now) found.ends = row.ends;
    if (!isMet(row)) return;
    counts.total++;
    counts.byType[row.type] = (counts.byType[row.type] ?? 0) + 1;
    for (const tag of row.tags) tag.count++;
    if (isUntagged(row)) counts.untagged++;
    if (isHere(row)) rows.push(row);
  };
  const all = index.sorted(sort, language);
  for (let at = 0; at < all.length; at += AT_ONCE) {
    all.slice(at, at + AT_ONCE).forEach(take);
    yield found;
  }
  for (const [id, { exists, count }] of index.tags) if (exists && count) counts.byTag[id] = count;
  if (link && sort === 'newest') found.rows = withLeading(rows, link);
  return found;
}

/**
 * Puts what was saved from an address first, as the service does.
 * @param {Row[]} rows @param {string} link
 */
function withLeading(rows, link) {
  const others = rows.filter((row) => !isLink(row, link));
  const exact = others.slice(0, LEADING_AMONG).filter((row) => row.link === link);
  const links = rows.filter((row) => isLink(row, link));
  return [...new Set([...[...links, ...exact].slice(0, LEADING), ...rows])];
}

/** Ignores deleted tags, which favorites may still have. @type {RowTest} */
const isUntagged = ({ tags }) => !tags.some(({ exists }) => exists);

/** @param {Index} index @param {(tag: IndexedTag) => boolean} isWanted @returns {RowTest} */
function tagTest({ tags }, isWanted) {
  const wanted = new Set([...tags.values()].filter((tag) => tag.exists && isWanted(tag)));
  return (row) => wanted.size > 0 && row.tags.some((tag) => wanted.has(tag));
}

/** @param {Place} place @param {Index} index @returns {RowTest} */
function placeTest(place, index) {
  if (place === 'untagged') return isUntagged;
  if (typeof place === 'string') return ({ type }) => place === 'all' || type === place;
  const top = index.tags.get(place.tag);
  return tagTest(
    index,
    (tag) => tag === top || Boolean(place.under && top?.name && restBelow(tag.name, top.name)),
  );
}

/** @param {Condition} condition @param {Index} index @returns {RowTest} */
function testOf(condition, index) {
  const test = wantedTest(condition, index);
  return condition.excluded ? (row) => !test(row) : test;
}

/** @param {Wanted} wanted @param {Index} index @returns {RowTest} */
function wantedTest(wanted, index) {
  switch (wanted.kind) {
    case 'words': {
      // `#reading` also finds the tag `Reading`.
      const isSigned = /^#./.test(wanted.words.apart);
      const hasTag = tagTest(
        index,
        ({ text, sign }) => areIn(wanted.words, text) || (isSigned && areIn(wanted.words, sign)),
      );
      return (row) => areIn(wanted.words, row) || hasTag(row);
    }
    case 'title':
      return ({ apart, together }) =>
        areIn(wanted.words, { apart: titleOf(apart), together: titleOf(together) });
    case 'tag':
      return tagTest(index, ({ keys }) => keys.includes(wanted.name));
    case 'site':
      return ({ host }) => host === wanted.host || host.endsWith(`.${wanted.host}`);
    case 'type':
      return ({ type }) => type === wanted.type;
    case 'untagged':
      return isUntagged;
    case 'before':
      return ({ id }) => timeOf(id) < wanted.time;
    case 'after':
      return ({ id }) => timeOf(id) >= wanted.time;
  }
}

const FIRST_IDS = 300;
/** The number of results worth showing before the search ends. */
const SCREENFUL = 50;
const READ_AT_ONCE = 2000;
const SLICE_MILLIS = 8;
const LONGEST_TIMER = 2 ** 31 - 1;

const index = new Index();
/** @type {Database} */
let db;
/** Resolves when all reads so far are done. @type {Promise<unknown>} */
let queue = Promise.resolve();
/** Resolves when the latest search is done. */
let searching = queue;
/** @type {Find} */
let wanted;
/** The number of searches started. */
let run = 0;
/** The last completed search. */
let done = { n: -1, ids: /** @type {string[]} */ ([]) };
let timer = 0;

globalThis.onmessage = ({ data: { open, changed, given, find: asked, ask, link, n, from, to, except } }) => {
  if (asked) wanted = asked;
  if (open) queue = start(open);
  if (changed) queue = queue.then(() => update([...new Set(changed)], given));
  if (asked || changed) searching = queue.then(find);
  if (ask) {
    searching.then(() => {
      const left = new Set(except);
      const found = link ? index.keptWith(link, Date.now()) : n === done.n ? done.ids.slice(from, to) : [];
      const ids = found.filter((id) => !left.has(id));
      postMessage({ ask, ids });
    });
  }
};

/** @param {string} name */
async function start(name) {
  db = await openDb(name);
  await readAll();
  postMessage({ ready: { count: index.rows.length } });
}

async function readAll() {
  index.setTags(await db.readAll('tags'));
  index.update([], [], await db.readAll('trash'));
  let next = db.readAll('items', undefined, READ_AT_ONCE);
  for (let items = await next; items.length; items = await next) {
    next = db.readAll('items', items.at(-1).dataId, READ_AT_ONCE);
    index.update([], items, []);
  }
}

/**
 * Updates the index.
 * @param {string[]} ids @param {any[][]} [given] Favorites, trash and tags, if the page has them in memory.
 */
async function update(ids, given) {
  const read = () => Promise.all([db.readMany('items', ids), db.readMany('trash', ids), db.readAll('tags')]);
  const [items, trash, tags] = given ?? (await read());
  index.setTags(tags);
  index.update(ids, items.filter(Boolean), trash.filter(Boolean));
}

/** Runs the wanted search, or waits for a newer search that starts meanwhile. @returns {Promise<unknown>} */
async function find() {
  const own = ++run;
  const request = wanted;
  const now = Date.now();
  clearTimeout(timer);
  const scan = search(index, request, now);
  let isNew = request.n !== done.n;
  let until = performance.now() + SLICE_MILLIS;
  let step = scan.next();
  for (; !step.done; step = scan.next()) {
    if (performance.now() < until) continue;
    if (isNew && step.value.rows.length >= SCREENFUL) {
      isNew = false;
      tell(request.n, step.value, false);
    }
    await new Promise((resolve) => setTimeout(resolve));
    if (own !== run) return searching;
    until = performance.now() + SLICE_MILLIS;
  }
  done = { n: request.n, ids: step.value.rows.map(({ id }) => id) };
  tell(request.n, step.value, true);
  const again = () => {
    searching = find();
  };
  timer = setTimeout(again, Math.min(step.value.ends - now, LONGEST_TIMER));
}

/** @param {number} n @param {Found} found @param {boolean} exact */
function tell(n, { rows, counts, faults, terms }, exact) {
  const ids = rows.slice(0, FIRST_IDS).map(({ id }) => id);
  postMessage({
    found: { n, ids, total: rows.length, exact, counts: exact ? counts : undefined, faults, terms },
  });
}
