// A browser with only the app's data layer: an empty page that imports the modules of that layer.

import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';
import { api, executablePath } from './app.mjs';

/**
 * The service that the tests start.
 * @typedef {Awaited<ReturnType<typeof import('../service.mjs').start>>} Service
 */

/**
 * Starts a browser that tests can kill, with a persistent profile.
 * @param {string} profile A folder.
 */
export async function launchProfile(profile) {
  // Without a startup window, no page is loading while the test connects.
  const quiet = ['--headless=new', '--no-sandbox', '--no-first-run', '--no-startup-window'];
  const args = [...quiet, '--remote-debugging-port=0', `--user-data-dir=${profile}`];
  const process = spawn(executablePath, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const endpoint = await new Promise((done) => {
    let text = '';
    process.stderr.on('data', (data) => {
      text += data;
      const found = /DevTools listening on (\S+)/.exec(text);
      if (found) done(found[1]);
    });
  });
  const browser = await chromium.connectOverCDP(endpoint);
  const ended = new Promise((done) => process.once('exit', done));
  const kill = async () => {
    // Kills the whole process group, as a power failure would.
    globalThis.process.kill(-(process.pid ?? 0), 'SIGKILL');
    await ended;
  };
  return { context: browser.contexts()[0], kill };
}

/** Reads all of the user's data from the service. @param {Service} service */
export async function everything(service) {
  const copy = { items: new Map(), trash: new Map(), tags: new Map() };
  for (let cursor = '', more = true; more; ) {
    const page = await api(service, 'GET', `/changes${cursor}`);
    for (const { favorite, trashed, tag } of page.changes) {
      if (favorite) copy.items.set(favorite.dataId, favorite);
      if (trashed) copy.trash.set(trashed.dataId, trashed);
      if (tag) copy.tags.set(tag.tagId, tag);
    }
    cursor = `?cursor=${encodeURIComponent(page.cursor)}`;
    more = page.more;
  }
  return copy;
}

/** A browser profile. */
export class Device {
  /** @param {Service} service @param {import('playwright-core').BrowserContext} context */
  constructor(service, context) {
    this.service = service;
    this.context = context;
  }

  /** @param {Service} service @param {import('playwright-core').Browser} browser */
  static async in(service, browser, { shared = false } = {}) {
    const device = new Device(service, await browser.newContext());
    await device.prepare();
    await device.signIn(shared);
    return device;
  }

  async prepare() {
    await this.context.route(
      (url) => url.pathname === '/' && url.origin === this.service.url,
      (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang=en><title>data</title>' }),
    );
    await this.context.route('**/oauth2/token', (route) =>
      route.fulfill({
        json: {
          access_token: this.service.token,
          refresh_token: 'r',
          expires_in: 3600,
          token_type: 'Bearer',
        },
      }),
    );
    await this.context.route('**/oauth2/revoke', (route) => route.fulfill({ body: '' }));
  }

  async signIn(shared = false) {
    this.page = await this.context.newPage();
    this.page.on('pageerror', (error) => console.error('page:', error));
    await this.page.goto(`${this.service.url}/`);
    await this.page.evaluate(
      (pending) => sessionStorage.setItem('favorites-sign-in', JSON.stringify(pending)),
      { state: 's', nonce: 'n', verifier: 'v', route: '#/all?q=a', shared },
    );
    await this.boot('/?code=c&state=s');
  }

  /** Opens the app in the page, or in another tab. */
  async boot(path = '/', page = this.page) {
    await page.goto(this.service.url + path);
    await page.evaluate(async () => {
      const { version } = await (await fetch('/app/config.json')).json();
      const load = (/** @type {string} */ name) => import(`/app/${version}/${name}.js`);
      const auth = await load('net/auth');
      const session = await auth.finishSignIn();
      const { library } = await load('state/library');
      const sync = await load('state/sync');
      const commands = await load('state/commands');
      Object.assign(globalThis, { auth, library, sync, commands });
      if (!session) return;
      library.view('all', '', 'newest');
      await library.open(session.db);
      await sync.start(session);
    });
  }

  /** Opens another tab. @returns {Promise<Device>} */
  async tab() {
    const other = new Device(this.service, this.context);
    other.page = await this.context.newPage();
    await other.boot();
    return other;
  }

  /** Runs a command of the app. @param {string} name @param {...any} values */
  async run(name, ...values) {
    return this.page.evaluate(
      async ([name, values]) => {
        const result = await commands[name](...values);
        return result && JSON.parse(JSON.stringify(result));
      },
      [name, values],
    );
  }

  undo = () => this.page.evaluate(() => commands.undoLast());
  syncNow = () => this.page.evaluate(() => sync.syncNow());
  conflicts = () => this.page.evaluate(() => sync.conflicts());
  refusals = () => this.page.evaluate(() => sync.refusals());
  /** @param {string} text */
  note = async (text, more = {}) =>
    (await this.run('create', { dataType: 'note', title: text, content: { text }, ...more })).id;

  /** Reads the device's data. */
  async copy() {
    const [items, trash, tags, outbox] = await this.page.evaluate(async () => {
      const db = await sync.ready;
      return Promise.all(['items', 'trash', 'tags', 'outbox'].map((store) => db.readAll(store)));
    });
    /** @param {any[]} all @param {string} key */
    const map = (all, key) => new Map(all.map((it) => [it[key], it]));
    return { items: map(items, 'dataId'), trash: map(trash, 'dataId'), tags: map(tags, 'tagId'), outbox };
  }

  /** Crashes the renderer and opens a new page. */
  async crash() {
    const crashed = this.page.waitForEvent('crash');
    this.page.goto('chrome://crash').catch(() => {});
    await crashed;
    await this.page.close();
    this.page = await this.context.newPage();
  }
}

/**
 * Waits until a condition holds.
 * @param {() => Promise<any>} condition
 */
export async function until(condition, millis = 15_000) {
  const end = Date.now() + millis;
  for (;;) {
    const result = await condition();
    if (result) return result;
    if (Date.now() > end) throw new Error(`still not so: ${condition}`);
    await new Promise((done) => setTimeout(done, 100));
  }
}
