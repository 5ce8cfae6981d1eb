// Every write is followed by a call of `refresh(ids)` in state/library.js: in this tab and, through a
// BroadcastChannel with the database's name, in all other tabs.

import { ApiError, beforeSignOut, Offline, SignedOut } from '../net/auth.js';
import { readChanges, sendAll } from '../net/exchange.js';
import { openDb } from '../store/db.js';
import {
  change,
  copyOf,
  dropTag,
  mergedTags,
  putCopy,
  putMerged,
  STORES,
  setMember,
} from '../store/outbox.js';
import { library } from './library.js';

const POLL_MILLIS = 30_000;
const LONGEST_PAUSE = 300_000;

/** Events: `status`, and `restored` with the ids of favorites deleted elsewhere but edited here. */
class Sync extends EventTarget {
  /** @type {SyncStatus} */
  status = { state: 'idle', unsent: 0, refused: 0, conflicts: 0 };
}

export const sync = new Sync();

/** @type {(db: Database) => void} */
let opened;
/** The user's database, which `start` opens. @type {Promise<Database>} */
export const ready = new Promise((resolve) => {
  opened = resolve;
});
/** @type {BroadcastChannel} */
let channel;
/** True in the tab that syncs for all tabs. */
let leads = false;
let works = false;
let again = false;
let failures = 0;
let timer = 0;

/** Starts syncing the device's copy of the library. @param {Session} session */
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
    // This tab can't read the leader's memory, so it must sync for itself.
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

/** Wakes the tab that syncs. */
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

/** Sends changes, then reads new ones. @returns {Promise<number>} The pause before a retry, or 0. */
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
  // If another cycle follows, `state` isn't final: `syncNow` may have asked for that cycle.
  showAll({
    ...counts,
    state: again ? 'syncing' : state,
    error: error && { code, requestId },
    progress: undefined,
  });
  failures = error || counts.unsent ? failures + 1 : 0;
  if (!failures || isOut) return 0;
  const pause = Math.min(LONGEST_PAUSE, 1000 * 2 ** failures);
  return Math.max(retryAfter * 1000, pause * (0.5 + Math.random() / 2));
}

/** Syncs now. @returns {Promise<SyncStatus>} The final status. */
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

/** Tells all tabs about changes in the database. @param {News} news */
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

/** Returns the refused changes, each with its favorite or tag. */
export const refusals = () => list(({ refusal }) => refusal);

/** Returns favorites with conflicts. Until the user decides, a favorite has the text from elsewhere. */
export const conflicts = () => list((entry) => entry.conflicts?.length);

/**
 * Resolves the conflicts of a favorite.
 * @param {number} seq @param {Record<string, any>} members The chosen values, named as in the conflicts.
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

/** Discards a change and restores the service's state on the device. @param {number} seq */
export const discard = (seq) =>
  edit(seq, async (tx, entry) => {
    await tx.remove('outbox', seq);
    if (entry.id) await putCopy(tx, entry.id, entry.base);
    else if (entry.op === 'create') await dropTag(tx, entry.tagId ?? '');
    else {
      // Only a full sync can undo what deleting or merging a tag did to favorites.
      await tx.put('tags', entry.base);
      const { [entry.tagId ?? '']: _, ...merged } = await mergedTags(tx);
      await putMerged(tx, merged);
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
