import { t } from '../i18n/i18n.js';
import { button, el, iconButton } from './el.js';

/** The live regions that screen readers announce. */
const polite = el('div', { class: 'hidden-text', 'aria-live': 'polite' });
const assertive = el('div', { class: 'hidden-text', 'aria-live': 'assertive' });
let timer = 0;

/**
 * Makes screen readers announce a text. Within half a second, only the last text is announced, so that typing
 * stays quiet.
 * @param {string} text
 * @param {{urgent?: boolean}} [options] `urgent` interrupts the current announcement
 */
export function announce(text, { urgent } = {}) {
  const region = urgent ? assertive : polite;
  clearTimeout(timer);
  region.textContent = '';
  // An open dialog silences live regions outside it.
  const place = document.querySelector('dialog[open]:last-of-type') ?? document.body;
  if (region.parentElement !== place) place.append(polite, assertive);
  timer = setTimeout(() => region.append(text), urgent ? 50 : 500);
}

const box = el('aside', { class: 'toasts', popover: 'manual' });

/**
 * Shows a toast for ten seconds, or longer while it has the pointer or the focus.
 * @param {string} text
 * @param {ToastOptions} [options]
 */
export function toast(text, { undo, action } = {}) {
  let timer = 0;
  const hold = () => clearTimeout(timer);
  const wait = () => {
    hold();
    timer = setTimeout(onclick, 10_000);
  };
  function onclick() {
    element.remove();
    if (!box.childElementCount) box.hidePopover();
  }
  const listeners = {
    onclick,
    onpointerenter: hold,
    onfocusin: hold,
    onpointerleave: wait,
    onfocusout: wait,
  };
  const element = el(
    'div',
    { class: 'toast', ...listeners },
    el('p', {}, text),
    action && button('button', action.run, action.text),
    undo && button('button', undo, t('undo')),
    iconButton('close', t('close'), () => {}),
  );
  if (box.childElementCount > 2) box.firstChild?.remove();
  box.append(element);
  document.body.append(box);
  // Showing the popover again puts it above dialogs that were opened since.
  box.showPopover();
  wait();
  announce(undo ? `${text} ${t('undoable')}` : text);
}
