import { t } from '../../i18n/i18n.js';
import { el } from '../el.js';
import { button, openDialog } from './dialog.js';

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
