import { fold } from '../core/fold.js';
import { compareNames, number } from '../core/format.js';
import { nameKey, parse } from '../core/query.js';
import { t } from '../i18n/i18n.js';
import { library } from '../state/library.js';
import { hrefOf, route, TYPES } from '../state/route.js';
import { acceptRows, remove, tagWith } from './actions.js';
import { bdi, button, el, icon, iconButton } from './el.js';
import { focusAt } from './list.js';

/** The most tags that the sidebar shows at once. */
const MOST = 100;

/** The tags, sorted by name. @type {Tag[]} */
let sorted = [];
/** The map from which `sorted` was made. */
let from = new Map();
/** The tag paths that the user has expanded. @type {Set<string>} */
const opened = new Set();
const places = el('ul');
const tags = el('ul', { class: 'tree' });
const trash = el('div', { class: 'trash' });
const label = t('sidebar.filter');
const filter = el('input', {
  type: 'search',
  placeholder: label,
  'aria-label': label,
  oninput: paintTags,
});

/** The places with their counts, in a popover on narrow pages. */
export const sidebar = el(
  'nav',
  { class: 'sidebar', id: 'sidebar', popover: 'auto', 'aria-label': t('menu'), onclick: close },
  el('a', { class: 'brand', href: '#/all' }, t('app')),
  places,
  el('div', { class: 'row' }, el('h2', {}, t('tags')), el('a', { href: '#/tags' }, t('sidebar.manage'))),
  filter,
  tags,
  trash,
);

/** The places in one line, for narrow pages. */
export const strip = el('nav', { class: 'strip', 'aria-label': t('fact.type') });

/** @param {any} event */
function close({ target }) {
  if (target.closest('a') && sidebar.matches(':popover-open')) sidebar.hidePopover();
}

/** @param {Place} place */
const nameOf = (place) => (typeof place === 'object' ? place.tag : place);

/** @param {Place} place @param {string} name the icon @param {Node | string} text @param {number} [n] */
function link(place, name, text, n) {
  const { page, place: here, q, sort } = route.now;
  const isHere = page === 'list' && nameOf(here) === nameOf(place);
  const href = hrefOf({ place, q, sort });
  const props = { class: n ? 'place' : 'place none', href, 'aria-current': isHere ? 'page' : null };
  return el('a', props, icon(name), el('span', {}, text), n ? el('small', {}, number(n)) : null);
}

/** Returns the counts for the current query, or for the whole library. */
const counts = () => (route.now.q && library.current?.counts) || library.counts;

/** Paints the places with their counts. */
export function paintSidebar() {
  const { total, byType, untagged } = counts();
  const controls = () => [...sidebar.querySelectorAll('a, button')];
  const focused = controls().indexOf(/** @type {Element} */ (document.activeElement));
  const links = () => [
    link('all', 'all', t('all'), total),
    ...TYPES.map((type) => link(type, type, t(`type.${type}`), byType[type])),
    link('untagged', 'untagged', t('untagged'), untagged),
  ];
  const trashLink = () => link('trash', 'trash', t('trash'), library.counts.trash);
  places.replaceChildren(...links().map((one) => el('li', {}, one)));
  trash.replaceChildren(acceptRows(trashLink(), remove));
  strip.replaceChildren(...links(), trashLink());
  paintTags();
  /** @type {HTMLElement | undefined} */ (controls()[focused])?.focus();
}

function paintTags() {
  const wanted = fold(filter.value.replace('#', ''));
  if (from !== library.tags) {
    from = library.tags;
    sorted = [...from.values()].sort((a, b) => compareNames(a.tagName, b.tagName));
  }
  /** @type {TagBranch[]} */
  const found = wanted
    ? sorted
        .filter(({ tagName }) => fold(tagName).includes(wanted))
        .map((tag) => ({ name: tag.tagName, tag, below: new Map() }))
    : treeOf(sorted);
  const more = found.length - MOST;
  tags.replaceChildren(...found.slice(0, MOST).map((branch) => branchOf(branch, branch.name)));
  if (more > 0) tags.append(el('li', {}, el('a', { href: '#/tags' }, t('sidebar.more', { n: more }))));
  if (!found.length)
    tags.append(el('li', { class: 'hint' }, t(wanted ? 'sidebar.noMatch' : 'sidebar.noTags')));
}

