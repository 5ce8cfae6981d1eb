/** The selection: single favorites, or all results with exceptions. Each change fires a `change` event. */
class Selection extends EventTarget {
  all = false;
  /** @type {Set<string>} */
  ids = new Set();
  /** @type {Set<string>} */
  except = new Set();

  get empty() {
    return !this.all && !this.ids.size;
  }

  /** @param {string} id */
  has(id) {
    return this.all ? !this.except.has(id) : this.ids.has(id);
  }

  /** Returns the number of selected favorites. @param {number} total the number of favorites in the view */
  count(total) {
    return this.all ? total - this.except.size : this.ids.size;
  }

  /** @param {string[]} ids @param {boolean} on */
  set(ids, on) {
    const set = this.all ? this.except : this.ids;
    for (const id of ids) set[on === this.all ? 'delete' : 'add'](id);
    this.dispatchEvent(new Event('change'));
  }

  selectAll() {
    this.#begin(true);
  }

  clear() {
    if (!this.empty) this.#begin(false);
  }

  /** @param {boolean} all */
  #begin(all) {
    this.all = all;
    this.ids.clear();
    this.except.clear();
    this.dispatchEvent(new Event('change'));
  }
}

export const selection = new Selection();
