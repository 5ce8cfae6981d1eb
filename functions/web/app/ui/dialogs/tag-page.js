import { compareNames, number } from '../../core/format.js';
import { t } from '../../i18n/i18n.js';
import { deleteTag, mergeTags, renameTag } from '../../state/commands.js';
import { library } from '../../state/library.js';
import { hrefOf } from '../../state/route.js';
import { bdi, el, iconButton } from '../el.js';
import { announce } from '../live.js';
import { toast } from '../toast.js';
import { confirmDelete } from './confirm.js';
import { attempt, field, form, openDialog } from './dialog.js';
import { countOf, matching, tagNamed } from './tags.js';

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
