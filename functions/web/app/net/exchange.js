import { newId } from '../store/db.js';
import * as outbox from '../store/outbox.js';
import { ApiError, call } from './auth.js';

const { copyOf, mapTags, mergedTags, putCopy, putMerged, replaceTags, STORES, takeIn } = outbox;
const IN_PARALLEL = 4;
/** The most requests per favorite. A favorite that needs more is constantly changed elsewhere. */
const MOST_STEPS = 12;
const MOST_TRIES = 5;
/** The number of changes that one transaction applies. */
const AT_ONCE = 500;

/**
 * Sends all unsent changes. Throws the first error that a later retry may fix.
 * @param {Database} db @param {(news: News) => void} onNews
 */
export async function sendAll(db, onNews) {
  /** @type {Entry[]} */
  const entries = (await db.readAll('outbox')).filter(({ refusal }) => !refusal);
  /** @type {any} */
  let failure;
  /** @param {Entry[]} waiting @param {typeof sendTag} send */
  const drain = async (waiting, send) => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      try {
        await send(db, entry.seq, onNews);
      } catch (error) {
        failure ??= error;
        // A failed favorite doesn't stop the others, unless no request gets through.
        if (!(error instanceof ApiError) || error.status < 500 || error.status === 503)
          entries.length = waiting.length = 0;
      }
    }
  };
  const tags = entries.filter(({ tagId }) => tagId);
  await drain(tags, sendTag);
  const items = entries.filter(({ id }) => id);
  await Promise.all(Array.from({ length: IN_PARALLEL }, () => drain(items, sendItem)));
  if (failure) throw failure;
}

/** Returns a refusal, and rethrows errors that a retry may fix. @param {any} error @returns {ApiError} */
function refusalIn(error) {
  const passing = [403, 408, 429].includes(error.status) || (error.status >= 500 && error.status !== 507);
  if (!(error instanceof ApiError) || passing) throw error;
  return error;
}

/** @param {Database} db @param {number} seq @param {(news: News) => void} onNews */
async function sendItem(db, seq, onNews) {
  for (let step = 0; step < MOST_STEPS; step++) {
    const next = await db.transact(STORES, (tx) => begin(tx, seq));
    if (!next) return;
    const { entry, request, repeated } = next;
    const id = String(entry.id);
    /** @type {State} */
    let theirs = null;
    /** @type {State} */
    let agreed = null;
    /** @type {string[] | undefined} Fields that the service took from another favorite with the link. */
    let joined;
    /** @type {ApiError | undefined} */
    let refused;
    try {
      if (request) {
        const { alreadyThere, ignored, ...favorite } =
          (await call(request.method, request.path, request)).body ?? {};
        theirs = favorite.dataId ? favorite : null;
        agreed = alreadyThere && !repeated ? theirs : request.agreed;
        if (alreadyThere && favorite.dataId !== id) joined = ignored;
      } else {
        theirs = await lookUp(id);
        agreed = outbox.agreement(entry, theirs);
      }
    } catch (error) {
      refused = refusalIn(error);
      const { status, code } = refused;
      if (code !== 'tag-not-found' && ([404, 410, 412].includes(status) || code === 'in-trash')) {
        theirs = await lookUp(id);
        agreed = entry.base ?? (repeated ? request?.agreed : theirs);
        if (status !== 410 || repeated || theirs) refused = undefined;
      }
    }
    const news = await db.transact(STORES, async (tx) => {
      /** @type {Entry | undefined} */
      const now = await tx.get('outbox', seq);
      if (!now) return {};
      if (refused) return refuse(tx, now, refused);
      if (theirs) theirs.tagIds = mapTags(theirs.tagIds, await mergedTags(tx));
      if (theirs && joined) return join(tx, now, theirs, joined);
      const restored = await outbox.rebase(tx, now, theirs, agreed);
      return { ids: [id, String(now.id)], restored: restored ? [id] : [] };
    });
    onNews(news);
    if (refused && refused.status !== 410) return;
  }
}