/** Builds a tree from tag names that are paths, such as `travel/italy`. @param {Tag[]} all */
function treeOf(all) {
  /** @type {TagBranch} */
  const root = { name: '', below: new Map() };
  for (const tag of all) {
    let branch = root;
    for (const name of tag.tagName.split('/')) {
      const key = nameKey(name);
      const child = branch.below.get(key) ?? { name, below: new Map() };
      branch.below.set(key, child);
      branch = child;
    }
    branch.tag = tag;
    branch.name = tag.tagName.split('/').at(-1) ?? '';
  }
  return [...root.below.values()];
}

/** @param {TagBranch} branch @param {string} path @returns {HTMLLIElement} */
function branchOf({ name, tag, below }, path) {
  const open = opened.has(path);
  const toggle = () => {
    if (!opened.delete(path)) opened.add(path);
    paintSidebar();
  };
  const place = tag && link({ tag: tag.tagId, under: false }, 'tag', bdi(name), counts().byTag[tag.tagId]);
  const props = { class: 'icon-button toggle', 'aria-expanded': open };
  return el(
    'li',
    {},
    place && tag
      ? acceptRows(place, (ids) => tagWith(ids, tag))
      : el('span', { class: 'place none' }, icon('tag'), bdi(name)),
    below.size > 0 && iconButton('chevron', t('sidebar.below', { name }), toggle, props),
    open && el('ul', {}, ...[...below.values()].map((child) => branchOf(child, `${path}/${child.name}`))),
  );
}

const input = el('input', {
  type: 'search',
  id: 'search',
  'aria-describedby': 'search-fault',
  autocomplete: 'off',
  spellcheck: false,
  enterKeyHint: 'search',
  // While an input method composes a word, the box has letters that the user doesn't want to search for.
  oninput: (/** @type {InputEvent} */ event) => event.isComposing || search(input.value),
  oncompositionend: () => search(input.value),
  onscroll: () => {
    mirror.scrollLeft = input.scrollLeft;
  },
  onkeydown,
});
/** A copy of the query that underlines its faults. */
const mirror = el('div', { class: 'mirror', 'aria-hidden': 'true' });
const fault = el('p', { class: 'search-fault error', id: 'search-fault' });
const clear = iconButton('close', t('search.clear'), () => {
  search('');
  input.focus();
});
const help = button('icon-button help', openHelp, '?');
help.ariaLabel = t('help');

export const searchBox = el('search', { class: 'search' }, icon('search'), mirror, input, clear, help, fault);

export function focusSearch() {
  input.select();
}

/** @param {KeyboardEvent} event */
function onkeydown(event) {
  const { key } = event;
  if (event.isComposing || event.keyCode === 229) return;
  if (key === 'Escape' && input.value) search('');
  else if (key === 'Escape') focusAt();
  else if (key === 'ArrowDown' || key === 'Enter') focusAt(0);
  else return;
  event.preventDefault();
}

/** Searches the current place. @param {string} q */
function search(q) {
  const { now } = route;
  if (now.page !== 'list') route.go({ q, id: null });
  // Back leaves the whole search instead of undoing single letters.
  else if (q !== now.q) route.go({ q, id: null }, { replace: Boolean(now.q) });
}

/** Shows the route's query, its faults, and how many favorites can be searched. */
export function paintSearch() {
  const { q } = route.now;
  if (input.value !== q) input.value = q;
  clear.hidden = !q;
  input.placeholder = t('search.placeholder', { n: library.counts.total });
  input.ariaLabel = input.placeholder;
  const { faults } = parse(q);
  let at = 0;
  mirror.textContent = '';
  for (const { start, end } of faults) {
    mirror.append(q.slice(at, start), el('u', {}, q.slice(start, end)));
    at = end;
  }
  fault.textContent = faults.length ? t(`search.fault.${faults[0].code}`, { types: TYPES.join(', ') }) : '';
}

/** The keyboard shortcuts and the search operators, with the keys of their texts. */
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

/** Opens the help on keyboard shortcuts and search operators. */
export async function openHelp() {
  const { openDialog } = await import('./dialogs/dialog.js');
  const tables = [table('help.keys', KEYS), table('help.search', OPERATORS)];
  openDialog(t('help'), el('div', { class: 'help' }, ...tables));
}
