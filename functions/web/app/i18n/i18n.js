import { texts as own } from './texts.js';

/** @typedef {Record<string, string>} Texts */

/** The languages, by the tag of BCP 47 that the page has. */
export const LANGUAGES = { en: 'English', 'zh-Hans': '简体中文' };

/** @type {Record<string, Texts>} */
const texts = { en: {}, 'zh-Hans': {} };
for (const [key, [english, chinese]] of Object.entries(own)) {
  texts.en[key] = english;
  if (chinese) texts['zh-Hans'][key] = chinese;
}

export let language = 'en';
let plurals = new Intl.PluralRules('en');
let numbers = new Intl.NumberFormat('en');

/**
 * Sets the language of the page: the chosen one, or the first of the browser's that there is.
 * @param {string | null} chosen
 */
export function setLanguage(chosen) {
  const wanted = chosen ?? navigator.languages.find((tag) => /^(en|zh)/.test(tag)) ?? 'en';
  language = wanted.startsWith('zh') ? 'zh-Hans' : 'en';
  plurals = new Intl.PluralRules(language);
  numbers = new Intl.NumberFormat(language);
  document.documentElement.lang = language;
}

/**
 * Adds texts, for modules that are loaded later.
 * @param {Texts} english
 * @param {Texts} chinese
 */
export function addTexts(english, chinese) {
  Object.assign(texts.en, english);
  Object.assign(texts['zh-Hans'], chinese);
}

/**
 * Returns a text. `{name}` is replaced by a value. With `n`, `key.one` is for the singular, if there is one.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const all = texts[language];
  const text = all[`${key}.${plurals.select(Number(values.n))}`] ?? all[key];
  if (text === undefined) throw new Error(`the text ${key} is missing`);
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const value = values[name];
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}
