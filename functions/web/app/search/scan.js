// The search over folded texts. It needs neither a database nor a browser.

import { areIn, fold, isInsideWord, readings } from '../core/fold.js';
import { timeOf } from '../core/id.js';
import { parse, tagKey } from '../core/query.js';
import { parseUrl, readHost } from '../core/url.js';

const AT_ONCE = 1000;

/** The favorites and tags, as search needs them. */
export class Index {
  /** The newest first. @type {Row[]} */
  rows = [];
  /** @type {Row[]} */
  trash = [];
  /** Those that exist, and those that favorites still have. @type {Map<string, IndexedTag>} */
  tags = new Map();
  /** The rows in the orders that were asked for. @type {Map<Sort, Row[]>} */
  #sorted = new Map();

  /** Replaces what there is under some ids. @param {string[]} ids @param {Favorite[]} items @param {Favorite[]} trash */
  update(ids, items, trash) {
    const old = new Set(ids);
    /** @param {Row[]} rows @param {Favorite[]} items */
    const replaced = (rows, items) =>
      // Sorting what is almost sorted takes little time.
      [...rows.filter(({ id }) => !old.has(id)), ...items.map((item) => this.#row(item))].sort(newestFirst);
    this.rows = replaced(this.rows, items);
    this.trash = replaced(this.trash, trash);
    this.#sorted.clear();
  }

  /** Replaces the tags. @param {Tag[]} tags */
  setTags(tags) {
    for (const tag of this.tags.values()) tag.exists = false;
    for (const { tagId, tagName } of tags) {
      const names = { path: tagName.toLowerCase(), key: tagKey(tagName), text: readings(fold(tagName)) };
      Object.assign(this.#tag(tagId), names, { exists: true });
    }
  }

  /** @param {string} id */
  #tag(id) {
    const tag = this.tags.get(id) ?? { path: '', key: '', text: readings(''), exists: false, count: 0 };
    this.tags.set(id, tag);
    return tag;
  }

  /** Returns the rows in an order. @param {Sort} sort @param {string} language */
  sorted(sort, language) {
    const rows = this.#sorted.get(sort) ?? this.rows.toSorted(orderOf(sort, language));
    this.#sorted.set(sort, rows);
    return rows;
  }

  /** @param {Favorite} favorite @returns {Row} */
  #row({ dataId, dataType, title, content, contentUrl, tagIds, updateTime, expireTime, purgeTime }) {
    const url = dataType === 'link' && contentUrl ? parseUrl(contentUrl) : null;
    const host = url ? fold(readHost(url)) : '';
    const others = [...textsOf(content), url && pathOf(url)].flatMap((text) => (text && fold(text)) || []);
    const text = [fold(title), host, ...others].join(',').replace(/,+$/, '');
    const { apart, together } = readings(text);
    // Objects that are made with a spread take several times as long to read.
    return {
      apart,
      together,
      host,
      id: dataId,
      type: dataType,
      tags: tagIds.map((id) => this.#tag(id)),
      changed: Date.parse(updateTime),
      // Expiry counts in whole seconds.
      ends: Math.floor(Date.parse(purgeTime ?? expireTime ?? '9999') / 1000) * 1000,
    };
  }
}

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

/** Decodes what can be decoded, as the service does. @param {URL} url */
const pathOf = ({ pathname }) =>
  pathname.includes('%')
    ? new URLSearchParams(`=${pathname.replace(/[&+]/g, encodeURIComponent)}`).get('')
    : pathname;

/**
 * Searches. After every 1,000 favorites it yields what it has found, so that the caller can pause or stop it.
 * @param {Index} index @param {Find} find @param {number} now @returns {Generator<Found, Found>}
 */
export function* search(index, { place, q, sort, language }, now) {
  const { clauses, faults, terms } = parse(q);
  const tests = clauses.map((clause) => clause.map((condition) => testOf(condition, index)));
  /** @type {RowTest} */
  const isMet = (row) => row.ends > now && tests.every((clause) => clause.some((test) => test(row)));
  const isHere = placeTest(place, index);
  const trash = index.trash.filter(isMet);
  const rows = place === 'trash' ? trash.toSorted(orderOf(sort, language)) : [];
  /** @type {Counts} */
  const counts = { total: 0, untagged: 0, trash: trash.length, byType: {}, byTag: {} };
  const found = { rows, counts, faults, terms, ends: Number.POSITIVE_INFINITY };
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
  return found;
}

/** A deleted tag may still be on favorites. @type {RowTest} */
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
  return tagTest(index, (tag) => tag === top || (place.under && tag.path.startsWith(`${top?.path}/`)));
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
      const hasTag = tagTest(index, ({ text }) => areIn(wanted.words, text));
      return (row) => areIn(wanted.words, row) || hasTag(row);
    }
    case 'title':
      return ({ apart, together }) =>
        areIn(wanted.words, { apart: titleOf(apart), together: titleOf(together) });
    case 'tag':
      return tagTest(index, ({ key }) => key === wanted.name);
    case 'site':
      return ({ host }) => {
        const at = host.length - wanted.host.length;
        return host.endsWith(wanted.host) && !isInsideWord(host, at) && host[at - 1] !== '-';
      };
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
