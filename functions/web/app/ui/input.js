import { t } from '../i18n/i18n.js';
import { undoLast } from '../state/commands.js';
import { route } from '../state/route.js';
import { selection } from '../state/selection.js';
import { settings } from '../state/settings.js';
import { add, addressOf, DRAGGED, editTags, inTrash, open, purge, remove, showDetails } from './actions.js';
import * as list from './list.js';
import { focusSearch, openHelp } from './navigation.js';
import { toast } from './toast.js';

const LONG_PRESS = 500;
/** The extensions of files that can be imported. */
const EXPORTS = /\.(html?|csv|jsonl?|zip)$/i;

let timer = 0;
/** True if the last touch was a long press. */
let pressed = false;
/** A dropped file to import. @type {File | undefined} */
let dropped;

/** Returns the dropped file once, then undefined. */
export function takeDropped() {
  const file = dropped;
  dropped = undefined;
  return file;
}

/** @param {any} target */
const isField = (target) =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, select');

/** @param {(item: Favorite) => unknown} run */
function withItem(run) {
  const item = list.targetItem();
  if (item) run(item);
}

/**
 * Runs a command on the selected favorites, or on the current one if none is selected. If all results are
 * selected, only the bulk bar acts on them.
 * @param {(ids: string[]) => unknown} run
 */
function withIds(run) {
  if (selection.empty) withItem(({ dataId }) => run([dataId]));
  else if (selection.ids.size) run([...selection.ids]);
}

/** @param {Favorite} item */
async function edit({ dataId }) {
  showDetails(dataId);
  (await import('./detail.js')).focusEditor(dataId);
}

/** The single-key commands. @type {Record<string, () => unknown>} */
const COMMANDS = {
  '/': focusSearch,
  '?': openHelp,
  c: add,
  z: async () => toast(t((await undoLast()) ? 'undone' : 'undo.nothing')),
  j: () => list.move(1),
  k: () => list.move(-1),
  o: () => withItem(open),
  e: () => inTrash() || withItem(edit),
  t: () => inTrash() || withIds(editTags),
  x: () => list.select(false),
  X: () => list.select(true),
  '*': () => selection.selectAll(),
  '#': () => withIds(inTrash() ? purge : remove),
};

/** @param {KeyboardEvent} event */
function pressKey(event) {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  if (document.querySelector('dialog[open], .menu:popover-open')) return;
  const { steps } = list;
  if (ctrlKey || metaKey) {
    if (key === 'f' && steps().all > list.WHOLE) toast(t('keys.find', { n: steps().all }));
    if (key !== 'k') return;
    focusSearch();
  } else if (key === 'Escape') {
    // Escape closes one thing at a time.
    if (isField(target)) /** @type {HTMLElement} */ (target).blur();
    else if (!selection.empty) selection.clear();
    else if (route.now.id || route.now.page !== 'list') route.close();
  } else {
    const run = COMMANDS[key];
    if (!run || altKey || isField(target) || !settings.values.keys) return;
    if (route.now.page !== 'list' && !'/?cz'.includes(key)) return;
    run();
  }
  event.preventDefault();
}

/** @param {KeyboardEvent & {target: HTMLElement}} event @param {ShownRow} shown */
function pressKeyInRow(event, { element }) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { row, page, all } = list.steps();
  const by = { ArrowDown: row, ArrowUp: -row, PageDown: page, PageUp: -page, Home: -all, End: all }[
    event.key
  ];
  const aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by) list.move(by);
  else if (aside && settings.values.layout === 'grid') list.move(aside);
  else if (aside) {
    const controls = /** @type {HTMLElement[]} */ ([...element.querySelectorAll('a, input, button')]);
    controls[controls.indexOf(event.target) + aside]?.focus();
  } else if (event.key === ' ' && event.target.localName === 'a') list.select(event.shiftKey);
  else return;
  event.preventDefault();
}

/** @param {PointerEvent & {target: HTMLElement}} event @param {ShownRow} shown */
function click(event, { element, item }) {
  const { target, shiftKey } = event;
  const isBox = target.localName === 'input';
  const isTitle = target.closest('.title a');
  // A click on the label also triggers a click on its checkbox.
  if (!isBox && target.closest('.lead')) return;
  list.setCurrent(item.dataId);
  if (pressed || (!isBox && event.pointerType === 'touch' && !selection.empty)) {
    event.preventDefault();
    if (!pressed) list.select(false);
  } else if (isBox) list.select(shiftKey);
  else if (!event.ctrlKey && !event.metaKey && (isTitle || !target.closest('a, button'))) {
    event.preventDefault();
    if (shiftKey) return list.select(true);
    element.querySelector('a')?.focus();
    showDetails(item.dataId);
  }
}

/** @param {PointerEvent} event @param {ShownRow} shown */
function pointerdown({ pointerType }, { item }) {
  pressed = false;
  if (pointerType !== 'touch') return;
  timer = setTimeout(() => {
    pressed = true;
    list.setCurrent(item.dataId);
    list.select(false);
  }, LONG_PRESS);
}

/** @param {DragEvent} event @param {ShownRow} shown */
function dragstart({ dataTransfer }, { item }) {
  const { dataId } = item;
  const ids = !selection.all && selection.has(dataId) ? [...selection.ids] : [dataId];
  dataTransfer?.setData(DRAGGED, JSON.stringify(ids));
  dataTransfer?.setData('text/uri-list', addressOf(item) ?? '');
}

/**
 * Fills the add box with dropped or pasted text, or starts an import.
 * @param {Event} event
 * @param {DataTransfer | null} data
 */
function take(event, data) {
  if (!data || event.defaultPrevented || isField(event.target) || document.querySelector('dialog[open]'))
    return;
  const text = data.getData('text/uri-list') || data.getData('text/plain').trim();
  const [file] = data.files;
  if (!file && !text) return;
  event.preventDefault();
  if (!file) add({ text });
  else if (EXPORTS.test(file.name)) {
    dropped = file;
    route.go('#/import');
  } else toast(t('drop.file'));
}

/** Starts listening for keys, the pointer, drops and pastes. */
export function listen() {
  /** @type {Record<string, (event: any, shown: ShownRow) => void>} */
  const inRow = {
    click,
    pointerdown,
    dragstart,
    keydown: pressKeyInRow,
    pointerover: (_, shown) => list.showActions(shown),
    focusin: (_, shown) => {
      list.setCurrent(shown.item.dataId);
      list.showActions(shown);
    },
    contextmenu: (event) => event.pointerType === 'touch' && event.preventDefault(),
  };
  for (const [type, handler] of Object.entries(inRow)) {
    list.items.addEventListener(type, (event) => {
      const shown = list.rowOf(/** @type {Element} */ (event.target));
      if (shown) handler(event, shown);
    });
  }
  for (const type of ['pointerup', 'pointercancel', 'pointermove']) {
    list.items.addEventListener(type, () => clearTimeout(timer));
  }
  addEventListener('keydown', pressKey);
  addEventListener('paste', (event) => take(event, event.clipboardData));
  addEventListener('drop', (event) => take(event, event.dataTransfer));
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes(DRAGGED) && !isField(event.target)) event.preventDefault();
  });
}
