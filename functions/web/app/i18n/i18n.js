import { texts } from './texts.js';

/** Language names by BCP 47 tag, in the order of the columns in `texts`. */
export const LANGUAGES = { en: 'English', 'zh-Hans': '简体中文' };

export let language = 'en';
let at = 0;
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

/**
 * Sets the page's language: the chosen one, or the first supported one of the browser's languages.
 * @param {string | null} chosen
 */
export function setLanguage(chosen) {
  const wanted = chosen ?? navigator.languages.find((tag) => /^(en|zh)/.test(tag)) ?? 'en';
  language = wanted.startsWith('zh') ? 'zh-Hans' : 'en';
  at = Object.keys(LANGUAGES).indexOf(language);
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
}

/**
 * Returns a text with each `{name}` replaced by its value. For a singular `n`, uses `key.one` if it exists.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = texts[`${key}.${plurals.select(Number(values.n))}`]?.[at] ?? texts[key]?.[at];
  if (text === undefined) throw new Error(`the text ${key} is missing`);
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}
