import { safeHref } from '../../core/url.js';
import { t } from '../../i18n/i18n.js';
import { texts } from '../../i18n/texts.js';
import { bdi, button, el, iconButton } from '../el.js';
import { toast } from '../toast.js';

/** @param {[value: string, text: string][]} options */
export const select = (...options) =>
  el('select', {}, ...options.map(([value, text]) => el('option', { value }, text)));

/**
 * Opens a dialog. When the dialog closes, it leaves the page and the focus returns to where it was.
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
  /** @type {HTMLElement | null} */ (dialog.querySelector('input, textarea, select'))?.focus();
  return dialog;
}

/**
 * Returns a form that runs `act`. The form shows an error if `act` fails, and otherwise closes its dialog.
 * @param {string} text the button's text
 * @param {() => unknown} act
 * @param {...Node} content
 */
export function form(text, act, ...content) {
  const error = el('p', { class: 'error', role: 'alert' });
  const go = el('button', { class: 'button primary' }, text);
  const actions = el('div', { class: 'dialog-actions' }, go);
  const element = el('form', { class: 'stack' }, ...content, error, actions);
  element.onsubmit = async (event) => {
    event.preventDefault();
    if (go.disabled) return;
    error.textContent = '';
    element.querySelector('[aria-invalid]')?.removeAttribute('aria-invalid');
    go.disabled = true;
    try {
      await act();
      element.closest('dialog')?.close();
    } catch (/** @type {any} */ problem) {
      const { control, fault = failure(problem) } = problem;
      if (control) {
        control.after(error);
        control.ariaInvalid = 'true';
        control.focus();
      } else actions.before(error);
      error.textContent = fault;
    }
    go.disabled = false;
  };
  element.onkeydown = ({ key, ctrlKey, metaKey }) => {
    if (key === 'Enter' && (ctrlKey || metaKey)) element.requestSubmit();
  };
  return element;
}

/**
 * Returns a message with the error, what to do next, and the request's id.
 * @param {any} error
 * @returns {string}
 */
export function failure({ code, problem, requestId, message }) {
  const text = problem?.errors?.[0]?.detail ?? problem?.detail ?? message;
  const key = texts[`fault.${code}`] ? code : problem ? 'refused' : 'app';
  return t(`fault.${key}`, { text }) + (requestId ? t('fault.request', { id: requestId }) : '');
}

/**
 * Runs an action outside a form and shows any error in a toast.
 * @param {() => unknown} act
 */
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    toast(failure(error));
  }
}

/** @param {number} most */
const degrees = (most) => (/** @type {string} */ text) => (Math.abs(+text) <= most ? +text : null);

/**
 * For each kind of field, the maximum length, the parser, and the key of the error message.
 * @type {Record<string, [number, ((text: string) => any)?, string?]>}
 */
const KINDS = {
  text: [256],
  tag: [128],
  long: [4000],
  note: [20000],
  url: [2048, (text) => safeHref(/^https?:/i.test(text) ? text : `https://${text}`), 'fault.url'],
  latitude: [64, degrees(90), 'fault.degrees'],
  longitude: [64, degrees(180), 'fault.degrees'],
};

let made = 0;

/**
 * @param {string} label
 * @param {HTMLElement} control
 * @param {...Node} more
 */
export function labelled(label, control, ...more) {
  control.id = `field-${++made}`;
  return el('div', { class: 'field' }, el('label', { htmlFor: control.id }, label), control, ...more);
}

/**
 * Throws a fault that the form shows at the control.
 * @param {HTMLElement} control
 * @param {string} fault
 * @returns {never}
 */
function refuse(control, fault) {
  throw { control, fault };
}

/**
 * @param {string} label
 * @param {string} kind a key of `KINDS`, with `!` if the value is required
 * @returns {Field}
 */
export function field(label, kind) {
  const [max, parse = (/** @type {string} */ text) => text, wrong = ''] = KINDS[kind.replace('!', '')];
  const isLong = max > 256 && !wrong;
  const control = el(isLong ? 'textarea' : 'input', { dir: 'auto', autocomplete: 'off' });
  const text = () => (isLong ? control.value : control.value.trim());
  return {
    element: labelled(label, control),
    control,
    text,
    value(given = text()) {
      const { length } = [...given];
      if (length > max) refuse(control, t('fault.long', { length, max }));
      const value = given.trim() ? parse(given) : undefined;
      if (value === null) refuse(control, t(wrong));
      if (value === undefined && kind.endsWith('!')) refuse(control, t('fault.missing'));
      return value;
    },
    put: (text) => {
      control.value = text;
    },
  };
}

/**
 * Returns a field for when a favorite expires: never, after some days, or at a given time.
 * @returns {Field}
 */
export function expiryField() {
  const at = el('input', { type: 'datetime-local', 'aria-label': t('expiry.at') });
  let time = '';
  /** @param {number} millis */
  const iso = (millis) => new Date(millis).toISOString();
  /** @param {string} text */
  const show = (text) => {
    time = text;
    at.hidden = !text;
    const local = Date.parse(text) - new Date(text).getTimezoneOffset() * 60_000;
    at.value = text && iso(local).slice(0, 16);
  };
  const choice = select(
    ['', t('expiry.never')],
    ...['1', '7', '30'].map((n) => /** @type {[string, string]} */ ([n, t('expiry.days', { n: +n })])),
    ['at', t('expiry.at')],
  );
  choice.oninput = () => show(choice.value && iso(Date.now() + (Number(choice.value) || 1) * 86_400_000));
  at.oninput = () => {
    time = at.value && iso(Date.parse(at.value));
    choice.value = 'at';
  };
  return {
    element: labelled(t('expiry'), choice, at),
    control: choice,
    value() {
      if (choice.value && !(Date.parse(time) > Date.now())) refuse(choice, t('fault.past'));
      return time || undefined;
    },
    text: () => time,
    put: (text) => {
      choice.value = text && 'at';
      show(text);
    },
  };
}

/**
 * Asks for confirmation before an action that can't be undone.
 * @param {{title: string, text: string, action: string, cancel?: string}} texts
 * @param {...Node} more other buttons
 * @returns {Promise<boolean>}
 */
export function confirmDelete({ title, text, action, cancel = t('cancel') }, ...more) {
  return new Promise((answer) => {
    const leave = button('button', () => dialog.close(), cancel);
    const act = button('button danger primary', () => dialog.close('yes'), action);
    const actions = el('div', { class: 'dialog-actions' }, leave, ...more, act);
    const dialog = openDialog(title, el('p', {}, text), actions);
    dialog.addEventListener('close', () => answer(dialog.returnValue === 'yes'));
    leave.focus();
  });
}

/**
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
export function download(name, type, text) {
  const href = URL.createObjectURL(new Blob([text], { type }));
  el('a', { href, download: name }).click();
}
