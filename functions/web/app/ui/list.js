import { t } from '../i18n/i18n.js';
import { library } from '../state/library.js';
import { hrefOf, route } from '../state/route.js';
import { selection } from '../state/selection.js';
import { settings } from '../state/settings.js';
import { sync } from '../state/sync.js';
import { buttonsFor } from './actions.js';
import { button, el } from './el.js';
import { emptyState, markTerms, row, showSelected } from './row.js';
import { announce } from './toast.js';

/** A list of up to this many rows is completely in the page. */
export const WHOLE = 1000;
const CARD = 232;
const CHUNK = 50;
const WINDOW = 3 * CHUNK;

/** The rows in the page by id. @type {Map<string, ShownRow>} */
let shown = new Map();
/** The id of the row that Tab focuses. @type {string | undefined} */
let current;
let columns = 1;
let height = 56;
/** @type {View | undefined} */
let view;
/**
 * The view to draw next. `top` is null for new rows in the current view.
 * @type {{key: string, top: number | null} | null}
 */
let next = null;
let key = '';
/** The key of the last requested view. */
let asked = '';
let range = { from: 0, to: 0 };
let run = 0;
/** The index where a range selection starts. */
let selected = 0;
const MOST_TOPS = 100;
/** Scroll positions by view, which Back restores. @type {Map<string, number>} */
const tops = new Map();
let marked = 0;
let waiting = 0;
const actions = el('span', { class: 'actions' });

export const items = el('ul', { class: 'items' });
const empty = el('div', { class: 'empty', hidden: true });
const news = button('button news', () => (scroller.scrollTop = 0));
news.hidden = true;
const words = el('p', { class: 'wait', hidden: true }, t('import.reading', { name: t('app') }));
const scroller = el('div', { class: 'scroller', onscroll: scrolled }, items, empty);
export const list = el('div', { class: 'list' }, news, words, scroller);

new ResizeObserver(() => draw()).observe(scroller);
selection.addEventListener('change', () => {
  list.classList.toggle('selecting', !selection.empty);
  for (const [id, { element }] of shown) showSelected(element, id);
});
library.addEventListener('view', show);
library.addEventListener('tags', redraw);
sync.addEventListener('status', () => total() || show());
settings.addEventListener('change', redraw);

const total = () => view?.total ?? 0;
const hasFocus = () => items.contains(document.activeElement);
/** @param {number} y */
const indexAt = (y, width = columns) => Math.max(0, Math.floor(y / height)) * width;
/** @param {number} index */
const rowAt = (index) => [...shown.values()].find((one) => one.index === index);
/** @param {ShownRow} [one] */
const linkOf = (one) => one?.element.querySelector('a');
/** Returns the row with open details unless the list has the focus, or else the row that Tab focuses. */
const target = () => shown.get((!hasFocus() && route.now.id) || (current ?? ''));

/** Returns the favorite that commands act on. */
export const targetItem = () => target()?.item;

/** @param {Element} element */
export const rowOf = (element) => shown.get(element.closest('.item')?.getAttribute('data-id') ?? '');

/** Returns how far keys move: by a row, a page, or the whole list. */
export const steps = () => ({ row: columns, page: indexAt(scroller.clientHeight), all: total() });

/**
 * Requests another view. The old rows stay until the new ones arrive.
 * @param {Place} place
 * @param {string} q
 * @param {Sort} sort
 */
export function ask(place, q, sort) {
  const wanted = hrefOf({ place, q, sort });
  if (wanted === asked) return;
  asked = wanted;
  selection.clear();
  library.view(place, q, sort);
  wait(true);
}

/** Shows a skeleton while rows load, and a text after two seconds. @param {boolean} on */
function wait(on) {
  if (String(on) === list.ariaBusy) return;
  list.ariaBusy = String(on);
  words.hidden = true;
  clearTimeout(waiting);
  if (!on) return;
  waiting = setTimeout(() => {
    words.hidden = false;
    announce(words.textContent);
  }, 2000);
}

function redraw() {
  for (const one of shown.values()) one.item = { ...one.item };
  show();
}

