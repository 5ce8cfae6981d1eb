import { safeHref } from '../core/url.js';
import { t } from '../i18n/i18n.js';
import * as commands from '../state/commands.js';
import { route } from '../state/route.js';
import { el, icon, iconButton } from './el.js';
import { toast } from './toast.js';

/** The media type of drag data that is a JSON array of favorite ids. */
export const DRAGGED = 'application/x-favorites';

/** Returns true if the view is the trash. */
export const inTrash = () => route.now.place === 'trash';

/** Returns the address that a favorite opens, if it has one. @param {Favorite} item */
export function addressOf({ contentUrl, content: { latitude, longitude } }) {
  if (latitude === undefined) return safeHref(contentUrl);
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}

/** @param {Favorite} item */
export function open(item) {
  const href = addressOf(item);
  if (href) window.open(href, '_blank', 'noopener,noreferrer');
  else showDetails(item.dataId);
}

/** Shows the details of a favorite. Back returns to the list. @param {string} id */
export function showDetails(id) {
  route.go({ id }, { replace: route.now.id !== null });
}

/** @param {string} text */
export async function copy(text) {
  await navigator.clipboard.writeText(text);
  toast(t('copied'));
}

/** @param {string[]} ids */
export const remove = async (ids) => toast(t('deleted', { n: ids.length }), await commands.remove(ids));

/** @param {string[]} ids */
const restore = async (ids) => toast(t('restored', { n: ids.length }), await commands.restore(ids));

/** @param {string[]} ids @param {Tag} tag */
export async function tagWith(ids, { tagId, tagName: tag }) {
  const done = await commands.setTags(ids, { add: [tagId], remove: [] });
  toast(t('tagged', { n: ids.length, tag }), done);
}

/** @param {string} title @param {string} action */
async function isSure(title, action) {
  const { confirmDelete } = await import('./dialogs/dialog.js');
  return confirmDelete({ title, text: t('purge.text'), action });
}

/** @param {string[]} ids */
export async function purge(ids) {
  if (await isSure(t('purge.title', { n: ids.length }), t('purge'))) await commands.purge(ids);
}

export async function emptyTrash() {
  if (!(await isSure(t('emptyTrash.title'), t('emptyTrash')))) return;
  const { attempt } = await import('./dialogs/dialog.js');
  await attempt(commands.emptyTrash);
}

/** @param {string[]} ids */
export const editTags = async (ids) => (await import('./dialogs/tags.js')).openTagEditor(ids);

/** @param {{text?: string, url?: string, title?: string}} [values] */
export const add = async (values = {}) => (await import('./dialogs/form.js')).openAdd(values);

/** @param {Favorite} item @returns {MenuEntry[]} */
function entriesFor(item) {
  const ids = [item.dataId];
  const href = addressOf(item);
  const expire = async () => (await import('./dialogs/bulk.js')).openExpiry(ids);
  const forAddress = href
    ? [
        { icon: 'open', text: t('open'), run: () => open(item), key: 'o', quick: true },
        { icon: 'copy', text: t('copyAddress'), run: () => copy(href) },
      ]
    : [];
  const others = inTrash()
    ? [
        { icon: 'restore', text: t('restore'), run: () => restore(ids), quick: true },
        { icon: 'trash', text: t('purge'), run: () => purge(ids), key: '#', quick: true },
      ]
    : [
        { icon: 'edit', text: t('edit'), run: () => showDetails(ids[0]), key: 'e' },
        { icon: 'tag', text: t('tags'), run: () => editTags(ids), key: 't', quick: true },
        { icon: 'clock', text: t('expiry'), run: expire },
        { icon: 'trash', text: t('delete'), run: () => remove(ids), key: '#', quick: true },
      ];
  return [...forAddress, ...others];
}

/**
 * Returns buttons for the most common actions on a favorite, and one for a menu of all actions.
 * @param {Favorite} item
 * @param {string} [left] the icons of buttons to leave out
 * @param {Record<string, any>} [props]
 */
export function buttonsFor(item, left = '', props = {}) {
  const entries = entriesFor(item);
  const quick = entries.filter((one) => one.quick && !left.includes(one.icon));
  return [
    ...quick.map(({ icon, text, run }) => iconButton(icon, text, run, props)),
    iconButton('more', t('more'), ({ currentTarget }) => openMenu(currentTarget, entries), props),
  ];
}

/**
 * Opens a menu at a button. When the menu closes, the focus returns to the button.
 * @param {HTMLElement} button
 * @param {MenuEntry[]} entries
 * @param {...string} lines texts above the entries
 */
export function openMenu(button, entries, ...lines) {
  const items = entries.map(({ icon: name, text, run, key }) => {
    const onclick = () => {
      menu.hidePopover();
      run();
    };
    const props = { role: 'menuitem', type: 'button', tabindex: '-1', onclick };
    return el('button', props, icon(name), text, key && el('kbd', { 'aria-hidden': 'true' }, key));
  });
  const menu = el(
    'div',
    { class: 'menu', role: 'menu', popover: 'auto', onkeydown, ontoggle },
    ...lines.map((line) => el('p', { class: 'hint' }, line)),
    ...items,
  );
  /** @param {KeyboardEvent} event */
  function onkeydown(event) {
    const at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Tab') menu.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length)?.focus();
  }
  /** @param {ToggleEvent} event */
  function ontoggle({ newState }) {
    button.setAttribute('aria-expanded', String(newState === 'open'));
    if (newState === 'closed') menu.remove();
  }
  button.closest('main, .top')?.append(menu);
  // The source is also the anchor that CSS positions the menu at.
  menu.showPopover({ source: button });
  items[0].focus();
}

/** @param {any} target where rows can be dropped @param {(ids: string[]) => unknown} drop */
export function acceptRows(target, drop) {
  for (const type of ['dragover', 'dragleave', 'drop']) {
    target.addEventListener(type, (/** @type {DragEvent} */ event) => {
      if (!event.dataTransfer?.types.includes(DRAGGED)) return;
      event.preventDefault();
      target.classList.toggle('over', type === 'dragover');
      if (type === 'drop') drop(JSON.parse(event.dataTransfer.getData(DRAGGED)));
    });
  }
  return target;
}
