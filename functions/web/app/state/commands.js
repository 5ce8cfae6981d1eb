import { nameKey } from '../core/query.js';
import { call, Offline, session } from '../net/auth.js';
import { newId } from '../store/db.js';
import {
  change,
  dropTag,
  mapTags,
  mergedTags,
  putMerged,
  replaceTags,
  STORES,
  setMember,
} from '../store/outbox.js';
import { announce, ready, syncNow, wake } from './sync.js';

/** @typedef {{ undo: () => Promise<void> }} Undoable */

const TRASH_DAYS = 30;
const AT_ONCE = 1000;
/** The most favorites that the device removes from the trash one by one. */
const MOST_PURGED = 100;

/** @type {(() => Promise<void>) | undefined} */
let last;
let asked = false;

/** Undoes the last change. @returns {Promise<boolean>} False if there is nothing to undo. */
export async function undoLast() {
  const undo = last;
  await undo?.();
  return Boolean(undo);
}

/** @param {() => Promise<unknown>} back @returns {Undoable} */
function undoable(back) {
  const undo = async () => {
    if (last === undo) last = undefined;
    await back();
  };
  last = undo;
  return { undo };
}

/** Changes favorites on the device. @param {string[]} ids @param {(copy: State) => State | undefined} edit */
async function write(ids, edit) {
  const db = await ready;
  const changes = await db.transact(STORES, (tx) => change(tx, ids, edit));
  announce({ ids: [...changes.keys()] });
  wake();
  return changes;
}

/** @param {string[]} ids @param {(copy: Favorite) => Favorite} edit */
const writeKept = (ids, edit) => write(ids, (copy) => (copy && !copy.deleteTime ? edit(copy) : undefined));

/** Saves a new favorite. @param {NewFavorite} given @returns {Promise<Undoable & { id: string }>} */
export async function create(given) {
  const time = given.clipTime ? Date.parse(given.clipTime) : Date.now();
  const id = newId(time);
  const clipTime = new Date(time).toISOString();
  await write([id], () => ({ tagIds: [], ...given, dataId: id, clipTime, updateTime: clipTime, version: 0 }));
  if (!asked) navigator.storage?.persist?.();
  asked = true;
  return { id, ...undoable(() => move([id], true)) };
}

/** Changes fields of a favorite; null removes one. @param {string} id @param {Record<string, any>} members */
export const patch = (id, members) => patchAll([id], members);

/** @param {string[]} ids @param {string | null} expireTime */
export const setExpiry = (ids, expireTime) => patchAll(ids, { expireTime });

/** @param {string[]} ids @param {Record<string, any>} members */
async function patchAll(ids, members) {
  /** @param {Favorite} copy @param {any} values */
  const assign = (copy, values) => {
    for (const member of Object.keys(members)) setMember(copy, member, values[member]);
    return copy;
  };
  const changes = await writeKept(ids, (copy) => assign(copy, members));
  return undoable(() => writeKept(ids, (copy) => assign(copy, changes.get(copy.dataId)?.before ?? copy)));
}

/**
 * Adds tags to favorites and removes tags from them.
 * @param {string[]} ids @param {{ add?: string[], remove?: string[] }} tags
 */
export async function setTags(ids, { add = [], remove = [] }) {
  const db = await ready;
  const merged = (await db.read('meta', 'merged')) ?? {};
  const known = new Set((await db.readAll('tags')).map(({ tagId }) => tagId));
  /** @param {Favorite} copy @param {string[]} add @param {(tag: string) => boolean | undefined} drops */
  const set = (copy, add, drops) => ({
    ...copy,
    tagIds: [...new Set([...copy.tagIds, ...add])].filter((tag) => known.has(tag) && !drops(tag)),
  });
  const changes = await writeKept(ids, (copy) =>
    set(copy, mapTags(add, merged), (tag) => mapTags(remove, merged).includes(tag)),
  );
  return undoable(() =>
    writeKept(ids, (copy) => {
      const { before, after } = changes.get(copy.dataId) ?? {};
      const old = before?.tagIds ?? [];
      return set(copy, old, (tag) => after?.tagIds.includes(tag) && !old.includes(tag));
    }),
  );
}

