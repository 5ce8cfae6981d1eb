// The service's changes, as docs/changes.md has them, on the device's copy.

import { agreement, copyOf, itemEntries, mapTags, mergedTags, putCopy, rebase } from './outbox.js';

/**
 * Takes changes in. What the user changed and the service does not have yet stays.
 * @param {Transaction} tx @param {Change[]} changes
 * @param {boolean} [whole] True while everything is read: then older versions count, too.
 */
export async function takeIn(tx, changes, whole = false) {
  const entries = await itemEntries(tx);
  const merged = await mergedTags(tx);
  // The first synchronization takes half the time if nothing has to leave the trash.
  const plain = whole && !(await tx.all('trash')).length;
  /** @type {Required<News>} */
  const news = { ids: [], tags: false, restored: [] };
  for (const { tag, favorite, trashed, gone } of changes) {
    const tagId = tag?.tagId ?? gone?.tagId;
    if (tagId) {
      news.tags = true;
      if (tag) await putTag(tx, tag, whole);
      else news.ids.push(...(await dropTag(tx, tagId)));
      // Another device dropped the tag that others were merged into here, so that all is read again.
      const back = tag ? [] : Object.keys(merged).filter((from) => merged[from] === tagId);
      for (const from of back) delete merged[from];
      if (back.length) await tx.put('meta', merged, 'merged');
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
    else if (theirs || entry.base || entry.sent) {
      if (await rebase(tx, entry, theirs, agreement(entry, theirs))) news.restored.push(id);
    }
  }
  return news;
}

/** @param {Favorite} theirs @param {Favorite} known */
const isNewer = (theirs, known) =>
  theirs.version > known.version ||
  (theirs.version === known.version && !theirs.deleteTime !== !known.deleteTime);

/** @param {Transaction} tx @param {Tag} tag @param {boolean} whole */
async function putTag(tx, { tagId, tagName, createTime, version }, whole) {
  const known = await tx.get('tags', tagId);
  const pending = (await tx.all('outbox')).filter((entry) => entry.tagId === tagId).map(({ op }) => op);
  if (pending.includes('delete') || pending.includes('merge')) return;
  if (known && !whole && known.version >= version) return;
  const name = pending.includes('rename') && known ? known.tagName : tagName;
  await tx.put('tags', { tagId, tagName: name, createTime, version });
}

/**
 * Drops a tag, also from favorites with unsent changes, and returns their ids. The others follow in the feed.
 * @param {Transaction} tx @param {string} tagId
 */
export async function dropTag(tx, tagId) {
  await tx.remove('tags', tagId);
  return replaceTag(tx, tagId);
}

/**
 * Replaces a tag on favorites with unsent changes, or takes it off.
 * @param {Transaction} tx @param {string} from @param {string} [into]
 */
export async function replaceTag(tx, from, into) {
  const ids = [];
  for (const [id, entry] of await itemEntries(tx)) {
    const copy = await copyOf(tx, id);
    if (!copy?.tagIds.includes(from)) continue;
    copy.tagIds = into ? mapTags(copy.tagIds, { [from]: into }) : copy.tagIds.filter((tag) => tag !== from);
    await putCopy(tx, id, copy, entry);
    ids.push(id);
  }
  return ids;
}
