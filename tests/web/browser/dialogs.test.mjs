// Adds, edits, tags, imports and exports favorites in a real browser against a running service.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import { chromium } from 'playwright-core';
import { start } from '../service.mjs';
import { inspect } from './app.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';

let service;
let browser;
let page;
let problems;

before(async () => {
  service = await start();
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});

after(async () => {
  await browser?.close();
  await service?.stop();
});

beforeEach(async () => {
  for (const context of browser.contexts()) await context.close();
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' });
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
  problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on(
    'console',
    (message) => message.text().includes('Content Security') && problems.push(message.text()),
  );
  await page.goto(await service.newLink());
  await page.getByRole('searchbox').first().waitFor();
});

/** Runs a test and fails if the page reports errors. */
function works(name, run) {
  test(name, { timeout: 60_000 }, async () => {
    await run();
    assert.deepEqual(problems, []);
  });
}

async function api(method, path, body, headers = {}) {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${service.token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  return response.status === 204 ? null : response.json();
}

/** Repeats a check until it passes, for up to ten seconds. */
async function eventually(check) {
  for (let tries = 0; ; tries++) {
    try {
      return await check();
    } catch (error) {
      if (tries === 50) throw error;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

const listed = async () => (await api('GET', '/favorites?limit=100')).items;
const tagNames = async () => (await api('GET', '/tags?limit=100')).items.map(({ tagName }) => tagName);
const row = (title) => page.locator('.item', { hasText: title });
const dialog = () => page.locator('dialog[open]').last();
const toasted = (text) => page.locator('.toast', { hasText: text }).last().waitFor();
const go = (route) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, route);
/** Makes the app sync until an element appears, because the service publishes changes with a delay. */
async function arrives(locator) {
  await eventually(async () => {
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await locator.first().waitFor({ timeout: 300 });
  });
}

async function note(title) {
  const made = await api('POST', '/favorites', {
    dataType: 'note',
    title,
    content: { text: `${title} text` },
  });
  await arrives(row(title));
  return made;
}

async function save() {
  await dialog().getByRole('button', { name: 'Save' }).click();
  await gone();
}

const gone = () => page.locator('dialog').first().waitFor({ state: 'detached' });

async function select(title) {
  await row(title).getByRole('link').first().focus();
  await page.keyboard.press('x');
}

async function add(text) {
  await page.keyboard.press('c');
  await dialog().getByLabel('Link, text or place').fill(text);
}

async function open(title) {
  await row(title).getByRole('link').first().click();
  await page.locator('.detail form').waitFor();
}

works('an address, tags and Enter are enough to save a link', async () => {
  await add('example.org/saved');
  const tags = dialog().getByRole('combobox', { name: 'Tags' });
  await tags.fill('#reading list');
  await tags.press('Enter');
  await tags.press('Enter');
  await toasted('Saved.');
  await row('example.org/saved').waitFor();
  const saved = await eventually(async () => {
    const found = (await listed()).find(({ title }) => title === 'example.org/saved');
    assert.equal(found.tagIds.length, 1);
    return found;
  });
  assert.equal(saved.contentUrl, 'https://example.org/saved');
  assert.deepEqual(await tagNames(), ['reading list']);
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await row('example.org/saved').waitFor({ state: 'detached' });
});

works('the add box recognizes places, several links and chats', async () => {
  await add('48.8584, 2.2945');
  await dialog().getByLabel('Title').fill('Tower');
  await save();
  await add('https://example.org/1\n\nhttps://example.org/2');
  assert.equal(await dialog().getByLabel('Type').inputValue(), 'links');
  await save();
  await add('Ann: Tea?\nBo: Yes,\nat four');
  await dialog().getByLabel('Type').selectOption('chatRecord');
  await save();
  await eventually(async () => {
    const items = await listed();
    const { content } = items.find(({ title }) => title === 'Tower');
    assert.deepEqual([content.latitude, content.longitude], [48.8584, 2.2945]);
    assert.equal(items.filter(({ contentUrl }) => /example\.org\/\d$/.test(contentUrl)).length, 2);
    assert.equal(items.find(({ dataType }) => dataType === 'chatRecord').title, 'Ann: Tea?');
  });
});

works('the add box keeps unsaved text, even after a reload', async () => {
  await add('A thought that is not finished');
  await page.keyboard.press('Escape');
  await toasted('Your text stays in');
  await page.reload();
  await page.getByRole('searchbox').first().waitFor();
  await page.keyboard.press('c');
  const box = dialog().getByLabel('Link, text or place');
  assert.equal(await box.inputValue(), 'A thought that is not finished');
  await box.fill('');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('This field is required.').waitFor();
});

works('the add box links to a favorite that already has the address', async () => {
  const contentUrl = 'https://kept.example/page';
  await api('POST', '/favorites', { dataType: 'link', title: 'Kept once', contentUrl, content: {} });
  await arrives(row('Kept once'));
  await add('kept.example/other');
  await page.waitForTimeout(300);
  assert.equal(await dialog().getByRole('link', { name: 'Open' }).count(), 0);
  await dialog().getByLabel('Link, text or place').fill('kept.example/page');
  await dialog().getByText('Saved').waitFor();
  await dialog().getByRole('link', { name: 'Open' }).click();
  await gone();
  const title = page.locator('.detail form').getByLabel('Title');
  await eventually(async () => assert.equal(await title.inputValue({ timeout: 300 }), 'Kept once'));
});

works('fields and tags are edited in place and saved at once', async () => {
  await note('Draft of a letter');
  await open('Draft of a letter');
  const form = page.locator('.detail form');
  await form.getByLabel('Title').fill('A letter');
  await form.getByRole('combobox', { name: 'Tags' }).fill('letters');
  await form.getByLabel('Text').fill('Dear Ann');
  await page.waitForTimeout(300);
  await page.reload();
  await form.locator('.chip', { hasText: 'letters' }).waitFor();
  assert.equal(await form.getByLabel('Title').inputValue(), 'A letter');
  await form.getByLabel('Text').press('Control+Enter');
  await toasted('Saved.');
  await form.getByRole('button', { name: 'Save' }).waitFor({ state: 'hidden' });
  await eventually(async () => {
    const { tagIds } = (await listed()).find(({ title }) => title === 'A letter');
    assert.equal(tagIds.length, 1);
  });
  await form.getByLabel('Title').fill('Another letter');
  await form.getByRole('button', { name: 'Discard' }).click();
  assert.equal(await form.getByLabel('Title').inputValue(), 'A letter');
  await page.locator('.toast', { hasText: 'discarded' }).getByRole('button', { name: 'Undo' }).click();
  assert.equal(await form.getByLabel('Title').inputValue(), 'Another letter');
});

works('the editor applies changes from elsewhere, and shows both versions of a conflict', async () => {
  const { dataId, version } = await note('Two hands');
  await open('Two hands');
  const form = page.locator('.detail form');
  await form.getByLabel('Text').fill('mine');
  const body = { title: 'Two hands, changed', content: { text: 'theirs' } };
  await api('PATCH', `/favorites/${dataId}`, body, {
    'if-match': `"${version}"`,
    'content-type': 'application/merge-patch+json',
  });
  await arrives(form.getByText('Changed elsewhere to:'));
  assert.equal(await form.getByLabel('Title').inputValue(), 'Two hands, changed');
  assert.equal(await form.getByLabel('Text').inputValue(), 'mine');
  await form.getByRole('button', { name: 'Use this' }).click();
  assert.equal(await form.getByLabel('Text').inputValue(), 'theirs');
});

works('the tag editor completes parts of names by keyboard', async () => {
  await api('POST', '/tags', { tagName: 'Deep reading' });
  const { dataId } = await note('To be tagged');
  await row('To be tagged').getByRole('link').first().focus();
  await page.keyboard.press('t');
  await dialog().waitFor();
  await page.keyboard.type('read');
  const options = dialog().getByRole('option');
  await options.nth(1).waitFor();
  assert.ok((await options.allTextContents()).some((text) => text.includes('Deep reading')));
  assert.ok((await options.last().textContent()).startsWith('New tag'));
  await dialog().getByRole('option', { name: 'Deep reading' }).click();
  await page.keyboard.type('other,');
  assert.equal(await dialog().locator('.chip').count(), 2);
  await page.keyboard.press('Backspace');
  assert.equal(await dialog().locator('.chip').count(), 2);
  await page.keyboard.press('Backspace');
  assert.equal(await dialog().locator('.chip').count(), 1);
  await page.keyboard.press('Enter');
  await toasted('Tags changed.');
  await eventually(async () => assert.equal((await api('GET', `/favorites/${dataId}`)).tagIds.length, 1));
});

works('the service tags all results but one, and undoes it', async () => {
  for (let i = 1; i <= 4; i++) await note(`Bulk ${i}`);
  await page.keyboard.press('/');
  await page.keyboard.type('bulk');
  await page.locator('.item').nth(3).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('*');
  await select('Bulk 2');
  const bar = page.getByRole('toolbar');
  await bar.getByText('3 selected').waitFor();
  await bar.getByRole('button', { name: 'Tags' }).click();
  await page.keyboard.type('in bulk');
  await page.keyboard.press('Enter');
  await dialog().getByRole('button', { name: 'Add to all 3' }).click();
  await toasted('Tags changed.');
  const tagged = async () =>
    (await listed()).filter(({ title, tagIds }) => /^Bulk/.test(title) && tagIds.length);
  await eventually(async () =>
    assert.deepEqual((await tagged()).map(({ title }) => title).sort(), ['Bulk 1', 'Bulk 3', 'Bulk 4']),
  );
  await page.locator('.toast', { hasText: 'Tags changed' }).getByRole('button', { name: 'Undo' }).click();
  await eventually(async () => assert.deepEqual(await tagged(), []));
});

works('selected favorites are deleted, restored and deleted forever', async () => {
  const { dataId } = await note('In and out');
  const bar = page.getByRole('toolbar');
  await select('In and out');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await row('In and out').waitFor({ state: 'detached' });
  await go('#/trash');
  await row('In and out').waitFor();
  await select('In and out');
  await bar.getByRole('button', { name: 'Restore' }).click();
  await row('In and out').waitFor({ state: 'detached' });
  await eventually(async () => assert.equal((await api('GET', `/favorites/${dataId}`)).title, 'In and out'));
  await go('#/all');
  await select('In and out');
  await page.keyboard.press('#');
  await go('#/trash');
  await select('In and out');
  await bar.getByRole('button', { name: 'Delete forever' }).click();
  await dialog().getByRole('button', { name: 'Delete forever' }).click();
  await row('In and out').waitFor({ state: 'detached' });
  await eventually(async () => assert.equal((await api('GET', `/trash/${dataId}`)).status, 404));
});

works('the user can choose an expiry', async () => {
  const { dataId } = await note('Short-lived');
  await select('Short-lived');
  const set = async (option) => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Expiry' }).click();
    await dialog().getByLabel('Expiry').first().selectOption({ label: option });
    await dialog().getByRole('button', { name: 'Save' }).click();
    await toasted('Expiry changed.');
  };
  await set('In 7 days');
  await eventually(async () => {
    const days =
      (Date.parse((await api('GET', `/favorites/${dataId}`)).expireTime) - Date.now()) / 86_400_000;
    assert.ok(days > 6.9 && days < 7.1);
  });
});

works('tags are renamed, merged and deleted on their page', async () => {
  for (const tagName of ['cofee', 'coffee', 'gone']) await api('POST', '/tags', { tagName });
  await go('#/tags');
  const names = page.locator('.tag-list');
  await arrives(names.getByRole('link', { name: 'gone' }));
  await names.getByRole('button', { name: 'Rename or merge cofee' }).click();
  await dialog().getByRole('textbox').or(dialog().getByRole('combobox')).fill('Coffee');
  await dialog().getByText('Merges into existing tags: coffee').waitFor();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await toasted('Saved.');
  await names.getByRole('button', { name: 'Rename or merge coffee' }).click();
  await dialog().getByRole('textbox').or(dialog().getByRole('combobox')).fill('tea');
  await page.keyboard.press('Enter');
  await names.getByRole('link', { name: 'tea' }).waitFor();
  await names.getByRole('button', { name: 'Delete gone' }).click();
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  await names.getByRole('link', { name: 'gone' }).waitFor({ state: 'detached' });
  await eventually(async () => {
    const now = await tagNames();
    assert.ok(now.includes('tea') && !now.some((name) => /coff?ee|gone/.test(name)));
  });
});

works('renaming a tag offers to rename the tags below it, and can be undone', async () => {
  for (const tagName of ['Dev', 'Dev/Rust', 'dev/Go', 'Developers']) await api('POST', '/tags', { tagName });
  await go('#/tags');
  const names = page.locator('.tag-list');
  const edit = (name) => names.getByRole('button', { name: `Rename or merge ${name}`, exact: true }).click();
  const fill = (text) => dialog().getByRole('combobox').fill(text);
  const have = (...wanted) =>
    eventually(async () => {
      const now = (await tagNames()).filter((name) => /^(dev|code)/i.test(name));
      assert.deepEqual(now.sort(), wanted.sort());
    });
  await arrives(names.getByRole('link', { name: 'Developers' }));
  await edit('Dev/Rust');
  assert.equal(await dialog().getByRole('checkbox').count(), 0);
  await page.keyboard.press('Escape');

  await edit('Dev');
  await fill('Code');
  await save();
  await have('Code', 'Developers', 'dev/Go', 'Dev/Rust');
  await page.locator('.toast').last().getByRole('button', { name: 'Undo' }).click();
  await names.getByRole('link', { name: 'Dev', exact: true }).waitFor();

  await page.context().setOffline(true);
  await edit('Dev');
  await dialog()
    .getByRole('checkbox', { name: 'Also rename the tags below it (2): dev/Go, Dev/Rust' })
    .check();
  assert.deepEqual(await inspect(page), []);
  await fill('x'.repeat(124));
  await dialog().getByRole('button', { name: 'Save' }).click();
  await dialog().getByText('Too long: 129 of 128 characters.').waitFor();
  await fill('Code');
  await save();
  await names.getByRole('link', { name: 'Code/Rust' }).waitFor();
  await page.context().setOffline(false);
  await have('Code', 'Code/Go', 'Code/Rust', 'Developers');
  await page.locator('.toast').last().getByRole('button', { name: 'Undo' }).click();
  await have('Dev', 'Developers', 'dev/Go', 'Dev/Rust');

  for (const tagName of ['Code', 'code/rust']) await api('POST', '/tags', { tagName });
  await arrives(names.getByRole('link', { name: 'code/rust' }));
  await edit('Dev');
  await fill('Code');
  await dialog().getByText('Merges into existing tags: Code, on').waitFor();
  await dialog().getByRole('checkbox').check();
  await dialog().getByText('Merges into existing tags: Code, code/rust, on').waitFor();
  await save();
  await have('Code', 'Code/Go', 'code/rust', 'Developers');
});

works('a file is previewed and imported, with a report', async () => {
  await go('#/import');
  const entry = (path, title, tag) => `<DT><A HREF="${path}" TAGS="${tag}">${title}</A>
`;
  const links =
    entry('https://import.example/1', 'First', 'a') + entry('https://import.example/2', 'Second', 'b');
  const text = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p>
${links}${entry('ftp://import.example/3', 'Third', '')}</DL><p>
`;
  const file = { name: 'bookmarks.html', mimeType: 'text/html', buffer: Buffer.from(text) };
  await page.getByLabel('Choose a file').setInputFiles(file);
  await page.getByText('2 new').first().waitFor();
  await page.getByRole('combobox', { name: 'Tags for all' }).fill('imported');
  await page.getByRole('button', { name: 'Import 2' }).click();
  await page.getByText('2 imported').first().waitFor();
  await page.getByText('Skipped or changed').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  assert.match(await readFile(await download.path(), 'utf8'), /invalid/);
  const imported = async () =>
    (await listed()).filter(({ contentUrl }) => /import\.example/.test(contentUrl));
  assert.equal((await imported()).length, 2);
  assert.ok((await tagNames()).includes('imported'));
});

works('all favorites are exported to a file', async () => {
  await note('To be exported');
  await go('#/settings');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const href = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
  assert.match(await (await fetch(href)).text(), /To be exported/);
});

works('settings change language, theme and keys', async () => {
  await go('#/settings');
  await page.getByLabel('Theme').selectOption('dark');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.getByLabel('Single-key shortcuts').uncheck();
  await page.getByRole('heading', { name: 'Settings' }).click();
  await page.keyboard.press('c');
  assert.equal(await page.locator('dialog').count(), 0);
  await page.getByLabel('Language').selectOption('zh-Hans');
  await page.getByRole('heading', { name: '设置' }).waitFor();
  assert.match(await page.getByRole('link', { name: '添加到收藏' }).getAttribute('href'), /^javascript:/);
});

works('a text that was changed here and elsewhere is shown side by side', async () => {
  const { dataId, version } = await note('Side by side');
  await open('Side by side');
  await page.context().setOffline(true);
  await page.locator('.detail form').getByLabel('Text').fill('from here');
  await page.locator('.detail form').getByLabel('Text').press('Control+Enter');
  await toasted('Saved.');
  const body = { content: { text: 'from elsewhere' } };
  await api('PATCH', `/favorites/${dataId}`, body, {
    'if-match': `"${version}"`,
    'content-type': 'application/merge-patch+json',
  });
  await page.context().setOffline(false);
  const status = page.locator('.status');
  await eventually(async () => {
    await page.keyboard.press('Escape');
    await status.click();
    await page.getByRole('menuitem', { name: '1 conflict' }).click({ timeout: 300 });
  });
  await dialog().getByText('from here').waitFor();
  assert.deepEqual(await inspect(page), []);
  await dialog().getByRole('radio', { name: 'Elsewhere' }).check();
  await dialog().getByRole('button', { name: 'Save' }).click();
  await eventually(async () =>
    assert.equal((await api('GET', `/favorites/${dataId}`)).content.text, 'from elsewhere'),
  );
});

works('a change that the service refuses is explained and can be discarded', async () => {
  const link = (title, contentUrl) =>
    api('POST', '/favorites', { dataType: 'link', title, contentUrl, content: {} });
  await link('Taken', 'https://taken.example/');
  await link('Moves', 'https://moves.example/');
  await arrives(row('Moves'));
  await open('Moves');
  await page.locator('.detail form').getByLabel('Address', { exact: true }).fill('taken.example');
  await page.keyboard.press('Enter');
  await eventually(async () => {
    await page.keyboard.press('Escape');
    await page.locator('.status').click();
    await page.getByRole('menuitem', { name: '1 not accepted' }).click({ timeout: 300 });
  });
  await dialog().getByText('Another favorite has this address').waitFor();
  assert.deepEqual(await inspect(page), []);
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await dialog().getByRole('button', { name: 'Discard' }).click();
  await page.locator('dialog').first().waitFor({ state: 'detached' });
});

works('signing out offers to wait for unsent changes or to download them', async () => {
  await page.context().route(/\/favorites\//, (route) => route.abort());
  await add('Not sent yet');
  await save();
  const signOut = async () => {
    await page.locator('.status').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await dialog().getByText('Changes not sent: 1').waitFor();
  };
  await signOut();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog().getByRole('button', { name: 'Download' }).click(),
  ]);
  const { changes } = JSON.parse(await readFile(await download.path(), 'utf8'));
  assert.equal(changes[0][1].content.text, 'Not sent yet');
  await dialog().getByRole('button', { name: 'Wait' }).click();
  await gone();
  await row('Not sent yet').waitFor();
  await signOut();
  await dialog().getByRole('button', { name: 'Sign out without them' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

works('the account is deleted after the consequences are shown', async () => {
  await go('#/settings');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await dialog().getByText('cannot be cancelled or undone').waitFor();
  assert.deepEqual(await inspect(page), []);
  await page.keyboard.press('Enter');
  await gone();
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await dialog().getByRole('button', { name: 'Delete everything' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});
