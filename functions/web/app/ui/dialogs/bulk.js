import { t } from '../../i18n/i18n.js';
import * as commands from '../../state/commands.js';
import { library } from '../../state/library.js';
import { TYPES } from '../../state/route.js';
import { selection } from '../../state/selection.js';
import { syncNow } from '../../state/sync.js';
import { button, el, iconButton } from '../el.js';
import { announce, toast } from '../toast.js';
import { attempt, confirmDelete, expiryField, form, openDialog } from './dialog.js';
import { changeTags, idsOf, openTagEditor } from './tags.js';

/** @typedef {{action: string, tagId?: string, expireTime?: string | null}} Action */

/** Returns what the service should select, or undefined if only the device can select the favorites. */
function selector() {
  const { q, faults, place } = /** @type {View & {place: any}} */ (library.current);
  const except = [...selection.except];
  const words = place === 'untagged' ? `${q} untagged` : q;
  if (!navigator.onLine || faults.length || except.length > 200 || words.length > 256 || place.under) return;
  if (place === 'trash') return q ? undefined : { except };
  const type = TYPES.includes(place) ? place : undefined;
  return { except, q: words.trim() || undefined, tag: place.tag, type };
}

/**
 * Returns the bar of actions on the selection, which is hidden while nothing is selected.
 * @returns {HTMLElement}
 */
export function bulkBar() {
  /** @type {Job | undefined} */
  let job;
  const total = () => library.current?.total ?? 0;
  const size = () => selection.count(total());
  const count = el('strong', { class: 'grow', id: 'bulk-count' });
  const clear = iconButton('close', t('bulk.clear'), () => selection.clear());
  const all = button('button', () => selection.selectAll());
  const anywhere = [
    button(
      'button',
      () => openTagEditor([...selection.ids], size(), selection.all ? tag : undefined),
      t('tags'),
    ),
    button('button', () => openExpiry([...selection.ids], selection.all ? expire : undefined), t('expiry')),
    button('button danger', () => run([{ action: 'delete' }], commands.remove, 'deleted'), t('delete')),
  ];
  const inTrash = [
    button('button', () => run([{ action: 'restore' }], commands.restore, 'restored'), t('restore')),
    button('button danger', purge, t('purge')),
  ];
  const progress = el('progress', { 'aria-labelledby': count.id });
  const cancel = button('button', () => job && commands.cancelJob(job.jobId), t('cancel'));
  const parts = [clear, count, all, ...anywhere, ...inTrash, progress, cancel];
  const bar = el('div', { class: 'bulk-bar row', role: 'toolbar', 'aria-labelledby': count.id }, ...parts);

  function paint() {
    const actions = library.current?.place === 'trash' ? inTrash : anywhere;
    const shown = job ? [count, progress, cancel] : [clear, count, ...actions];
    if (!job && !selection.all && size() < total()) shown.push(all);
    for (const part of parts) part.hidden = !shown.includes(part);
    bar.hidden = selection.empty && !job;
    all.textContent = t('bulk.all', { n: total() });
    count.textContent = t('bulk.selected', { n: size() });
    if (!job) return;
    const { changed, unchanged, failed } = job.counts;
    progress.value = changed + unchanged + failed;
    count.textContent = t('bulk.done', { done: progress.value, n: progress.max });
  }

  /** @param {Job} [now] */
  const show = (now) => {
    job = now;
    paint();
  };

  /**
   * @param {Action[]} actions what the service does to all results, in order
   * @param {(ids: string[]) => Promise<{undo?: () => unknown} | void>} onDevice what the device does instead
   * @param {string} text the key of the message shown afterwards
   */
  async function run(actions, onDevice, text) {
    const n = size();
    const select = selection.all && selector();
    await attempt(async () => {
      if (select) await runJobs(actions, select, text);
      else {
        const ids = selection.all ? await library.allIds([...selection.except]) : [...selection.ids];
        toast(t(text, { n }), (await onDevice(ids)) ?? {});
      }
      selection.clear();
    });
    show();
  }

  /** @param {Action[]} actions @param {Record<string, any>} select @param {string} text */
  async function runJobs(actions, select, text) {
    /** @type {Job[]} */
    const ended = [];
    progress.max = size();
    for (const action of actions) {
      const { jobId } = await commands.actOnAll({ ...action, select });
      ended.unshift(await commands.watchJob(jobId, show));
      if (ended[0].state !== 'done') break;
    }
    const [{ state, counts }] = ended;
    const undo = () =>
      attempt(async () => {
        for (const { jobId } of ended) await commands.undoJob(jobId);
      });
    const key = state === 'done' && !counts.failed ? text : 'bulk.partly';
    const said = t(key, { n: counts.changed, failed: counts.failed });
    toast(said, ended.every(({ undoable }) => undoable) ? { undo } : {});
  }

  /** @param {string[]} before @param {string[]} after */
  async function tag(before, after) {
    const action = after.length ? 'tag' : 'untag';
    // The service gives new tags its own ids.
    if ((await idsOf(after)).length) await syncNow();
    const actions = (await idsOf([...before, ...after])).map((tagId) => ({ action, tagId }));
    await run(actions, (ids) => changeTags(ids, before, after), 'tags.saved');
  }

  /** @param {string | null} expireTime */
  function expire(expireTime) {
    const onDevice = (/** @type {string[]} */ ids) => commands.setExpiry(ids, expireTime);
    return run([{ action: 'setExpiry', expireTime }], onDevice, 'expiry.saved');
  }

  async function purge() {
    const texts = { title: t('purge.title', { n: size() }), text: t('purge.text'), action: t('purge') };
    if (await confirmDelete(texts)) await run([{ action: 'purge' }], commands.purge, 'bulk.purged');
  }

  selection.addEventListener('change', () => {
    paint();
    announce(count.textContent);
  });
  library.addEventListener('view', paint);
  paint();
  return bar;
}

/**
 * Opens a dialog to set when favorites expire.
 * @param {string[]} ids
 * @param {(expireTime: string | null) => unknown} [apply]
 */
export async function openExpiry(
  ids,
  apply = async (time) => toast(t('expiry.saved'), await commands.setExpiry(ids, time)),
) {
  const item = ids.length === 1 ? await library.item(ids[0]) : undefined;
  const expiry = expiryField();
  expiry.put(item?.expireTime ?? '');
  const save = () => {
    const time = expiry.value() ?? null;
    attempt(() => apply(time));
  };
  openDialog(t('expiry'), form(t('save'), save, expiry.element));
}
