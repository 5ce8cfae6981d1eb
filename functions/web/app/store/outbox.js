// The outbox has, for each changed favorite, the state that service and device agreed on last. What is to
// be sent is the difference from that to the device's copy, so that changes join, and an undone change sends
// nothing. Changes of tags are sent one after the other, as they were made.

import { merge3 } from '../core/merge.js';

/** The stores of a change. @type {StoreName[]} */
export const STORES = ['items', 'trash', 'tags', 'outbox', 'meta'];

/** @type {(keyof Favorite)[]} */
const PATCHED = ['title', 'thumbnailUrl', 'contentUrl', 'clipTime', 'expireTime', 'content'];
/** @type {(keyof Favorite)[]} */
const MEMBERS = [...PATCHED, 'tagIds'];

/** Whether two values are equal; null is a missing one. @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (a === b || (a == null && b == null)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  return Object.keys({ ...a, ...b }).every((key) => same(a[key], b[key]));
}

/** @param {State} a @param {State} b */
const sameTags = (a, b) => same(a?.tagIds.toSorted(), b?.tagIds.toSorted());

/** @param {Favorite} from @param {Favorite} to */
function patchBetween(from, to) {
  const changed = PATCHED.filter((member) => !same(from[member], to[member]));
  return changed.length > 0 && Object.fromEntries(changed.map((member) => [member, to[member] ?? null]));
}

/** @param {State} item */
const isOver = (item) => Date.parse(item?.expireTime ?? '') < Date.now();

/**
 * Returns the next request that brings the service from its state to the one of the device.
 * @param {string} id @param {State} base @param {State} mine @returns {OutboxRequest | undefined}
 */
export function nextRequest(id, base, mine) {
  const path = `/favorites/${id}`;
  const kept = mine && !mine.deleteTime;
  if (!base) {
    if (!mine || isOver(mine)) return undefined;
    const { dataType, creatorId } = mine;
    const body = { dataType, creatorId, ...pick(mine) };
    const agreed = { ...mine, deleteTime: undefined };
    const headers = { 'if-none-match': '*' };
    return { method: 'PUT', path: `${path}?onExisting=merge`, headers, body, agreed };
  }
  if (base.deleteTime) {
    if (!mine) return { method: 'DELETE', path: `/trash/${id}`, agreed: null };
    if (!kept) return undefined;
    return { method: 'POST', path: `/trash/${id}/restore`, agreed: { ...base, deleteTime: undefined } };
  }
  const headers = { 'if-match': `"${base.version}"` };
  const patch = mine && patchBetween(base, mine);
  if (patch) return { method: 'PATCH', path, headers, body: patch, agreed: { ...base, ...patch } };
  if (mine && !sameTags(base, mine)) {
    const body = { tagIds: mine.tagIds };
    return { method: 'PUT', path: `${path}/tags`, headers, body, agreed: { ...base, ...body } };
  }
  return kept ? undefined : { method: 'DELETE', path, headers, agreed: { ...base, deleteTime: 'now' } };
}

/** Reads the device's copy. @param {Transaction} tx @param {string} id @returns {Promise<State>} */
export async function copyOf(tx, id) {
  const found = (await tx.get('items', id)) ?? (await tx.get('trash', id));
  if (!found) return null;
  const { unsent: _, refused: __, ...copy } = found;
  return copy;
}

/**
 * Writes the device's copy, with the marks that an entry gives it.
 * @param {Transaction} tx @param {string} id @param {State} copy @param {Entry} [entry]
 */
export function putCopy(tx, id, copy, entry) {
  const [store, other] = copy?.deleteTime
    ? /** @type {const} */ (['trash', 'items'])
    : /** @type {const} */ (['items', 'trash']);
  tx.remove(other, id);
  if (!copy) return tx.remove(store, id);
  const marked = { ...copy, unsent: entry && 1, refused: entry?.refusal && true };
  return tx.put(store, Object.fromEntries(Object.entries(marked).filter(([, value]) => value != null)));
}

/**
 * Returns which tags have others in their place: those that were merged here, as the service changes the
 * favorites step by step, and the first ids of those that were created here.
 * @param {Transaction} tx @returns {Promise<Record<string, string>>}
 */
export const mergedTags = async (tx) => (await tx.get('meta', 'merged')) ?? {};

/** Puts tags in the place of others. @param {string[]} tagIds @param {Record<string, string>} merged */
export const mapTags = (tagIds, merged) => [...new Set(tagIds.map((tag) => merged[tag] ?? tag))];

/**
 * Changes favorites on the device, and notes what is to be sent. `edit` gives `undefined` to change nothing.
 * @param {Transaction} tx @param {string[]} ids @param {(copy: State) => State | undefined} edit
 * @returns {Promise<Map<string, { before: State, after: State }>>}
 */
