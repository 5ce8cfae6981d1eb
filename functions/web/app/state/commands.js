import { newId } from '../core/id.js';
import { dropTag, replaceTag } from '../store/feed.js';
import { change, mapTags, mergedTags, STORES, setMember } from '../store/outbox.js';
import { announce, ready, wake } from './sync.js';

export * from './jobs.js';

/** @typedef {{ undo: () => Promise<void> }} Undoable */

const TRASH_DAYS = 30;
const AT_ONCE = 1000;

/** @type {(() => Promise<void>) | undefined} */
let last;
let asked = false;

/** Returns what undoes the last change, if that is not undone. */
export const lastUndo = () => last;

/** Undoes the last change. @returns {Promise<boolean>} False if there is none. */
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

/** Writes on the device. @param {string[]} ids @param {(copy: State) => State | undefined} edit */
async function write(ids, edit) {
  const db = await ready;
  const changes = await db.transact(STORES, (tx) => change(tx, ids, edit));
  announce({ ids: [...changes.keys()] });
  wake();
  return changes;
}

/** @param {string[]} ids @param {(copy: Favorite) => Favorite} edit */
const writeKept = (ids, edit) => write(ids, (copy) => (copy && !copy.deleteTime ? edit(copy) : undefined));

/** Keeps something. @param {NewFavorite} given @returns {Promise<Undoable & { id: string }>} */
export async function create(given) {
  const time = given.clipTime ? Date.parse(given.clipTime) : Date.now();
  const id = newId(time);
  const clipTime = new Date(time).toISOString();
  await write([id], () => ({ tagIds: [], ...given, dataId: id, clipTime, updateTime: clipTime, version: 0 }));
  if (!asked) navigator.storage?.persist?.();
  asked = true;
  return { id, ...undoable(() => move([id], true)) };
}

/** Changes members; null removes one. @param {string} id @param {Record<string, any>} members */
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
 * Puts tags on favorites and takes tags off them.
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
  /** @param {number} days */
  const inDays = (days) => (toTrash ? new Date(Date.now() + days * 86_400_000).toISOString() : undefined);
  const times = { deleteTime: inDays(0), purgeTime: inDays(TRASH_DAYS) };
  return write(ids, (copy) => (copy && !copy.deleteTime === toTrash ? { ...copy, ...times } : undefined));
}

/** Moves favorites to the trash. @param {string[]} ids */
export async function remove(ids) {
  await move(ids, true);
  return undoable(() => move(ids, false));
}

/** Brings favorites back from the trash. @param {string[]} ids */
export async function restore(ids) {
  await move(ids, false);
  return undoable(() => move(ids, true));
}

/** Removes favorites in the trash for good. @param {string[]} ids */
export async function purge(ids) {
  await write(ids, (copy) => (copy?.deleteTime ? null : undefined));
}

/** Removes everything in the trash for good. */
export const emptyTrash = async () =>
  purge((await (await ready).readAll('trash')).map(({ dataId }) => dataId));

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

/** Creates a tag, or finds the one that has the name. @param {string} given @returns {Promise<Tag>} */
export function createTag(given) {
  const tagName = given.trim();
  const tag = { tagId: newId(), tagName, createTime: new Date().toISOString(), version: 0 };
  return writeTag(async (tx) => {
    const known = (await tx.all('tags')).find((one) => one.tagName.toLowerCase() === tagName.toLowerCase());
    if (known) return known;
    await tx.put('tags', tag);
    await tx.put('outbox', { tagId: tag.tagId, op: 'create', base: tag });
    return tag;
  });
}

/** @param {string} id @param {string} given @returns {Promise<Undoable>} */
export async function renameTag(id, given) {
  const tag = await writeTag(async (tx, merged) => {
    const base = await tx.get('tags', merged[id] ?? id);
    if (!base) return undefined;
    await tx.put('tags', { ...base, tagName: given.trim() });
    await tx.put('outbox', { tagId: base.tagId, op: 'rename', base });
    return base;
  });
  return undoable(async () => tag && renameTag(tag.tagId, tag.tagName));
}

/** Merges tags into another one. Nothing undoes it. @param {string[]} from @param {string} into */
export async function mergeTags(from, into) {
  const now = await writeTag(async (tx, merged) => {
    const target = merged[into] ?? into;
    const others = mapTags(from, merged).filter((tagId) => tagId !== target);
    const now = Object.fromEntries(others.map((tagId) => [tagId, target]));
    for (const [tagId, other] of Object.entries(merged)) merged[tagId] = now[other] ?? other;
    await tx.put('meta', { ...merged, ...now }, 'merged');
    for (const tagId of Object.keys(now)) {
      const base = await tx.get('tags', tagId);
      if (base) await tx.put('outbox', { tagId, op: 'merge', into: target, base });
      await tx.remove('tags', tagId);
      await replaceTag(tx, tagId, target);
    }
    return now;
  });
  // The service changes the other favorites, but the device need not wait for that.
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
}

/** Deletes a tag. Its favorites stay. @param {string} id */
export const deleteTag = (id) =>
  writeTag(async (tx, merged) => {
    const tagId = merged[id] ?? id;
    const base = await tx.get('tags', tagId);
    if (base) await tx.put('outbox', { tagId, op: 'delete', base });
    await dropTag(tx, tagId);
  });

/** Returns what the user typed and did not save. @param {string} key */
export const draft = async (key) => (await ready).read('drafts', key);

/** @param {string} key @param {any} value */
export const saveDraft = async (key, value) =>
  (await ready).transact(['drafts'], (tx) => tx.put('drafts', value, key));

/** @param {string} key */
export const dropDraft = async (key) => (await ready).transact(['drafts'], (tx) => tx.remove('drafts', key));
