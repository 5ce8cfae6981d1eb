import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  ago,
  bytes,
  compareNames,
  dateTime,
  duration,
  number,
} from '../../../functions/web/app/core/format.js';
import { nameKey, renamed, restBelow } from '../../../functions/web/app/core/query.js';
import { hostOf, isTracker, linkOf, recognize, safeHref } from '../../../functions/web/app/core/url.js';
import { newId, timeOf } from '../../../functions/web/app/store/db.js';
import { merge3 } from '../../../functions/web/app/store/outbox.js';

/** @param {string} path from the project's folder */
const read = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

test('ids are version 7 UUIDs that sort by time', () => {
  const id = newId(1_795_250_115_123);
  assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.equal(timeOf(id), 1_795_250_115_123);
  assert.notEqual(newId(), newId());
  assert.ok(newId(1) < newId(2));
});

test('only web addresses are links', () => {
  assert.equal(safeHref(' HTTPS://Example.com:443/a/../b '), 'https://example.com/b');
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https:example.com',
    'http:///x',
    'x',
    '',
    undefined,
    null,
  ]) {
    assert.equal(safeHref(text), null, text);
  }
});

test('the app takes the same addresses for one link as the service', () => {
  const links = JSON.parse(read('shared/favorites/tests/same-links.json'));
  assert.ok(Object.keys(links).length > 20);
  for (const [link, addresses] of Object.entries(links)) {
    for (const given of [link, ...addresses]) assert.equal(linkOf(new URL(given)), link, given);
  }
});

