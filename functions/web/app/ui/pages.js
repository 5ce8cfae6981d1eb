import { parse, toQuery } from '../core/query.js';
import { t } from '../i18n/i18n.js';
import { signIn } from '../net/auth.js';
import { hrefOf } from '../state/route.js';
import { add } from './actions.js';
import { bdi, button, el, icon } from './el.js';

/** @param {string} href @param {...(Node | string)} text */
const link = (href, ...text) => el('a', { class: 'button', href }, ...text);

/**
 * Says why there is nothing in a view, and what to do.
 * @param {{place: Place, q: string, sort: Sort}} view
 * @returns {Node[]}
 */
export function emptyState({ place, q, sort }) {
  if (q) {
    const { parts } = parse(q);
    const drops = parts.map((part) => {
      const rest = toQuery(parts.filter((other) => other !== part));
      return link(hrefOf({ place, q: rest, sort }), t('empty.drop'), bdi(q.slice(part.start, part.end)));
    });
    return [
      icon('search'),
      el('h2', {}, t('empty.search', { q })),
      el(
        'div',
        { class: 'row' },
        ...(drops.length > 1 ? drops : []),
        place !== 'all' && link(hrefOf({ q, sort }), t('empty.everywhere')),
        link(hrefOf({ place, sort }), t('search.clear')),
      ),
    ];
  }
  const kind = typeof place === 'object' ? 'tag' : place;
  const isType = !['all', 'tag', 'trash', 'untagged'].includes(kind);
  const addButton = button('button primary', () => add(), icon('plus'), t('add'));
  const ways = [
    addButton,
    link('#/import', icon('import'), t('import')),
    link('#/settings', t('bookmarklet')),
  ];
  return [
    icon(kind),
    el('h2', {}, isType ? t('empty.type') : t(`empty.${kind}`)),
    el('p', { class: 'muted' }, isType ? t('empty.type.hint') : t(`empty.${kind}.hint`)),
    el('div', { class: 'row' }, ...(kind === 'all' ? ways : isType ? [addButton] : [])),
  ];
}

/** What keys do, and what a search can say, by the keys of the texts. */
const KEYS = {
  '/ Ctrl-K': 'help.search',
  'j k': 'help.move',
  '↑ ↓ ← →': 'help.arrows',
  o: 'open',
  Enter: 'details',
  Esc: 'close',
  c: 'add',
  e: 'edit',
  t: 'tags',
  x: 'help.select',
  '*': 'list.selectAll',
  '#': 'delete',
  z: 'undo',
  '?': 'help',
};
const OPERATORS = {
  '"…"': 'help.phrase',
  '-': 'help.not',
  OR: 'help.or',
  'title:': 'help.title',
  'site:': 'help.site',
  'tag:': 'help.tag',
  'type:': 'help.type',
  untagged: 'untagged',
  'after:': 'help.after',
  'before:': 'help.before',
};

/** @param {string} title @param {Record<string, string>} lines */
function table(title, lines) {
  const rows = Object.entries(lines).flatMap(([name, key]) => [
    el('dt', {}, ...name.split(' ').map((part) => el('kbd', {}, part))),
    el('dd', {}, t(key)),
  ]);
  const hint = el('p', { class: 'hint' }, t(`${title}.hint`));
  return el('section', { class: 'stack' }, el('h3', {}, t(title)), hint, el('dl', {}, ...rows));
}

/** Opens the list of the keys and of what a search can say. */
export async function openHelp() {
  const { openDialog } = await import('./dialogs/dialog.js');
  const tables = [table('help.keys', KEYS), table('help.search', OPERATORS)];
  openDialog(t('help'), el('div', { class: 'help' }, ...tables));
}

/**
 * Returns the page for a user who is not signed in.
 * @param {string} problem why the last attempt failed, or nothing
 */
export function signInPage(problem) {
  const shared = el('input', { type: 'checkbox' });
  const error = el('p', { class: 'error', role: 'alert' }, problem);
  const onclick = () =>
    signIn({ shared: shared.checked }).catch(() => (error.textContent = t('signIn.failed')));
  return el(
    'main',
    { class: 'sign-in stack' },
    el('img', { src: '/app/icon.svg', alt: '', width: 56, height: 56 }),
    el('h1', {}, t('app')),
    el('p', { class: 'muted' }, t('signIn.hint')),
    button('button primary', onclick, t('signIn')),
    el('label', { class: 'row' }, shared, t('signIn.shared')),
    el('p', { class: 'hint' }, t('signIn.shared.hint')),
    error,
  );
}
