/** @type {DataType[]} */
export const TYPES = ['link', 'note', 'image', 'video', 'music', 'voice', 'file', 'chatRecord', 'location'];

/** @returns {Route} */
function readRoute() {
  const [path, query = ''] = location.hash.replace(/^#?\/?/, '').split(/\?(.*)/s);
  const params = new URLSearchParams(query);
  const isPlace = [...TYPES, 'untagged', 'trash'].includes(path);
  return {
    page: /** @type {Route['page']} */ (/^(tags|import|settings|add)$/.test(path) ? path : 'list'),
    place: path.startsWith('tag:')
      ? { tag: path.slice(4), under: params.has('under') }
      : /** @type {Place} */ (isPlace ? path : 'all'),
    q: params.get('q') ?? '',
    sort: params.get('sort'),
    id: params.get('id'),
    params,
  };
}

/**
 * Returns the URL fragment for a list, or for a favorite's details in a list.
 * @param {ListRoute} route
 */
export function hrefOf({ place = 'all', q, sort, id }) {
  const isTag = typeof place === 'object';
  const given = { under: isTag && place.under ? '1' : '', q, sort, id };
  const params = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  return `#/${isTag ? `tag:${place.tag}` : place}${params.size ? `?${params}` : ''}`;
}

class Router extends EventTarget {
  now = readRoute();
  /** True if the user came here with Back or Forward. */
  popped = false;

  constructor() {
    super();
    addEventListener('popstate', (event) => this.read(event));
  }

  /**
   * Goes to another route. Unless `replace` is true, Back returns to the current route.
   * @param {string | ListRoute} to a fragment, or changes to the current list route
   * @param {{replace?: boolean}} [options]
   */
  go(to, { replace = false } = {}) {
    const href = typeof to === 'string' ? to : hrefOf({ ...this.now, ...to });
    if (href === location.hash) return;
    if (replace) history.replaceState(history.state, '', href);
    else history.pushState({ inner: true }, '', href);
    this.read();
  }

  /** Closes the details or a page by going back, or to the list if the visit started here. */
  close() {
    if (history.state?.inner) history.back();
    else this.go({ id: null }, { replace: true });
  }

  /**
   * Reads the route from the address bar.
   * @param {Event} [popstate] also fires after a click on a link, whose history entry has no state yet
   */
  read(popstate) {
    this.popped = Boolean(popstate && history.state);
    if (!history.state) history.replaceState({ inner: Boolean(popstate) }, '');
    this.now = readRoute();
    this.dispatchEvent(new Event('change'));
  }
}

export const route = new Router();
