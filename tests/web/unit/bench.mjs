// Measures search over 50,000 favorites: the time per keystroke and the heap. Run with
// `node --expose-gc bench.mjs`.
import { Index, search } from '../../../functions/web/app/search/worker.js';

const COUNT = 50_000;
const WORDS = (
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one ' +
  'rust language memory safe book guide async await example system design kernel driver network server client query ' +
  'recipe garden travel train mountain lake museum history paper research model data learning vision music album'
).split(' ');
const CHINESE =
  '我的收藏夹里有很多好看手机电脑新闻学习编程语言设计历史音乐电影旅行北京上海美食天气书籍阅读笔记工作项目';
const TYPES = ['link', 'link', 'link', 'link', 'link', 'link', 'note', 'note', 'image', 'video'];
const QUERIES = [
  'rust',
  'memory safe',
  '收藏',
  'zebra',
  '"rust book"',
  'type:link -tag:tag7',
  'site:example7.com',
  '的',
];

let seed = 1;
const random = (below) => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const words = (count) =>
  Array.from({ length: count }, () => WORDS[random(random(WORDS.length) + 1)]).join(' ');
const chinese = (count) => Array.from({ length: count }, () => CHINESE[random(CHINESE.length)]).join('');

function favorite(number) {
  const time = (1_600_000_000_000 + number * 3_600_000).toString(16).padStart(12, '0');
  const dataId = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
  const dataType = TYPES[random(TYPES.length)];
  const isChinese = random(4) === 0;
  const text = isChinese ? `${chinese(40)}，${words(3)}` : `${words(20)}.`;
  const title = isChinese ? chinese(12) : words(7);
  const content = dataType === 'note' ? { text } : dataType === 'link' ? { description: text } : {};
  const contentUrl =
    dataType === 'link'
      ? `https://www.example${random(500)}.com/${words(3).replaceAll(' ', '-')}`
      : undefined;
  const tagIds = Array.from({ length: random(4) }, () => `tag-${random(200)}`);
  return {
    dataId,
    dataType,
    title,
    content,
    contentUrl,
    tagIds,
    updateTime: '2026-01-01T00:00:00Z',
    version: 1,
  };
}

const library = new Index();
library.setTags(Array.from({ length: 200 }, (_, n) => ({ tagId: `tag-${n}`, tagName: `tag${n}` })));
globalThis.gc?.();
const heap = process.memoryUsage().heapUsed;
const begin = performance.now();
for (let from = 0; from < COUNT; from += 2000) {
  library.update(
    [],
    Array.from({ length: 2000 }, (_, at) => favorite(from + at)),
    [],
  );
}
const built = performance.now() - begin;
globalThis.gc?.();

function find(q, sort = 'newest') {
  const scan = search(library, { place: 'all', q, sort, language: 'en' }, Date.now());
  let step = scan.next();
  while (!step.done) step = scan.next();
  return step.value.rows.length;
}

const times = [];
for (let round = 0; round < 5; round++) {
  for (const q of QUERIES) {
    // Every prefix of the query stands for a keystroke.
    for (let length = 1; length <= q.length; length++) {
      const start = performance.now();
      find(q.slice(0, length));
      times.push(performance.now() - start);
    }
  }
}
times.sort((a, b) => a - b);
const at = (part) => times[Math.floor(times.length * part)].toFixed(1);
console.log(`library   ${built.toFixed(0)} ms, with the making of the favorites`);
globalThis.gc?.();
console.log(`heap      ${((process.memoryUsage().heapUsed - heap) / 1e6).toFixed(0)} MB`);
console.log(`keystroke ${at(0.5)} ms median, ${at(0.95)} ms p95, ${at(0.999)} ms most, of ${times.length}`);
for (const q of ['', ...QUERIES]) {
  const start = performance.now();
  const count = find(q);
  console.log(
    `${(performance.now() - start).toFixed(1).padStart(8)} ms ${String(count).padStart(6)} found  ${q}`,
  );
}
for (const sort of ['oldest', 'changed', 'title', 'title']) {
  const start = performance.now();
  find('', sort);
  console.log(`${(performance.now() - start).toFixed(1).padStart(8)} ms by ${sort}`);
}