/** Chooses the next request, and records it before it is sent. @param {Transaction} tx @param {number} seq */
async function begin(tx, seq) {
  /** @type {Entry | undefined} */
  const entry = await tx.get('outbox', seq);
  if (!entry || entry.refusal) return undefined;
  const id = String(entry.id);
  const repeated = entry.sent !== undefined;
  // If an earlier request has no answer, first find out what it did. A creation is simply repeated.
  if (entry.base && repeated) return { entry, repeated };
  const mine = await copyOf(tx, id);
  const wanted = entry.sent ?? mine;
  const tags = await Promise.all((wanted?.tagIds ?? []).map((tag) => tx.get('tags', tag)));
  if (tags.some((tag) => tag && !tag.version)) return undefined;
  const request = outbox.nextRequest(id, entry.base, wanted);
  if (request) await tx.put('outbox', { ...entry, sent: wanted });
  else await outbox.settle(tx, entry, mine);
  return request && { entry, request, repeated };
}

/** @param {string} path @returns {Promise<any>} */
async function existing(path) {
  try {
    return (await call('GET', path)).body;
  } catch (error) {
    if (refusalIn(error).status !== 404) throw error;
    return null;
  }
}

/** @param {string} id @returns {Promise<State>} */
const lookUp = async (id) => (await existing(`/favorites/${id}`)) ?? existing(`/trash/${id}`);

/** @param {Transaction} tx @param {Entry} entry @param {ApiError} error @returns {Promise<News>} */
async function refuse(tx, entry, error) {
  const id = String(entry.id);
  const mine = await copyOf(tx, id);
  delete entry.sent;
  if (error.status === 410 && mine) {
    // The favorite was permanently deleted elsewhere but edited here, so it needs a new id.
    await putCopy(tx, id, null);
    entry.id = newId(Date.parse(mine.clipTime));
    await outbox.settle(tx, entry, { ...mine, dataId: entry.id });
    return { ids: [id, entry.id] };
  }
  // If a tag was deleted elsewhere, the change feed will remove it from the favorite.
  const aboutTags =
    error.code === 'tag-not-found' || error.problem.errors?.[0].pointer?.startsWith('/tagIds');
  entry.tries = aboutTags ? (entry.tries ?? 0) + 1 : MOST_TRIES;
  if (entry.tries >= MOST_TRIES) entry.refusal = { ...error };
  await tx.put('outbox', entry);
  await putCopy(tx, id, mine, entry);
  return { ids: [id] };
}

/**
 * Replaces a new favorite with the one that already has the link. Texts that differ become conflicts.
 * @param {Transaction} tx @param {Entry} entry @param {Favorite} known @param {string[]} ignored
 * @returns {Promise<News>}
 */
async function join(tx, entry, known, ignored) {
  const id = String(entry.id);
  const mine = await copyOf(tx, id);
  await putCopy(tx, id, null);
  await tx.remove('outbox', entry.seq);
  await takeIn(tx, [{ favorite: known }]);
  const copy = await copyOf(tx, known.dataId);
  if (mine && !mine.deleteTime && copy) {
    const other = (await outbox.itemEntries(tx)).get(known.dataId) ?? /** @type {any} */ ({ base: known });
    /** @type {Conflict[]} */
    const texts = Object.entries(mine.content).map(([name, text]) => {
      return { member: `content.${name}`, mine: text, theirs: Reflect.get(known.content, name) };
    });
    texts.push({ member: 'title', mine: mine.title, theirs: known.title });
    // A title that comes from the address isn't worth a conflict.
    const asked = texts.filter(
      ({ member, mine: own, theirs }) =>
        ignored.includes(member.split('.')[0]) &&
        !outbox.same(own, theirs) &&
        !mine.contentUrl?.includes(own),
    );
    other.id = known.dataId;
    other.conflicts = [...(other.conflicts ?? []), ...asked];
    copy.tagIds = [...new Set([...copy.tagIds, ...mine.tagIds])];
    await outbox.settle(tx, other, copy);
  }
  return { ids: [id, known.dataId] };
}

