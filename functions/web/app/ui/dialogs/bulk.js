import { t } from '../../i18n/i18n.js';
import * as commands from '../../state/commands.js';
import { library } from '../../state/library.js';
import { selection } from '../../state/selection.js';
import { syncNow } from '../../state/sync.js';
import { el, iconButton } from '../el.js';
import { announce, toast } from '../toast.js';
import { attempt, button, confirmDelete, expiryField, form, openDialog } from './dialog.js';
import { askTags, changeTags, idsOf, openTagEditor } from './tags.js';

/** @typedef {{action: string, tagId?: string, expireTime?: string | null}} Action */

/** Returns what the service selects for the view, or null where only the device can select it. */
function selector() {
  const { place = 'all', q = '', faults = [] } = library.current ?? {};
  const except = [...selection.except];
  const words = place === 'untagged' ? `${q} untagged` : q;
  if (!navigator.onLine || faults.length || except.length > 200 || words.length > 256) return null;
  if (place === 'trash') return q ? null : { except };
  if (typeof place === 'object' && place.under) return null;
  return {
    except,
    q: words.trim() || undefined,
    tag: typeof place === 'object' ? place.tag : undefined,
    type: typeof place === 'string' && !['all', 'untagged'].includes(place) ? place : undefined,
  };
}

/**
 * The bar with what can be done with the selection. It is hidden while nothing is selected.
 * @returns {HTMLElement}
 */
export function bulkBar() {
  /** @type {Job | undefined} */
  let job;
  const total = () => library.current?.total ?? 0;
  const size = () => selection.count(total());
  const count = el('strong', { class: 'grow' });
  const all = button('', () => selection.selectAll());
  const anywhere = [
    button(t('tags'), () => (selection.all ? askTags(size(), [], tag) : openTagEditor([...selection.ids]))),
    button(t('expiry'), () =>
      selection.all ? askExpiry(size(), '', expire) : openExpiry([...selection.ids]),
    ),
    button(t('delete'), () => run([{ action: 'delete' }], commands.remove, 'deleted'), 'danger'),
  ];
  const inTrash = [
    button(t('restore'), () => run([{ action: 'restore' }], commands.restore, 'restored')),
    button(t('purge'), purge, 'danger'),
  ];
  const progress = el('progress', { 'aria-label': t('bulk.progress') });
  const cancel = button(t('cancel'), () => job && commands.cancelJob(job.jobId));
  const clear = iconButton('close', t('bulk.clear'), () => selection.clear());
  const props = { class: 'bulk-bar row', role: 'toolbar', 'aria-label': t('bulk.selected', { n: '' }) };
  const bar = el('div', props, clear, count, all, ...anywhere, ...inTrash, progress, cancel);

  function paint() {
    const trash = library.current?.place === 'trash';
    bar.hidden = selection.empty && !job;
    all.textContent = t('bulk.all', { n: total() });
    all.hidden = Boolean(job) || selection.all || size() >= total();
    for (const one of anywhere) one.hidden = Boolean(job) || trash;
    for (const one of inTrash) one.hidden = Boolean(job) || !trash;
    clear.hidden = Boolean(job);
    progress.hidden = cancel.hidden = !job;
    if (job) {
      const { changed, unchanged, failed } = job.counts;
      progress.value = changed + unchanged + failed;
      count.textContent = t('bulk.done', { done: progress.value, n: progress.max });
    } else count.textContent = t('bulk.selected', { n: size() });
  }

  /** @param {Job} [now] */
  const show = (now) => {
    job = now;
    paint();
  };

  /**
   * @param {Action[]} actions what the service does with everything, one after the other
   * @param {(ids: string[]) => Promise<{undo?: () => unknown} | void>} onDevice what the device does
   * @param {string} text what is said afterwards
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
      show(await commands.actOnAll({ ...action, select }));
      const end = await commands.watchJob(/** @type {any} */ (job).jobId, show);
      ended.push(end);
      if (end.state !== 'done') break;
    }
    const { state, counts } = ended[ended.length - 1];
    const undo = () =>
      attempt(async () => {
        for (const { jobId } of ended.toReversed()) await commands.undoJob(jobId);
      });
    const key = state === 'done' && !counts.failed ? text : 'bulk.partly';
    const said = t(key, { n: counts.changed, failed: counts.failed });
    toast(said, ended.every(({ undoable }) => undoable) ? { undo } : {});
  }

  /** @param {string[]} before @param {string[]} after */
  async function tag(before, after) {
    const action = after.length ? 'tag' : 'untag';
    // The service gives new tags other ids.
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
 * @param {number} n the number of favorites
 * @param {string} now
 * @param {(expireTime: string | null) => unknown} apply
 */
function askExpiry(n, now, apply) {
  const expiry = expiryField();
  expiry.put(now);
  const save = async () => {
    if (!expiry.check()) return;
    dialog.close();
    await apply(expiry.value() ?? null);
  };
  const dialog = openDialog(t('expiry.of', { n }), form(t('save'), save, expiry.element));
  expiry.control.focus();
}

/**
 * Asks when favorites expire.
 * @param {string[]} ids
 */
export async function openExpiry(ids) {
  const item = ids.length === 1 ? await library.item(ids[0]) : undefined;
  askExpiry(ids.length, item?.expireTime ?? '', async (time) => {
    toast(t('expiry.saved', { n: ids.length }), await commands.setExpiry(ids, time));
  });
}
