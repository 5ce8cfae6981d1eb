import { t } from '../../i18n/i18n.js';
import { cancelJob, importReport, startImport } from '../../state/commands.js';
import { bdi, el } from '../el.js';
import { announce, toast } from '../toast.js';
import { button, failure, form, labelled, select } from './dialog.js';
import { tagField } from './tags.js';

const SHOWN = 100;

/** What the page shows. It stays while the user is on other pages. */
const step = el('div', { class: 'stack' });

/**
 * The page that imports a file: file, preview, progress, report.
 * @param {File} [file] that was dropped
 * @returns {HTMLElement}
 */
export function importPage(file) {
  if (file) preview(file);
  else if (!step.childElementCount) choose();
  /** @param {DragEvent} event */
  const ondrop = (event) => {
    const dropped = event.dataTransfer?.files[0];
    if (!dropped) return;
    event.preventDefault();
    event.stopPropagation();
    preview(dropped);
  };
  return el('section', { class: 'page stack', ondrop }, el('h1', {}, t('import')), step);
}

/** @param {string} [error] */
function choose(error = '') {
  const open = () => input.files?.[0] && preview(input.files[0]);
  const input = el('input', { type: 'file', class: 'hidden-text', onchange: open });
  step.replaceChildren(
    el('p', {}, t('import.about')),
    el('div', { class: 'row' }, el('label', { class: 'button primary' }, input, t('import.choose'))),
    el('p', { class: 'error', role: 'alert' }, error),
  );
}

/**
 * Runs an import, and shows how far it is.
 * @param {File} file
 * @param {string} text
 * @param {Record<string, any>} options
 * @param {(job: Job) => unknown} next
 */
async function run(file, text, options, next) {
  /** @type {Job | undefined} */
  let job;
  const said = el('p', {}, text);
  const cancel = button(t('cancel'), () => job && cancelJob(job.jobId));
  step.replaceChildren(said, el('progress', { 'aria-label': text }), el('div', { class: 'row' }, cancel));
  try {
    const end = await startImport(file, options, (now) => {
      job = now;
      const { changed, unchanged, failed } = now.counts;
      said.textContent = `${text} ${t('import.entries', { n: changed + unchanged + failed })}`;
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

/** @param {File} file @param {Job} job the preview */
function offer(file, job) {
  const { createdTags, createdTagCount } = job.import;
  const existing = labelled(
    t('import.existing'),
    select({}, [
      ['keep', t('import.keep')],
      ['merge', t('import.merge')],
    ]),
  );
  const tags = tagField(t('import.tags'));
  const start = () => {
    tags.check();
    const options = { onExisting: existing.control.value, tagNames: tags.value(), dryRun: false };
    return run(file, t('import.importing', { name: file.name }), options, finish);
  };
  const names = createdTags
    .slice(0, SHOWN)
    .map((/** @type {string} */ name) => el('span', { class: 'chip' }, bdi(name)));
  const options = form(t('import.go', { n: job.counts.changed }), start, existing.element, tags.element);
  options.lastElementChild?.append(again());
  step.replaceChildren(
    el('h2', {}, bdi(file.name)),
    counted(job, 'import.new'),
    el(
      'details',
      { hidden: !createdTagCount },
      el('summary', {}, t('import.newTags', { n: createdTagCount })),
      el('p', { class: 'row' }, ...names),
    ),
    report(job),
    options,
  );
  options.querySelector('button')?.focus();
}

const again = () => button(t('import.another'), () => choose());

/** @param {Job} job @param {string} first */
function counted({ counts: { changed, unchanged, failed } }, first) {
  const text = [
    t(first, { n: changed }),
    unchanged && t('import.known', { n: unchanged }),
    failed && t('import.bad', { n: failed }),
  ]
    .filter(Boolean)
    .join(' · ');
  (step.isConnected ? announce : toast)(text);
  return el('p', {}, text);
}

/** @param {Job} job */
function finish(job) {
  const all = el('a', { class: 'button primary', href: '#/all' }, t('all'));
  step.replaceChildren(counted(job, 'import.done'), report(job), el('div', { class: 'row' }, all, again()));
}

/** The entries that an import leaves out, with a file of them. @param {Job} job */
function report(job) {
  const n = job.counts.unchanged + job.counts.failed;
  const rows = [['place', 'outcome', 'reason', 'dataId']];
  const list = el('ol');
  const save = button(t('import.download'), () => download(rows));
  const details = el('details', { hidden: !n }, el('summary', {}, t('import.report', { n })), list, save);
  const load = async () => {
    save.disabled = true;
    try {
      for await (const { place, outcome, reason = '', dataId = '' } of importReport(job.jobId)) {
        rows.push([place, outcome, reason, dataId]);
        if (rows.length <= SHOWN)
          list.append(el('li', {}, `${place}: `, bdi(reason || t('import.duplicate'))));
      }
      save.disabled = false;
    } catch (error) {
      list.append(el('li', { class: 'error' }, failure(error)));
    }
  };
  details.addEventListener('toggle', load, { once: true });
  return details;
}

/** @param {string[][]} rows */
function download(rows) {
  const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join()).join('\r\n');
  const href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv' }));
  el('a', { href, download: 'import-report.csv' }).click();
}
