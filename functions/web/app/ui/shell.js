import { number } from '../core/format.js';
import { restBelow } from '../core/query.js';
import { t } from '../i18n/i18n.js';
import { session, signIn, signOut } from '../net/auth.js';
import { library } from '../state/library.js';
import { route } from '../state/route.js';
import { selection } from '../state/selection.js';
import { settings } from '../state/settings.js';
import { sync, syncNow } from '../state/sync.js';
import { add, emptyTrash, openMenu } from './actions.js';
import { bdi, button, el, icon, iconButton } from './el.js';
import { listen, takeDropped } from './input.js';
import { ask, focusAt, list, showOpen } from './list.js';
import { openHelp, paintSearch, paintSidebar, searchBox, sidebar, strip } from './navigation.js';
import { toast } from './toast.js';

/** @type {Sort[]} */
const SORTS = ['newest', 'oldest', 'changed', 'title'];

const menuButton = iconButton('menu', t('menu'), () => sidebar.showPopover(), {
  class: 'icon-button menu-button',
});
const addButton = button('button primary add', () => add(), icon('plus'), el('span', {}, t('add')));
const status = button('button status', openStatus);
const progress = el('progress');
const progressText = el('span');
const progressLine = el('p', { class: 'sync-line' }, progressText, progress);

const title = el('h1', { tabindex: '-1' });
const total = el('span', { class: 'muted' });
const below = button('chip', toggleBelow, t('list.under'));
const empty = button('button danger', emptyTrash, t('emptyTrash'));
const sort = el('select', { 'aria-label': t('list.sort'), onchange: chooseSort });
sort.append(...SORTS.map((value) => el('option', { value }, t(`sort.${value}`))));
const all = iconButton('check', t('list.selectAll'), () => selection.selectAll());
const layout = iconButton('grid', t('list.grid'), toggleLayout);
const head = el('header', { class: 'list-head' }, title, total, below, empty, sort, all, layout);

const pane = el('section', { class: 'pane', 'aria-label': t('app') }, strip, progressLine, head, list);
const page = el('div', { class: 'page-slot' });
const main = el('main', {}, pane, page);
const narrow = matchMedia('(width < 1280px)');

/** The whole page of a signed-in user. */
export const shell = el(
  'div',
  { class: 'shell' },
  sidebar,
  el('header', { class: 'top' }, menuButton, searchBox, addButton, status),
  main,
);

/** The name of the current page. */
let shown = '';
let timer = 0;

/** Returns the route's sort order, or else the order that the user chose last. */
const order = () => SORTS.find((one) => one === route.now.sort) ?? settings.values.sort;

function chooseSort() {
  settings.set({ sort: /** @type {Sort} */ (sort.value) });
  route.go({ sort: null }, { replace: true });
}

function toggleLayout() {
  settings.set({ layout: settings.values.layout === 'grid' ? 'list' : 'grid' });
}

function toggleBelow() {
  const { place } = route.now;
  if (typeof place === 'object') route.go({ place: { ...place, under: !place.under } }, { replace: true });
}

/** Updates everything that depends on the route, the view or the tags. */
function paint() {
  const { place, q } = route.now;
  const { current } = library;
  const tag = typeof place === 'object' ? library.tags.get(place.tag) : undefined;
  const isList = settings.values.layout === 'list';
  const key = /all|untagged|trash/.test(String(place)) ? String(place) : `type.${place}`;
  title.replaceChildren(typeof place === 'object' ? bdi(tag?.tagName ?? '') : t(key));
  total.textContent = current ? `${number(current.total)}${current.exact ? '' : '+'}` : '';
  below.hidden = !tag || ![...library.tags.values()].some((one) => restBelow(one.tagName, tag.tagName));
  below.ariaPressed = String(typeof place === 'object' && place.under);
  empty.hidden = place !== 'trash' || !current?.total || Boolean(q);
  all.hidden = !current?.total;
  sort.value = order();
  layout.title = t(isList ? 'list.grid' : 'list.list');
  layout.ariaLabel = layout.title;
  layout.replaceChildren(icon(isList ? 'grid' : 'menu'));
  main.classList.toggle('compact', settings.values.compact);
  main.classList.toggle('grid', !isList);
  paintSearch();
  // While the user types, the counts may lag behind the rows.
  if (!timer) timer = setTimeout(paintPlaces, q ? 150 : 0);
}

function paintPlaces() {
  timer = 0;
  paintSidebar();
}

