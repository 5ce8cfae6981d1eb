import { fold } from '../../core/fold.js';
import { compareNames, number } from '../../core/format.js';
import { nameKey, renamed, restBelow } from '../../core/query.js';
import { t } from '../../i18n/i18n.js';
import { createTag, deleteTag, moveTags, setTags } from '../../state/commands.js';
import { library } from '../../state/library.js';
import { hrefOf } from '../../state/route.js';
import { bdi, button, el, iconButton } from '../el.js';
import { announce, toast } from '../toast.js';
import { attempt, confirmDelete, field, form, openDialog } from './dialog.js';

/** The most tags in the suggestions and on the tag page. */
const [SUGGESTED, SHOWN] = [7, 200];
/** The most tags that are renamed with the tag above them, and how many of their names the dialog shows. */
const [BELOW, NAMED] = [300, 3];
let made = 0;

/** @param {string} name */
function tagNamed(name) {
  const key = nameKey(name);
  return [...library.tags.values()].find(({ tagName }) => nameKey(tagName) === key);
}

/** @param {string[]} ids */
export const namesOf = (ids) => ids.flatMap((id) => library.tags.get(id)?.tagName ?? []);

/** @param {{ tagId: string }} tag */
const countOf = ({ tagId }) => library.counts.byTag[tagId] ?? 0;

/** @param {Tag} tag */
const counted = (tag) => el('span', { class: 'muted' }, number(countOf(tag)));

/**
 * Returns the ids of tags by name, and creates missing tags.
 * @param {string[]} names
 */
export async function idsOf(names) {
  const ids = [];
  for (const name of names) ids.push((tagNamed(name) ?? (await createTag(name))).tagId);
  return ids;
}

/**
 * Changes the tags of favorites by the difference between two lists of names.
 * @param {string[]} ids
 * @param {string[]} before
 * @param {string[]} after
 */
export async function changeTags(ids, before, after) {
  const add = await idsOf(after.filter((name) => !before.includes(name)));
  const remove = await idsOf(before.filter((name) => !after.includes(name)));
  return setTags(ids, { add, remove });
}

/**
 * Returns the tags whose names contain a text: first those that begin with the text, then the most used ones.
 * @param {string} text
 */
function matching(text) {
  const wanted = fold(text);
  /** @param {{name: string}} tag */
  const rank = ({ name }) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
  return [...library.tags.values()]
    .map((tag) => ({ tag, name: fold(tag.tagName) }))
    .filter(({ name }) => name.includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || countOf(b.tag) - countOf(a.tag) || compareNames(a.name, b.name))
    .map(({ tag }) => tag);
}

/**
 * Returns a field that edits a list of tag names. The field's text has one name per line.
 * @returns {Field}
 */
