import { number } from '../../core/format.js';
import { LANGUAGES, t } from '../../i18n/i18n.js';
import { signOut } from '../../net/auth.js';
import { cancelJob, deleteAccount, importReport, startExport, startImport } from '../../state/commands.js';
import { library } from '../../state/library.js';
import { route } from '../../state/route.js';
import { settings } from '../../state/settings.js';
import { conflicts, discard, ready, refusals, resolve, retry } from '../../state/sync.js';
import { bdi, button, el } from '../el.js';
import { announce, toast } from '../toast.js';
import { attempt, confirmDelete, download, failure, form, labelled, openDialog, select } from './dialog.js';
import { tagField } from './tags.js';

/** @param {...Node} content */
const row = (...content) => el('div', { class: 'row' }, ...content);

/** @param {'keys' | 'compact'} name */
function toggle(name) {
  const onchange = () => settings.set({ [name]: input.checked });
  const input = el('input', { type: 'checkbox', checked: settings.values[name], onchange });
  return el('label', { class: 'row' }, input, t(`settings.${name}`));
}

/** @param {'language' | 'theme' | 'media'} name @param {...[string, string]} options */
function choice(name, ...options) {
  const control = select(...options);
  control.onchange = () => settings.set({ [name]: control.value || null });
  control.value = settings.values[name] ?? '';
  return labelled(t(`settings.${name}`), control);
}

/** @param {...string} values @returns {[string, string][]} */
const named = (...values) => values.map((value) => [value, t(`settings.${value}`)]);

/** Returns a bookmarklet that opens the add box for the current web page. */
function bookmarklet() {
  const add = JSON.stringify(`${location.origin}/#/add?`);
  const values = 'url:location.href,title:document.title,text:String(getSelection())';
  const href = `javascript:void open(${encodeURI(add)}+new URLSearchParams({${values}}))`;
  const onclick = (/** @type {Event} */ event) => event.preventDefault();
  return el('a', { class: 'button', href, onclick }, t('settings.bookmarklet'));
}

function exporter() {
  const format = select(...named('jsonLines', 'netscape', 'csv'));
  const said = el('p');
  const write = async () => {
    toast(t('export.running'));
    const href = await startExport(format.value, () => {});
    const link = el('a', { class: 'button primary', href, download: '' }, t('download'));
    said.replaceChildren(link);
    link.focus();
  };
  return form(t('export.go'), write, labelled(t('export.format'), format), said);
}

async function erase() {
  const text = t('account.text', { n: library.counts.total + library.counts.trash });
  if (!(await confirmDelete({ title: t('account.delete'), text, action: t('account.erase') }))) return;
  await deleteAccount();
  await signOut({ force: true });
}

/** @param {string} name @param {...Node} content */
const section = (name, ...content) =>
  el('section', { class: 'stack' }, el('h2', {}, t(`settings.${name}`)), ...content);

/** Returns the page with settings, export and account. @returns {HTMLElement} */
export const settingsPage = () =>
  el(
    'div',
    { class: 'page settings stack' },
    el('h1', {}, t('settings')),
    section(
      'look',
      choice('language', ['', t('settings.browser')], ...Object.entries(LANGUAGES)),
      choice('theme', ...named('auto', 'light', 'dark')),
      toggle('compact'),
    ),
    section('use', toggle('keys'), choice('media', ...named('ask', 'always'))),
    section('save', el('p', {}, t('settings.drag')), row(bookmarklet())),
    section('export', exporter()),
    section('account', row(button('button danger', () => attempt(erase), t('account.delete')))),
  );

const SHOWN = 100;

/** The current step of an import, which stays while the user is on other pages. */
const step = el('div', { class: 'stack' });

/** Returns the import page. Its steps are file, preview, progress, report. @param {File} [file] if dropped */
export function importPage(file) {
  if (file) preview(file);
  else if (!step.childElementCount) choose();
  /** @param {DragEvent} event */
  const ondrop = (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    preview(dropped);
  };
  return el('section', { class: 'page stack', ondrop }, el('h1', {}, t('import')), step);
}

