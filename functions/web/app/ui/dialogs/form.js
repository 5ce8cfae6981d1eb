import { recognize } from '../../core/url.js';
import { t } from '../../i18n/i18n.js';
import { create, draft, dropDraft, patch, saveDraft } from '../../state/commands.js';
import { library } from '../../state/library.js';
import { bdi, el } from '../el.js';
import { announce, toast } from '../toast.js';
import { button, expiryField, field, form, labelled, openDialog } from './dialog.js';
import { idsOf, namesOf, tagField } from './tags.js';

/** @typedef {ReturnType<typeof recognize>} Found */

/** The most characters of a note. */
const LONGEST = 20_000;
const REMOTE = ['link', 'image', 'video', 'music', 'voice', 'file'];

/**
 * Reads lines such as `Ann: Hello` as messages. Other lines belong to the message before.
 * @param {string} text
 */
function messagesIn(text) {
  /** @type {Message[]} */
  const messages = [];
  for (const line of text.trim().split('\n')) {
    const [, sender, words] = /^([^:：]{1,64})[:：]\s*(\S.*)/.exec(line) ?? [];
    const last = messages.at(-1);
    if (sender) messages.push({ sender, text: words });
    else if (!last) break;
    else last.text += `\n${line}`;
  }
  return messages;
}

/**
 * Returns what a text may be kept as, the best first.
 * @param {Found} found
 */
function choicesFor(found) {
  const { kind } = found;
  if (kind === 'note') return messagesIn(found.text).length ? [kind, 'chatRecord'] : [kind];
  return REMOTE.includes(kind) ? [kind, ...REMOTE.filter((type) => type !== kind), 'note'] : [kind, 'note'];
}

/** @param {string} url */
function fileAt(url) {
  let fileName = new URL(url).pathname.split('/').pop() || 'file';
  try {
    fileName = decodeURIComponent(fileName);
  } catch {
    // It stays as it is in the address.
  }
  return { fileName, size: 0, mediaType: 'application/octet-stream' };
}

/**
 * Returns the favorites that a text stands for, with titles made from it.
 * @param {string} text
 * @param {Found} found
 * @param {string} type
 * @returns {NewFavorite[]}
 */
function favoritesOf(text, found, type) {
  const [title] = text.trim().split('\n');
  if (type === 'chatRecord') return [{ dataType: type, title, content: { messages: messagesIn(text) } }];
  if (type === 'note' || found.kind === 'note') return [{ dataType: 'note', title, content: { text } }];
  if (found.kind === 'location') {
    const { kind, ...content } = found;
    return [{ dataType: kind, title: content.name ?? `${content.latitude}, ${content.longitude}`, content }];
  }
  const dataType = /** @type {DataType} */ (type === 'links' ? 'link' : type);
  return (found.kind === 'links' ? found.urls : [found.url]).map((contentUrl) => ({
    dataType,
    title: contentUrl.replace(/^https?:\/\/(www\.)?|\/$/g, ''),
    contentUrl,
    content: dataType === 'file' ? fileAt(contentUrl) : dataType === 'voice' ? { durationMillis: 0 } : {},
  }));
}

/**
 * Opens the box that keeps something. What is in it stays as a draft until it is saved.
 * @param {{text?: string, url?: string, title?: string}} [given]
 */
export async function openAdd({ text = '', url = '', title = '' } = {}) {
  /** @type {Record<string, string>[]} */
  const drafts = (await draft('add')) ?? [];
  const isNew = Boolean(text || url);
  if (isNew) drafts.unshift({ text: url || text, title, description: url && text });
  const entry = drafts[0] ?? {};

  const box = el('textarea', { dir: 'auto', rows: 2 });
  const what = labelled(t('add.what'), box, () => {
    const length = [...box.value].length;
    if (length > LONGEST) return t('fault.long', { length, max: LONGEST });
    return box.value.trim() ? '' : t('fault.missing');
  });
  const type = el('select', { 'aria-label': t('add.type') });
  /** @type {Record<string, Field>} */
  const fields = {
    title: field(t('field.title'), 'text'),
    description: field(t('field.description'), 'long'),
    tags: tagField(),
    expireTime: expiryField(),
  };
  let found = recognize('');

  function recognizeText() {
    found = recognize(box.value);
    const choices = choicesFor(found);
    const n = found.kind === 'links' ? found.urls.length : 1;
    const name = (/** @type {string} */ choice) =>
      t(choice === 'links' ? 'add.links' : `type.${choice}`, { n });
    type.replaceChildren(...choices.map((value) => el('option', { value }, name(value))));
    type.hidden = choices.length === 1;
    const [first] = box.value.trim() ? favoritesOf(box.value, found, choices[0]) : [];
    fields.title.control.setAttribute('placeholder', first?.title ?? '');
  }

  /** @param {Event} event */
  function typed(event) {
    if (event.target === box) {
      recognizeText();
      if (/** @type {InputEvent} */ (event).inputType === 'insertFromPaste' && found.kind !== 'note')
        fields.tags.control.focus();
    }
    const texts = Object.entries(fields).map(([key, { text }]) => [key, text()]);
    drafts[0] = { ...Object.fromEntries(texts), text: box.value, type: type.value };
    saveDraft('add', drafts);
  }

  async function save() {
    const checked = [what, ...Object.values(fields)].toReversed();
    if (!checked.reduce((good, one) => one.check() && good, true)) return;
    const { title, description, tags, expireTime } = fields;
    const common = { tagIds: await idsOf(tags.value()), expireTime: expireTime.value() };
    const made = favoritesOf(box.value, found, type.value).map((one) => ({
      ...one,
      ...common,
      title: title.value() ?? [...one.title].slice(0, 256).join(''),
      content: one.dataType === 'link' ? { description: description.value() } : one.content,
    }));
    const results = await Promise.all(made.map(create));
    drafts.shift();
    await (drafts.length ? saveDraft('add', drafts) : dropDraft('add'));
    dialog.close('saved');
    toast(t('add.saved', { n: made.length }), { undo: () => Promise.all(results.map(({ undo }) => undo())) });
  }

  box.value = entry.text ?? '';
  for (const key in fields) fields[key].put(entry[key] ?? '');
  recognizeText();
  if (entry.type) type.value = entry.type;
  fields.description.element.hidden = !entry.description;
  if (isNew) saveDraft('add', drafts);
  const content = form(
    t('save'),
    save,
    what.element,
    type,
    ...Object.values(fields).map(({ element }) => element),
  );
  content.addEventListener('input', typed);
  const dialog = openDialog(t('add.heading'), content);
  dialog.addEventListener('close', () => {
    if (dialog.returnValue !== 'saved' && box.value.trim()) toast(t('add.kept'));
  });
  (isNew && found.kind !== 'note' ? fields.tags.control : box).focus();
}

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