export async function change(tx, ids, edit) {
  const entries = await itemEntries(tx);
  const merged = await mergedTags(tx);
  const changes = new Map();
  for (const id of new Set(ids)) {
    const before = await copyOf(tx, id);
    const after = edit(before && { ...before });
    if (after === undefined) continue;
    const entry = entries.get(id) ?? /** @type {Entry} */ ({ id, base: before });
    delete entry.refusal;
    delete entry.tries;
    if (after) {
      after.updateTime = new Date().toISOString();
      after.tagIds = mapTags(after.tagIds, merged);
    }
    await tx.put('outbox', entry);
    await putCopy(tx, id, after, entry);
    changes.set(id, { before, after });
  }
  return changes;
}

/** Returns the entries of favorites by id. @param {Transaction} tx @returns {Promise<Map<string, Entry>>} */
export async function itemEntries(tx) {
  const entries = await tx.all('outbox');
  return new Map(entries.filter(({ id }) => id).map((entry) => [entry.id, entry]));
}

/**
 * Returns what both sides agree on, when the service's new state may come from a request without an answer.
 * @param {Entry} entry @param {State} theirs @returns {State}
 */
export function agreement({ base, sent }, theirs) {
  if (!base || !theirs || !sent) return base ?? sent ?? null;
  const agreed = { ...base };
  for (const member of PATCHED) if (same(sent[member], theirs[member])) agreed[member] = theirs[member];
  if (sameTags(sent, theirs)) agreed.tagIds = theirs.tagIds;
  if (!sent.deleteTime === !theirs.deleteTime) agreed.deleteTime = theirs.deleteTime;
  return agreed;
}

/**
 * Takes in the service's state of a favorite that has unsent changes, and keeps these. Returns true if it was
 * deleted elsewhere and stays because it was edited here.
 * @param {Transaction} tx @param {Entry} entry @param {State} theirs @param {State} base What both agreed on.
 */
export async function rebase(tx, entry, theirs, base) {
  const id = String(entry.id);
  const mine = await copyOf(tx, id);
  const isNew = !base || Boolean(base.deleteTime);
  const changed =
    isNew || entry.conflicts?.length || !sameTags(base, mine) || (mine && patchBetween(base, mine));
  const edited = mine && !mine.deleteTime && changed;
  /** @type {any} */
  let next = null;
  if (theirs && mine) {
    const { merged, conflicts } = merge3(pick(base ?? theirs), pick(mine), pick(theirs));
    next = { ...theirs, ...Object.fromEntries(MEMBERS.map((member) => [member, merged[member]])) };
    // The service keeps its text until the user has decided.
    for (const { member, theirs: other } of conflicts) setMember(next, member, other);
    entry.conflicts = [...(entry.conflicts ?? []), ...conflicts];
    const moved = !base || !mine.deleteTime !== !base.deleteTime;
    const isGone = (moved ? mine : edited ? base : theirs)?.deleteTime;
    next.deleteTime = isGone && (theirs.deleteTime ?? mine.deleteTime);
    next.purgeTime = isGone && (theirs.purgeTime ?? mine.purgeTime);
  } else if (theirs && (!base || (base.deleteTime && !theirs.deleteTime))) next = theirs;
  else if (!theirs && edited && !isOver(mine)) next = { ...mine, version: 0 };
  if (!next) delete entry.conflicts;
  entry.base = theirs;
  delete entry.sent;
  if (theirs && theirs.dataId !== id) {
    await putCopy(tx, id, null);
    entry.id = theirs.dataId;
  }
  await settle(tx, entry, next);
  return Boolean(base && edited && (!theirs || (theirs.deleteTime && !base.deleteTime)));
}

/**
 * Writes an entry and the copy that belongs to it, or the service's state if nothing is left to send or ask.
 * @param {Transaction} tx @param {Entry} entry @param {State} copy
 */
export async function settle(tx, entry, copy) {
  const id = String(entry.id);
  const open = nextRequest(id, entry.base, copy) || entry.conflicts?.length;
  if (open) entry.seq = await tx.put('outbox', entry);
  else if (entry.seq) await tx.remove('outbox', entry.seq);
  await (open ? putCopy(tx, id, copy, entry) : putCopy(tx, id, entry.base));
}

/**
 * Sets a member that is named as in conflicts: `title`, or `content.text`.
 * @param {Favorite} item @param {string} member @param {any} value
 */
export function setMember(item, member, value) {
  const [name, inner] = member.split('.');
  if (!inner) Object.assign(item, { [name]: value });
  else {
    const { [inner]: _, ...content } = /** @type {Record<string, any>} */ (item.content);
    item.content = value == null ? content : { ...content, [inner]: value };
  }
}

/** @param {Favorite} item @returns {any} */
const pick = (item) =>
  Object.fromEntries(MEMBERS.flatMap((member) => (item[member] == null ? [] : [[member, item[member]]])));
