import { dateTime } from '../core/format.js';
import { hostOf } from '../core/url.js';
import { language, t } from '../i18n/i18n.js';
import { library } from '../state/library.js';
import { route } from '../state/route.js';
import { addressOf, buttonsFor, copy, inTrash } from './actions.js';
import { editFields } from './dialogs/form.js';
import { bdi, el, icon, iconButton, visible } from './el.js';
import { move } from './list.js';
import { media } from './row.js';

/** @type {Favorite | undefined} */
let item;
/** @type {string | null} */
let wanted = null;
let painting = Promise.resolve();
const tools = el('div', { class: 'row' });
const heading = el('h2', { tabindex: '-1' });
const shown = el('div');
const editor = el('div');
const facts = el('dl', { class: 'facts' });

/** The pane with the details of one favorite. */
export const detail = el(
  'section',
  { class: 'detail', 'aria-label': t('details') },
  el(
    'header',
    { class: 'row' },
    iconButton('close', t('close'), () => route.close()),
    iconButton('chevron', t('previous'), () => move(-1), { class: 'icon-button back' }),
    iconButton('chevron', t('next'), () => move(1)),
    tools,
  ),
  el('div', { class: 'detail-body stack' }, heading, shown, editor, facts),
);

library.addEventListener('changed', async () => {
  // The device may not have a linked favorite yet.
  if (!item && wanted) painting = load(wanted);
  const id = item?.dataId;
  if (!item || !id) return;
  const now = await library.item(id);
  if (item?.dataId !== id || now === item) return;
  // Deleted favorites have details only in the trash.
  if (!now || Boolean(now.deleteTime) !== inTrash()) return route.close();
  const same =
    JSON.stringify([now.content, now.contentUrl]) === JSON.stringify([item.content, item.contentUrl]);
  item = now;
  paint(item, !same);
});

/** Shows the details of a favorite, or nothing if `id` is null. @param {string | null} id */
export function showDetail(id) {
  if (id !== wanted) painting = load(id);
  wanted = id;
  return painting;
}

/** @param {string | null} id */
async function load(id) {
  item = undefined;
  const found = id ? await library.item(id) : undefined;
  if (id !== route.now.id) return;
  item = found;
  editor.replaceChildren(...(found && !inTrash() ? [editFields(found)] : []));
  if (found) paint(found, true);
  else {
    heading.textContent = t('detail.missing');
    for (const part of [tools, shown, facts]) part.replaceChildren();
  }
}

/** Moves the focus to the first field of a favorite. @param {string} id */
export async function focusEditor(id) {
  await showDetail(id);
  // If this module has just been loaded, the pane isn't in the page yet.
  await new Promise(requestAnimationFrame);
  /** @type {HTMLElement | null} */ (editor.querySelector('input, textarea'))?.focus();
}

/** Moves the focus to the pane. */
export function focusDetail() {
  heading.focus();
}

/** @param {Favorite} it @param {boolean} all true to replace players and scrolled texts, too */
function paint(it, all) {
  const href = addressOf(it);
  const link = { class: 'button primary', href, target: '_blank', rel: 'noopener noreferrer' };
  tools.replaceChildren(
    ...(href ? [el('a', link, icon('open'), t('open'))] : []),
    ...buttonsFor(it, 'open tag'),
  );
  heading.replaceChildren(bdi(it.title));
  // The title's field can't make control characters visible, but the heading can.
  heading.classList.toggle('hidden-text', !inTrash() && visible(it.title) === it.title);
  if (all) shown.replaceChildren(...typePart(it));
  const { clipTime, updateTime, deleteTime, purgeTime } = it;
  const times = { saved: clipTime, changed: updateTime, deleted: deleteTime, purged: purgeTime };
  facts.replaceChildren(
    ...fact('type', t(`type.${it.dataType}`, { n: 1 })),
    ...Object.entries(times).flatMap(([name, time]) => (time ? fact(name, dateTime(time)) : [])),
    ...fact('state', t(it.refused ? 'refused' : it.unsent ? 'unsent' : 'sent')),
  );
}

/** @param {string} name @param {string} value */
const fact = (name, value) => [el('dt', {}, t(`fact.${name}`)), el('dd', {}, value)];

/** Returns the nodes that show a favorite's type-specific content. @param {Favorite} it @returns {Node[]} */
function typePart(it) {
  const { dataType, contentUrl, content } = it;
  if (/image|video|music|voice/.test(dataType)) return [media(it)];
  if (dataType === 'location') return [copyable(`${content.latitude}, ${content.longitude}`)];
  if (dataType === 'chatRecord') return [chat(content.messages ?? [])];
  if (dataType === 'note') return inTrash() ? [el('p', { class: 'note' }, bdi(content.text ?? ''))] : [];
  // The host is shown separately, so that a long address can't hide it.
  const { text, warn } = hostOf(contentUrl ?? '');
  const address = copyable(text || contentUrl || '');
  return warn ? [address, el('p', { class: 'error' }, t('host.mixed'))] : [address];
}

/** @param {string} text */
function copyable(text) {
  const button = iconButton('copy', t('copy'), () => copy(text));
  return el('p', { class: 'row' }, bdi(text), button);
}

/** Returns a conversation with the last message's sender on the right. @param {Message[]} messages */
function chat(messages) {
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long' });
  const times = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const own = messages.at(-1)?.sender;
  const list = el('ol', { class: 'chat' });
  let day = '';
  let before = '';
  for (const { sender, sentTime, text } of messages) {
    const date = sentTime ? days.format(new Date(sentTime)) : day;
    if (date !== day) list.append(el('li', { class: 'hint' }, date));
    list.append(
      el(
        'li',
        { class: sender === own ? 'bubble own' : 'bubble' },
        (sender !== before || date !== day) && el('strong', {}, bdi(sender)),
        el('p', {}, bdi(text)),
        sentTime && el('time', { dateTime: sentTime }, times.format(new Date(sentTime))),
      ),
    );
    day = date;
    before = sender;
  }
  return list;
}