/** @param {string[]} ids @param {boolean} toTrash */
function move(ids, toTrash) {
  const [deleteTime, purgeTime] = toTrash
    ? [0, TRASH_DAYS].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
    : [];
  const times = { deleteTime, purgeTime };
  return write(ids, (copy) => (copy && !copy.deleteTime === toTrash ? { ...copy, ...times } : undefined));
}

/** Moves favorites to the trash. @param {string[]} ids */
export async function remove(ids) {
  await move(ids, true);
  return undoable(() => move(ids, false));
}

/** Restores favorites from the trash. @param {string[]} ids */
export async function restore(ids) {
  await move(ids, false);
  return undoable(() => move(ids, true));
}

/** Permanently deletes favorites in the trash. @param {string[]} ids */
export async function purge(ids) {
  await write(ids, (copy) => (copy?.deleteTime ? null : undefined));
}

/** Permanently deletes everything in the trash. A large trash is emptied by a job of the service. */
export async function emptyTrash() {
  const ids = (await (await ready).readAll('trash')).map(({ dataId }) => dataId);
  if (ids.length <= MOST_PURGED || !navigator.onLine) return purge(ids);
  await syncNow();
  const { jobId } = await begin('/trash', undefined, 'DELETE');
  await watchJob(jobId, () => {});
}

/**
 * @template T @param {(tx: Transaction, merged: Record<string, string>) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function writeTag(work) {
  const result = await (await ready).transact(STORES, async (tx) => work(tx, await mergedTags(tx)));
  announce({ tags: true });
  wake();
  return result;
}

/** Creates a tag, or returns the existing tag with the name. @param {string} given @returns {Promise<Tag>} */
export function createTag(given) {
  const tagName = given.trim();
  const tag = { tagId: newId(), tagName, createTime: new Date().toISOString(), version: 0 };
  return writeTag(async (tx) => {
    const known = (await tx.all('tags')).find((one) => nameKey(one.tagName) === nameKey(tagName));
    if (known) return known;
    await tx.put('tags', tag);
    await tx.put('outbox', { tagId: tag.tagId, op: 'create', base: tag });
    return tag;
  });
}

/**
 * Renames tags, and merges tags into others that stay as they are. A merge can't be undone.
 * @param {{ tagId: string, name?: string, into?: string }[]} moves in the order in which names become free
 * @returns {Promise<Partial<Undoable>>}
 */
export async function moveTags(moves) {
  const { now, back } = await writeTag(async (tx, merged) => {
    /** @type {Record<string, string>} */
    const now = {};
    /** @type {typeof moves} */
    const back = [];
    for (const { tagId: id, name, into } of moves) {
      const [tagId] = mapTags([id], merged);
      const [target] = mapTags(into ? [into] : [], merged);
      const base = await tx.get('tags', tagId);
      if (!base || tagId === target) continue;
      if (target) {
        now[tagId] = target;
        await tx.put('outbox', { tagId, op: 'merge', into: target, base });
        await tx.remove('tags', tagId);
      } else {
        await tx.put('outbox', { tagId, op: 'rename', base });
        await tx.put('tags', { ...base, tagName: name?.trim() });
        back.unshift({ tagId, name: base.tagName });
      }
    }
    for (const [tagId, other] of Object.entries(merged)) merged[tagId] = now[other] ?? other;
    await putMerged(tx, { ...merged, ...now });
    await replaceTags(tx, now);
    return { now, back };
  });
  if (!Object.keys(now).length) return undoable(() => moveTags(back));
  last = undefined;
  // The service changes the other favorites, too, but the device needn't wait for the service.
  const db = await ready;
  let after = '';
  /** @type {Favorite[]} */
  let part;
  do {
    part = await db.readAll('items', after, AT_ONCE);
    after = part.at(-1)?.dataId ?? '';
    const ids = part.filter(({ tagIds }) => tagIds.some((tag) => now[tag])).map(({ dataId }) => dataId);
    if (!ids.length) continue;
    await db.transact(['items'], async (tx) => {
      for (const id of ids) {
        const item = await tx.get('items', id);
        if (item) await tx.put('items', { ...item, tagIds: mapTags(item.tagIds, now) });
      }
    });
    announce({ ids });
  } while (part.length);
  return {};
}

