import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fold } from '../../../functions/web/app/core/fold.js';
import { parse, toQuery } from '../../../functions/web/app/core/query.js';
import { Index, search } from '../../../functions/web/app/search/worker.js';

const NOW = Date.parse('2026-11-29T10:00:00Z');
const TAGS = ['work', 'work/rust', 'Home'].map((tagName, at) => ({ tagId: `tag-${at}`, tagName }));

function favorite(number, members = {}) {
  const time = (1_700_000_000_000 + number).toString(16).padStart(12, '0');
  return {
    dataId: `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`,
    dataType: 'note',
    title: `Note ${number}`,
    content: { text: '' },
    tagIds: [],
    updateTime: new Date(NOW - number).toISOString(),
    ...members,
  };
}

function indexOf(items, trash = [], tags = TAGS) {
  const index = new Index();
  index.setTags(tags);
  index.update([], items, trash);
  return index;
}

function find(index, { place = 'all', q = '', sort = 'newest', now = NOW } = {}) {
  const scan = search(index, { n: 1, place, q, sort, language: 'en' }, now);
  let step = scan.next();
  while (!step.done) step = scan.next();
  return step.value;
}

const numbers = (found) => found.rows.map(({ id }) => Number(id.slice(-12)));

test('the app finds what the service finds', () => {
  const file = new URL('../../../shared/favorites/tests/search-vectors.json', import.meta.url);
  const { favorites, queries } = JSON.parse(readFileSync(file, 'utf8'));
  const names = [...new Set(favorites.flatMap(({ tags }) => tags))];
  const tags = names.map((tagName) => ({ tagId: tagName, tagName }));
  const items = favorites.map(({ id, tags, clipTime, ...rest }) => ({
    ...rest,
    dataId: id,
    tagIds: tags,
    updateTime: clipTime,
  }));
  const index = indexOf(items, [], tags);
  assert.ok(queries.length >= 120);
  for (const { q, finds } of queries) {
    assert.deepEqual(
      find(index, { q }).rows.map(({ id }) => id),
      finds,
      q,
    );
  }
});

test('folding folded text changes nothing', () => {
  for (const text of [
    'ẞ ß SS ſ',
    'ΌΣΟΣ όσος',
    'L’Été',
    'e‑mail',
    'カ\u3099 ｶﾞ',
    '한 \u1112\u1161\u11ab',
    'क्\u200dष',
    '𝐀𝐁',
    'ǅ ǰ',
  ]) {
    assert.equal(fold(fold(text)), fold(text), text);
    assert.equal(fold(text.toUpperCase()), fold(text.toLowerCase()), text);
  }
  assert.equal(fold('ẞ'), 'ss');
  assert.equal(fold('iPhone 手机, 壳!'), 'iphone手机 壳');
  assert.equal(fold('...'), '');
});

test('faults have positions, and the rest of the query still works', () => {
  const faults = (q) => parse(q).faults.map(({ start, end, code }) => [q.slice(start, end), code]);
  assert.deepEqual(faults('rust type:book -after:"last week" go'), [
    ['book', 'type'],
    ['last week"', 'time'],
  ]);
  assert.deepEqual(faults('type:"'), [['"', 'type']]);
  assert.deepEqual(faults('type:""'), [['"', 'type']]);
  assert.deepEqual(faults('before:2026-02-30 after:24 before:2026-11-23T24:00:00Z').length, 3);
  assert.deepEqual(faults(`${'😀'.repeat(256)}xyz`), [['xyz', 'too-long']]);
  const index = indexOf([favorite(1, { title: 'Rust' }), favorite(2, { title: 'Go' })]);
  assert.deepEqual(numbers(find(index, { q: 'type:book rust' })), [1]);
});

