// Runs random histories of two devices that lose the network, responses and pages. HISTORIES sets how many,
// and SEED sets the first one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { start } from '../service.mjs';
import { launch } from './app.mjs';
import { Device, everything, until } from './device.mjs';

const HISTORIES = Number(process.env.HISTORIES ?? 20);
const SEED = Number(process.env.SEED ?? 1);
const STEPS = 30;

/** Returns a generator of numbers below a bound, which the seed determines. @param {number} seed */
function dice(seed) {
  let state = seed * 2654435761;
  return (/** @type {number} */ bound) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39) ^ 0x9e3779b9;
    return ((state ^ (state >>> 15)) >>> 0) % bound;
  };
}

/**
 * What the user did with a note. The note's text never changes.
 * @typedef {{ titles: string[], writers: Set<Device>, purged: boolean }} Note
 */

class History {
  /** @type {Map<string, Note>} */
  notes = new Map();
  log = [];
  faulty = false;
  count = 0;

  constructor(seed, devices) {
    this.seed = seed;
    this.random = dice(seed);
    this.devices = devices;
    for (const device of devices) {
      device.context.route(/\/(favorites|trash|tags|changes)\b/, (route) => this.answer(route));
    }
  }

  /** Drops requests and responses at random, or responds with an error. */
  async answer(route) {
    const luck = this.faulty ? this.random(5) : 4;
    const reads = route.request().method() === 'GET';
    if (luck === 0) return route.abort();
    if (luck > 2 || (luck === 2 && reads)) return route.continue().catch(() => {});
    if (luck === 2) return route.fulfill({ status: 500, json: { type: 'about:internal', status: 500 } });
    await route.fetch().catch(() => {});
    return route.abort().catch(() => {});
  }

  pick = (list) => list[this.random(list.length)];

  async step() {
    const device = this.pick(this.devices);
    const { items, trash, tags } = await device.copy();
    const ours = ({ content }) => this.notes.has(content.text);
    const item = this.pick([...items.values()].filter(ours));
    const gone = this.pick([...trash.values()].filter(ours));
    const tag = this.pick([...tags.values()]);
    const n = ++this.count;
    const note = item && this.notes.get(item.content.text);
    const action = this.random(16);
    this.log.push([n, this.devices.indexOf(device), action, item?.content.text, gone?.content.text]);
    if (action < 3 || !item) {
      const text = `note ${this.seed}.${n}`;
      this.notes.set(text, { titles: [text], writers: new Set([device]), purged: false });
      await device.note(text, tag && this.random(2) ? { tagIds: [tag.tagId] } : {});
    } else if (action < 6) {
      note.titles.push(`title ${n}`);
      note.writers.add(device);
      await device.run('patch', item.dataId, { title: `title ${n}` });
    } else if (action === 6)
      await device.run('setTags', [item.dataId], {
        add: [(await device.run('createTag', `tag ${n % 9}`)).tagId],
      });
    else if (action === 7 && tag) await device.run('setTags', [item.dataId], { remove: [tag.tagId] });
    else if (action === 8) {
      await device.run('remove', [item.dataId]);
      if (this.random(2)) await device.undo();
    } else if (action === 9 && gone) await device.run('restore', [gone.dataId]);
    else if (action === 10 && gone && this.random(2)) {
      this.notes.get(gone.content.text).purged = true;
      await device.run('purge', [gone.dataId]);
    } else if (action === 11) this.faulty = !this.faulty;
    else if (action === 12) await device.context.setOffline(this.random(2) === 0);
    else if (action === 13) await this.restart(device, this.random(2) === 0);
    else if (action === 14 && tag) await this.changeTag(device, tag.tagId, this.pick([...tags.keys()]), n);
    else await Promise.race([device.syncNow(), new Promise((done) => setTimeout(done, 300))]);
  }

