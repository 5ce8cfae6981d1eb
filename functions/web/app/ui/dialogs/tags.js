import { fold } from '../../core/fold.js';
import { compareNames, number } from '../../core/format.js';
import { t } from '../../i18n/i18n.js';
import { createTag, deleteTag, mergeTags, renameTag, setTags } from '../../state/commands.js';
import { library } from '../../state/library.js';
import { hrefOf } from '../../state/route.js';
import { bdi, el, iconButton } from '../el.js';
import { announce, toast } from '../toast.js';
import { attempt, button, confirmDelete, field, form, openDialog } from './dialog.js';

const MOST_OPTIONS = 7;
let made = 0;

/** @param {string} name */
export const tagNamed = (name) =>
  [...library.tags.values()].find((tag) => tag.tagName.toLowerCase() === name.toLowerCase());

/** @param {string[]} ids */
export const namesOf = (ids) => ids.flatMap((id) => library.tags.get(id)?.tagName ?? []);

/** @param {Tag} tag */
export const countOf = ({ tagId }) => library.counts.byTag[tagId] ?? 0;

/**
 * Returns the ids of tags, and creates those that don't exist.
 * @param {string[]} names
 */
export async function idsOf(names) {
  const ids = [];
  for (const name of names) ids.push((tagNamed(name) ?? (await createTag(name))).tagId);
  return ids;
}

/**
 * Sets the tags of favorites as the names say.
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
 * Returns the tags that have a text in their names: first those that begin with it, then the most used ones.
 * @param {string} text
 */
export function matching(text) {
  const wanted = fold(text);
  /** @param {{name: string}} tag */
  const rank = ({ name }) => (name === wanted ? 0 : name.startsWith(wanted) ? 1 : 2);
  return [...library.tags.values()]
    .map((tag) => ({ tag, name: fold(tag.tagName), count: countOf(tag) }))
    .filter(({ name }) => name.includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || b.count - a.count || compareNames(a.name, b.name))
    .map(({ tag }) => tag);
}

/**
 * Edits a list of tags by their names. The text of the field has one name on each line.
 * @returns {Field & {value: () => string[]}}
 */