/** Deletes a tag and keeps its favorites. @param {string} id */
export const deleteTag = (id) =>
  writeTag(async (tx, merged) => {
    const tagId = merged[id] ?? id;
    const base = await tx.get('tags', tagId);
    if (base) await tx.put('outbox', { tagId, op: 'delete', base });
    await dropTag(tx, tagId);
  });

/** Returns text that the user typed but didn't save. @param {string} key */
export const draft = async (key) => (await ready).read('drafts', key);

/** @param {string} key @param {any} value */
export const saveDraft = async (key, value) =>
  (await ready).transact(['drafts'], (tx) => tx.put('drafts', value, key));

/** @param {string} key */
export const dropDraft = async (key) => (await ready).transact(['drafts'], (tx) => tx.remove('drafts', key));

// Jobs in which the service changes many favorites at once. The next sync updates the device's copy.

/**
 * Starts a job with an idempotency key, so that a repeated request can't start it twice.
 * @param {string} path @param {any} body @param {string} [method]
 */
const begin = async (path, body, method = 'POST') =>
  (await call(method, path, { body, headers: { 'idempotency-key': crypto.randomUUID() } })).body;

/**
 * Starts a job that acts on all results of a search.
 * @param {{ action: string, tagId?: string, expireTime?: string | null, select: Record<string, any> }} action
 * @returns {Promise<Job>}
 */
export async function actOnAll(action) {
  // The service should select what the user sees.
  await syncNow();
  return begin('/favorites/actions', action);
}

/**
 * Waits until a job ends.
 * @param {string} jobId @param {(job: Job) => void} onProgress @returns {Promise<Job>}
 */
export async function watchJob(jobId, onProgress) {
  for (let pause = 300; ; pause = Math.min(pause * 1.5, 5000)) {
    // The job continues even if this device is offline.
    const job = await read(`/jobs/${jobId}`).catch((error) => {
      if (!(error instanceof Offline)) throw error;
    });
    if (job) onProgress(job);
    if (['done', 'cancelled', 'failed'].includes(job?.state)) {
      wake();
      return job;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @param {string} path @param {string} [method] */
const read = async (path, method = 'GET') => (await call(method, path)).body;

/** @param {string} jobId @returns {Promise<Job>} */
export const cancelJob = (jobId) => read(`/jobs/${jobId}`, 'DELETE');

/** Starts the job that undoes another one. @param {string} jobId @returns {Promise<Job>} */
export const undoJob = (jobId) => read(`/jobs/${jobId}/undo`, 'POST');

/**
 * Imports a file. With `dryRun`, only reports what an import would do.
 * @param {File} file
 * @param {{ format?: string, onExisting?: 'keep' | 'merge', tagNames?: string[], dryRun?: boolean }} options
 * @param {(job: Job) => void} onProgress @returns {Promise<Job>}
 */
export async function startImport(file, options, onProgress) {
  /** @type {Job} */
  const job = await begin('/imports', { bytes: file.size, ...options });
  onProgress(job);
  const { method, url, headers } = job.import.upload;
  const { ok } = await fetch(url, { method, headers, body: file }).catch(Offline.fail);
  if (!ok) throw new Offline();
  onProgress(await read(`/jobs/${job.jobId}/start`, 'POST'));
  return watchJob(job.jobId, onProgress);
}

/** Reads the entries of an import that are not imported as the file has them. @param {string} jobId */
export async function* importReport(jobId) {
  let cursor = '';
  do {
    const page = await read(`/jobs/${jobId}/report?limit=100${cursor}`);
    yield* page.items;
    cursor = page.nextCursor && `&cursor=${encodeURIComponent(page.nextCursor)}`;
  } while (cursor);
}

/**
 * Exports all favorites to a file and returns the file's address.
 * @param {string} format @param {(job: Job) => void} onProgress @returns {Promise<string>}
 */
export async function startExport(format, onProgress) {
  await syncNow();
  const { jobId } = await begin('/exports', { format });
  const job = await watchJob(jobId, onProgress);
  const { url } = job.export?.download ?? {};
  if (!url) throw Object.assign(new Error(job.reason), { code: `job-${job.state}` });
  return url;
}

/** Reads the account's usage and limits. */
export const account = () => read('/account');

/** Starts deleting the account and everything in it. @returns {Promise<Job>} */
export const deleteAccount = () =>
  read(`/account?confirm=${encodeURIComponent(session?.sub ?? '')}`, 'DELETE');
