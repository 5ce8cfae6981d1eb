// Takes the README's screenshots. `UPDATE=1` replaces the stored ones.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { start } from '../service.mjs';
import { api, go, launch, open } from './app.mjs';

const FOLDER = path.resolve(
  import.meta.dirname,
  process.env.UPDATE ? '../../../docs/images' : '../screenshots/readme',
);

/** Titles, addresses and tags of links, oldest first. @type {[string, string, string[]][]} */
const LINKS = [
  ['How HTTP caching works', 'https://developer.mozilla.org/docs/Web/HTTP/Caching', ['Dev/Web']],
  ['The twelve-factor app', 'https://12factor.net/', ['Dev']],
  ['A guide to green tea', 'https://tea.example.org/green', ['Tea']],
  ['Rust by Example', 'https://doc.rust-lang.org/rust-by-example/', ['Dev/Rust', 'Reading']],
  ['大理三日游攻略', 'https://travel.example.cn/dali', ['旅行']],
  ['Single-table design with DynamoDB', 'https://www.alexdebrie.com/posts/dynamodb-single-table/', ['Dev']],
  ['Rust for teams', 'https://blog.example.com/rust-for-teams', ['Dev/Rust', 'Reading']],
];

test('the screenshots of the README are taken', { timeout: 120_000 }, async () => {
  await mkdir(FOLDER, { recursive: true });
  const [service, browser] = await Promise.all([start({ seed: true }), launch()]);
  /** @type {Map<string, string>} */
  const tags = new Map();
  const now = Date.now();
  for (const [index, [title, contentUrl, names]] of LINKS.entries()) {
    for (const tagName of names) {
      if (!tags.has(tagName)) tags.set(tagName, (await api(service, 'POST', '/tags', { tagName })).tagId);
    }
    const clipTime = new Date(now - (LINKS.length - index) * 7_000_000).toISOString();
    const tagIds = names.map((name) => tags.get(name));
    const content = {};
    await api(service, 'POST', '/favorites', {
      dataType: 'link',
      title,
      contentUrl,
      clipTime,
      tagIds,
      content,
    });
  }
  const { context, page } = await open(service, browser, { width: 1280 });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByText('Rust for teams').waitFor();
  await page.getByText('Synced').waitFor();
  const { items } = await api(service, 'GET', '/favorites?type=location');
  await go(page, `#/all?id=${items[0].dataId}`);
  await page.locator('.detail').waitFor();
  await page.screenshot({ path: path.join(FOLDER, 'library.png') });
  await go(page, '#/all');
  await page.keyboard.press('/');
  await page.keyboard.type('rust type:link');
  await page.locator('.item').nth(2).waitFor();
  await page.locator('.item').nth(3).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Links 3' }).waitFor();
  await page.screenshot({ path: path.join(FOLDER, 'search.png') });
  await context.close();
  await browser.close();
  await service.stop();
});
