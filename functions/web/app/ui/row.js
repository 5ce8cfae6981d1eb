import { fold, isInsideWord } from '../core/fold.js';
import { ago, bytes, dateTime, duration } from '../core/format.js';
import { parse, toQuery } from '../core/query.js';
import { hostOf, safeHref } from '../core/url.js';
import { t } from '../i18n/i18n.js';
import { library } from '../state/library.js';
import { hrefOf, route } from '../state/route.js';
import { selection } from '../state/selection.js';
import { settings } from '../state/settings.js';
import { add, inTrash } from './actions.js';
import { bdi, button, el, icon, visible } from './el.js';

const TAGS = 3;
const SOON = 7 * 86_400_000;

/** Returns the text below a row's title. @param {Favorite} item */
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
  // A row only shows the beginning, so the browser needn't lay out a long text.
  return parts[dataType].filter(Boolean).join(' · ').slice(0, 300);
}

/**
 * Returns the list item for a favorite. The list handles the item's events.
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
  const name = visible(title);
  const expiry = {
    class: Date.parse(expireTime ?? '') - Date.now() < SOON ? 'expiry soon' : 'expiry',
    title: expireTime && dateTime(expireTime),
  };
  const dot = { class: refused ? 'state error' : 'state', role: 'img', title: state, 'aria-label': state };
  const element = el(
    'li',
    { class: 'item', draggable: true, 'data-id': dataId },
    el(
      'label',
      { class: 'lead' },
      thumbnail(item),
      el('input', { type: 'checkbox', tabindex: '-1', 'aria-label': t('select', { title: name }) }),
    ),
    el(
      'span',
      { class: 'title' },
      state && el('span', dot),
      el('a', { href, tabindex: '-1', 'aria-label': `${type}: ${name}` }, bdi(title)),
    ),
    el('span', { class: 'meta' }, bdi(metaOf(item))),
    el(
      'span',
      { class: 'tags' },
      expireTime && !inTrash() && el('span', expiry, icon('clock'), t('expires', { when: ago(expireTime) })),
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

/** Updates a row to show if it is selected. @param {HTMLElement} element @param {string} id */
export function showSelected(element, id) {
  const on = selection.has(id);
  element.classList.toggle('selected', on);
  /** @type {HTMLInputElement} */ (element.querySelector('input')).checked = on;
}

/** Characters that search ignores inside a word, so that `email` finds `e-mail`. */
const JOINTS = /[-‐'’‘ʻʼ]/g;

/**
 * Highlights the search terms at the beginnings of words, without changing the markup.
 * @param {Element[]} elements
 * @param {string[]} terms folded
 */
export function markTerms(elements, terms) {
  if (!CSS.highlights) return;
  const words = terms.flatMap((term) => term.replace(JOINTS, '').split(/\s+/)).filter(Boolean);
  const marks = new Highlight();
  const texts = elements.flatMap((one) => [...one.querySelectorAll('bdi')]);
  for (const { firstChild: node } of words.length ? texts : []) {
    if (!node) continue;
    let folded = '';
    let at = 0;
    /** The position in the text of each character of `folded`. @type {[number, number][]} */
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

/** @param {string} href @param {...(Node | string)} text */
const linkTo = (href, ...text) => el('a', { class: 'button', href }, ...text);

/**
 * Returns nodes that say why a view is empty and what to do.
 * @param {{place: Place, q: string, sort: Sort}} view
 * @returns {Node[]}
 */
export function emptyState({ place, q, sort }) {
  if (q) {
    const { parts } = parse(q);
    const drops = parts.map((part) => {
      const rest = toQuery(parts.filter((other) => other !== part));
      return linkTo(hrefOf({ place, q: rest, sort }), t('empty.drop'), bdi(q.slice(part.start, part.end)));
    });
    const everywhere = place !== 'all' && linkTo(hrefOf({ q, sort }), t('empty.everywhere'));
    const clear = linkTo(hrefOf({ place, sort }), t('search.clear'));
    const ways = el('div', { class: 'row' }, ...(drops.length > 1 ? drops : []), everywhere, clear);
    return [icon('search'), el('h2', {}, t('empty.search', { q })), ways];
  }
  const kind = typeof place === 'object' ? 'tag' : place;
  const isType = !['all', 'tag', 'trash', 'untagged'].includes(kind);
  const name = isType ? 'type' : kind;
  const addButton = button('button primary', () => add(), icon('plus'), t('add'));
  const importLink = linkTo('#/import', icon('import'), t('import'));
  const ways = kind === 'all' ? [addButton, importLink, linkTo('#/settings', t('bookmarklet'))] : [];
  return [
    icon(kind),
    el('h2', {}, t(`empty.${name}`)),
    el('p', { class: 'muted' }, t(`empty.${name}.hint`)),
    el('div', { class: 'row' }, ...(isType ? [addButton] : ways)),
  ];
}

// Only this module loads media from other sites.

/** The addresses that the user has allowed since the page was opened. */
const asked = new Set();

/** @param {string} href */
const mayShow = (href) => settings.values.media === 'always' || asked.has(href);

/**
 * Returns a favorite's thumbnail, or its icon if there is no thumbnail that the user has allowed.
 * @param {Favorite} item
 */
function thumbnail({ dataType, thumbnailUrl, contentUrl }) {
  const src = safeHref(thumbnailUrl ?? (dataType === 'image' ? contentUrl : null));
  const instead = icon(dataType);
  if (!src || !mayShow(src)) return instead;
  const image = el('img', { alt: '', loading: 'lazy', onerror: () => image.replaceWith(instead), src });
  return image;
}

/**
 * Returns a favorite's picture or player. Loads nothing until the user agrees.
 * @param {Favorite} item
 */
export function media({ dataType, title, contentUrl }) {
  const src = safeHref(contentUrl);
  const box = el('div', { class: 'media', tabindex: '-1' });
  /** @param {string} text @param {...Node} more */
  const say = (text, ...more) =>
    box.replaceChildren(icon(dataType), el('p', { class: 'hint' }, text), ...more);
  const onerror = () => say(t('media.broken'));
  const onclick = () => (document.fullscreenElement ? document.exitFullscreen() : box.requestFullscreen());
  const show = () => {
    const zoom = { class: 'zoom', type: 'button', 'aria-label': t('media.zoom'), onclick };
    const player = { controls: true, 'aria-label': title, onerror, src };
    box.replaceChildren(
      dataType === 'image'
        ? el('button', zoom, el('img', { alt: title, onerror, src }))
        : el(dataType === 'video' ? 'video' : 'audio', player),
    );
  };
  /** @param {string} kind @param {string} text @param {() => void} allow */
  const choice = (kind, text, allow) => {
    const onclick = () => {
      allow();
      show();
      box.focus();
    };
    return button(kind, onclick, text);
  };
  if (!src) say(t('media.none'));
  else if (mayShow(src)) show();
  else {
    say(
      t('media.ask', { host: new URL(src).host }),
      choice('button', t('media.show'), () => asked.add(src)),
      choice('link-button', t('media.always'), () => settings.set({ media: 'always' })),
    );
  }
  return box;
}
