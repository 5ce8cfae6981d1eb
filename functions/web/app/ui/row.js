import { fold, isInsideWord } from '../core/fold.js';
import { ago, bytes, dateTime, duration } from '../core/format.js';
import { hostOf } from '../core/url.js';
import { t } from '../i18n/i18n.js';
import { library } from '../state/library.js';
import { hrefOf, route } from '../state/route.js';
import { selection } from '../state/selection.js';
import { inTrash } from './actions.js';
import { bdi, el, icon, visible } from './el.js';
import { thumbnail } from './media.js';

const TAGS = 3;
const SOON = 7 * 86_400_000;

/** Returns the words of a row below its title. @param {Favorite} item */
function metaOf({ dataType, contentUrl, content }) {
  const host = contentUrl && hostOf(contentUrl).text;
  const length = content.durationMillis && duration(content.durationMillis);
  const last = content.messages?.at(-1);
  /** @type {Record<DataType, unknown[]>} */
  const parts = {
    link: [host, content.description],
    image: [content.width && `${content.width} × ${content.height}`, host],
    video: [length, host],
    music: [content.artist, content.album, length],
    voice: [length, content.transcript],
    file: [content.fileName, content.size && bytes(content.size), content.mediaType],
    chatRecord: [content.messages?.length, last && `${last.sender}: ${last.text}`],
    note: [content.text],
    location: [content.name, content.address],
  };
  // A row shows the beginning, so a long text need not be laid out.
  return parts[dataType].filter(Boolean).join(' · ').slice(0, 300);
}

/**
 * Returns a favorite as an item of the list, which handles its events.
 * @param {Favorite} item
 */
export function row(item) {
  const { dataId, dataType, expireTime, refused, unsent } = item;
  const { place, q, sort } = route.now;
  const type = t(`type.${dataType}`, { n: 1 });
  const title = item.title || type;
  const time = item.deleteTime ?? (library.current?.sort === 'changed' ? item.updateTime : item.clipTime);
  const tags = item.tagIds.flatMap((id) => library.tags.get(id) ?? []);
  const state = refused ? t('refused') : unsent ? t('unsent') : '';
  const href = hrefOf({ place, q, sort, id: dataId });
  const element = el(
    'li',
    { class: 'item', draggable: true, 'data-id': dataId },
    el(
      'label',
      { class: 'lead' },
      thumbnail(item),
      el('input', { type: 'checkbox', tabindex: '-1', 'aria-label': t('select', { title: visible(title) }) }),
    ),
    el(
      'span',
      { class: 'title' },
      state &&
        el('span', {
          class: refused ? 'state error' : 'state',
          role: 'img',
          title: state,
          'aria-label': state,
        }),
      el('a', { href, tabindex: '-1', 'aria-label': `${type}: ${visible(title)}` }, bdi(title)),
    ),
    el('span', { class: 'meta' }, bdi(metaOf(item))),
    el(
      'span',
      { class: 'tags' },
      expireTime &&
        !inTrash() &&
        el(
          'span',
          {
            class: Date.parse(expireTime) - Date.now() < SOON ? 'expiry soon' : 'expiry',
            title: dateTime(expireTime),
          },
          icon('clock'),
          t('expires', { when: ago(expireTime) }),
        ),
      ...tags.slice(0, TAGS).map(({ tagId, tagName }) => {
        const link = { class: 'chip', tabindex: '-1', href: hrefOf({ place: { tag: tagId, under: false } }) };
        return el('a', link, bdi(tagName));
      }),
      tags.length > TAGS && `+${tags.length - TAGS}`,
    ),
    el('time', { dateTime: time, title: dateTime(time) }, ago(time)),
  );
  showSelected(element, dataId);
  return element;
}

/** Shows in a row whether it is selected. @param {HTMLElement} element @param {string} id */
export function showSelected(element, id) {
  const on = selection.has(id);
  element.classList.toggle('selected', on);
  /** @type {HTMLInputElement} */ (element.querySelector('input')).checked = on;
}

/** What search ignores inside a word: `e-mail` is found by `email`. */
const JOINTS = /[-‐'’‘ʻʼ]/g;

/**
 * Marks the words that a search was for, each from the beginning of a word on. It changes no markup.
 * @param {Element[]} elements
 * @param {string[]} terms folded
 */
export function markTerms(elements, terms) {
  if (!CSS.highlights) return;
  const words = terms.flatMap((term) => term.replace(JOINTS, '').split(/\s+/)).filter(Boolean);
  const marks = new Highlight();
  for (const { firstChild: node } of words.length
    ? elements.flatMap((one) => [...one.querySelectorAll('bdi')])
    : []) {
    if (!node) continue;
    let folded = '';
    let at = 0;
    /** Where the characters of the folded text are in the text. @type {[number, number][]} */
    const places = [];
    for (const part of node.textContent ?? '') {
      const piece = (part < '\x80' ? part.toLowerCase() : fold(part)).replace(JOINTS, '');
      for (let i = 0; i < piece.length; i++) places.push([at, at + part.length]);
      folded += piece;
      at += part.length;
    }
    for (const word of words) {
      for (let i = folded.indexOf(word); i >= 0; i = folded.indexOf(word, i + 1)) {
        if (isInsideWord(folded, i)) continue;
        const range = new Range();
        range.setStart(node, places[i][0]);
        range.setEnd(node, places[i + word.length - 1][1]);
        marks.add(range);
      }
    }
  }
  CSS.highlights.set('match', marks);
}