export function tagField(label = t('tags')) {
  /** @type {string[]} */
  let names = [];
  const id = `tags-${++made}`;
  let marked = -1;
  let armed = false;
  const chips = el('span', { class: 'row' });
  const list = el('ul', { id, role: 'listbox', 'aria-label': label, class: 'menu' });
  const input = el('input', {
    id: `${id}-input`,
    role: 'combobox',
    autocomplete: 'off',
    dir: 'auto',
    placeholder: t('tags.add'),
    'aria-controls': id,
    oninput: () => suggest(typed()),
    onclick: () => suggest(typed()),
    onkeydown: press,
  });
  const typed = () => input.value.trim().replace(/^#+\s*/, '');

  function paint() {
    chips.replaceChildren(
      ...names.map((name, i) => {
        const remove = () => {
          change(names.filter((other) => other !== name));
          input.focus();
        };
        const current = armed && i === names.length - 1 ? 'true' : null;
        return el(
          'span',
          { class: 'chip', 'aria-current': current },
          bdi(name),
          iconButton('close', t('tags.remove', { name }), remove),
        );
      }),
    );
  }

  /** @param {string[]} changed */
  function change(changed) {
    names = changed;
    armed = false;
    paint();
    announce(names.join(', '));
    element.dispatchEvent(new Event('input', { bubbles: true }));
  }

  /** @param {string} text */
  function add(text) {
    const name = tagNamed(text)?.tagName ?? text;
    input.value = '';
    close();
    if (!name || names.some((other) => other.toLowerCase() === name.toLowerCase())) return;
    change([...names, name]);
  }

  function close() {
    marked = -1;
    list.replaceChildren();
    list.hidden = true;
    input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
  }

  /** @param {string} text */
  function suggest(text) {
    close();
    if (armed) {
      armed = false;
      paint();
    }
    const found = matching(text).filter(({ tagName }) => !names.includes(tagName));
    /** @param {string} name @param {...Node} content */
    const option = (name, ...content) => {
      const onclick = () => {
        add(name);
        input.focus();
      };
      list.append(
        el(
          'li',
          { id: `${id}-${list.childElementCount}`, role: 'option', 'data-name': name, onclick },
          ...content,
        ),
      );
    };
    for (const tag of found.slice(0, MOST_OPTIONS)) {
      const count = el('span', { class: 'muted' }, number(countOf(tag)));
      option(tag.tagName, el('span', { class: 'grow' }, bdi(tag.tagName)), count);
    }
    if (text && !tagNamed(text)) option(text, bdi(t('tags.new', { name: text })));
    list.hidden = !list.childElementCount;
    input.ariaExpanded = String(!list.hidden);
    if (text && !list.hidden) mark(0);
  }

  /** @param {number} index */
  function mark(index) {
    const option = (/** @type {number} */ at) => /** @type {HTMLElement} */ (list.children[at]);
    if (marked >= 0) option(marked).ariaSelected = 'false';
    marked = (index + list.childElementCount) % list.childElementCount;
    option(marked).ariaSelected = 'true';
    option(marked).scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', option(marked).id);
  }

  /** @param {KeyboardEvent} event */
  function press(event) {
    const { key } = event;
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey) return;
    const name = list.children[marked]?.getAttribute('data-name');
    if (key === 'ArrowDown') list.hidden ? suggest(typed()) : mark(marked + 1);
    else if (key === 'ArrowUp' && !list.hidden) mark(Math.max(marked, 0) - 1);
    else if (name && (key === 'Enter' || (key === 'Tab' && typed()))) add(name);
    else if (typed() && ',，'.includes(key)) add(typed());
    else if (key === 'Escape' && !list.hidden) close();
    else if (key === 'Backspace' && !input.value && armed) change(names.slice(0, -1));
    else if (key === 'Backspace' && !input.value && names.length) {
      armed = true;
      paint();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const element = el(
    'div',
    { class: 'field' },
    el('label', { htmlFor: input.id }, label),
    el('div', { class: 'tag-box row' }, chips, input),
    list,
  );
  close();
  return {
    element,
    control: input,
    check: () => {
      add(typed());
      return true;
    },
    value: () => names,
    // What is still being typed belongs to it, so that a draft has it.
    text: () => [...names, typed()].filter(Boolean).join('\n'),
    put: (text) => {
      names = text ? text.split('\n') : [];
      input.value = '';
      close();
      paint();
    },
  };
}

/**
 * Asks for tags: all the tags of one favorite, or those that several get or lose.
 * @param {number} n the number of favorites
 * @param {string[]} before
 * @param {(before: string[], after: string[]) => unknown} apply
 */
export function askTags(n, before, apply) {
  const tags = tagField();
  tags.put(before.join('\n'));
  const act = (/** @type {boolean} */ removes) => async () => {
    tags.check();
    dialog.close();
    await attempt(() => (removes ? apply(tags.value().filter(tagNamed), []) : apply(before, tags.value())));
  };
  const content = form(t(n === 1 ? 'save' : 'tags.addTo', { n }), act(false), tags.element);
  if (n > 1) content.lastElementChild?.prepend(button(t('tags.removeFrom', { n }), act(true)));
  const dialog = openDialog(t('tags.of', { n }), content);
  tags.control.focus();
}

/**
 * Changes the tags of favorites.
 * @param {string[]} ids
 */
export async function openTagEditor(ids) {
  const item = ids.length === 1 ? await library.item(ids[0]) : undefined;
  askTags(ids.length, namesOf(item?.tagIds ?? []), async (before, after) => {
    toast(t('tags.saved', { n: ids.length }), await changeTags(ids, before, after));
  });
}

const MOST = 200;

/** Renames a tag, or merges it into the tag that has the name. @param {Tag} tag */
function rename(tag) {
  const name = field(t('tagPage.name'), 'tag!');
  const names = el('datalist', { id: 'tag-names' });
  const hint = el('p', { class: 'hint' });
  name.control.setAttribute('list', names.id);
  const other = () => {
    const known = tagNamed(name.value() ?? '');
    return known?.tagId === tag.tagId ? undefined : known;
  };
  const save = async () => {
    if (!name.check()) return;
    const into = other();
    const result = await (into ? mergeTags([tag.tagId], into.tagId) : renameTag(tag.tagId, name.value()));
    dialog.close();
    toast(t(into ? 'tagPage.merged' : 'edit.saved', { name: name.value() }), result ?? {});
  };
  const content = form(t('save'), save, name.element, names, hint);
  content.addEventListener('input', () => {
    const into = other();
    names.replaceChildren(
      ...matching(name.text())
        .slice(0, 9)
        .map(({ tagName }) => el('option', { value: tagName })),
    );
    hint.textContent = into ? t('tagPage.merges', { name: into.tagName, n: countOf(tag) }) : '';
    announce(hint.textContent);
  });
  name.put(tag.tagName);
  const dialog = openDialog(t('tagPage.rename', { name: tag.tagName }), content);
  name.control.focus();
}

/** @param {Tag} tag */
async function discard(tag) {
  const name = tag.tagName;
  const text = t('tagPage.deleteText', { n: countOf(tag) });
  const sure = await confirmDelete({ title: t('tagPage.delete', { name }), text, action: t('delete') });
  if (sure) await attempt(() => deleteTag(tag.tagId));
}

/**
 * The page on which tags are found, renamed, merged and deleted.
 * @returns {HTMLElement}
 */
export function tagPage() {
  const filter = el('input', {
    type: 'search',
    dir: 'auto',
    placeholder: t('sidebar.filter'),
    oninput: paint,
  });
  filter.ariaLabel = t('sidebar.filter');
  const list = el('ul', { class: 'tag-list' });
  const note = el('p', { class: 'hint' });
  const page = el('section', { class: 'page stack' }, el('h1', {}, t('tags')), filter, note, list);

  function paint() {
    const found = matching(filter.value).sort((a, b) => compareNames(a.tagName, b.tagName));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const { key } = focused?.dataset ?? {};
    list.replaceChildren(...found.slice(0, MOST).map(row));
    // The rows are new, and the focus stays where it was.
    if (key) /** @type {HTMLElement} */ (list.querySelector(`[data-key="${key}"]`) ?? filter).focus();
    const more = found.length - MOST;
    note.textContent = more > 0 ? t('tagPage.more', { n: more }) : found.length ? '' : t('tagPage.none');
  }

  /** @param {Tag} tag */
  function row(tag) {
    const name = tag.tagName;
    const edit = iconButton('edit', t('tagPage.rename', { name }), () => rename(tag));
    const remove = iconButton('trash', t('tagPage.delete', { name }), () => discard(tag));
    edit.dataset.key = `edit-${tag.tagId}`;
    remove.dataset.key = `remove-${tag.tagId}`;
    const href = hrefOf({ place: { tag: tag.tagId, under: false } });
    const count = el('span', { class: 'muted' }, number(countOf(tag)));
    return el('li', { class: 'row' }, el('a', { class: 'grow', href }, bdi(name)), count, edit, remove);
  }

  library.addEventListener('tags', function listen() {
    if (page.isConnected) paint();
    else library.removeEventListener('tags', listen);
  });
  paint();
  return page;
}
