import { texts } from './texts.js';

/** The languages, by the tag of BCP 47 that the page has, in the order of their texts. */
export const LANGUAGES = { en: 'English', 'zh-Hans': '简体中文' };

export let language = 'en';
let at = 0;
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

/**
 * Sets the language of the page: the chosen one, or the first of the browser's that there is.
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
 * Returns a text. `{name}` is replaced by a value. With `n`, `key.one` is for the singular, if there is one.
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
