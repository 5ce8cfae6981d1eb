import { scriptUrl } from '../core/url.js';
import { openDb } from '../store/db.js';

const FIRST_ROWS = 60;
const KEPT = 1000;

/**
 * The page's view of the library. The favorites come from the database, and the search worker decides which
 * ones to show. Events: `view` when `current` changes, `tags` when tags change, and `changed` with the ids of
 * changed favorites.
 */
class Library extends EventTarget {
  /** @type {View | undefined} */
  current;
  /** @type {Map<string, Tag>} */
  tags = new Map();
  /** The counts without a query. @type {Counts} */
  counts = { total: 0, byType: {}, byTag: {}, untagged: 0, trash: 0 };
  /** @type {Database | undefined} */
  #db;
  /** @type {Worker | undefined} */
  #worker;
  /** The favorites to show until the worker has read the library. @type {Favorite[]} */
  #newest = [];
  /** The most recently read favorites. @type {Map<string, Favorite>} */
  #items = new Map();
  /** Callbacks for ids from the worker, by request number. @type {Map<number, (ids: string[]) => void>} */
  #waiting = new Map();
  #asks = 0;
  /** @type {Find} */
  #find = { n: 0, place: 'all', q: '', sort: 'newest', language: '' };

  /** Opens a user's library. @param {string} dbName */
  async open(dbName) {
    const db = await openDb(dbName);
    const [counts, newest] = await Promise.all([db.read('meta', 'counts'), db.newest(FIRST_ROWS)]);
    this.#db = db;
    this.counts = counts ?? this.counts;
    this.#newest = newest.filter(({ expireTime }) => !expireTime || Date.parse(expireTime) > Date.now());
    await this.#readTags();
    this.#showNewest();
    const path = new URL('../search/worker.js', import.meta.url).pathname;
    this.#worker = new Worker(scriptUrl(path), { type: 'module' });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.postMessage({ open: dbName, find: this.#find });
  }

  /** Requests a view. A `view` event follows. @param {Place} place @param {string} q @param {Sort} sort */
  view(place, q, sort) {
    this.#find = { n: this.#find.n + 1, place, q, sort, language: document.documentElement.lang };
    this.#worker?.postMessage({ find: this.#find });
    this.#showNewest();
  }

  #showNewest() {
    const { place, q, sort } = this.#find;
    if (!this.#newest.length || place !== 'all' || q || sort !== 'newest') return;
    const ids = this.#newest.map((item) => this.#keep(item).dataId);
    const total = Math.max(this.counts.total, ids.length);
    this.#show({ ids, total, exact: false, counts: this.counts, faults: [], terms: [] });
  }

  /** @param {Omit<View, keyof Find>} found */
  #show(found) {
    this.current = { ...this.#find, ...found };
    this.#emit('view');
  }

  /** Returns the favorites at these positions in the current view. @param {number} from @param {number} to */
  async rows(from, to) {
    if (!this.current) return [];
    const { ids, n, place, total, exact } = this.current;
    const isFar = exact && Math.min(to, total) > ids.length;
    const wanted = isFar ? await this.#ask({ n, from, to }) : ids.slice(from, to);
    return this.#read(wanted, place === 'trash' ? 'trash' : 'items');
  }

  /** Returns a favorite, even from the trash. @param {string} id @returns {Promise<Favorite | undefined>} */
  async item(id) {
    return (await this.#read([id], 'items'))[0] ?? (await this.#read([id], 'trash'))[0];
  }

  /** Returns all ids of the current view. @param {string[]} [except] @returns {Promise<string[]>} */
  async allIds(except = []) {
    return this.current ? this.#ask({ n: this.current.n, except }) : [];
  }

  /** Returns the favorite with a link. @param {string} link @returns {Promise<Favorite | undefined>} */
  async keptWith(link) {
    const [id] = await this.#ask({ link });
    return id ? this.item(id) : undefined;
  }

  /** Applies database changes: to favorites with these ids, and to tags. @param {string[]} ids */
  async refresh(ids) {
    const db = this.#db;
    // Reads that are still running must not put outdated favorites into the new map.
    this.#items = new Map(this.#items);
    for (const id of ids) this.#items.delete(id);
    // The worker can't read this page's memory.
    const given =
      db?.storage &&
      (await Promise.all([db.readMany('items', ids), db.readMany('trash', ids), db.readAll('tags')]));
    this.#worker?.postMessage({ changed: ids, given });
    await this.#readTags();
    this.#emit('changed', ids);
  }

  /** @param {string[]} ids @param {StoreName} store @returns {Promise<Favorite[]>} */
  async #read(ids, store) {
    const items = this.#items;
    const missing = ids.filter((id) => !items.has(id));
    const read = missing.length ? await this.#db?.readMany(store, missing) : [];
    const found = new Map(read?.filter(Boolean).map((item) => [item.dataId, item]));
    if (items === this.#items) for (const item of found.values()) this.#keep(item);
    return ids.flatMap((id) => items.get(id) ?? found.get(id) ?? []);
  }

  /** @param {Favorite} item */
  #keep(item) {
    this.#items.set(item.dataId, item);
    const [oldest] = this.#items.keys();
    if (this.#items.size > KEPT) this.#items.delete(oldest);
    return item;
  }

  async #readTags() {
    /** @type {Tag[]} */
    const tags = (await this.#db?.readAll('tags')) ?? [];
    const isSame = JSON.stringify(tags) === JSON.stringify([...this.tags.values()]);
    this.tags = new Map(tags.map((tag) => [tag.tagId, tag]));
    if (!isSame) this.#emit('tags');
  }

  /** @param {any} message */
  #hear({ ready, found, ask, ids }) {
    if (ready) this.#newest = [];
    this.#waiting.get(ask)?.(ids);
    this.#waiting.delete(ask);
    if (found?.n !== this.#find.n) return;
    if (found.exact && !this.#find.q.trim()) {
      this.counts = found.counts;
      this.#db?.transact(['meta'], ({ put }) => put('meta', found.counts, 'counts')).catch(() => {});
    }
    this.#show({ ...found, counts: found.counts ?? this.current?.counts ?? this.counts });
  }

  /** @param {any} message @returns {Promise<string[]>} */
  #ask(message) {
    const ask = ++this.#asks;
    this.#worker?.postMessage({ ...message, ask });
    return new Promise((resolve) => this.#waiting.set(ask, resolve));
  }

  /** @param {string} type @param {any} [detail] */
  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

export const library = new Library();
