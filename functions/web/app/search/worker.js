// The search worker: it reads the library from the database and tells the page (state/library.js) what to show.

import { openDb } from '../store/db.js';
import { Index, search } from './scan.js';

const FIRST_IDS = 300;
/** As many are worth showing before the search ends. */
const SCREENFUL = 50;
const READ_AT_ONCE = 2000;
const SLICE_MILLIS = 8;
const LONGEST_TIMER = 2 ** 31 - 1;

let index = new Index();
/** @type {Database} */
let db;
/** What is read, in order. @type {Promise<unknown>} */
let queue = Promise.resolve();
/** The search that was begun last. */
let searching = queue;
/** @type {Find} */
let wanted;
/** The number of searches that were begun. */
let run = 0;
/** The newest search that has ended. */
let done = { n: -1, ids: /** @type {string[]} */ ([]) };
let timer = 0;

self.onmessage = ({ data: { open, changed, find: asked, ask, n, from, to, except } }) => {
  if (asked) wanted = asked;
  if (open) queue = start(open);
  if (changed !== undefined) queue = queue.then(() => update(changed));
  if (asked || changed !== undefined) searching = queue.then(find);
  if (ask) {
    searching.then(() => {
      const left = new Set(except);
      const ids = n === done.n ? done.ids.slice(from, to).filter((id) => !left.has(id)) : [];
      postMessage({ ask, ids });
    });
  }
};

/** @param {string} name */
async function start(name) {
  db = await openDb(name);
  await update(null);
  postMessage({ ready: { count: index.rows.length } });
}

/** Reads what has changed, or everything. @param {string[] | null} ids */
async function update(ids) {
  if (!ids) index = new Index();
  index.setTags(await db.readAll('tags'));
  if (ids) {
    const each = [...new Set(ids)];
    const [items, trash] = await Promise.all([db.readMany('items', each), db.readMany('trash', each)]);
    index.update(each, items.filter(Boolean), trash.filter(Boolean));
    return;
  }
  index.update([], [], await db.readAll('trash'));
  let next = db.readAll('items', undefined, READ_AT_ONCE);
  for (let items = await next; items.length; items = await next) {
    next = db.readAll('items', items.at(-1).dataId, READ_AT_ONCE);
    index.update([], items, []);
  }
}

/** Searches for what is wanted. If another search begins meanwhile, that one counts. @returns {Promise<unknown>} */
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