  async changeTag(device, tagId, other, n) {
    const action = this.random(3);
    if (action === 0) await device.run('deleteTag', tagId);
    else if (action === 1) await device.run('moveTags', [{ tagId, name: `renamed ${n}` }]);
    else if (tagId !== other) await device.run('moveTags', [{ tagId, into: other }]);
  }

  async restart(device, crash) {
    await device.context.setOffline(false);
    if (crash) await device.crash();
    await device.boot();
  }

  async end() {
    this.faulty = false;
    for (const device of this.devices) await this.restart(device, false);
    // The feed may lag behind, so that the service seems to lack a favorite for a moment.
    let fault = 'the copies differ';
    const isOver = async () => {
      for (const device of this.devices) {
        await device.syncNow();
        for (const { seq, conflicts } of await device.conflicts()) {
          const mine = Object.fromEntries(conflicts.map(({ member, mine }) => [member, mine]));
          await device.page.evaluate(([seq, members]) => sync.resolve(seq, members), [seq, mine]);
        }
        for (const { seq, op, refusal } of await device.refusals()) {
          // The service may refuse only merges into deleted tags, and names that another tag has.
          assert.ok(op === 'merge' || refusal.code === 'tag-name-taken', JSON.stringify(refusal));
          await device.page.evaluate((seq) => sync.discard(seq), seq);
        }
      }
      const all = await everything(this.devices[0].service);
      const wanted = view(all);
      const views = await Promise.all(this.devices.map(async (device) => view(await device.copy())));
      fault = views.every((one) => one === wanted) ? this.faultIn(all) : 'the copies differ';
      return !fault;
    };
    await until(isOver, 30_000).catch(() => assert.fail(fault));
  }

  /** Compares the service with the model. Returns what is wrong, or an empty text. */
  faultIn({ items, trash }) {
    const all = [...items.values(), ...trash.values()].filter(({ content }) => this.notes.has(content.text));
    for (const [text, { titles, writers, purged }] of this.notes) {
      const found = all.filter(({ content }) => content.text === text);
      if (found.length !== 1 && !(purged && !found.length)) return `${text} is there ${found.length} times`;
      for (const { title } of found) {
        const isRight = writers.size === 1 ? title === titles.at(-1) : titles.includes(title);
        if (!isRight) return `${text} has the title ${title}, and not ${titles.at(-1)}`;
      }
    }
    return '';
  }
}

/** Returns everything that must be equal on all sides. */
function view({ items, trash, tags, outbox = [] }) {
  const list = (map) =>
    [...map.values()]
      .map(({ dataId, title, content, tagIds, version, deleteTime }) => [
        dataId,
        title,
        content,
        tagIds.filter((tag) => tags.has(tag)).sort(),
        version,
        deleteTime,
      ])
      .sort();
  return JSON.stringify([
    list(items),
    list(trash),
    [...tags.values()].map(({ tagId, tagName }) => [tagId, tagName]).sort(),
    outbox,
  ]);
}

test(`${HISTORIES} random histories lose and duplicate nothing`, async () => {
  const service = await start();
  const browser = await launch();
  try {
    for (let seed = SEED; seed < SEED + HISTORIES; seed++) {
      const devices = [await Device.in(service, browser), await Device.in(service, browser)];
      const history = new History(seed, devices);
      try {
        for (let step = 0; step < STEPS; step++) await history.step();
        await history.end();
      } catch (error) {
        const copies = await Promise.all([
          ...devices.map((device) => device.copy().catch(() => null)),
          everything(service),
        ]);
        for (const device of devices)
          history.log.push(await device.page.evaluate(() => sync.sync.status).catch(String));
        const text = JSON.stringify({ log: history.log, copies }, (_, value) =>
          value instanceof Map ? [...value.values()] : value,
        );
        throw new Error(`history ${seed}: ${error.message}\n${text}`, { cause: error });
      } finally {
        for (const device of devices) await device.context.close();
      }
    }
  } finally {
    await browser.close();
    await service.stop();
  }
});
