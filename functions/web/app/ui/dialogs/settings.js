import { LANGUAGES, t } from '../../i18n/i18n.js';
import { signOut } from '../../net/auth.js';
import { deleteAccount, startExport } from '../../state/commands.js';
import { library } from '../../state/library.js';
import { settings } from '../../state/settings.js';
import { el } from '../el.js';
import { announce } from '../toast.js';
import { confirmDelete, form, labelled, select } from './dialog.js';

/** The address of a bookmark that opens the add box for the page that the browser shows. */
function bookmarklet() {
  const add = JSON.stringify(`${location.origin}/#/add?`);
  const values = 'url:location.href,title:document.title,text:String(getSelection())';
  return `javascript:void open(${encodeURI(add)}+new URLSearchParams({${values}}))`;
}

/** @param {'keys' | 'compact'} name */
function toggle(name) {
  const onchange = () => settings.set({ [name]: input.checked });
  const input = el('input', { type: 'checkbox', checked: settings.values[name], onchange });
  return el('label', { class: 'row' }, input, t(`settings.${name}`));
}

/** @param {'language' | 'theme' | 'media'} name @param {[string, string][]} options */
function choice(name, options) {
  const control = select({ onchange: () => settings.set({ [name]: control.value || null }) }, options);
  control.value = settings.values[name] ?? '';
  return labelled(t(`settings.${name}`), control).element;
}

/** @param {string[]} values @returns {[string, string][]} */
const named = (values) => values.map((value) => [value, t(`settings.${value}`)]);

function exports() {
  const format = select({}, named(['jsonLines', 'netscape', 'csv']));
  const said = el('p');
  const write = async () => {
    said.textContent = t('export.running');
    announce(said.textContent);
    try {
      const href = await startExport(format.value, () => {});
      said.replaceChildren(el('a', { class: 'button primary', href, download: '' }, t('export.download')));
      said.querySelector('a')?.focus();
    } catch (error) {
      said.textContent = '';
      throw error;
    }
  };
  return form(t('export.go'), write, labelled(t('export.format'), format).element, said);
}

function account() {
  const text = t('account.text', { n: library.counts.total + library.counts.trash });
  const erase = async () => {
    if (!(await confirmDelete({ title: t('account.delete'), text, action: t('account.erase') }))) return;
    await deleteAccount();
    await signOut({ force: true });
  };
  const content = form(t('account.delete'), erase);
  content.querySelector('button')?.classList.replace('primary', 'danger');
  return content;
}

/** @param {string} name @param {...Node} content */
const section = (name, ...content) =>
  el('section', { class: 'stack' }, el('h2', {}, t(`settings.${name}`)), ...content);

/**
 * The page with the settings of the device, the export and the account.
 * @returns {HTMLElement}
 */
export function settingsPage() {
  const stop = (/** @type {Event} */ event) => event.preventDefault();
  const mark = el('a', { class: 'button', href: bookmarklet(), onclick: stop }, t('settings.bookmarklet'));
  return el(
    'div',
    { class: 'page settings stack' },
    el('h1', {}, t('settings')),
    section(
      'look',
      choice('language', [['', t('settings.browser')], ...Object.entries(LANGUAGES)]),
      choice('theme', named(['auto', 'light', 'dark'])),
      toggle('compact'),
    ),
    section('use', toggle('keys'), choice('media', named(['ask', 'always']))),
    section('save', el('p', {}, t('settings.drag')), el('div', { class: 'row' }, mark)),
    section('export', exports()),
    section('account', account()),
  );
}
