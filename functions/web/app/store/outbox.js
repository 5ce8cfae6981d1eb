// For each changed favorite, the outbox has the last state that the device and the service agreed on. The
// device sends the difference between that state and its copy, so several changes become one, and an undone
// change sends nothing. Tag changes are sent one by one, in the order in which the user made them.

/** The stores that a change can affect. @type {StoreName[]} */
export const STORES = ['items', 'trash', 'tags', 'outbox', 'meta'];

/** @type {(keyof Favorite)[]} */
const PATCHED = ['title', 'thumbnailUrl', 'contentUrl', 'clipTime', 'expireTime', 'content'];
/** @type {(keyof Favorite)[]} */
const MEMBERS = [...PATCHED, 'tagIds'];

/** Fields whose local change wins, because the user can restore the other value with a click. */
const MINE = ['thumbnailUrl', 'expireTime'];

/** Returns true if two values are equal or both missing. @param {any} a @param {any} b @returns {boolean} */
export function same(a, b) {
  if (a === b || (a == null && b == null)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  return Object.keys({ ...a, ...b }).every((key) => same(a[key], b[key]));
}

/** @param {State} a @param {State} b */
const sameTags = (a, b) => same(a?.tagIds.toSorted(), b?.tagIds.toSorted());

/**
 * Returns the members of `to` that differ, and null for those that `to` lacks: a merge patch (RFC 7396).
 * @param {Record<string, any>} from @param {Record<string, any>} to @param {string[]} members
 */
function difference(from, to, members) {
  const changed = members.filter((member) => !same(from[member], to[member]));
  return Object.fromEntries(changed.map((member) => [member, to[member] ?? null]));
}

/** @param {Favorite} from @param {Favorite} to */
function patchBetween(from, to) {
  const patch = difference(from, to, PATCHED);
  if (patch.content) {
    const members = Object.keys({ ...from.content, ...to.content });
    patch.content = difference(from.content, to.content, members);
  }
  return Object.keys(patch).length > 0 && patch;
}

/** @param {State} item */
const isOver = (item) => Date.parse(item?.expireTime ?? '') < Date.now();

/**
 * Returns the next request to bring the service to the device's state, or undefined if none is needed.
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
    // If a favorite was restored, edited and deleted again offline, sending the edit needs a restore.
    if (!kept && !patchBetween(base, mine)) return undefined;
    return { method: 'POST', path: `/trash/${id}/restore`, agreed: { ...base, deleteTime: undefined } };
  }
  const headers = { 'if-match': `"${base.version}"` };
  const patch = mine && patchBetween(base, mine);
  if (patch) {
    const agreed = { ...base, ...patch, content: mine.content };
    return { method: 'PATCH', path, headers, body: patch, agreed };
  }
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
 * Writes the device's copy, marked as unsent or refused if its entry says so.
 * @param {Transaction} tx @param {string} id @param {State} copy @param {Entry} [entry]
 */
export function putCopy(tx, id, copy, entry) {
  tx.remove('items', id);
  tx.remove('trash', id);
  if (!copy) return undefined;
  const marked = { ...copy, unsent: entry && 1, refused: entry?.refusal && true };
  const store = copy.deleteTime ? 'trash' : 'items';
  return tx.put(store, Object.fromEntries(Object.entries(marked).filter(([, value]) => value != null)));
}

/**
 * Returns the current ids of replaced tags: tags that were merged here, because the service changes their
 * favorites step by step, and tags that were created here under another id.
 * @param {Transaction} tx @returns {Promise<Record<string, string>>}
 */
export const mergedTags = async (tx) => (await tx.get('meta', 'merged')) ?? {};

/** The most replaced tags to remember. The service forgets replaced tags after 90 days, too. */
const MOST_MERGED = 1000;

/**
 * Writes the current ids of replaced tags, keeping only the most recent ones.
 * @param {Transaction} tx @param {Record<string, string>} merged
 */
export const putMerged = (tx, merged) =>
  tx.put('meta', Object.fromEntries(Object.entries(merged).slice(-MOST_MERGED)), 'merged');

/** Replaces merged tags by current ones. @param {string[]} tagIds @param {Record<string, string>} merged */
export const mapTags = (tagIds, merged) => [...new Set(tagIds.map((tag) => merged[tag] ?? tag))];

/**
 * Changes favorites on the device and records the changes in the outbox. If `edit` returns `undefined`, the
 * favorite stays unchanged.
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
export const itemEntries = async (tx) => ofItems(await tx.all('outbox'));

/** @param {Entry[]} outbox @returns {Map<string, Entry>} */
const ofItems = (outbox) => new Map(outbox.flatMap((entry) => (entry.id ? [[entry.id, entry]] : [])));

/**
 * Returns the state that both sides agree on if an unanswered request may have led to the service's state.
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
 * Merges two changes to a favorite. The result has the tag changes of both sides and the value of each field
 * that only one side changed. A field that both sides changed is a conflict; `merged` keeps the local value.
 * @param {Favorite} base @param {Favorite} mine @param {Favorite} theirs
 */
export function merge3(base, mine, theirs) {
  /** @type {Conflict[]} */
  const conflicts = [];
  /** @param {Record<string, any>[]} sides @param {string} key @param {string} member */
  const merge = ([base, mine, theirs, into], key, member) => {
    const [before, own, other] = [base[key], mine[key], theirs[key]];
    const isOwn = !same(before, own) && !same(own, other);
    if (isOwn && !same(before, other) && !MINE.includes(key))
      conflicts.push({ member, mine: own, theirs: other });
    if (isOwn && own === undefined) delete into[key];
    else if (isOwn) into[key] = own;
  };
  const merged = structuredClone(theirs);
  for (const member of PATCHED) if (member !== 'content') merge([base, mine, theirs, merged], member, member);
  const contents = [base.content, mine.content, theirs.content, merged.content];
  for (const key of new Set(contents.flatMap(Object.keys))) merge(contents, key, `content.${key}`);
  const removed = base.tagIds.filter((id) => !mine.tagIds.includes(id));
  const added = mine.tagIds.filter((id) => !base.tagIds.includes(id));
  merged.tagIds = [...new Set([...theirs.tagIds, ...added])].filter((id) => !removed.includes(id));
  return { merged, conflicts };
}

/**
 * Applies the service's state to a favorite and keeps the unsent changes. Returns true if the favorite was
 * deleted elsewhere and is restored because it was edited here.
 * @param {Transaction} tx @param {Entry} entry @param {State} theirs @param {State} base The agreed state.
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
    // The favorite keeps the service's text until the user has decided.
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
 * Writes an entry and its copy, or the service's state if nothing is left to send or resolve.
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
 * Sets a field by its name in conflicts, such as `title` or `content.text`.
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

/**
 * Applies the service's changes and keeps the user's unsent ones.
 * @param {Transaction} tx @param {Change[]} changes
 * @param {boolean} [whole] True during a full sync, which also applies older versions.
 */
export async function takeIn(tx, changes, whole = false) {
  /** @type {Entry[]} */
  const unsent = await tx.all('outbox');
  const entries = ofItems(unsent);
  const merged = await mergedTags(tx);
  // The first sync takes half the time if no favorite can be in the trash.
  const plain = whole && !(await tx.all('trash')).length;
  /** @type {Required<News>} */
  const news = { ids: [], tags: false, restored: [] };
  for (const { tag, favorite, trashed, gone } of changes) {
    const tagId = tag?.tagId ?? gone?.tagId;
    if (tagId) {
      news.tags = true;
      if (tag) await putTag(tx, tag, whole, unsent);
      else news.ids.push(...(await dropTag(tx, tagId)));
      // Another device deleted a tag into which this device merged others, so everything is read again.
      const back = tag ? [] : Object.keys(merged).filter((from) => merged[from] === tagId);
      for (const from of back) delete merged[from];
      if (back.length) await putMerged(tx, merged);
      if (back.length) await tx.remove('meta', 'feed');
      continue;
    }
    const theirs = favorite ?? trashed ?? null;
    const id = theirs?.dataId ?? String(gone?.dataId);
    const entry = entries.get(id);
    if (theirs) theirs.tagIds = mapTags(theirs.tagIds, merged);
    const known = entry ? entry.base : whole || !theirs ? null : await copyOf(tx, id);
    if (theirs && known && !whole && !isNewer(theirs, known)) continue;
    news.ids.push(id);
    if (!entry && theirs && !theirs.deleteTime && plain) tx.put('items', theirs);
    else if (!entry) putCopy(tx, id, theirs);
    else if (theirs) {
      if (await rebase(tx, entry, theirs, agreement(entry, theirs))) news.restored.push(id);
    } else if (entry.base && entry.sent === undefined) {
      // The feed also reports favorites as gone if the catalogue lags behind. With `sent`, sendItem asks the
      // service before deciding.
      await tx.put('outbox', { ...entry, sent: await copyOf(tx, id) });
    }
  }
  return news;
}

/** @param {Favorite} theirs @param {Favorite} known */
const isNewer = (theirs, known) =>
  theirs.version > known.version ||
  (theirs.version === known.version && !theirs.deleteTime !== !known.deleteTime);

/** @param {Transaction} tx @param {Tag} tag @param {boolean} whole @param {Entry[]} unsent */
async function putTag(tx, { tagId, tagName, createTime, version }, whole, unsent) {
  const known = await tx.get('tags', tagId);
  const pending = unsent.filter((entry) => entry.tagId === tagId).map(({ op }) => op);
  if (pending.includes('delete') || pending.includes('merge')) return;
  if (known && !whole && known.version >= version) return;
  const name = pending.includes('rename') && known ? known.tagName : tagName;
  await tx.put('tags', { tagId, tagName: name, createTime, version });
}

/**
 * Deletes a tag and removes it from favorites with unsent changes, whose ids it returns. The change feed
 * updates the other favorites.
 * @param {Transaction} tx @param {string} tagId
 */
export async function dropTag(tx, tagId) {
  await tx.remove('tags', tagId);
  return replaceTags(tx, { [tagId]: '' });
}

/**
 * Replaces tags on favorites with unsent changes, whose ids it returns. An empty text removes a tag.
 * @param {Transaction} tx @param {Record<string, string>} into The new tags by the old ones.
 */
export async function replaceTags(tx, into) {
  const ids = [];
  for (const [id, entry] of await itemEntries(tx)) {
    const copy = await copyOf(tx, id);
    if (!copy?.tagIds.some((tag) => tag in into)) continue;
    copy.tagIds = mapTags(copy.tagIds, into).filter(Boolean);
    await putCopy(tx, id, copy, entry);
    ids.push(id);
  }
  return ids;
}