test('a query is split into parts, which form the same query again', () => {
  for (const q of ['rust -"to read" tag:a', '"a b"c', 'TYPE：link －x', 'a OR "OR" untagged', '- a - “b c']) {
    const { parts, clauses } = parse(q);
    assert.ok(parts.every(({ start, end, written }) => q.slice(start, end) === written));
    assert.deepEqual(parse(toQuery(parts)).clauses, clauses);
  }
  assert.equal(toQuery(parse('a  type:link b').parts.toSpliced(1, 1)), 'a b');
});

test('the words to highlight are those that a favorite must have', () => {
  assert.deepEqual(parse('RÚST -java title:"E-Mail box" tag:x OR 手').terms, ['rust', 'email box', '手']);
});

test('places narrow the results, and counts cover all places', () => {
  const index = indexOf(
    [
      favorite(1, { tagIds: ['tag-0'] }),
      favorite(2, { tagIds: ['tag-1', 'gone'], dataType: 'link' }),
      favorite(3, { tagIds: ['gone'] }),
      favorite(4, { tagIds: ['tag-2'], title: 'Other' }),
    ],
    [favorite(5)],
  );
  assert.deepEqual(numbers(find(index)), [4, 3, 2, 1]);
  assert.deepEqual(numbers(find(index, { place: 'note' })), [4, 3, 1]);
  assert.deepEqual(numbers(find(index, { place: 'untagged' })), [3]);
  assert.deepEqual(numbers(find(index, { place: 'trash' })), [5]);
  assert.deepEqual(numbers(find(index, { place: { tag: 'tag-0', under: false } })), [1]);
  assert.deepEqual(numbers(find(index, { place: { tag: 'tag-0', under: true } })), [2, 1]);
  assert.deepEqual(numbers(find(index, { place: { tag: 'gone', under: false } })), []);
  assert.deepEqual(find(index, { place: 'link', q: 'note' }).counts, {
    total: 3,
    untagged: 1,
    trash: 1,
    byType: { note: 2, link: 1 },
    byTag: { 'tag-0': 1, 'tag-1': 1 },
  });
});

test('a tag finds the favorites of the tags below it, in a query always and in its place on request', () => {
  const tags = ['Straße', 'STRASSE/a', 'Strasse/A/b', 'Straßen/c', 'strasse／d'];
  const named = tags.map((tagName, at) => ({ tagId: `tag-${at}`, tagName }));
  const items = tags.map((_, at) => favorite(at, { tagIds: [`tag-${at}`] }));
  const index = indexOf(items, [], named);
  assert.deepEqual(numbers(find(index, { q: 'tag:strasse' })), [2, 1, 0]);
  assert.deepEqual(numbers(find(index, { q: 'tag:strasse/a' })), [2, 1]);
  assert.deepEqual(numbers(find(index, { place: { tag: 'tag-0', under: true } })), [2, 1, 0]);
  assert.deepEqual(numbers(find(index, { place: { tag: 'tag-1', under: true } })), [2, 1]);
  assert.deepEqual(numbers(find(index, { place: { tag: 'tag-0', under: false } })), [0]);
});

test('what was saved from exactly the address comes first', () => {
  const at = (number, dataType, contentUrl) => favorite(number, { dataType, contentUrl, content: {} });
  const index = indexOf([
    at(1, 'image', 'https://a.example/clip?x=1&y=2'),
    at(2, 'link', 'https://a.example/clip?x=1&y=2&z=3'),
    at(3, 'video', 'http://a.example/clip/?x=1&y=2&utm_source=mail'),
    at(4, 'link', 'https://a.example/clip?x=1&y=2'),
    at(5, 'file', 'https://a.example/clip?x=1-y=2'),
  ]);
  const found = (q, more) => numbers(find(index, { q, ...more }));
  assert.deepEqual(found('https://a.example/clip?x=1&y=2'), [4, 3, 1, 5, 2]);
  assert.deepEqual(found('a.example/clip?x=1&y=2'), [4, 3, 1, 5, 2]);
  assert.deepEqual(
    found('https://a.example/clip?y=2&x=1'),
    [4],
    'the link, with its parameters in another order',
  );
  assert.deepEqual(found('https://a.example/clip?x=1&y=2', { sort: 'oldest' }), [1, 2, 3, 4, 5]);
  for (const q of ['a.example/clip', 'https://a.example/clip?x=1&y=2 -rust'])
    assert.deepEqual(found(q), [5, 4, 3, 2, 1], q);
});

