// Creates, lists and searches favorites, and follows the change feed, with the client of openapi-typescript and
// openapi-fetch.

import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

/** The longest time until search and the change feed have a favorite. */
const PATIENCE_MILLIS = 30_000;

const api = createClient<paths>({
  baseUrl: process.env.API!,
  headers: { authorization: `Bearer ${process.env.TOKEN}` },
});

/** Returns the body of an answer that is no problem. */
function body<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  assert(answer.data !== undefined, `${answer.response.status}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

type Change = components['schemas']['Change'];

/** The place in the change feed that was reached. */
let cursor: string | undefined;

/** Follows the change feed until it has had what is waited for. The feed follows each change a little later. */
async function follow(isComplete: (changes: Change[]) => boolean) {
  const changes: Change[] = [];
  for (const deadline = Date.now() + PATIENCE_MILLIS; !isComplete(changes); await setTimeout(100)) {
    assert(Date.now() < deadline, `the change feed lacks changes: ${JSON.stringify(changes)}`);
    const page = body(await api.GET('/changes', { params: { query: cursor === undefined ? {} : { cursor } } }));
    changes.push(...page.changes);
    cursor = page.cursor;
  }
}

const tag = body(await api.POST('/tags', { body: { tagName: 'TypeScript' } }));
const contentUrl = 'https://www.typescriptlang.org/';
const link = body(
  await api.POST('/favorites', { body: { dataType: 'link', contentUrl, tagIds: [tag.tagId] } }),
);
assert.equal(link.title, contentUrl);
const note = body(
  await api.POST('/favorites', { body: { dataType: 'note', content: { text: 'Compile\nbefore running' } } }),
);
assert.deepEqual([note.title, note.content.text], ['Compile', 'Compile\nbefore running']);

const { items } = body(await api.GET('/favorites', { params: { query: { limit: 100 } } }));
for (const { dataId } of [link, note]) assert(items.some((item) => item.dataId === dataId));

const deadline = Date.now() + PATIENCE_MILLIS;
for (;;) {
  const found = body(await api.GET('/search', { params: { query: { q: 'typescriptlang', type: 'link' } } }));
  if (found.items.some(({ dataId }) => dataId === link.dataId)) break;
  assert(Date.now() < deadline, 'search does not find the link');
  await setTimeout(100);
}

await follow(
  (changes) =>
    changes.some((change) => 'favorite' in change && change.favorite.dataId === note.dataId) &&
    changes.some((change) => 'tag' in change && change.tag.tagId === tag.tagId),
);
const path = { dataId: link.dataId };
const changed = body(
  await api.PATCH('/favorites/{dataId}', {
    params: { path, header: { 'If-Match': `"${link.version}"` } },
    body: { content: { siteName: 'TypeScript' } },
  }),
);
body(await api.DELETE('/favorites/{dataId}', { params: { path: { dataId: note.dataId } } }));
await follow(
  (changes) =>
    changes.some((change) => 'favorite' in change && change.favorite.version === changed.version) &&
    changes.some((change) => 'trashed' in change && change.trashed.dataId === note.dataId),
);

const { error, response } = await api.POST('/favorites', { body: { dataType: 'link' } });
assert.equal(response.status, 400);
assert(error && 'errors' in error && error.errors[0]?.pointer === '/contentUrl', JSON.stringify(error));
console.log('TypeScript: created, listed, found, changed and followed');