async function follow() {
  const { page: name, place, q, id, params } = route.now;
  if (name === 'add') {
    route.go('#/all', { replace: true });
    return add(Object.fromEntries(params));
  }
  const isList = name === 'list';
  pane.hidden = !isList;
  page.hidden = isList;
  paint();
  showOpen();
  if (isList) ask(place, q, order());
  if (name !== shown) {
    shown = name;
    page.replaceChildren(...(isList ? [] : [await pageOf(name)]));
    const heading = page.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus();
  }
  if (id || main.classList.contains('open')) await followDetail(isList ? id : null);
}

/** @param {string} name */
async function pageOf(name) {
  if (name === 'tags') return (await import('./dialogs/tags.js')).tagPage();
  const { importPage, settingsPage } = await import('./dialogs/account.js');
  return name === 'import' ? importPage(takeDropped()) : settingsPage();
}

/** @param {string | null} id */
async function followDetail(id) {
  const { detail, focusDetail, showDetail } = await import('./detail.js');
  const wasOpen = main.classList.contains('open');
  main.classList.toggle('open', Boolean(id));
  pane.inert = Boolean(id) && narrow.matches;
  if (!id) detail.remove();
  else if (!detail.isConnected) main.append(detail);
  await showDetail(id);
  if (id && !wasOpen && narrow.matches) focusDetail();
  // The user may already have focused something else, such as the search box.
  if (!id && wasOpen && document.activeElement === document.body) focusAt();
}

/** Shows the bulk bar in place of the header while anything is selected. */
async function followSelection() {
  head.classList.toggle('hidden-text', !selection.empty);
  const { bulkBar } = await import('./dialogs/bulk.js');
  if (!pane.querySelector('.bulk-bar')) head.after(bulkBar());
}

/** Shows the sync status. Unsent changes take precedence over a missing network. */
function paintStatus() {
  const { state, unsent, refused, conflicts, progress: part } = sync.status;
  const waiting = state === 'syncing' || state === 'signedOut' ? 0 : unsent;
  const [key, n] = Object.entries({ refused, conflicts, unsent: waiting }).find((one) => one[1]) ?? [
    state,
    0,
  ];
  const text = t(`status.${key}`, { n });
  status.replaceChildren(el('span', {}, text));
  status.title = text;
  status.dataset.state = refused || conflicts ? 'error' : state;
  progressLine.hidden = !part;
  if (!part) return;
  Object.assign(progress, { max: part.total, value: part.done, ariaLabel: t('status.syncing') });
  progressText.textContent = t('status.first', { ...part, done: Math.min(part.done, part.total) });
}

function openStatus() {
  const { state, error, storage } = sync.status;
  const dialogs = () => import('./dialogs/account.js');
  const lines = [session?.name ?? ''];
  if (state === 'offline') lines.push(t('status.offline.hint'));
  else if (error) lines.push(`${t('status.error.hint')} ${error.requestId ?? ''}`);
  if (storage) lines.push(t(`storage.${storage}`));
  const entries = [
    state === 'signedOut'
      ? { icon: 'check', text: t('signIn'), run: () => signIn({ shared: session?.shared }) }
      : { icon: 'restore', text: t('status.now'), run: syncNow },
    { icon: 'import', text: t('import'), run: () => route.go('#/import') },
    { icon: 'settings', text: t('settings'), run: () => route.go('#/settings') },
    { icon: 'search', text: t('help'), key: '?', run: openHelp },
    { icon: 'close', text: t('signOut'), run: leave },
  ];
  /** @param {'conflicts' | 'refused'} name @param {() => unknown} run */
  const addProblem = (name, run) => {
    const n = sync.status[name];
    if (n) entries.unshift({ icon: 'alert', text: t(`status.${name}`, { n }), run });
  };
  addProblem('conflicts', async () => (await dialogs()).openConflicts());
  addProblem('refused', async () => (await dialogs()).openRefused());
  openMenu(status, entries, ...lines);
}

async function leave() {
  try {
    await signOut();
  } catch (/** @type {any} */ error) {
    if (error.code !== 'unsent') return toast(t('signOut.failed'));
    const { confirmSignOut } = await import('./dialogs/account.js');
    if (await confirmSignOut(error.unsent)) await signOut({ force: true });
  }
}

/** Connects the page to the state and shows the route. */
export function startShell() {
  listen();
  route.addEventListener('change', follow);
  settings.addEventListener('change', follow);
  selection.addEventListener('change', followSelection);
  library.addEventListener('view', paint);
  library.addEventListener('tags', paint);
  sync.addEventListener('status', paintStatus);
  sync.addEventListener('restored', (event) => {
    toast(t('kept', { n: /** @type {CustomEvent<string[]>} */ (event).detail.length }));
  });
  narrow.addEventListener('change', () => (pane.inert = main.classList.contains('open') && narrow.matches));
  paintStatus();
  follow();
}
