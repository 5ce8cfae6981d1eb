import { t } from '../../i18n/i18n.js';
import { route } from '../../state/route.js';
import { conflicts, discard, refusals, resolve, retry } from '../../state/sync.js';
import { bdi, el } from '../el.js';
import { button, confirmDelete, failure, form, openDialog } from './dialog.js';

/** The texts of which both versions can be kept, one after the other. */
const JOINED = ['content.description', 'content.text', 'content.transcript'];
let made = 0;

/** @param {Conflict} conflict */
function choice({ member, mine, theirs }) {
  const name = `conflict-${++made}`;
  const sides = {
    mine,
    theirs,
    ...(JOINED.includes(member) && { both: `${mine ?? ''}\n\n${theirs ?? ''}` }),
  };
  const options = Object.entries(sides).map(([side, value], i) => {
    const input = el('input', { type: 'radio', name, checked: i === 0 });
    const text = side === 'both' ? '' : bdi(String(value ?? '–'));
    const label = el(
      'label',
      { class: 'side' },
      input,
      el('span', {}, el('strong', {}, t(`conflict.${side}`)), text),
    );
    return { input, value, label };
  });
  const legend = el('legend', {}, t(`field.${member.split('.').pop()}`));
  return {
    element: el('fieldset', { class: 'sides' }, legend, ...options.map(({ label }) => label)),
    member,
    value: () => options.find(({ input }) => input.checked)?.value ?? null,
  };
}

/**
 * Shows the texts that were changed both here and elsewhere, side by side, and lets the user choose.
 */
export async function openConflicts() {
  const found = (await conflicts()).map(({ seq, item, conflicts = [] }) => ({
    seq,
    title: el('h3', {}, bdi(item?.title ?? '')),
    choices: conflicts.map(choice),
  }));
  const apply = async () => {
    for (const { seq, choices } of found) {
      await resolve(seq, Object.fromEntries(choices.map(({ member, value }) => [member, value()])));
    }
    dialog.close();
  };
  const parts = found.flatMap(({ title, choices }) => [title, ...choices.map(({ element }) => element)]);
  const about = el('p', { class: 'hint' }, t('conflict.about'));
  const dialog = openDialog(
    t('status.conflicts', { n: found.length }),
    form(t('save'), apply, about, ...parts),
  );
}

/**
 * Shows the changes that the service refuses, each with the reason and what can be done.
 */
export async function openRefused() {
  const found = await refusals();
  const rows = found.map(({ seq, item, tag, refusal }) => {
    const title = item?.title ?? tag?.tagName ?? '';
    const edit = () => {
      dialog.close();
      route.go(item ? { place: 'all', q: '', id: item.dataId } : '#/tags');
    };
    const drop = async () => {
      const texts = {
        title: t('refused.discard', { title }),
        text: t('purge.text'),
        action: t('edit.discard'),
      };
      if (await confirmDelete(texts)) end(discard);
    };
    /** @param {(seq: number) => unknown} act */
    const end = async (act) => {
      await act(seq);
      row.remove();
      if (!list.childElementCount) dialog.close();
    };
    const row = el(
      'li',
      { class: 'stack' },
      el('strong', {}, bdi(title)),
      el('p', { class: 'error' }, failure(refusal)),
      el(
        'div',
        { class: 'row' },
        button(t('retry'), () => end(retry)),
        button(t('edit'), edit),
        button(t('edit.discard'), drop, 'danger'),
      ),
    );
    return row;
  });
  const list = el('ul', { class: 'stack' }, ...rows);
  const dialog = openDialog(t('status.refused', { n: found.length }), list);
}
