const NAME = 'favorites-settings';

class SettingsStore extends EventTarget {
  /** @type {Settings} */
  values = {
    language: null,
    theme: 'auto',
    keys: true,
    compact: false,
    layout: 'list',
    media: 'ask',
    sort: 'newest',
  };

  constructor() {
    super();
    // If storage is denied, settings last until the page closes.
    try {
      Object.assign(this.values, JSON.parse(localStorage.getItem(NAME) ?? '{}'));
    } catch {}
  }

  /**
   * Changes settings and fires a `change` event.
   * @param {Partial<Settings>} changes
   */
  set(changes) {
    Object.assign(this.values, changes);
    try {
      localStorage.setItem(NAME, JSON.stringify(this.values));
    } catch {}
    this.dispatchEvent(new Event('change'));
  }
}

export const settings = new SettingsStore();
