import { el } from './el.js';

const polite = el('div', { class: 'hidden-text', 'aria-live': 'polite' });
const assertive = el('div', { class: 'hidden-text', 'aria-live': 'assertive' });
// A region must be there before its first text.
document.body.append(polite, assertive);
let timer = 0;

/**
 * Lets a screen reader say a text. Of many in half a second it says the last, so that typing stays quiet.
 * @param {string} text
 * @param {{urgent?: boolean}} [options] `urgent` interrupts what is being said
 */
export function announce(text, { urgent } = {}) {
  const region = urgent ? assertive : polite;
  clearTimeout(timer);
  region.textContent = '';
  timer = setTimeout(() => region.append(text), urgent ? 50 : 500);
}
