// Changes that were written reach state/library.js by `refresh(ids)`: here, and by a BroadcastChannel named
// like the database in the other tabs.

import { ApiError, beforeSignOut, Offline, SignedOut } from '../net/auth.js';
import { readChanges, sendAll } from '../net/exchange.js';
import { openDb } from '../store/db.js';
import { change, copyOf, dropTag, mergedTags, putCopy, STORES, setMember } from '../store/outbox.js';
import { library } from './library.js';

const POLL_MILLIS = 30_000;
const LONGEST_PAUSE = 300_000;

/** Events: `status`; `restored` with the ids of favorites that were deleted elsewhere and edited here. */
class Sync extends EventTarget {
  /** @type {SyncStatus} */
  status = { state: 'idle', unsent: 0, refused: 0, conflicts: 0 };
}

export const sync = new Sync();

/** @type {(db: Database) => void} */
let opened;
/** The user's database, from `start` on. @type {Promise<Database>} */
export const ready = new Promise((resolve) => {
  opened = resolve;
});
/** @type {BroadcastChannel} */
let channel;
/** True in the tab that synchronizes for all. */
let leads = false;
let works = false;
let again = false;
let failures = 0;
let timer = 0;

/** Begins to keep the copy of the library up to date. @param {Session} session */
export async function start(session) {
  const db = await openDb(session.db);
  const lead = () => {
    leads = true;
    run();
    return new Promise(() => {});
  };
  /** @param {SyncStatus} status */
  const follow = (status) => {
    show(status);
    if (status.storage !== 'full') return;
    // What the leader has in its memory is not here.
    db.storage = 'full';
    lead();
  };
  channel = new BroadcastChannel(session.db);
  channel.onmessage = ({ data }) => {
    if (data.ids) tell(data);
    if (data.status && !leads) follow(data.status);
    if (data.wake && leads) run();
  };
  opened(db);
  show({ ...(await count()), storage: db.storage });
  beforeSignOut.check = async () => {
    await syncNow();
    const { unsent, refused, conflicts } = await count();
    const left = unsent + refused + conflicts;
    if (left)
      throw Object.assign(new Error(`${left} changes are not sent`), { code: 'unsent', unsent: left });
  };
  if (db.storage) lead();
  else navigator.locks.request(`${session.db}-leader`, lead);
  addEventListener('beforeunload', (event) => {
    if (db.storage && sync.status.unsent) event.preventDefault();
  });
  const look = () => document.visibilityState === 'visible' && wake();
  for (const event of ['online', 'offline', 'focus']) addEventListener(event, look);
  document.addEventListener('visibilitychange', look);
  setInterval(look, POLL_MILLIS);
  wake();
}

/** Wakes the tab that synchronizes. */
export function wake() {
  if (leads) run();
  else channel.postMessage({ wake: true });
}

async function run() {
  again = true;
  if (works) return;
  works = true;
  clearTimeout(timer);
  let pause = 0;
  while (again) {
    again = false;
    pause = await cycle();
  }
  works = false;
  if (pause) timer = setTimeout(run, pause);
}

/** Sends, then reads what changed. @returns {Promise<number>} When to try again, or 0. */
async function cycle() {
  const db = await ready;
  /** @param {Partial<SyncStatus>} status */
  const showAll = (status) => {
    show({ ...status, storage: db.storage });
    channel.postMessage({ status: sync.status });
  };
  showAll({ state: 'syncing' });
  /** @type {any} */
  let error;
  try {
    await sendAll(db, announce).catch((reason) => {
      if (!(reason instanceof ApiError)) throw reason;
      error = reason;
    });
    await readChanges(db, announce, (progress) => showAll({ progress }));
  } catch (reason) {
    error = reason;
  }
  const { code = error?.name, requestId, retryAfter = 0 } = error ?? {};
  const isOut = error instanceof SignedOut;
  const state = !error ? 'idle' : isOut ? 'signedOut' : error instanceof Offline ? 'offline' : 'error';
  const counts = await count();
  showAll({ ...counts, state, error: error && { code, requestId }, progress: undefined });
  failures = error || counts.unsent ? failures + 1 : 0;
  if (!failures || isOut) return 0;
  const pause = Math.min(LONGEST_PAUSE, 1000 * 2 ** failures);
  return Math.max(retryAfter * 1000, pause * (0.5 + Math.random() / 2));
}

