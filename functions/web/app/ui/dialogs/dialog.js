import { safeHref } from '../../core/url.js';
import { t } from '../../i18n/i18n.js';
import { bdi, el, iconButton } from '../el.js';
import { toast } from '../toast.js';

/**
 * @param {string} text
 * @param {() => unknown} onclick
 * @param {string} [kind]
 */
export const button = (text, onclick, kind = '') =>
  el('button', { type: 'button', class: `button ${kind}`, onclick }, text);

/**
 * @param {Record<string, any>} props
 * @param {[value: string, text: string][]} options
 */
export const select = (props, options) =>
  el('select', props, ...options.map(([value, text]) => el('option', { value }, text)));

/**
 * Opens a dialog. When it closes, it leaves the page, and the focus goes back to where it was.
 * @param {string} title
 * @param {...Node} body
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...body) {
  const head = el(
    'header',
    { class: 'row' },
    el('h2', { class: 'grow' }, bdi(title)),
    iconButton('close', t('close'), () => dialog.close()),
  );
  const props = { class: 'dialog', 'aria-label': title, closedby: 'any', onclose: () => dialog.remove() };
  /** @type {HTMLDialogElement} */
  const dialog = el('dialog', props, head, ...body);
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Returns a form. What goes wrong in `act` is said in the form.
 * @param {string} text of the button
 * @param {() => unknown} act
 * @param {...Node} content
 */
export function form(text, act, ...content) {
  const error = el('p', { class: 'error', role: 'alert' });
  const go = el('button', { class: 'button primary' }, text);
  const element = el(
    'form',
    {
      class: 'stack',
      onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        if (go.disabled) return;
        error.textContent = '';
        go.disabled = true;
        try {
          await act();
        } catch (problem) {
          error.textContent = failure(problem);
        }
        go.disabled = false;
      },
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) element.requestSubmit();
      },
    },
    ...content,
    error,
    el('div', { class: 'dialog-actions' }, go),
  );
  return element;
}

const FAULTS = ['offline', 'link-taken', 'tag-name-taken', 'too-many-tags', 'too-large', 'busy'];

/**
 * Says what went wrong, what to do next, and the id of the request.
 * @param {any} error
 * @returns {string}
 */
export function failure({ code, problem, requestId, message }) {
  const request = requestId ? t('fault.request', { id: requestId }) : '';
  if (FAULTS.includes(code)) return t(`fault.${code}`) + request;
  const details = problem?.errors?.map((/** @type {{detail: string}} */ { detail }) => detail).join(' ');
  const text = details ?? problem?.detail ?? message;
  return t(problem ? 'fault.refused' : 'fault.app', { text }) + request;
}

/**
 * Does something outside of a form. What goes wrong is said in a toast.
 * @param {() => unknown} act
 */
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    toast(failure(error));
  }
}

/** @param {string} text */
const address = (text) => safeHref(/^\s*https?:/i.test(text) ? text : `https://${text.trim()}`);

/** @param {number} most */
const degrees = (most) => (/** @type {string} */ text) =>
  Math.abs(Number(text)) <= most ? Number(text) : null;

/**
 * For each kind of field, the most characters, what reads the text, and the text that says what is wrong.
 * @type {Record<string, [number, (text: string) => any, string?]>}
 */
const KINDS = {
  text: [256, (text) => text.trim()],
  tag: [64, (text) => text.trim()],
  long: [4000, (text) => text],
  note: [20000, (text) => text],
  url: [2048, address, 'fault.url'],
  latitude: [64, degrees(90), 'fault.degrees'],
  longitude: [64, degrees(180), 'fault.degrees'],
};

let made = 0;

/**
 * @param {string} label
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} control
 * @param {() => string} [fault] says what is wrong
 * @param {...Node} more
 */
export function labelled(label, control, fault = () => '', ...more) {
  control.id = `field-${++made}`;
  const error = el('span', { class: 'error', id: `${control.id}-error` });
  control.setAttribute('aria-describedby', error.id);
  return {
    element: el(
      'div',
      { class: 'field' },
      el('label', { htmlFor: control.id }, label),
      control,
      ...more,
      error,
    ),
    control,
    check() {
      error.textContent = fault();
      control.ariaInvalid = String(error.textContent !== '');
      if (error.textContent) control.focus();
      return !error.textContent;
    },
  };
}

/**
 * @param {string} label
 * @param {string} kind with `!` if the value is required
 * @returns {Field}
 */
export function field(label, kind) {
  const [max, parse, wrong = ''] = KINDS[kind.replace('!', '')];
  const control = el(max > 256 && !wrong ? 'textarea' : 'input', { dir: 'auto', autocomplete: 'off' });
  const value = () => (control.value.trim() ? parse(control.value) : undefined);
  const fault = () => {
    const length = [...control.value].length;
    if (length > max) return t('fault.long', { length, max });
    if (value() === null) return t(wrong);
    return value() === undefined && kind.endsWith('!') ? t('fault.missing') : '';
  };
  return {
    ...labelled(label, control, fault),
    value,
    text: () => control.value,
    put: (text) => {
      control.value = text;
    },
  };
}

/**
 * Chooses when a favorite expires: never, after some days, or at a time.
 * @returns {Field}
 */
export function expiryField() {
  const at = el('input', { type: 'datetime-local', 'aria-label': t('expiry.at') });
  let time = '';
  /** @param {number} millis */
  const iso = (millis) => new Date(millis).toISOString().replace(/\.\d+/, '');
  /** @param {string} text */
  const show = (text) => {
    time = text;
    at.hidden = !text;
    const local = Date.parse(text) - new Date(text).getTimezoneOffset() * 60_000;
    at.value = text && iso(local).slice(0, 16);
  };
  const choice = select({}, [
    ['', t('expiry.never')],
    ...['1', '7', '30'].map((n) => /** @type {[string, string]} */ ([n, t('expiry.days', { n: +n })])),
    ['at', t('expiry.at')],
  ]);
  choice.oninput = () => show(choice.value && iso(Date.now() + (Number(choice.value) || 1) * 86_400_000));
  at.oninput = () => {
    time = at.value && iso(Date.parse(at.value));
    choice.value = 'at';
  };
  const fault = () => (choice.value && !(Date.parse(time) > Date.now()) ? t('fault.past') : '');
  return {
    ...labelled(t('expiry'), choice, fault, at),
    value: () => time || undefined,
    text: () => time,
    put: (text) => {
      choice.value = text && 'at';
      show(text);
    },
  };
}

/**
 * Asks before something that can't be undone.
 * @param {{title: string, text: string, action: string}} texts
 * @returns {Promise<boolean>}
 */
export function confirmDelete({ title, text, action }) {
  return new Promise((answer) => {
    const cancel = button(t('cancel'), () => dialog.close());
    const act = button(action, () => dialog.close('yes'), 'danger primary');
    const dialog = openDialog(title, el('p', {}, text), el('div', { class: 'dialog-actions' }, cancel, act));
    dialog.addEventListener('close', () => answer(dialog.returnValue === 'yes'));
    cancel.focus();
  });
}
