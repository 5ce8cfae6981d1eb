// Formats dates and numbers, and compares names, in the page's language.

const UNITS = /** @type {const} */ ([
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]);
const SIZES = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** @type {ReturnType<typeof make>} */
let made;

/** @param {string} lang */
function make(lang) {
  return {
    lang,
    past: new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' }),
    dates: new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short' }),
    numbers: new Intl.NumberFormat(lang),
    names: new Intl.Collator(lang, { numeric: true }),
  };
}

/** Returns cached formatters, because creating a formatter takes much longer than using it. */
function formatters() {
  const { lang } = document.documentElement;
  if (lang !== made?.lang) made = make(lang);
  return made;
}

/** Returns how long ago a time was, or how far ahead it is. @param {string} iso */
export function ago(iso) {
  const seconds = (Date.parse(iso) - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[5];
  return formatters().past.format(Math.trunc(seconds / length), unit);
}

/** Formats a date and time. @param {string} iso */
export const dateTime = (iso) => formatters().dates.format(new Date(iso));

/** Formats a number with separators. @param {number} value */
export const number = (value) => formatters().numbers.format(value);

/** Formats a size with its unit. @param {number} size */
export function bytes(size) {
  const step = Math.min(Math.floor(Math.log10(size || 1) / 3), SIZES.length - 1);
  /** @type {Intl.NumberFormatOptions} */
  const options = {
    style: 'unit',
    unit: SIZES[step],
    unitDisplay: step ? 'short' : 'long',
    maximumSignificantDigits: 3,
  };
  return new Intl.NumberFormat(formatters().lang, options).format(size / 1000 ** step);
}

/** Formats a duration as media players do: `3:05`, `1:02:03`. @param {number} millis */
export function duration(millis) {
  const seconds = Math.round(millis / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = new Date(seconds * 1000).toISOString().slice(14, 19);
  return hours ? `${hours}:${rest}` : rest.replace(/^0/, '');
}

/**
 * Compares names in the language's order, such as pinyin for Chinese.
 * @param {string} a
 * @param {string} b
 */
export const compareNames = (a, b) => formatters().names.compare(a, b);
