import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergedTags, nextRequest, putMerged, replaceTags } from '../../../functions/web/app/store/outbox.js';

/** A transaction on stores in memory. */
function memory() {
  const stores = { items: new Map(), trash: new Map(), outbox: new Map(), meta: new Map() };
  return {
    get: async (store, key) => stores[store].get(key),
    all: async (store) => [...stores[store].values()],
    put: async (store, value, key) => stores[store].set(key ?? value.dataId ?? value.seq, value),
    remove: async (store, key) => stores[store].delete(key),
  };
}

test('of the tags that have others in their place, the last 1,000 are known', async () => {
  const tx = memory();
  const all = Object.fromEntries(Array.from({ length: 1001 }, (_, number) => [`tag-${number}`, 'into']));
  await putMerged(tx, all);
  const kept = await mergedTags(tx);
  assert.equal(Object.keys(kept).length, 1000);
  assert.equal(kept['tag-0'], undefined);
  assert.equal(kept['tag-1000'], 'into');
});

const item = { dataId: 'a', dataType: 'note', title: 'A', content: { text: 'a' }, tagIds: [], version: 3 };
const trashed = { ...item, deleteTime: '2026-11-29T10:00:00Z' };

test('the next request brings the service one step closer', () => {
  const step = (base, mine) => {
    const request = nextRequest('a', base, mine);
    return request && `${request.method} ${request.path}`;
  };
  assert.equal(step(null, null), undefined);
  assert.equal(step(null, item), 'PUT /favorites/a?onExisting=merge');
  assert.equal(step(item, item), undefined);
  assert.equal(step(item, { ...item, title: 'B' }), 'PATCH /favorites/a');
  assert.equal(step(item, { ...item, tagIds: ['t'] }), 'PUT /favorites/a/tags');
  assert.equal(step(item, trashed), 'DELETE /favorites/a');
  assert.equal(step(trashed, item), 'POST /trash/a/restore');
  assert.equal(step(trashed, trashed), undefined);
  assert.equal(step(trashed, null), 'DELETE /trash/a');
});

test('a patch has what changed in the content, and null for what was removed', () => {
  const link = { ...item, dataType: 'link', content: { description: 'a', siteName: 'b' } };
  const edited = { ...link, content: { siteName: 'c' } };
  const request = nextRequest('a', link, edited);
  assert.deepEqual(request.body, { content: { description: null, siteName: 'c' } });
  assert.deepEqual(request.agreed.content, edited.content);
  assert.deepEqual(nextRequest('a', link, { ...link, title: 'B' }).body, { title: 'B' });
});

test('an edit of a favorite that is in the trash on both sides is sent by way of the list', () => {
  const edited = { ...trashed, title: 'B' };
  const requests = [];
  for (let base = trashed, request = nextRequest('a', base, edited); request; ) {
    requests.push(request.method);
    base = request.agreed;
    request = requests.length < 5 ? nextRequest('a', base, edited) : undefined;
  }
  assert.deepEqual(requests, ['POST', 'PATCH', 'DELETE']);
});

test('favorites with unsent changes get other tags for replaced ones, and lose deleted ones', async () => {
  const tx = memory();
  const tagged = { a: ['old', 'kept'], b: ['old', 'new'], c: ['gone', 'old'], d: ['kept'] };
  for (const [dataId, tagIds] of Object.entries(tagged)) {
    await tx.put('items', { ...item, dataId, tagIds });
    await tx.put('outbox', { seq: dataId, id: dataId, base: item });
  }
  assert.deepEqual(await replaceTags(tx, { old: 'new', gone: '' }), ['a', 'b', 'c']);
  const now = (await tx.all('items')).map(({ dataId, tagIds }) => [dataId, tagIds]);
  assert.deepEqual(Object.fromEntries(now), { a: ['new', 'kept'], b: ['new'], c: ['new'], d: ['kept'] });
});