function choose(error = '') {
  const onchange = () => input.files?.[0] && preview(input.files[0]);
  const input = el('input', { type: 'file', class: 'hidden-text', onchange });
  step.replaceChildren(
    el('p', {}, t('import.about')),
    row(el('label', { class: 'button primary' }, input, t('import.choose'))),
    el('p', { class: 'error', role: 'alert' }, error),
  );
}

/**
 * Runs an import and shows its progress.
 * @param {File} file @param {string} text @param {Record<string, any>} options
 * @param {(job: Job) => unknown} next
 */
async function run(file, text, options, next) {
  let id = '';
  const said = el('p', {}, text);
  const cancel = button('button', () => id && cancelJob(id), t('cancel'));
  step.replaceChildren(said, el('progress', { 'aria-label': text }), row(cancel));
  try {
    const end = await startImport(file, options, ({ jobId, counts: { changed, unchanged, failed } }) => {
      id = jobId;
      said.textContent = `${text} ${number(changed + unchanged + failed)}`;
    });
    if (end.state === 'failed') choose(t('import.failed', { text: end.reason ?? '' }));
    else next(end);
  } catch (error) {
    choose(failure(error));
  }
}

/** @param {File} file */
function preview(file) {
  run(file, t('import.reading', { name: file.name }), { dryRun: true }, (job) => {
    if (job.state === 'done') offer(file, job);
    else choose();
  });
}

/** @param {File} file @param {Job} job the preview's job */
function offer(file, job) {
  /** @type {{createdTags: string[], createdTagCount: number}} */
  const { createdTags, createdTagCount: n } = job.import;
  const onExisting = select(['keep', t('import.keep')], ['merge', t('import.merge')]);
  const tags = tagField(t('import.tags'));
  const start = () => {
    const options = { onExisting: onExisting.value, tagNames: tags.value(), dryRun: false };
    return run(file, t('import.importing', { name: file.name }), options, finish);
  };
  const existing = labelled(t('import.existing'), onExisting);
  const options = form(t('import.go', { n: job.counts.changed }), start, existing, tags.element);
  options.lastElementChild?.append(again());
  const names = row(...createdTags.slice(0, SHOWN).map((name) => el('span', { class: 'chip' }, bdi(name))));
  step.replaceChildren(
    el('h2', {}, bdi(file.name)),
    counted(job, 'list.new'),
    el('details', { hidden: !n }, el('summary', {}, t('import.newTags', { n })), names),
    report(job),
    options,
  );
  options.querySelector('button')?.focus();
}

const again = () => button('button', () => choose(), t('import.choose'));

/** @param {Job} job @param {string} first */
function counted({ counts: { changed, unchanged, failed } }, first) {
  let text = t(first, { n: changed });
  if (unchanged) text += ` · ${t('import.known', { n: unchanged })}`;
  if (failed) text += ` · ${t('import.bad', { n: failed })}`;
  (step.isConnected ? announce : toast)(text);
  return el('p', {}, text);
}

/** @param {Job} job */
function finish(job) {
  const all = el('a', { class: 'button primary', href: '#/all' }, t('all'));
  step.replaceChildren(counted(job, 'import.done'), report(job), row(all, again()));
}

/** Returns a list of the entries that an import leaves out or changes, with a download. @param {Job} job */
function report({ jobId, counts: { unchanged, failed }, import: { entriesWithRemarks } }) {
  const n = unchanged + failed + entriesWithRemarks;
  const lines = ['\ufeffplace,outcome,reason,dataId,remarks'];
  const list = el('ol');
  const save = button(
    'button',
    () => download('import-report.csv', 'text/csv', lines.join('\r\n')),
    t('download'),
  );
  save.disabled = true;
  const load = async () => {
    for await (const { place, outcome, reason = '', dataId = '', remarks = [] } of importReport(jobId)) {
      const texts = [outcome === 'duplicate' ? t('import.duplicate') : reason, ...remarks];
      if (lines.length <= SHOWN)
        list.append(el('li', {}, `${place}: `, bdi(texts.filter(Boolean).join('; '))));
      const cells = [place, outcome, reason, dataId, remarks.join('; ')].map(
        (cell) => `"${cell.replaceAll('"', '""')}"`,
      );
      lines.push(cells.join());
    }
    save.disabled = false;
  };
  const details = el('details', { hidden: !n }, el('summary', {}, t('import.report', { n })), list, save);
  details.addEventListener('toggle', () => attempt(load), { once: true });
  return details;
}

