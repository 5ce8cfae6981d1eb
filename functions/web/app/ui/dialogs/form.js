import { ago } from '../../core/format.js';
import { recognize } from '../../core/url.js';
import { t } from '../../i18n/i18n.js';
import { create, draft, dropDraft, patch, saveDraft } from '../../state/commands.js';
import { library } from '../../state/library.js';
import { hrefOf } from '../../state/route.js';
import { bdi, button, el } from '../el.js';
import { announce, toast } from '../toast.js';
import { expiryField, field, form, openDialog } from './dialog.js';
import { idsOf, namesOf, tagField } from './tags.js';

/** The most messages in a chat record. */
const MOST_MESSAGES = 100;
/** The most drafts to keep. Each further draft drops the oldest one. */
const MOST_DRAFTS = 50;
const REMOTE = ['link', 'image', 'video', 'music', 'voice', 'file'];

/**
 * Parses lines such as `Ann: Hello` as messages. Other lines belong to the previous message.
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

/** @param {string} dataType @param {string} contentUrl */
function favoriteAt(dataType, contentUrl) {
  /** @type {Content} */
  let content = {};
  if (dataType === 'voice') content = { durationMillis: 0 };
  if (dataType === 'file') {
    const name = new URL(contentUrl).pathname.replace(/.*\//, '').replace(/[+&]/g, encodeURIComponent);
    const fileName = new URLSearchParams(`name=${name}`).get('name') || 'file';
    content = { fileName, size: 0, mediaType: 'application/octet-stream' };
  }
  const title = contentUrl.replace(/^https?:\/\/(www\.)?|\/$/g, '');
  return { dataType: /** @type {DataType} */ (dataType), title, contentUrl, content };
}

/**
 * Returns the ways to save a text, best first. Each choice has its favorites, with titles from the text.
 * @param {string} text @returns {Record<string, NewFavorite[]>}
 */
function choicesFor(text) {
  const found = recognize(text);
  const [title] = text.trim().split('\n');
  /** @type {NewFavorite[]} */
  const note = [{ dataType: 'note', title, content: { text } }];
  if (found.kind === 'links') return { links: found.urls.map((url) => favoriteAt('link', url)), note };
  if (found.kind === 'location') {
    const { kind, ...content } = found;
    const title = content.name ?? `${content.latitude}, ${content.longitude}`;
    return { location: [{ dataType: kind, title, content }], note };
  }
  if (found.kind !== 'note') {
    const types = [found.kind, ...REMOTE].map((type) => [type, [favoriteAt(type, found.url)]]);
    return { ...Object.fromEntries(types), note };
  }
  const messages = messagesIn(text);
  if (!messages.length || messages.length > MOST_MESSAGES) return { note };
  return { note, chatRecord: [{ dataType: 'chatRecord', title, content: { messages } }] };
}

/** Opens the add box. @param {{text?: string, url?: string, title?: string}} [given] */
export async function openAdd({ text = '', url = '', title = '' } = {}) {
  /** @type {Record<string, string>[]} */
  const drafts = (await draft('add')) ?? [];
  const isNew = Boolean(text || url);
  if (isNew) drafts.unshift({ text: url || text, title, description: url && text });
  drafts.splice(MOST_DRAFTS);
  const entry = drafts[0] ?? {};
  let stored = isNew && saveDraft('add', drafts);

  /** @type {Record<string, Field>} */
  const fields = {
    text: field(t('add.what'), 'note!'),
    title: field(t('field.title'), 'text'),
    description: field(t('field.description'), 'long'),
    tags: tagField(),
    expireTime: expiryField(),
  };
  const type = el('select', { 'aria-label': t('fact.type') });
  const kept = el('p', { class: 'hint' });
  let choices = choicesFor('');

  function recognizeText() {
    choices = choicesFor(fields.text.text());
    const options = Object.entries(choices).map(([value, { length: n }]) =>
      el('option', { value }, t(n > 1 ? 'add.links' : `type.${value}`, { n })),
    );
    type.replaceChildren(...options);
    type.hidden = options.length === 1;
    const [[first]] = Object.values(choices);
    fields.title.control.setAttribute('placeholder', first.title);
    kept.replaceChildren();
    if (first.contentUrl && !choices.links) findKept(first.contentUrl);
  }

  /** Shows if a favorite already has the address. @param {string} url */
  async function findKept(url) {
    const asked = choices;
    const item = await library.keptWith(url);
    if (!item || asked !== choices) return;
    const href = hrefOf({ id: item.dataId });
    const open = el('a', { href, onclick: () => dialog.close() }, t('open'));
    kept.replaceChildren(t('add.known', { when: ago(item.clipTime) }), open);
    announce(String(kept.textContent));
  }

  /** @param {Event} event */
  function typed(event) {
    if (event.target === fields.text.control) {
      recognizeText();
      if (/** @type {InputEvent} */ (event).inputType === 'insertFromPaste') goOn();
    }
    const texts = Object.entries(fields).map(([key, { text }]) => [key, text()]);
    drafts[0] = { ...Object.fromEntries(texts), type: type.value };
    stored = saveDraft('add', drafts);
  }

  /** Moves the focus to the tags unless the text is a note, because nothing else is missing. */
  const goOn = () => Object.keys(choices)[0] !== 'note' && fields.tags.control.focus();

  async function save() {
    const values = Object.entries(fields).map(([key, { value }]) => [key, value()]);
    const { title, description, tags, expireTime } = Object.fromEntries(values);
    const tagIds = await idsOf(tags);
    const made = choices[type.value].map((one) => ({
      ...one,
      tagIds,
      expireTime,
      title: title ?? [...one.title].slice(0, 256).join(''),
      content: one.dataType === 'link' ? { description } : one.content,
    }));
    const results = await Promise.all(made.map(create));
    drafts.shift();
    await saveDraft('add', drafts);
    fields.text.put('');
    toast(t('add.saved', { n: made.length }), { undo: () => Promise.all(results.map(({ undo }) => undo())) });
  }

  for (const key in fields) fields[key].put(entry[key] ?? '');
  recognizeText();
  if (entry.type) type.value = entry.type;
  fields.description.element.hidden = !entry.description;
  const [what, ...others] = Object.values(fields).map(({ element }) => element);
  const content = form(t('save'), save, what, type, kept, ...others);
  content.addEventListener('input', typed);
  const dialog = openDialog(t('add'), content);
  dialog.addEventListener('close', async () => {
    if (!fields.text.text().trim()) return;
    await stored;
    toast(t('add.kept'));
  });
  if (isNew) goOn();
}

/**
 * The content fields that users can edit. Other fields, such as an image's size, stay unchanged.
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

/**
 * Returns a form that edits a favorite in place. The form keeps unsaved text as a draft, and applies changes
 * from elsewhere to fields that the user has not changed.
 * @param {Favorite} item @returns {HTMLElement}
 */
export function editFields(item) {
  const id = item.dataId;
  const inContent = CONTENT[item.dataType] ?? {};
  const isRemote = REMOTE.includes(item.dataType);
  let base = item;
  /** @type {Record<string, Field>} */
  const fields = {};
  const kinds = { title: 'text!', ...(isRemote && { contentUrl: 'url!' }), ...inContent };
  for (const [key, kind] of Object.entries(kinds)) fields[key] = field(t(`field.${key}`), kind);
  fields.tags = tagField();
  fields.expireTime = expiryField();
  if (isRemote) fields.thumbnailUrl = field(t('field.thumbnailUrl'), 'url');
  const keys = Object.keys(fields);

  /** @param {Favorite} from @param {string} key @returns {string} */
  const textIn = (from, key) => {
    if (key === 'tags') return namesOf(from.tagIds).join('\n');
    const members = /** @type {Record<string, any>} */ (key in inContent ? from.content : from);
    return String(members[key] ?? '').replace(/\r\n?/g, '\n');
  };
  const texts = () => {
    const all = keys.map((key) => [key, fields[key].text()]);
    return Object.fromEntries(all.filter(([key, text]) => text !== textIn(base, key)));
  };
  /** @param {Record<string, string>} [edited] */
  const show = (edited = {}) => {
    for (const key of keys) fields[key].put(edited[key] ?? textIn(base, key));
  };

  function typed() {
    const edited = texts();
    actions.hidden = !Object.keys(edited).length;
    return actions.hidden ? dropDraft(`edit:${id}`) : saveDraft(`edit:${id}`, { base, edited });
  }

  async function save() {
    /** @type {[string, any][]} */
    const values = Object.keys(texts()).map((key) => [key, fields[key].value()]);
    if (!values.length) return;
    /** @type {Record<string, any>} */
    const members = {};
    for (const [key, value] of values) {
      if (key === 'tags') members.tagIds = await idsOf(value);
      else {
        if (key in inContent) members.content = { ...base.content, ...members.content, [key]: value };
        else members[key] = value ?? null;
        // The field shows the saved text, such as the normal form of an address.
        fields[key].put(String(value ?? ''));
      }
    }
    const result = await patch(id, members);
    await follow();
    toast(t('edit.saved'), result);
  }

  function discard() {
    const old = texts();
    show();
    typed();
    const undo = () => {
      show({ ...texts(), ...old });
      typed();
    };
    toast(t('edit.discarded'), { undo });
  }

  /** Applies changes from elsewhere, and shows which fields were changed both here and elsewhere. */
  async function follow() {
    const theirs = await library.item(id);
    if (!theirs) return;
    for (const key of keys) {
      const [before, mine, now] = [textIn(base, key), fields[key].text(), textIn(theirs, key)];
      if (now === before || now === mine) continue;
      if (mine === before) fields[key].put(now);
      else if (key === 'tags') {
        const [was, own, other] = [before, mine, now].map((names) => names.split('\n'));
        const merged = [...new Set([...other, ...own])].filter(
          (name) => name && (own.includes(name) === was.includes(name) ? other : own).includes(name),
        );
        fields.tags.put(merged.join('\n'));
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
    const buttons = [
      button('button', take, t('edit.take')),
      button('button', () => notice.remove(), t('edit.leave')),
    ];
    const row = el('span', { class: 'row' }, ...buttons);
    const said = t('edit.elsewhere');
    /** @type {HTMLElement} */
    const notice = el('div', { class: 'notice stack' }, said, bdi(text || '–'), row);
    element.querySelector('.notice')?.remove();
    element.append(notice);
    announce(`${said} ${text}`);
  }

  const element = form(t('save'), save, ...keys.map((key) => fields[key].element));
  const actions = /** @type {HTMLElement} */ (element.lastElementChild);
  actions.prepend(button('button', discard, t('edit.discard')));
  actions.classList.add('edit-actions');
  actions.hidden = true;
  element.addEventListener('input', typed);
  show();
  draft(`edit:${id}`).then((kept) => {
    if (!kept) return;
    base = kept.base;
    show(kept.edited);
    follow();
  });
  library.addEventListener('changed', function listen(event) {
    const { detail } = /** @type {CustomEvent<string[]>} */ (event);
    if (!element.isConnected) library.removeEventListener('changed', listen);
    else if (detail.includes(id)) follow();
  });
  return element;
}
