import { t } from '../../i18n/i18n.js';
import { draft, dropDraft, patch, saveDraft } from '../../state/commands.js';
import { library } from '../../state/library.js';
import { bdi, el } from '../el.js';
import { announce } from '../live.js';
import { toast } from '../toast.js';
import { button, expiryField, field, form } from './dialog.js';
import { idsOf, namesOf, tagField } from './tags.js';

/**
 * The members of each content that users write. Others, such as the size of an image, stay as they are.
 * @type {Partial<Record<DataType, Record<string, string>>>}
 */
const CONTENT = {
  link: { description: 'long' },
  note: { text: 'note!' },
  music: { artist: 'text', album: 'text' },
  voice: { transcript: 'long' },
  file: { fileName: 'text!' },
  location: { name: 'text', address: 'text', latitude: 'latitude!', longitude: 'longitude!' },
};
const LOCAL = ['note', 'chatRecord', 'location'];

/**
 * Returns the form that edits a favorite in its place. What is typed stays as a draft until it is saved.
 * Changes from elsewhere go into the fields that the user has not changed.
 * @param {Favorite} item
 * @returns {HTMLElement}
 */
export function editFields(item) {
  const id = item.dataId;
  const kinds = CONTENT[item.dataType] ?? {};
  let base = item;
  /** @type {Record<string, Field>} */
  const fields = { title: field(t('field.title'), 'text!') };
  if (!LOCAL.includes(item.dataType)) fields.contentUrl = field(t('field.contentUrl'), 'url!');
  for (const key in kinds) fields[key] = field(t(`field.${key}`), kinds[key]);
  fields.tags = tagField();
  fields.expireTime = expiryField();
  if (!LOCAL.includes(item.dataType)) fields.thumbnailUrl = field(t('field.thumbnailUrl'), 'url');
  const keys = Object.keys(fields);

  /** @param {Favorite} from @param {string} key @returns {string} */
  const textIn = (from, key) => {
    if (key === 'tags') return namesOf(from.tagIds).join('\n');
    const members = /** @type {Record<string, any>} */ (key in kinds ? from.content : from);
    return String(members[key] ?? '').replace(/\r\n?/g, '\n');
  };
  /** @param {string} key */
  const changed = (key) => fields[key].text() !== textIn(base, key);
  const texts = () => Object.fromEntries(keys.filter(changed).map((key) => [key, fields[key].text()]));

  function typed() {
    const edited = texts();
    actions.hidden = !Object.keys(edited).length;
    return actions.hidden ? dropDraft(`edit:${id}`) : saveDraft(`edit:${id}`, { base, edited });
  }

  async function save() {
    if (!keys.toReversed().reduce((good, key) => fields[key].check() && good, true)) return;
    if (actions.hidden) return;
    /** @type {Record<string, any>} */
    const members = {};
    for (const key of keys.filter(changed)) {
      const value = fields[key].value();
      if (key === 'tags') members.tagIds = await idsOf(value);
      else {
        if (key in kinds) members.content = { ...base.content, ...members.content, [key]: value };
        else members[key] = value ?? null;
        // The text becomes the one that is saved, such as the normal form of an address.
        fields[key].put(String(value ?? ''));
      }
    }
    const result = await patch(id, members);
    await follow();
    toast(t('edit.saved'), result);
  }

  function discard() {
    const old = texts();
    const show = (/** @type {(key: string) => string} */ text) => {
      for (const key in old) fields[key].put(text(key));
      typed();
    };
    show((key) => textIn(base, key));
    toast(t('edit.discarded'), { undo: () => show((key) => old[key]) });
  }

  /** Takes in what has changed elsewhere, and shows what has changed both here and there. */
  async function follow() {
    const theirs = await library.item(id);
    if (!theirs) return;
    for (const key of keys) {
      const [before, now] = [textIn(base, key), textIn(theirs, key)];
      const mine = fields[key].text();
      if (now === before || now === mine) continue;
      if (mine === before) fields[key].put(now);
      else if (key === 'tags') {
        const [was, own] = [before, mine].map((names) => names.split('\n'));
        const kept = now.split('\n').filter((name) => own.includes(name) || !was.includes(name));
        fields.tags.put([...new Set([...kept, ...own.filter((name) => !was.includes(name))])].join('\n'));
      } else offer(key, now);
    }
    base = theirs;
    await typed();
  }

  /** @param {string} key @param {string} text */
  function offer(key, text) {
    const { element, put } = fields[key];
    const take = () => {
      put(text);
      notice.remove();
      typed();
    };
    /** @type {HTMLElement} */
    const notice = el(
      'div',
      { class: 'notice stack' },
      t('edit.elsewhere'),
      bdi(text || '–'),
      el(
        'span',
        { class: 'row' },
        button(t('edit.take'), take),
        button(t('edit.leave'), () => notice.remove()),
      ),
    );
    element.querySelector('.notice')?.remove();
    element.append(notice);
    announce(`${t('edit.elsewhere')} ${text}`);
  }

  const element = form(t('save'), save, ...keys.map((key) => fields[key].element));
  const actions = /** @type {HTMLElement} */ (element.lastElementChild);
  actions.prepend(el('span', { class: 'hint grow' }, t('edit.unsaved')), button(t('edit.discard'), discard));
  actions.classList.add('edit-actions');
  actions.hidden = true;
  element.addEventListener('input', typed);
  for (const key of keys) fields[key].put(textIn(item, key));
  draft(`edit:${id}`).then((kept) => {
    if (!kept) return;
    base = kept.base;
    for (const key of keys) fields[key].put(kept.edited[key] ?? textIn(base, key));
    follow();
  });
  library.addEventListener('changed', function listen(event) {
    const ids = /** @type {CustomEvent<string[] | null>} */ (event).detail;
    if (!element.isConnected) library.removeEventListener('changed', listen);
    else if (!ids || ids.includes(id)) follow();
  });
  return element;
}