/** Shows both versions of texts that were changed here and elsewhere, and lets the user choose. */
export async function openConflicts() {
  const found = await conflicts();
  const chosen = found.map(() => ({}));
  const parts = found.flatMap((entry, i) => sidesOf(entry, chosen[i]));
  const apply = async () => {
    for (const [i, { seq }] of found.entries()) await resolve(seq, chosen[i]);
  };
  const about = el('p', { class: 'hint' }, t('conflict.about'));
  openDialog(t('status.conflicts', { n: found.length }), form(t('save'), apply, about, ...parts));
}

/**
 * @param {Entry & {item?: Favorite}} entry
 * @param {Record<string, any>} chosen receives the chosen value of each member
 */
function sidesOf({ seq, item, conflicts = [] }, chosen) {
  const fields = conflicts.map(({ member, mine = null, theirs = null }) => {
    /** @type {Record<string, any>} */
    const sides = { mine, theirs };
    // The user can keep both versions of a long text, one after the other.
    if (/description|text|transcript/.test(member)) sides.both = `${mine ?? ''}\n\n${theirs ?? ''}`;
    chosen[member] = mine;
    const labels = Object.entries(sides).map(([side, value]) => {
      const onchange = () => {
        chosen[member] = value;
      };
      const input = el('input', { type: 'radio', name: seq + member, checked: side === 'mine', onchange });
      const text = side === 'both' ? '' : bdi(String(value ?? '–'));
      const words = el('span', {}, el('strong', {}, t(`conflict.${side}`)), text);
      return el('label', { class: 'side' }, input, words);
    });
    const legend = el('legend', {}, t(`field.${member.split('.').pop()}`));
    return el('fieldset', { class: 'sides' }, legend, ...labels);
  });
  return [el('h3', {}, bdi(item?.title ?? '')), ...fields];
}

/** Shows refused changes, each with the reason and the possible actions. */
export async function openRefused() {
  const found = await refusals();
  const rows = found.map(({ seq, item, tag, refusal }) => {
    const title = item?.title ?? tag?.tagName ?? '';
    const edit = () => {
      dialog.close();
      route.go(item ? { place: 'all', q: '', id: item.dataId } : '#/tags');
    };
    const drop = async () => {
      const action = t('edit.discard');
      const texts = { title: t('refused.discard', { title }), text: t('purge.text'), action };
      if (await confirmDelete(texts)) end(discard);
    };
    /** @param {(seq: number) => unknown} act */
    const end = async (act) => {
      await act(seq);
      element.remove();
      if (!list.childElementCount) dialog.close();
    };
    const actions = [
      button('button', () => end(retry), t('retry')),
      button('button', edit, t('edit')),
      button('button danger', drop, t('edit.discard')),
    ];
    const reason = el('p', { class: 'error' }, failure(refusal));
    const element = el('li', { class: 'stack' }, el('strong', {}, bdi(title)), reason, row(...actions));
    return element;
  });
  const list = el('ul', { class: 'stack' }, ...rows);
  const dialog = openDialog(t('status.refused', { n: found.length }), list);
}

/** Asks before losing unsent changes, and offers to download them. @param {number} n the number of changes */
export function confirmSignOut(n) {
  const save = async () => {
    /** @type {Entry[]} */
    const entries = await (await ready).readAll('outbox');
    const read = async (/** @type {Entry} */ entry) => [entry, await library.item(entry.id ?? '')];
    const unsent = { changes: await Promise.all(entries.map(read)), tags: [...library.tags.values()] };
    download('unsent.json', 'application/json', JSON.stringify(unsent, null, 2));
  };
  const [action, cancel] = [t('signOut.lose'), t('signOut.wait')];
  const texts = { title: t('signOut.unsent', { n }), text: t('signOut.text'), action, cancel };
  return confirmDelete(texts, button('button', save, t('download')));
}
