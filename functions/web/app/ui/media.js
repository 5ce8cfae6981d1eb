import { safeHref } from '../core/url.js';
import { t } from '../i18n/i18n.js';
import { settings } from '../state/settings.js';
import { button, el, icon } from './el.js';

/** The addresses that the user has asked for since the page was opened. */
const asked = new Set();

/** @param {string | null} href */
const mayShow = (href) => href && (settings.values.media === 'always' || asked.has(href));

/**
 * Returns the small picture of a favorite, or its icon: until the user wants pictures, or if there is none.
 * @param {Favorite} item
 */
export function thumbnail({ dataType, thumbnailUrl, contentUrl }) {
  const src = safeHref(thumbnailUrl ?? (dataType === 'image' ? contentUrl : null));
  const instead = icon(dataType);
  if (!src || !mayShow(src)) return instead;
  return el('img', {
    alt: '',
    loading: 'lazy',
    onerror: (/** @type {any} */ e) => e.target.replaceWith(instead),
    src,
  });
}

/**
 * Returns the picture or the player of a favorite. Nothing is loaded before the user says so.
 * @param {Favorite} item
 * @param {'img' | 'video' | 'audio'} tag
 */
export function media({ dataType, title, contentUrl }, tag) {
  const src = safeHref(contentUrl);
  const box = el('div', { class: 'media', tabindex: '-1' });
  /** @param {string} text @param {...Node} more */
  const say = (text, ...more) => {
    box.replaceChildren(icon(dataType), el('p', { class: 'hint' }, text), ...more);
  };
  const enlarge = () => (document.fullscreenElement ? document.exitFullscreen() : box.requestFullscreen());
  const show = () => {
    const onerror = () => say(t('media.broken'));
    if (tag !== 'img')
      return box.replaceChildren(el(tag, { controls: true, 'aria-label': title, onerror, src }));
    const zoom = { class: 'zoom', type: 'button', 'aria-label': t('media.zoom'), onclick: enlarge };
    box.replaceChildren(el('button', zoom, el('img', { alt: title, onerror, src })));
  };
  /** @param {string} kind @param {string} key @param {() => void} first */
  const choice = (kind, key, first) =>
    button(
      kind,
      () => {
        first();
        show();
        box.focus();
      },
      t(key),
    );
  if (!src) say(t('media.none'));
  else if (mayShow(src)) show();
  else {
    say(
      t('media.ask', { host: new URL(src).host }),
      choice('button', 'media.show', () => asked.add(src)),
      choice('link-button', 'media.always', () => settings.set({ media: 'always' })),
    );
  }
  return box;
}
