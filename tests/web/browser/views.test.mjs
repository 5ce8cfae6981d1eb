// Checks each view in both themes and languages, from phone to desktop: axe reports nothing, and nothing
// scrolls sideways. Takes a screenshot of each view.

import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { start } from '../service.mjs';
import { api, go, inspect, launch, open } from './app.mjs';

const SCREENSHOTS = path.resolve(import.meta.dirname, '../screenshots');

const WIDTHS = [320, 360, 768, 1440];
const LOOKS = /** @type {const} */ ([
  ['en-US', 'light'],
  ['en-US', 'dark'],
  ['zh-CN', 'light'],
  ['zh-CN', 'dark'],
]);

/** @typedef {import('playwright-core').Page} Page */

/** Opens the list, and waits until it is there. @param {Page} page */
async function showList(page) {
  await go(page, '#/all');
  await page.locator('.list[aria-busy=false]').waitFor();
}

/**
 * The views, and how to open them from the list.
 * @type {Record<string, (page: Page, ids: string[]) => Promise<unknown>>}
 */
const VIEWS = {
  list: (page) => go(page, '#/all'),
  search: async (page) => {
    await go(page, '#/all?q=rust');
    await page.locator('.item').first().waitFor();
  },
  nothing: (page) => go(page, '#/all?q=rsut'),
  detail: (page, ids) => go(page, `#/all?id=${ids[0]}`),
  chat: (page, ids) => go(page, `#/all?id=${ids[1]}`),
  trash: (page) => go(page, '#/trash'),
  tags: (page) => go(page, '#/tags'),
  import: (page) => go(page, '#/import'),
  settings: (page) => go(page, '#/settings'),
  add: async (page) => {
    await showList(page);
    await page.keyboard.press('c');
    await page.locator('dialog[open]').waitFor();
  },
  help: async (page) => {
    await showList(page);
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
  },
};

/** @type {Awaited<ReturnType<typeof start>>} */
let service;
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string[]} */
let ids;

before(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  [service, browser] = await Promise.all([start({ seed: true }), launch()]);
  for (const tagName of ['Reading', 'Dev', 'Dev/Rust', '旅行'])
    await api(service, 'POST', '/tags', { tagName });
  const { items } = await api(service, 'GET', '/favorites?limit=100');
  const of = (/** @type {string} */ type) => items.find(({ dataType }) => dataType === type).dataId;
  const tags = (await api(service, 'GET', '/tags')).items;
  for (const [index, { dataId }] of items.entries()) {
    await api(service, 'PUT', `/favorites/${dataId}/tags/${tags[index % tags.length].tagId}`);
  }
  ids = [of('link'), of('chatRecord')];
  await api(service, 'DELETE', `/favorites/${of('file')}`);
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

for (const [locale, theme] of LOOKS) {
  test(`every view is accessible and fits its window: ${locale}, ${theme}`, {
    timeout: 240_000,
  }, async () => {
    const { context, page, faults } = await open(service, browser, { locale, theme });
    await page.locator('.item').first().waitFor();
    /** @type {string[]} */
    const found = [];
    for (const [name, show] of Object.entries(VIEWS)) {
      await show(page, ids);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        const sideways = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        });
        if (sideways > 0) found.push(`${name} at ${width}: ${sideways} px wider than the window`);
        if (width === 320 || width === 1440) {
          found.push(...(await inspect(page)).map((violation) => `${name} at ${width}: ${violation}`));
        }
        await page.screenshot({ path: path.join(SCREENSHOTS, `${name}-${locale}-${theme}-${width}.png`) });
      }
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    }
    assert.deepEqual([...found, ...faults], []);
    await context.close();
  });
}

test('a linked favorite is shown once it is synced', async () => {
  const { dataId } = await api(service, 'POST', '/favorites', {
    dataType: 'note',
    title: 'Not here yet',
    content: { text: 'A note' },
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  /** @type {(value?: unknown) => void} */
  let open = () => {};
  const gate = new Promise((done) => {
    open = done;
  });
  await context.route('**/changes*', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(await service.newLink());
  await page.getByRole('searchbox').first().waitFor();
  await go(page, `#/all?id=${dataId}`);
  await page.locator('.detail h2').waitFor();
  assert.notEqual(await page.locator('.detail h2').textContent(), 'Not here yet');
  open();
  await page.locator('.detail h2', { hasText: 'Not here yet' }).waitFor({ state: 'attached' });
  await context.close();
});
