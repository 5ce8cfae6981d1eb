import { takeIn } from '../store/feed.js';
import { STORES } from '../store/outbox.js';
import { ApiError, call } from './api.js';

const AT_ONCE = 500;

/**
 * Reads what changed at the service since the last time, and everything at the first time.
 * @param {Database} db @param {(news: News) => void} onNews
 * @param {(progress: { done: number, total: number }) => void} onProgress Only while everything is read.
 */
export async function readChanges(db, onNews, onProgress) {
  let total = 0;
  for (let more = true; more; ) {
    // `left` was on the device before everything was read, and has not come yet.
    /** @type {{ cursor?: string, etag?: string, left?: string[], done?: number }} */
    const { cursor, etag, left, done = 0 } = (await db.read('meta', 'feed')) ?? { left: await known(db) };
    if (left && !total) {
      const { body } = await call('GET', '/counts');
      total = body.total + body.trash;
      onProgress({ done, total });
    }
    const page = await readPage(cursor, etag);
    if (page === 'expired') {
      await db.transact(['meta'], (tx) => tx.remove('meta', 'feed'));
      continue;
    }
    if (!page) return;
    /** @type {{ changes: Change[] }} */
    const { changes } = page;
    more = page.more;
    const unseen = new Set(left);
    for (const change of changes)
      for (const { dataId, tagId } of Object.values(change)) unseen.delete(dataId ?? tagId);
    if (left && !more) {
      const tags = new Set((await db.readAll('tags')).map(({ tagId }) => tagId));
      for (const id of unseen) changes.push({ gone: tags.has(id) ? { tagId: id } : { dataId: id } });
    }
    const position = more && left ? { left: [...unseen], done: done + changes.length } : { etag: page.etag };
    // The cursor comes with the last part: a part that comes again does no harm.
    for (let at = 0; at === 0 || at < changes.length; at += AT_ONCE) {
      const end = at + AT_ONCE;
      /** @param {Transaction} tx */
      const write = async (tx) => {
        if (end >= changes.length) tx.put('meta', { cursor: page.cursor, ...position }, 'feed');
        return takeIn(tx, changes.slice(at, end), Boolean(left));
      };
      onNews(await db.transact(STORES, write, 'relaxed'));
      if (left) onProgress({ done: done + Math.min(end, changes.length), total });
    }
  }
}

/** @param {Database} db @returns {Promise<string[]>} */
async function known(db) {
  const all = await Promise.all([db.readAll('items'), db.readAll('trash'), db.readAll('tags')]);
  return all.flat().flatMap(({ version, dataId, tagId }) => (version ? (dataId ?? tagId) : []));
}

/** @param {string} [cursor] @param {string} [etag] @returns {Promise<any>} Nothing if nothing changed. */
async function readPage(cursor = '', etag = '') {
  try {
    const headers = { 'if-none-match': etag };
    // A page has up to 5 MB, which slow networks take minutes for.
    const options = { wait: 300_000, ...(etag && { headers }) };
    const answer = await call('GET', `/changes${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, options);
    return answer.body && { ...answer.body, etag: answer.etag };
  } catch (error) {
    if (error instanceof ApiError && error.status === 410) return 'expired';
    throw error;
  }
}