test('the app knows the same trackers as the service', () => {
  const rust = read('shared/favorites/src/model/value/trackers.rs').matchAll(/^ {4}"(.*)",$/gm);
  const theirs = [...rust].map(([, name]) => name);
  const ours = /`([^`]*)`/.exec(read('functions/web/app/core/url.js'))?.[1].trim().split(/\s+/);
  assert.deepEqual(ours, theirs);
  assert.ok(theirs.length > 50);
  for (const name of [...theirs, 'utm_source', 'UTM_', 'hsa_acc', 'hsCtaTracking'])
    assert.ok(isTracker(name), name);
  for (const name of ['', 'utm', 'xutm_source', 'fbclid2', 'ref', '_\u212ax'])
    assert.ok(!isTracker(name), name);
});

test('hosts are shown as people read them, unless they mislead', () => {
  const shown = {
    'https://www.example.com/x': 'example.com',
    'https://xn--bcher-kva.example': 'bücher.example',
    'https://例え.テスト': '例え.テスト',
    'https://пример.рф': 'пример.рф',
    'https://中国abc.com': '中国abc.com',
    'http://[::1]:3000': '[::1]',
    'no address': '',
  };
  for (const [href, text] of Object.entries(shown)) assert.deepEqual(hostOf(href), { text, warn: false });
  for (const href of [
    'https://раураl.com',
    'https://аррӏе.com',
    'https://www.gооgle.com',
    'https://αpple.com',
  ]) {
    const { text, warn } = hostOf(href);
    assert.ok(warn && text.includes('xn--'), text);
  }
});

test('pasted texts are recognized', () => {
  const kinds = {
    'https://example.com/a?b#c': 'link',
    'example.com': 'link',
    ' www.example.co.uk/path ': 'link',
    'docs.rs/serde': 'link',
    'bücher.example:8080/x': 'link',
    'https://example.com/a.JPG?x': 'image',
    'example.com/film.mp4': 'video',
    'https://example.com/song.flac': 'music',
    'https://example.com/paper.pdf': 'file',
    'report.pdf': 'note',
    'ann@example.com': 'note',
    'Buy milk.': 'note',
    'e.g. this': 'note',
    3.14: 'note',
    'see https://example.com': 'note',
    'javascript:alert(1)': 'note',
    '': 'note',
    'https://a.example\n\n  b.example/x \n': 'links',
    'https://a.example\nand more': 'note',
  };
  for (const [text, kind] of Object.entries(kinds)) assert.equal(recognize(text).kind, kind, text);
  assert.deepEqual(recognize('a.example\nb.example'), {
    kind: 'links',
    urls: ['https://a.example/', 'https://b.example/'],
    text: 'a.example\nb.example',
  });
  assert.deepEqual(recognize('two\nlines'), { kind: 'note', text: 'two\nlines' });
});

test('places are recognized', () => {
  const places = {
    '31.2304, 121.4737': [31.2304, 121.4737],
    '-33.8688，151.2093': [-33.8688, 151.2093],
    'geo:31.2304,121.4737;u=35': [31.2304, 121.4737],
    'https://www.google.com/maps/@31.23,121.47,15z': [31.23, 121.47],
    'https://www.google.com/maps/place/The+Bund/@31,121,17z/data=!3m1!8m2!3d31.24!4d121.49': [31.24, 121.49],
    'https://maps.apple.com/?ll=31.23,121.47&q=Shanghai': [31.23, 121.47],
    'https://maps.google.com/?q=31.23%2C121.47': [31.23, 121.47],
    'https://www.openstreetmap.org/#map=15/31.23/121.47': [31.23, 121.47],
    'https://www.openstreetmap.org/?mlat=31.23&mlon=121.47#map=5/1/2': [31.23, 121.47],
    '31°14′24″N 121°29′24″E': [31.24, 121.49],
    '31° 14\' 24" N, 121° 29\' 24" E': [31.24, 121.49],
    'S 33.5° E 151.25°': [-33.5, 151.25],
  };
  for (const [text, [latitude, longitude]] of Object.entries(places)) {
    const place = recognize(text);
    assert.equal(place.kind, 'location', text);
    assert.ok(
      Math.abs(place.latitude - latitude) < 1e-9 && Math.abs(place.longitude - longitude) < 1e-9,
      text,
    );
  }
  assert.equal(recognize('https://www.google.com/maps/place/The+Bund%21/@31.2,121.4,17z').name, 'The Bund!');
  for (const text of ['91.5, 10.5', '3, 4', '1.5, 2.5, 3.5', 'https://example.com/?q=1.5,2.5', '20° C']) {
    assert.notEqual(recognize(text).kind, 'location', text);
  }
});

function favorite(members = {}, content = {}) {
  return {
    dataId: 'id',
    dataType: 'link',
    title: 'Title',
    contentUrl: 'https://example.com/',
    content: { description: 'Text', ...content },
    tagIds: ['a', 'b'],
    clipTime: '2026-01-01T00:00:00Z',
    updateTime: '2026-01-01T00:00:00Z',
    version: 1,
    ...members,
  };
}

test('changes to different fields are merged', () => {
  const base = favorite();
  const mine = favorite({ title: 'Mine', tagIds: ['b', 'c'], thumbnailUrl: 'https://a.example/' });
  const theirs = favorite({ version: 2, tagIds: ['a', 'b', 'd'] }, { siteName: 'Site' });
  assert.deepEqual(merge3(base, mine, theirs), {
    merged: favorite(
      { title: 'Mine', tagIds: ['b', 'd', 'c'], thumbnailUrl: 'https://a.example/', version: 2 },
      { siteName: 'Site' },
    ),
    conflicts: [],
  });
});

test('the local expiry and thumbnail win, and a removed field stays removed', () => {
  const base = favorite({ expireTime: '2027-01-01T00:00:00Z', thumbnailUrl: 'https://a.example/' });
  const mine = favorite({ thumbnailUrl: 'https://b.example/' });
  const theirs = favorite({ expireTime: '2028-01-01T00:00:00Z', thumbnailUrl: 'https://c.example/' });
  const { merged, conflicts } = merge3(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.ok(!('expireTime' in merged));
  assert.equal(merged.thumbnailUrl, 'https://b.example/');
});

test('two different changes to the same text are a conflict, and equal ones are not', () => {
  const sides = ['Text', 'Mine', 'Theirs'].map((description) => favorite({}, { description }));
  assert.deepEqual(merge3(...sides), {
    merged: sides[1],
    conflicts: [{ member: 'content.description', mine: 'Mine', theirs: 'Theirs' }],
  });
  const messages = [{ sender: 'Ann', text: 'Hi' }];
  const same = () => favorite({ title: 'New' }, { messages: structuredClone(messages) });
  assert.deepEqual(merge3(favorite(), same(), same()).conflicts, []);
});

test('merging does not modify its arguments', () => {
  const [base, mine, theirs] = [
    favorite(),
    favorite({ title: 'Mine', tagIds: [] }, { siteName: 'x' }),
    favorite(),
  ];
  const before = structuredClone([base, mine, theirs]);
  merge3(base, mine, theirs);
  assert.deepEqual([base, mine, theirs], before);
});

test('values are formatted in the language of the page', () => {
  const at = (millis) => new Date(Date.now() + millis).toISOString();
  const day = 86_400_000;
  globalThis.document = { documentElement: { lang: 'en' } };
  assert.deepEqual(
    [ago(at(-3.5 * day)), ago(at(-1.5 * day)), ago(at(400 * day)), ago(at(-100))],
    ['3 days ago', 'yesterday', 'next yr.', 'now'],
  );
  assert.match(dateTime('2026-11-29T10:42:49Z'), /^Nov 29, 2026, /);
  assert.equal(number(50_000), '50,000');
  assert.deepEqual([0, 999, 1000, 1_250_000].map(bytes), ['0 bytes', '999 bytes', '1 kB', '1.25 MB']);
  assert.deepEqual([5000, 65_000, 754_000, 3_723_000, 90_000_000].map(duration), [
    '0:05',
    '1:05',
    '12:34',
    '1:02:03',
    '25:00:00',
  ]);
  assert.deepEqual(['a10', 'B', 'a2'].sort(compareNames), ['a2', 'a10', 'B']);
  document.documentElement.lang = 'zh-Hans';
  assert.equal(ago(at(-3.5 * day)), '3天前');
  assert.deepEqual(['上海', '北京', '广州'].sort(compareNames), ['北京', '广州', '上海']);
});

test('the rest of the name of a tag below another one begins with a slash', () => {
  assert.equal(restBelow('Dev/Rust/Web', 'DEV'), '/Rust/Web');
  assert.equal(restBelow('Dev/Rust/Web', 'dev/rust'), '/Web');
  assert.equal(restBelow('STRASSE/a', 'Straße'), '/a');
  for (const name of ['Dev', 'Developers/Rust', 'Dev Ops', 'Dev /Rust', 'Rust/Dev', 'Dev／Rust'])
    assert.equal(restBelow(name, 'Dev'), '', name);
  assert.equal(nameKey('Ｆｕｌｌ Width'), 'full width');
});

test('tags below a renamed tag keep the rest of their names', () => {
  const names = (all, from, to) => {
    const tags = all.map((tagName) => ({ tagId: tagName, tagName, createTime: '', version: 1 }));
    return renamed(tags, from, to).map(([{ tagName }, name]) => `${tagName} > ${name}`);
  };
  assert.deepEqual(names(['Dev', 'dev/Rust/Web', 'DEV/Go'], 'Dev', 'Code'), [
    'Dev > Code',
    'DEV/Go > Code/Go',
    'dev/Rust/Web > Code/Rust/Web',
  ]);
  // Into a folder of its own: what is there already stays.
  assert.deepEqual(names(['Dev', 'Dev/old/Go', 'Dev/Go', 'Dev/Old'], 'Dev', 'Dev/Old'), [
    'Dev > Dev/Old',
    'Dev/Go > Dev/Old/Go',
  ]);
  // One level up: each name is free before another tag gets it.
  assert.deepEqual(names(['Dev/Old/Old/Go', 'Dev/Old', 'Dev/Old/Old', 'Dev/Old/Go'], 'Dev/Old', 'Dev'), [
    'Dev/Old > Dev',
    'Dev/Old/Go > Dev/Go',
    'Dev/Old/Old > Dev/Old',
    'Dev/Old/Old/Go > Dev/Old/Go',
  ]);
  assert.deepEqual(names(['dev', 'dev/Go', 'Dev/Rust'], 'dev', 'Dev'), ['dev > Dev', 'dev/Go > Dev/Go']);
  assert.deepEqual(names(['Dev', 'Dev/Go'], 'Dev', 'Dev'), []);
});