function show() {
  const { current: now } = library;
  if (!now) return;
  const wanted = hrefOf(now);
  const same = wanted === key;
  if (!same) {
    tops.set(key, scroller.scrollTop);
    const [oldest] = tops.keys();
    if (tops.size > MOST_TOPS) tops.delete(oldest);
    if (!route.popped) setCurrent(undefined);
  }
  next = { key: wanted, top: same ? null : (route.popped && tops.get(wanted)) || 0 };
  draw();
}

/** Adds the rows in and around the viewport, a few at a time so that no step takes long. */
async function draw() {
  const { clientHeight, clientWidth, scrollTop } = scroller;
  const wanted = next ? library.current : view;
  if (!wanted || !clientHeight) return;
  const mine = ++run;
  height = Number.parseFloat(getComputedStyle(items).getPropertyValue('--row'));
  const width = settings.values.layout === 'grid' ? Math.max(1, Math.floor(clientWidth / CARD)) : 1;
  const from = indexAt(next?.top ?? scrollTop, width);
  const sight = { from, to: from + Math.ceil(clientHeight / height + 1) * width };
  const whole = wanted.total <= WHOLE;
  const low = whole ? 0 : Math.max(0, Math.round(from / CHUNK) * CHUNK - WINDOW);
  const high = whole ? wanted.total : Math.min(wanted.total, low + 2 * WINDOW);
  const isFar = next?.top != null || range.to < sight.from || range.from > sight.to;
  const near = isFar ? sight : range;
  const more = isFar ? 0 : CHUNK;
  const first = Math.floor(Math.min(near.from, sight.from) / CHUNK) * CHUNK - more;
  const end = Math.ceil(Math.max(near.to, sight.to) / CHUNK) * CHUNK + more;
  const now = { from: Math.max(low, first), to: Math.min(high, end) };
  if (!next && width === columns && now.from === range.from && now.to === range.to) return;
  if (isFar) wait(true);
  const favorites = await library.rows(now.from, now.to);
  if (mine !== run) return;
  const arrived = next;
  const anchor = arrived?.top === null && scrollTop > 0 ? rowAt(from) : undefined;
  next = null;
  view = wanted;
  range = now;
  columns = width;
  items.style.setProperty('--columns', `${columns}`);
  items.style.setProperty('--rows', `${Math.ceil(view.total / columns)}`);
  // From here on, nothing reads the layout.
  const top = arrived?.top ?? scrollTop;
  put(favorites, arrived !== null, top);
  if (top !== scrollTop) scroller.scrollTop = top;
  if (arrived) arrive(arrived, anchor, wanted);
  wait(key !== asked || (total() === 0 && empty.hidden !== false));
  mark(top, clientHeight);
  if (now.from > low || now.to < high) setTimeout(() => mine === run && draw(), 60);
}

/**
 * @param {Favorite[]} favorites
 * @param {boolean} fresh true if rows outside `favorites` may be gone
 * @param {number} top
 */
function put(favorites, fresh, top) {
  const focused = hasFocus() ? shown.get(current ?? '') : undefined;
  const before = shown;
  shown = new Map();
  for (const [i, item] of favorites.entries()) {
    const old = before.get(item.dataId);
    const element = old?.item === item ? old.element : row(item);
    shown.set(item.dataId, { element, item, index: range.from + i });
  }
  // The focused row stays in the page even if it is scrolled out of sight.
  const { index } = focused ?? { index: 0 };
  if (focused && !fresh && (index < range.from || index >= range.to)) shown.set(focused.item.dataId, focused);
  const order = [...shown.values()].sort((a, b) => a.index - b.index);
  const wanted = new Set(/** @type {Element[]} */ (order.map(({ element }) => element)));
  for (const child of [...items.children]) if (!wanted.has(child)) child.remove();
  let at = items.firstElementChild;
  for (const { element, index } of order) {
    element.style.setProperty('--row-at', `${Math.floor(index / columns)}`);
    element.style.setProperty('--column-at', `${index % columns}`);
    element.ariaPosInSet = `${index + 1}`;
    element.ariaSetSize = `${total()}`;
    if (element === at) at = at.nextElementSibling;
    else items.insertBefore(element, at);
  }
  setCurrent(shown.has(current ?? '') ? current : rowAt(indexAt(top))?.item.dataId);
  if (focused && !focused.element.isConnected) focusAt(shown.get(focused.item.dataId)?.index ?? index);
  showOpen();
}