test('at most eight favorites come first, of the newest hundred that match', () => {
  const image = (number, path) =>
    favorite(number, { dataType: 'image', contentUrl: `https://a.example/picture${path}`, content: {} });
  const same = Array.from({ length: 9 }, (_, number) => image(number, ''));
  const find8 = (items) => numbers(find(indexOf(items), { q: 'a.example/picture' }));
  assert.deepEqual(find8([...same, image(20, '/2')]), [8, 7, 6, 5, 4, 3, 2, 1, 20, 0]);
  const newer = Array.from({ length: 99 }, (_, number) => image(100 + number, `/${number}`));
  assert.equal(find8([image(1, ''), ...newer])[0], 1);
  assert.equal(find8([image(1, ''), ...newer, image(999, '/newest')]).at(-1), 1);
});

test('results are sorted in the requested order', () => {
  const titles = ['Ärger', 'zebra', 'Apfel', 'Banane'];
  const index = indexOf(titles.map((title, at) => favorite(at, { title })));
  assert.deepEqual(numbers(find(index, { sort: 'oldest' })), [0, 1, 2, 3]);
  assert.deepEqual(numbers(find(index, { sort: 'changed' })), [0, 1, 2, 3]);
  assert.deepEqual(numbers(find(index, { sort: 'title' })), [2, 0, 3, 1]);
  index.update([], [favorite(4, { title: 'Arm' })], []);
  assert.deepEqual(numbers(find(index, { sort: 'title' })), [2, 0, 4, 3, 1]);
});

test('expired and purged favorites are hidden, to the second', () => {
  const expireTime = '2026-11-29T10:00:01.900Z';
  const index = indexOf([favorite(1, { expireTime }), favorite(2)], [favorite(3, { purgeTime: expireTime })]);
  const at = (now) => [numbers(find(index, { now })), find(index, { now }).counts.trash];
  assert.deepEqual(at(NOW + 999), [[2, 1], 1]);
  assert.deepEqual(at(NOW + 1000), [[2], 0]);
  assert.equal(find(index).ends, NOW + 1000);
  const trashOnly = indexOf([favorite(2)], [favorite(3, { purgeTime: expireTime })]);
  assert.equal(find(trashOnly).ends, NOW + 1000, 'a purge changes the counts, too');
});

test('an update replaces rows and tags', () => {
  const index = indexOf([favorite(1), favorite(2), favorite(3)]);
  const ids = [favorite(1), favorite(2), favorite(4)].map(({ dataId }) => dataId);
  index.update(ids, [favorite(1, { title: 'Changed' }), favorite(4)], [favorite(2)]);
  assert.deepEqual(numbers(find(index)), [4, 3, 1]);
  assert.deepEqual(numbers(find(index, { q: 'changed' })), [1]);
  assert.deepEqual(numbers(find(index, { place: 'trash' })), [2]);
  index.setTags([{ tagId: 'tag-9', tagName: 'New' }]);
  index.update([favorite(3).dataId], [favorite(3, { tagIds: ['tag-9'] })], []);
  assert.deepEqual(numbers(find(index, { q: 'tag:NEW' })), [3]);
});

test('a search can be stopped and returns the results so far', () => {
  const index = indexOf(Array.from({ length: 2500 }, (_, number) => favorite(number)));
  const scan = search(index, { n: 1, place: 'all', q: '', sort: 'newest', language: 'en' }, NOW);
  assert.equal(scan.next().value.rows.length, 1000);
  assert.equal(scan.next().value.rows.length, 2000);
});