/** @param {Database} db @param {number} seq @param {(news: News) => void} onNews */
async function sendTag(db, seq, onNews) {
  /** @type {Entry | undefined} */
  const entry = await db.read('outbox', seq);
  if (!entry) return;
  const { tagId = '', op, into } = entry;
  const path = `/tags/${tagId}`;
  const { tagName } = (op === 'rename' && (await db.read('tags', tagId))) || entry.base;
  const body = op === 'merge' ? { into } : { tagName };
  /** @type {any} */
  let tag;
  /** @type {ApiError | undefined} */
  let refused;
  try {
    const headers = { 'idempotency-key': tagId };
    if (op === 'create') tag = (await call('POST', '/tags', { body, headers })).body;
    else if (op === 'rename') await call('PATCH', path, { body });
    else if (op === 'merge') await call('POST', `${path}/merge`, { body });
    else await call('DELETE', path);
  } catch (error) {
    refused = refusalIn(error);
    if (refused.code === 'tag-name-taken' && op === 'create') {
      tag = { ...entry.base, tagId: /** @type {any} */ (refused.problem).tagId, version: 1 };
      refused = undefined;
    } else if (refused.status === 404 && (op !== 'merge' || !(await existing(path)))) refused = undefined;
  }
  const ids = await db.transact(STORES, async (tx) => {
    if (refused) await tx.put('outbox', { ...entry, refusal: { ...refused } });
    else await tx.remove('outbox', seq);
    return tag ? replaceCreated(tx, tagId, tag) : [];
  });
  onNews({ ids, tags: true });
}

/**
 * Replaces the id that this device gave a tag with the service's id.
 * @param {Transaction} tx @param {string} from @param {Tag} tag
 */
async function replaceCreated(tx, from, { tagId, tagName, createTime, version }) {
  const mine = await tx.get('tags', from);
  const known = await tx.get('tags', tagId);
  await tx.remove('tags', from);
  if (mine) await tx.put('tags', known ?? { tagId, tagName: mine.tagName ?? tagName, createTime, version });
  /** @type {Entry[]} */
  const later = (await tx.all('outbox')).filter((entry) => entry.tagId === from || entry.into === from);
  for (const entry of later) {
    if (entry.tagId === from) Object.assign(entry, { tagId, base: { ...entry.base, tagId, version } });
    if (entry.into === from) entry.into = tagId;
    await tx.put('outbox', entry);
  }
  const merged = await mergedTags(tx);
  for (const [one, into] of Object.entries(merged)) if (into === from) merged[one] = tagId;
  // The page may still use the old id.
  if (merged[from]) merged[tagId] = merged[from];
  else merged[from] = tagId;
  await putMerged(tx, merged);
  return replaceTags(tx, { [from]: tagId });
}

/**
 * Reads the service's changes since the last call, or everything on the first call.
 * @param {Database} db @param {(news: News) => void} onNews
 * @param {(progress: { done: number, total: number }) => void} onProgress Called only during a full sync.
 */
export async function readChanges(db, onNews, onProgress) {
  let total = 0;
  for (let more = true; more; ) {
    // During a full sync, `left` lists the ids on the device that the service hasn't returned yet.
    /** @type {{ cursor?: string, etag?: string, left?: string[], done?: number }} */
    const { cursor, etag, left, done = 0 } = (await db.read('meta', 'feed')) ?? { left: await known(db) };
    if (left && !total) {
      const { body } = await call('GET', '/counts');
      total = body.total + body.trash;
      onProgress({ done, total });
    }
    const path = cursor ? `/changes?cursor=${encodeURIComponent(cursor)}` : '/changes';
    const headers = etag ? { 'if-none-match': etag } : undefined;
    // A page can have 5 MB, which takes minutes on slow networks.
    const page = await call('GET', path, { headers, wait: 300_000 }).catch((error) => {
      // Without a cursor, 410 can't mean an expired cursor.
      if (error.status !== 410 || !cursor) throw error;
    });
    if (!page) {
      await db.transact(['meta'], (tx) => tx.remove('meta', 'feed'));
      continue;
    }
    if (!page.body) return;
    /** @type {{ changes: Change[] }} */
    const { changes } = page.body;
    // A page whose cursor leads back to itself would never end the loop.
    more = page.body.more && page.body.cursor !== cursor;
    const unseen = new Set(left);
    for (const change of changes)
      for (const { dataId, tagId } of Object.values(change)) unseen.delete(dataId ?? tagId);
    if (left && !more) {
      const tags = new Set((await db.readAll('tags')).map(({ tagId }) => tagId));
      for (const id of unseen) changes.push({ gone: tags.has(id) ? { tagId: id } : { dataId: id } });
    }
    const position = more && left ? { left: [...unseen], done: done + changes.length } : { etag: page.etag };
    // Only the last part stores the cursor, because applying a part twice does no harm.
    for (let at = 0; at === 0 || at < changes.length; at += AT_ONCE) {
      const end = at + AT_ONCE;
      /** @param {Transaction} tx */
      const write = async (tx) => {
        if (end >= changes.length) tx.put('meta', { cursor: page.body.cursor, ...position }, 'feed');
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
