import { recognize } from '../../core/recognize.js';
import { t } from '../../i18n/i18n.js';
import { create, draft, dropDraft, saveDraft } from '../../state/commands.js';
import { el } from '../el.js';
import { toast } from '../toast.js';
import { expiryField, field, form, labelled, openDialog } from './dialog.js';
import { idsOf, tagField } from './tags.js';

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