/**
 * @param {NonNullable<typeof next>} arrived
 * @param {ShownRow | undefined} anchor the row that was at the top
 * @param {View} now
 */
function arrive({ key: wanted, top }, anchor, now) {
  key = wanted;
  const { exact } = now;
  // An empty view may still be loading.
  empty.hidden = total() > 0 || !exact || (!now.q && sync.status.state === 'syncing');
  if (!empty.hidden) empty.replaceChildren(...emptyState(now));
  if (top !== null) {
    news.hidden = true;
    if (exact) announce(t('list.found', { n: total() }));
  }
  // New rows above must not move the rows that the user is reading.
  const moved = anchor ? (shown.get(anchor.item.dataId)?.index ?? anchor.index) - anchor.index : 0;
  if (!moved) return;
  scroller.scrollTop += (moved / columns) * height;
  news.textContent = t('list.new', { n: moved });
  news.hidden = moved < 0;
}

function scrolled() {
  if (scroller.scrollTop < height) news.hidden = true;
  requestAnimationFrame(() => {
    draw();
    const { scrollTop, clientHeight } = scroller;
    if (Math.abs(scrollTop - marked) > clientHeight / 2) mark(scrollTop, clientHeight);
  });
}

/** @param {number} top @param {number} sight */
function mark(top, sight) {
  marked = top;
  const from = indexAt(top - sight);
  const to = indexAt(top + 2 * sight);
  const near = [...shown.values()].flatMap(({ index, element }) =>
    index >= from && index <= to ? element : [],
  );
  markTerms(near, view?.terms ?? []);
}

/** @param {string | undefined} id */
export function setCurrent(id) {
  for (const one of [current, id]) {
    const link = linkOf(shown.get(one ?? ''));
    if (link) link.tabIndex = one === id ? 0 : -1;
  }
  current = id;
}

/** @param {ShownRow} shown */
export function showActions({ element, item }) {
  if (actions.parentElement === element || actions.contains(document.activeElement)) return;
  actions.replaceChildren(...buttonsFor(item, '', { tabindex: '-1' }));
  element.append(actions);
}

export function showOpen() {
  for (const [id, { element }] of shown) element.ariaCurrent = id === route.now.id ? 'true' : null;
}

/** @param {number} [index] */
export async function focusAt(index = shown.get(current ?? '')?.index ?? 0) {
  linkOf(await reveal(index))?.focus({ preventScroll: true });
}

/** Scrolls to a row, no farther than needed. @param {number} index */
async function reveal(index) {
  const to = Math.max(0, Math.min(index, total() - 1));
  const top = Math.floor(to / columns) * height;
  scroller.scrollTop = Math.min(top, Math.max(scroller.scrollTop, top + height - scroller.clientHeight));
  if (!rowAt(to)) await draw();
  return rowAt(to);
}

/** Moves the focus by a number of rows. Open details follow. @param {number} by */
export async function move(by) {
  const { id } = route.now;
  const inList = hasFocus();
  const to = await reveal((target()?.index ?? 0) + (id || inList ? by : 0));
  // The focus stays in the details if the user may press the same button again.
  if (inList || !id) linkOf(to)?.focus({ preventScroll: true });
  if (id && to) route.go({ id: to.item.dataId }, { replace: true });
}

/** Toggles the current row or, with `many`, selects all rows since the last one. @param {boolean} many */
export async function select(many) {
  const one = shown.get(current ?? '');
  if (!one) return;
  const { item, index } = one;
  const [from, to] = [Math.min(index, selected), Math.max(index, selected) + 1];
  const ids = many ? (await library.rows(from, to)).map(({ dataId }) => dataId) : [item.dataId];
  selected = index;
  selection.set(ids, many || !selection.has(item.dataId));
}