/** Synchronizes now. @returns {Promise<SyncStatus>} The status at the end. */
export function syncNow() {
  show({ state: 'syncing' });
  wake();
  return new Promise((resolve) => {
    const settled = () => {
      if (sync.status.state === 'syncing') return;
      sync.removeEventListener('status', settled);
      resolve(sync.status);
    };
    sync.addEventListener('status', settled);
  });
}

/** Tells all tabs what is new in the database. @param {News} news */
export function announce({ ids = [], tags, restored = [] }) {
  if (!ids.length && !tags) return;
  const news = { ids: [...new Set(ids)], restored };
  channel.postMessage(news);
  tell(news);
}

/** @param {{ ids: string[], restored: string[] }} news */
async function tell({ ids, restored }) {
  library.refresh(ids);
  if (restored.length) sync.dispatchEvent(new CustomEvent('restored', { detail: restored }));
  show(await count());
}

/** @param {Partial<SyncStatus>} change */
function show(change) {
  sync.status = { ...sync.status, ...change };
  sync.dispatchEvent(new Event('status'));
}

async function count() {
  /** @type {Entry[]} */
  const entries = await (await ready).readAll('outbox');
  const refused = entries.filter(({ refusal }) => refusal).length;
  const conflicts = entries.filter((entry) => entry.conflicts?.length && !entry.refusal).length;
  return { unsent: entries.length - refused - conflicts, refused, conflicts };
}

/**
 * @param {(entry: Entry) => unknown} wanted
 * @returns {Promise<(Entry & { item?: Favorite, tag?: Tag })[]>}
 */
async function list(wanted) {
  const db = await ready;
  /** @type {Entry[]} */
  const entries = (await db.readAll('outbox')).filter(wanted);
  return Promise.all(
    entries.map(async (entry) => {
      if (entry.id) return { ...entry, item: await library.item(entry.id) };
      return { ...entry, tag: (await db.read('tags', entry.tagId ?? '')) ?? entry.base };
    }),
  );
}

/** Returns the changes that the service refuses, with the favorite or the tag. */
export const refusals = () => list(({ refusal }) => refusal);

/** Returns the favorites of which one text was changed here and elsewhere: they have the other text. */
export const conflicts = () => list((entry) => entry.conflicts?.length);

/**
 * Ends the conflicts of a favorite.
 * @param {number} seq @param {Record<string, any>} members What it is to have, named as in the conflicts.
 */
export const resolve = (seq, members) =>
  edit(seq, async (tx, { conflicts: _, ...entry }) => {
    await tx.put('outbox', entry);
    await change(tx, [String(entry.id)], (copy) => {
      if (copy) for (const [member, value] of Object.entries(members)) setMember(copy, member, value);
      return copy ?? undefined;
    });
  });

/** Sends a refused change again. @param {number} seq */
export const retry = (seq) =>
  edit(seq, async (tx, { refusal: _, tries: __, ...entry }) => {
    await tx.put('outbox', entry);
    if (entry.id) await putCopy(tx, entry.id, await copyOf(tx, entry.id), entry);
  });

/** Gives up a change, so that the device has what the service has. @param {number} seq */
export const discard = (seq) =>
  edit(seq, async (tx, entry) => {
    await tx.remove('outbox', seq);
    if (entry.id) await putCopy(tx, entry.id, entry.base);
    else if (entry.op === 'create') await dropTag(tx, entry.tagId ?? '');
    else {
      // What a deletion or a merge of a tag did to favorites is undone by reading everything.
      await tx.put('tags', entry.base);
      const { [entry.tagId ?? '']: _, ...merged } = await mergedTags(tx);
      await tx.put('meta', merged, 'merged');
      await tx.remove('meta', 'feed');
    }
  });

/** @param {number} seq @param {(tx: Transaction, entry: Entry) => Promise<unknown>} work */
async function edit(seq, work) {
  const db = await ready;
  const id = await db.transact(STORES, async (tx) => {
    /** @type {Entry | undefined} */
    const entry = await tx.get('outbox', seq);
    if (entry) await work(tx, entry);
    return entry?.id;
  });
  announce({ ids: id ? [id] : [], tags: true });
  wake();
}