export function tagField(label = t('tags')) {
  /** @type {string[]} */
  let names = [];
  /** @type {Element | null} */
  let marked = null;
  const id = `tags-${++made}`;
  const chips = el('span', { class: 'row' });
  const list = el('ul', { id, role: 'listbox', 'aria-label': label, class: 'menu' });
  const input = el('input', {
    id: `${id}-input`,
    role: 'combobox',
    autocomplete: 'off',
    dir: 'auto',
    placeholder: t('tags.add'),
    'aria-controls': id,
    oninput: suggest,
    onclick: suggest,
    onkeydown: press,
  });
  const typed = () => input.value.trim().replace(/^#+\s*/, '');

  /** @param {string[]} shown */
  function show(shown) {
    names = shown;
    input.value = '';
    close();
    const elements = names.map((name) => {
      const remove = () => {
        change(names.filter((other) => other !== name));
        input.focus();
      };
      return el(
        'span',
        { class: 'chip' },
        bdi(name),
        iconButton('close', t('tags.remove', { name }), remove),
      );
    });
    chips.replaceChildren(...elements);
  }

  /** @param {string[]} changed */
  function change(changed) {
    show(changed);
    announce(names.join(', '));
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** @param {string} text */
  function add(text) {
    const name = tagNamed(text)?.tagName ?? text;
    const isThere = names.some((other) => nameKey(other) === nameKey(name));
    if (name && !isThere) change([...names, name]);
    else show(names);
  }

  function close() {
    marked = null;
    list.replaceChildren();
    list.hidden = true;
    input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
    chips.lastElementChild?.removeAttribute('aria-current');
  }

  /** @param {string} name @param {...Node} content */
  function option(name, ...content) {
    const onclick = () => {
      add(name);
      input.focus();
    };
    const props = { id: `${id}-${list.childElementCount}`, role: 'option', 'data-name': name, onclick };
    list.append(el('li', props, ...content));
  }

  function suggest() {
    close();
    const text = typed();
    const found = matching(text).filter(({ tagName }) => !names.includes(tagName));
    for (const tag of found.slice(0, SUGGESTED))
      option(tag.tagName, el('span', { class: 'grow' }, bdi(tag.tagName)), counted(tag));
    if (text && !tagNamed(text)) option(text, bdi(t('tags.new', { name: text })));
    list.hidden = !list.childElementCount;
    input.ariaExpanded = String(!list.hidden);
    if (text) mark(list.firstElementChild);
  }

  /** @param {Element | null} option */
  function mark(option) {
    if (!option) return;
    if (marked) marked.ariaSelected = 'false';
    marked = option;
    option.ariaSelected = 'true';
    option.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option.id);
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const { key } = event;
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return;
    const name = marked?.getAttribute('data-name');
    const last = chips.lastElementChild;
    if (key === 'ArrowDown' && list.hidden) suggest();
    else if (key === 'ArrowDown') mark(marked?.nextElementSibling ?? list.firstElementChild);
    else if (key === 'ArrowUp') mark(marked?.previousElementSibling ?? list.lastElementChild);
    else if (name && (key === 'Enter' || (key === 'Tab' && typed()))) add(name);
    else if (typed() && ',，'.includes(key)) add(typed());
    else if (key === 'Escape' && !list.hidden) close();
    else if (key === 'Backspace' && !input.value && last) {
      if (last.ariaCurrent) change(names.slice(0, -1));
      else last.ariaCurrent = 'true';
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const box = el('div', { class: 'tag-box row' }, chips, input);
  const element = el('div', { class: 'field' }, el('label', { htmlFor: input.id }, label), box, list);
  close();
  return {
    element,
    control: input,
    value() {
      if (typed()) add(typed());
      return names;
    },
    // The text includes an unfinished name, so that drafts keep it.
    text: () => [...names, typed()].filter(Boolean).join('\n'),
    put: (text) => show(text ? text.split('\n') : []),
  };
}

/**
 * Opens a dialog that edits one favorite's tags, or adds tags to several favorites or removes them.
 * @param {string[]} ids
 * @param {number} n the number of favorites
 * @param {(before: string[], after: string[]) => unknown} apply
 */
export async function openTagEditor(
  ids,
  n = ids.length,
  apply = async (before, after) => toast(t('tags.saved'), await changeTags(ids, before, after)),
) {
  const item = ids.length === 1 ? await library.item(ids[0]) : undefined;
  const before = namesOf(item?.tagIds ?? []);
  const tags = tagField();
  tags.put(before.join('\n'));
  const save = () => {
    attempt(() => apply(before, tags.value()));
  };
  const remove = () => {
    dialog.close();
    attempt(() => apply(tags.value().filter(tagNamed), []));
  };
  const content = form(t(n === 1 ? 'save' : 'tags.addTo', { n }), save, tags.element);
  if (n > 1) content.lastElementChild?.prepend(button('button', remove, t('tags.removeFrom', { n })));
  const dialog = openDialog(t('tags'), content);
}

/** Returns the first names of tags. @param {Tag[]} tags */
function someNames(tags) {
  const names = tags.map(({ tagName }) => tagName).sort(compareNames);
  return names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
}

/**
 * Opens a dialog that renames a tag, or merges it into the tag with the new name, alone or with the tags
 * below it.
 * @param {Tag} tag
 */
function rename(tag) {
  const name = field(t('tagPage.name'), 'tag!');
  const options = matching('').map(({ tagName }) => el('option', { value: tagName }));
  const names = el('datalist', { id: 'tag-names' }, ...options.slice(0, SHOWN));
  const hint = el('p', { class: 'hint' });
  name.control.setAttribute('list', names.id);
  const below = [...library.tags.values()].filter(({ tagName }) => restBelow(tagName, tag.tagName));
  const n = below.length;
  const also = el('input', { type: 'checkbox', disabled: n > BELOW });
  const key = n > BELOW ? 'tagPage.tooMany' : 'tagPage.below';
  const text = t(key, { n, max: BELOW, names: someNames(below) });
  const offer = n ? [el('label', { class: 'row' }, also, bdi(text))] : [];
  const moves = () => {
    const known = new Map([...library.tags.values()].map((one) => [nameKey(one.tagName), one]));
    const all = renamed(also.checked ? [tag, ...below] : [tag], tag.tagName, name.text());
    for (const [one] of all) known.delete(nameKey(one.tagName));
    return all.map(([{ tagId }, name]) => ({ tagId, name, into: known.get(nameKey(name))?.tagId }));
  };
  const save = async () => {
    name.value();
    const all = moves();
    for (const { name: given } of all) name.value(given);
    toast(t('edit.saved'), await moveTags(all));
  };
  const content = form(t('save'), save, name.element, names, ...offer, hint);
  content.addEventListener('input', () => {
    const merged = moves().filter(({ into }) => into);
    const into = merged.flatMap(({ into }) => library.tags.get(into ?? '') ?? []);
    const n = merged.reduce((sum, { tagId }) => sum + countOf({ tagId }), 0);
    hint.textContent = into.length ? t('tagPage.merges', { names: someNames(into), n }) : '';
    announce(hint.textContent);
  });
  name.put(tag.tagName);
  openDialog(t('tagPage.rename', { name: tag.tagName }), content);
}

/** @param {Tag} tag */
async function discard(tag) {
  const title = t('tagPage.delete', { name: tag.tagName });
  const text = t('tagPage.deleteText', { n: countOf(tag) });
  if (await confirmDelete({ title, text, action: t('delete') })) await attempt(() => deleteTag(tag.tagId));
}

/** @param {Tag} tag */
function row(tag) {
  const { tagId, tagName: name } = tag;
  const href = hrefOf({ place: { tag: tagId, under: false } });
  return el(
    'li',
    { class: 'row' },
    el('a', { class: 'grow', href }, bdi(name)),
    counted(tag),
    iconButton('edit', t('tagPage.rename', { name }), () => rename(tag), { id: `edit-${tagId}` }),
    iconButton('trash', t('tagPage.delete', { name }), () => discard(tag), { id: `delete-${tagId}` }),
  );
}

/**
 * Returns the page to find, rename, merge and delete tags.
 * @returns {HTMLElement}
 */
export function tagPage() {
  const label = t('sidebar.filter');
  const props = { type: 'search', dir: 'auto', placeholder: label, 'aria-label': label, oninput: paint };
  const filter = el('input', props);
  const list = el('ul', { class: 'tag-list' });
  const note = el('p', { class: 'hint' });
  const page = el('section', { class: 'page stack' }, el('h1', {}, t('tags')), filter, note, list);

  function paint() {
    const found = matching(filter.value).sort((a, b) => compareNames(a.tagName, b.tagName));
    const focused = document.activeElement;
    list.replaceChildren(...found.slice(0, SHOWN).map(row));
    // Replacing the rows must not move the focus.
    if (focused && !focused.isConnected) (document.getElementById(focused.id) ?? filter).focus();
    const n = found.length - SHOWN;
    note.textContent = '';
    if (n > 0) note.textContent = t('sidebar.more', { n });
    if (!found.length) note.textContent = t(filter.value ? 'sidebar.noMatch' : 'sidebar.noTags');
  }

  library.addEventListener('tags', function listen() {
    if (page.isConnected) paint();
    else library.removeEventListener('tags', listen);
  });
  paint();
  return page;
}
