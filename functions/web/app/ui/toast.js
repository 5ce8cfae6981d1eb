import { t } from '../i18n/i18n.js';
import { button, el, iconButton } from './el.js';
import { announce } from './live.js';

const box = el('aside', { class: 'toasts', popover: 'manual' });

/**
 * Shows a text for ten seconds, longer while the pointer or the focus is on it.
 * @param {string} text
 * @param {ToastOptions} [options]
 */
export function toast(text, { undo, action } = {}) {
  let timer = 0;
  const hold = () => clearTimeout(timer);
  const wait = () => {
    hold();
    timer = setTimeout(close, 10_000);
  };
  function close() {
    hold();
    element.remove();
    if (!box.childElementCount) box.hidePopover();
  }
  const element = el(
    'div',
    {
      class: 'toast',
      onclick: close,
      onpointerenter: hold,
      onfocusin: hold,
      onpointerleave: wait,
      onfocusout: wait,
    },
    el('p', {}, text),
    action && button('button', action.run, action.text),
    undo && button('button', undo, t('undo')),
    iconButton('close', t('close'), () => {}),
  );
  if (box.childElementCount > 2) box.firstChild?.remove();
  box.append(element);
  if (!box.isConnected) document.body.append(box);
  // Showing it again puts it above a dialog that was opened since.
  box.hidePopover();
  box.showPopover();
  wait();
  announce(undo ? `${text} ${t('undoable')}` : text);
}
